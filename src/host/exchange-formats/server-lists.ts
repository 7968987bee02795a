import type { ClientId } from '#shared/config.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';

/** One entry as it stands in a config. */
export interface FoundEntry {
  name: string | undefined;
  value: unknown;
  /** The folder whose entry it is, where a config has entries for each project. */
  workspaceFolder?: string;
}

/** What a parsed config says of servers, not read yet. */
export interface ServerLists {
  entries: FoundEntry[];
  /** What VS Code asks a person for, by id. */
  inputs: ReadonlyMap<string, JsonObject>;
  /** The client whose shape it is, when that is certain. */
  client?: ClientId;
}

const ENTRY_KEYS = ['command', 'url', 'serverUrl', 'httpUrl'];
/** Where the clients keep their list. */
const PLACES = ['mcpServers', 'mcp_servers', 'servers', 'context_servers', 'mcp.servers'];

/** Finds the entries in every place a client keeps them; undefined when there is no such place. */
export function findServerLists(value: unknown): ServerLists | undefined {
  const entries = entriesOf(value);
  if (!entries) return undefined;
  const client = clientOfShape(value, entries);
  return { entries, inputs: inputsOf(value), ...(client === undefined ? {} : { client }) };
}

function entriesOf(value: unknown): FoundEntry[] | undefined {
  if (Array.isArray(value)) return listed(value);
  if (!isObject(value)) return undefined;
  const lists = [
    ...PLACES.map((place) => (isEntry(value[place]) ? undefined : value[place])),
    ...mcpLists(value.mcp),
  ].filter((list) => isObject(list) || Array.isArray(list));
  const found = [...lists.flatMap(listed), ...projectEntries(value)];
  if (lists.length > 0 || found.length > 0) return found;
  if (isEntry(value)) return [{ name: textAt(value, 'name'), value }];
  const inner = Object.entries(value).filter(([, entry]) => isEntry(entry));
  return inner.length > 0 ? inner.map(([name, entry]) => ({ name, value: entry })) : undefined;
}

function listed(list: unknown): FoundEntry[] {
  if (Array.isArray(list)) return list.map((value) => ({ name: textAt(value, 'name'), value }));
  return isObject(list) ? Object.entries(list).map(([name, value]) => ({ name, value })) : [];
}

/** `mcp` is a list in itself, holds one, or only says which servers are allowed. */
function mcpLists(mcp: unknown): unknown[] {
  if (!isObject(mcp) || isEntry(mcp)) return [];
  const inner = [mcp.servers, mcp.mcpServers].filter((list) => isObject(list) && !isEntry(list));
  if (inner.length > 0) return inner;
  const named = Object.entries(mcp).filter(([, entry]) => isObject(entry));
  return named.length > 0 ? [Object.fromEntries(named)] : [];
}

/** The entries that Claude Code keeps for each project folder. */
function projectEntries(value: JsonObject): FoundEntry[] {
  return Object.entries(objectAt(value, 'projects') ?? {}).flatMap(([workspaceFolder, project]) =>
    listed(objectAt(project, 'mcpServers')).map((entry) => ({ ...entry, workspaceFolder })),
  );
}

function isEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  // Zed once wrote the program as an object; a server may be called `command` or `url`, too.
  return ENTRY_KEYS.some((key) => key in value && (!isObject(value[key]) || textAt(value[key], 'path') !== undefined));
}

function clientOfShape(value: unknown, entries: FoundEntry[]): ClientId | undefined {
  if (!isObject(value)) return undefined;
  if (isObject(value.context_servers)) return 'zed';
  if (entries.some(({ workspaceFolder }) => workspaceFolder !== undefined)) return 'claude-code';
  if (isObject(value.mcp) && !isObject(value.mcpServers)) return isOpencode(value, entries) ? 'opencode' : 'vscode';
  if (isObject(value.servers) || isObject(value['mcp.servers'])) return 'vscode';
  const only = new Set(entries.map(({ value: entry }) => clientOfEntry(entry)));
  const [first] = only;
  return only.size === 1 ? first : undefined;
}

function isOpencode(value: JsonObject, entries: FoundEntry[]): boolean {
  if (textAt(value, '$schema')?.includes('opencode')) return true;
  return entries.some(({ value: entry }) => {
    const type = textAt(entry, 'type');
    return type === 'local' || type === 'remote' || arrayAt(entry, 'command').length > 0;
  });
}

/** A key that only one client has. */
function clientOfEntry(entry: unknown): ClientId | undefined {
  if (!isObject(entry)) return undefined;
  if ('serverUrl' in entry) return 'windsurf';
  if ('httpUrl' in entry) return 'gemini';
  return 'protocolEra' in entry || 'modernLogLevel' in entry || 'taskTtl' in entry ? 'inspector' : undefined;
}

function inputsOf(value: unknown): Map<string, JsonObject> {
  const inputs = new Map<string, JsonObject>();
  for (const input of [...arrayAt(value, 'inputs'), ...arrayAt(objectAt(value, 'mcp'), 'inputs')]) {
    const id = textAt(input, 'id');
    if (id !== undefined && id !== '' && isObject(input)) inputs.set(id, input);
  }
  return inputs;
}
