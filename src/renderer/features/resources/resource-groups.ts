import { type JsonObject, textAt } from '#shared/json.ts';
import { BY_ADDRESS, chosenByAddress } from '../../parts/resource-choice.ts';
import { shortenPath } from '../../ui/format.ts';
import type { ListGroup, ListRow } from '../../ui/list-stops.ts';

/** Something that can be chosen in the list: a listed resource, a template, or an address that was typed. */
export type Chosen =
  | { readonly kind: 'resource'; readonly uri: string; readonly item: JsonObject }
  | { readonly kind: 'template'; readonly template: string; readonly item: JsonObject }
  | { readonly kind: 'typed'; readonly uri: string };

const SCHEME = /^([a-z][a-z0-9+.-]*:(?:\/\/)?)(.*)$/is;
/** Characters of a row: the last segment of a long address stays in sight. */
const LABEL = 34;

/** Whether a text is a whole address, so that it can be read even when it is not listed. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(text);
}

/** The row of an address, or what stands for one that is not listed. */
export function idOfUri(lists: Lists, uri: string): string {
  return lists.resources.some((item) => uriOf('resource', item) === uri) ? `r:${uri}` : chosenByAddress(uri);
}

function uriOf(kind: 'resource' | 'template', item: JsonObject): string {
  return textAt(item, kind === 'resource' ? 'uri' : 'uriTemplate') ?? '';
}

function rowOf(kind: 'resource' | 'template', item: JsonObject): ListRow {
  const uri = uriOf(kind, item);
  const rest = kind === 'resource' ? SCHEME.exec(uri)?.[2] : undefined;
  const name = textAt(item, 'title') ?? textAt(item, 'name');
  return {
    id: `${kind === 'resource' ? 'r' : 't'}:${uri}`,
    label: shortenPath(rest === undefined || rest === '' ? uri : rest, LABEL),
    title: (name === undefined ? uri : `${name}, ${uri}`).slice(0, 600),
  };
}

function matches(item: JsonObject, needle: string): boolean {
  if (needle === '') return true;
  const texts = ['uri', 'uriTemplate', 'name', 'title', 'description'].map((key) => textAt(item, key));
  return texts.some((text) => text?.toLowerCase().includes(needle));
}

export interface Lists {
  readonly resources: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
}

/** The list in groups: resources by scheme in the server's order, templates last. An address is listed once. */
export function resourceGroups(lists: Lists, filter: string, collapsed: ReadonlySet<string>): ListGroup[] {
  const needle = filter.trim().toLowerCase();
  const groups = new Map<string, ListRow[]>();
  const seen = new Set<string>();
  const put = (group: string, row: ListRow) => {
    if (seen.has(row.id)) return;
    seen.add(row.id);
    const rows = groups.get(group);
    if (rows) rows.push(row);
    else groups.set(group, [row]);
  };
  for (const item of lists.resources) {
    if (matches(item, needle)) put(SCHEME.exec(uriOf('resource', item))?.[1] ?? 'Other', rowOf('resource', item));
  }
  for (const item of lists.templates) if (matches(item, needle)) put('Templates', rowOf('template', item));
  return [...groups].map(([label, rows]) => ({
    id: label,
    label: label.slice(0, 60),
    count: rows.length,
    // While something is looked for nothing hides.
    collapsed: needle === '' && collapsed.has(label),
    rows,
  }));
}

/** The row that is chosen: other views choose by the address alone, which may be listed. */
export function rowIdOf(lists: Lists, id: string | undefined): string | undefined {
  return id?.startsWith(BY_ADDRESS) ? idOfUri(lists, id.slice(BY_ADDRESS.length)) : id;
}

/** What an id of the list stands for; undefined when it is not listed any more. */
export function chosenOf(lists: Lists, id: string | undefined): Chosen | undefined {
  if (id?.startsWith(BY_ADDRESS)) return { kind: 'typed', uri: id.slice(BY_ADDRESS.length) };
  const text = id?.slice(2);
  if (id?.startsWith('r:')) {
    const item = lists.resources.find((one) => uriOf('resource', one) === text);
    return item && { kind: 'resource', uri: uriOf('resource', item), item };
  }
  const item = lists.templates.find((one) => id !== undefined && uriOf('template', one) === text);
  return item && { kind: 'template', template: uriOf('template', item), item };
}
