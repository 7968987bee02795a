import { type ParseError, parse } from 'jsonc-parser';
import type { Candidate, Detection, LeftOut } from '#shared/candidates.ts';
import { isObject, type JsonObject, textAt } from '#shared/json.ts';
import { readEntry } from './config-entry.ts';
import { jsonProblem } from './json-problem.ts';

type Entries = [name: string | undefined, value: unknown][];

const ENTRY_KEYS = ['command', 'url', 'serverUrl', 'httpUrl'];

/**
 * Reads the server list of a client, in any of the usual shapes. Comments and trailing commas are fine.
 * An entry that cannot be used is named in `detail` and never hides its neighbours.
 */
export function readJsonConfig(text: string): Detection {
  const parsed = parseLoosely(text);
  if ('kind' in parsed) return parsed;
  const entries = entriesOf(parsed.value);
  if ('kind' in entries) return entries;
  const inputs = inputsOf(parsed.value);
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  for (const [name, value] of entries.list) {
    const read = readEntry(name, value, inputs);
    if (typeof read === 'string') leftOut.push({ name: name ?? '', reason: read });
    else candidates.push(read);
  }
  if (candidates.length === 0) {
    const detail = leftOut.map(({ reason }) => reason).join(' ') || 'Add an entry with “command” or “url”.';
    return { kind: 'problem', title: 'No server in this JSON can be used', detail };
  }
  const names = candidates.map((candidate) => candidate.name).join(', ');
  return {
    kind: 'servers',
    form: 'json',
    title: `JSON config, ${counted(candidates.length)}`,
    detail: leftOut.length === 0 ? names : `${names}. Left out: ${leftOut.map(({ reason }) => reason).join(' ')}`,
    candidates,
    ...(leftOut.length > 0 && { leftOut }),
  };
}

function counted(count: number): string {
  return count === 1 ? '1 server' : `${count} servers`;
}

function parseLoosely(text: string): { value: unknown } | Detection {
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true };
  let value: unknown;
  try {
    value = parse(text, errors, options);
    // A piece out of the middle of a config: `"mcpServers": { … }`.
    if (errors.length > 0 && text.startsWith('"')) {
      const inner: ParseError[] = [];
      value = parse(`{${text}}`, inner, options);
      if (inner.length === 0) return { value };
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      kind: 'problem',
      title: 'This JSON is nested too deep',
      detail: 'Paste only the part that names the servers.',
    };
  }
  const first = errors[0];
  if (!first) return { value };
  const { words, line } = jsonProblem(text, first);
  return {
    kind: 'problem',
    title: `This is not valid JSON: line ${line}, ${words}`,
    detail: `Correct line ${line}, or paste the whole config again.`,
    line,
  };
}

function entriesOf(value: unknown): { list: Entries } | Detection {
  if (Array.isArray(value)) return { list: value.map((entry) => [textAt(entry, 'name'), entry]) };
  if (!isObject(value)) return noServers();
  const map = mapOf(value);
  if (map) return { list: Object.entries(map) };
  if ('packages' in value || 'remotes' in value) {
    return {
      kind: 'problem',
      title: 'This is a server.json of the registry',
      detail: 'This app does not read it yet. Paste the command or the address it names.',
    };
  }
  if (isEntry(value)) return { list: [[textAt(value, 'name'), value]] };
  const inner = Object.entries(value).filter(([, entry]) => isEntry(entry));
  return inner.length > 0 ? { list: inner } : noServers();
}

/** Where the clients keep their list: `mcpServers`, `servers`, `mcp.servers` or `mcp`. */
function mapOf(value: JsonObject): JsonObject | undefined {
  const places = [value.mcpServers, value.servers, isObject(value.mcp) ? value.mcp.servers : undefined, value.mcp];
  return places.find(isObject);
}

function isEntry(value: unknown): boolean {
  return isObject(value) && ENTRY_KEYS.some((key) => key in value);
}

function noServers(): Detection {
  return {
    kind: 'problem',
    title: 'This JSON names no server',
    detail: 'Expected “mcpServers”, “servers”, or one server with “command” or “url”.',
  };
}

/** What VS Code asks the person for: descriptions by id. */
function inputsOf(value: unknown): Map<string, string> {
  const inputs = new Map<string, string>();
  const places = isObject(value) ? [value.inputs, isObject(value.mcp) ? value.mcp.inputs : undefined] : [];
  for (const list of places) {
    for (const input of Array.isArray(list) ? list : []) {
      const id = textAt(input, 'id');
      if (id !== undefined) inputs.set(id, textAt(input, 'description') ?? id);
    }
  }
  return inputs;
}
