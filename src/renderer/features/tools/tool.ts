import { isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { type SaidHints, saidHints } from '../../parts/tool-hints.ts';

/** A tool of the list with what the views need of it. */
export interface Tool {
  /** Unique in the list: the name, or name and place when the server uses a name twice. */
  readonly id: string;
  readonly name: string;
  /** Which one of several tools of the same name, from 1; undefined when the name is unique. */
  readonly place: number | undefined;
  /** How many tools have its name. */
  readonly namesakes: number;
  readonly raw: JsonObject;
}

/** A list that grows page by page keeps the tools it had: what shows one of them is not drawn again. */
const made = new WeakMap<JsonObject, Tool>();

function toolOf(raw: JsonObject, name: string, place: number, namesakes: number): Tool {
  const known = made.get(raw);
  const shown = namesakes > 1 ? place : undefined;
  const id = place === 1 ? name : `${name}\n${place}`;
  if (known?.id === id && known.place === shown && known.namesakes === namesakes) return known;
  const tool = { id, name, place: shown, namesakes, raw };
  made.set(raw, tool);
  return tool;
}

/** Tools in the server's order. A name that comes twice gets its place. */
export function toolsOf(items: readonly JsonObject[]): Tool[] {
  const total = new Map<string, number>();
  const nameOf = (raw: JsonObject) => textAt(raw, 'name') ?? '';
  for (const raw of items) total.set(nameOf(raw), (total.get(nameOf(raw)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return items.map((raw) => {
    const name = nameOf(raw);
    const place = (seen.get(name) ?? 0) + 1;
    seen.set(name, place);
    return toolOf(raw, name, place, total.get(name) ?? 1);
  });
}

export interface ToolHints extends SaidHints {
  readonly task: boolean;
  readonly app: boolean;
}

/** What the tool says of itself. */
export function hintsOf(tool: Tool): ToolHints {
  const task = textAt(tool.raw.execution, 'taskSupport');
  return {
    ...saidHints(tool.raw),
    task: task === 'required' || task === 'optional',
    app: textAt(objectAt(objectAt(tool.raw, '_meta'), 'ui'), 'resourceUri') !== undefined,
  };
}

/** The schema of the arguments; an object without rules where the tool gives none. */
export function inputSchemaOf(tool: Tool): unknown {
  const { inputSchema } = tool.raw;
  return inputSchema === undefined ? { type: 'object' } : inputSchema;
}

/** By definition: made when the filter is used first, not whenever a list grows. */
const searched = new WeakMap<JsonObject, string>();

/** Title, description and names of arguments, for the filter. */
export function searchText(tool: Tool): string {
  const known = searched.get(tool.raw);
  if (known !== undefined) return known;
  const text = textOf(tool);
  searched.set(tool.raw, text);
  return text;
}

function textOf(tool: Tool): string {
  const schema = objectAt(tool.raw, 'inputSchema');
  const names = isObject(schema?.properties) ? Object.keys(schema.properties) : [];
  const title = textAt(tool.raw, 'title') ?? textAt(objectAt(tool.raw, 'annotations'), 'title');
  return [tool.name, title, textAt(tool.raw, 'description'), ...names].join('\n').toLowerCase();
}
