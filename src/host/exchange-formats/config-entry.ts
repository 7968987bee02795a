import type { Candidate } from '#shared/candidates.ts';
import type { Endpoint, HttpEndpoint, SettingValue, StdioEndpoint } from '#shared/config.ts';
import { isObject, type JsonObject, textAt } from '#shared/json.ts';
import { endpointWarnings, type Warning } from './endpoint-warnings.ts';
import { nameOfEndpoint } from './name-of-endpoint.ts';

const KNOWN = new Set([
  ...['name', 'type', 'transport', 'transportType', 'command', 'args', 'env', 'environment', 'cwd'],
  ...['url', 'serverUrl', 'httpUrl', 'headers', 'http_headers', 'disabled', 'enabled'],
]);
const INPUT = /^\$\{input:([^}]+)\}$/;

/** What the readers of the parts of an entry write to. */
interface Notes {
  warnings: Warning[];
  /** Descriptions of VS Code inputs by id. */
  inputs: ReadonlyMap<string, string>;
}

/** Reads one entry of a server list; a sentence why when it cannot be used. */
export function readEntry(key: string | undefined, value: unknown, inputs: Notes['inputs']): Candidate | string {
  const shown = key === undefined || key === '' ? 'One entry' : key.slice(0, 128);
  if (!isObject(value)) return `${shown} is not an object.`;
  const notes: Notes = { warnings: [], inputs };
  const endpoint = readEndpoint(value, notes);
  if (typeof endpoint === 'string') return `${shown} ${endpoint}.`;
  if (value.disabled === true || value.enabled === false) {
    notes.warnings.push({ code: 'disabled', text: 'Marked as disabled in this config.' });
  }
  const unknown = Object.keys(value).filter((name) => !KNOWN.has(name));
  if (unknown.length > 0) {
    notes.warnings.push({ code: 'unknown-keys', text: `Not used by this app: ${unknown.join(', ').slice(0, 500)}` });
  }
  const name = key?.trim().slice(0, 128) || nameOfEndpoint(endpoint);
  return { name, endpoint, warnings: [...notes.warnings, ...endpointWarnings(endpoint)] };
}

type Kind = 'stdio' | 'http' | 'streamable' | 'sse';

function readEndpoint(entry: JsonObject, notes: Notes): Endpoint | string {
  const transport = isObject(entry.transport) ? entry.transport : undefined;
  const type =
    textAt(entry, 'type') ?? textAt(entry, 'transport') ?? textAt(transport, 'type') ?? textAt(entry, 'transportType');
  const url = [entry.url, entry.serverUrl, entry.httpUrl, transport?.url].find((value) => value !== undefined);
  const kind = kindOf(type) ?? ('command' in entry ? 'stdio' : 'http');
  if (type !== undefined && kindOf(type) === undefined) {
    return `has the type “${type.slice(0, 40)}”, which is not a transport of MCP. Use stdio, http or sse`;
  }
  if (kind === 'stdio') return readStdio(entry, notes);
  if (type === undefined && url === undefined) return 'has neither “command” nor “url”';
  return readHttp(entry, { url, kind }, notes);
}

function kindOf(type: string | undefined): Kind | undefined {
  switch (type?.toLowerCase().replace(/[-_ ]/g, '')) {
    case 'stdio':
    case 'local':
      return 'stdio';
    case 'http':
    case 'remote':
      return 'http';
    case 'streamablehttp':
    case 'streamable':
      return 'streamable';
    case 'sse':
      return 'sse';
    default:
      return undefined;
  }
}

function readStdio(entry: JsonObject, notes: Notes): StdioEndpoint | string {
  const list: unknown = Array.isArray(entry.command) ? entry.command : [entry.command];
  const [command, ...before] = textsOf(list) ?? [];
  if (command === undefined || command === '') return 'has no “command”';
  const args = entry.args === undefined || entry.args === null ? [] : textsOf(entry.args);
  if (!args) return 'has “args” that are not a list of texts';
  const all = [...before, ...args];
  if (all.length === 0 && /\s/.test(command) && !/[\\/]/.test(command)) {
    const text = `“${command}” is taken as the name of one program. Put its arguments into “args”.`;
    notes.warnings.push({ code: 'command-spaces', text });
  }
  const env = readSettings(entry.env ?? entry.environment, notes);
  if (!env) return 'has an “env” that is not an object';
  const cwd = textAt(entry, 'cwd');
  const endpoint: StdioEndpoint = { kind: 'stdio', command, args: all, env: Object.fromEntries(env), inherit: 'short' };
  return cwd === undefined || cwd === '' ? endpoint : { ...endpoint, cwd };
}

function readHttp(entry: JsonObject, { url, kind }: { url: unknown; kind: Kind }, notes: Notes): HttpEndpoint | string {
  if (typeof url !== 'string' || url === '') return 'has no “url”';
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    return `has the url “${url.slice(0, 100)}”, which is not an http or https address`;
  const headers = readSettings(entry.headers ?? entry.http_headers, notes);
  if (!headers) return 'has “headers” that are not an object';
  return {
    kind: 'http',
    url,
    headers: headers.map(([name, value]) => ({ name, value })),
    transport: kind === 'sse' ? 'sse' : kind === 'streamable' ? 'streamable' : 'auto',
  };
}

function textsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(scalar);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Variables or headers: an object of scalars, or a list of {name, value}. Undefined when it is neither. */
function readSettings(value: unknown, notes: Notes): [string, SettingValue][] | undefined {
  if (value === undefined || value === null) return [];
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  const pairs: [string | undefined, unknown][] = Array.isArray(value)
    ? value.map((item) => [textAt(item, 'name') ?? textAt(item, 'key'), isObject(item) ? item.value : undefined])
    : Object.entries(value);
  const settings: [string, SettingValue][] = [];
  for (const [name, raw] of pairs) {
    const text = scalar(raw);
    if (name === undefined || name === '' || text === undefined) {
      notes.warnings.push({
        code: 'value-ignored',
        text: `${name || 'One entry'} has no text as its value and was left out.`,
      });
      continue;
    }
    settings.push([name, settingOf(name, text, notes)]);
  }
  return settings;
}

/** A value that VS Code asks for becomes a secret to be entered here. */
function settingOf(name: string, text: string, notes: Notes): SettingValue {
  const id = INPUT.exec(text)?.[1];
  if (id === undefined) return text;
  const asked = notes.inputs.get(id);
  const what = asked === undefined || asked === id ? id : `${id} (${asked.slice(0, 100)})`;
  notes.warnings.push({
    code: 'input-needed',
    text: `${name} needs the secret ${what}. Enter it before you start the server.`,
  });
  return { secret: id };
}
