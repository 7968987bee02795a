import { dirname, isAbsolute, resolve } from 'node:path';
import type { Candidate } from '#shared/candidates.ts';
import type { ClientId, ConfigInput, Endpoint, HttpEndpoint, StdioEndpoint } from '#shared/config.ts';
import { arrayAt, isFiniteNumber, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { readInput } from './config-inputs.ts';
import { endpointWarnings, type Warning } from './endpoint-warnings.ts';
import { nameOfEndpoint } from './name-of-endpoint.ts';
import type { TextSource } from './reader.ts';
import { inputIdsOf, referencesFrom } from './references.ts';
import type { FoundEntry } from './server-lists.ts';

/** Keys this app uses whole, in whatever spelling; they need not be kept beside what was read. */
const USED = new Set([
  ...['name', 'command', 'args', 'env', 'environment', 'env_vars', 'envFile', 'cwd'],
  ...['url', 'serverUrl', 'httpUrl', 'headers', 'http_headers', 'env_http_headers', 'bearer_token_env_var'],
]);
/** Keys this app understands but could not give back from what it keeps: their spelling says more. */
const STYLE = new Set([
  ...['type', 'transport', 'transportType', 'source', 'disabled', 'enabled', 'requestOptions', 'dev'],
  ...['timeout', 'startup_timeout_sec', 'startup_timeout_ms', 'tool_timeout_sec'],
  ...['connectionTimeout', 'requestTimeout', 'protocolEra'],
]);

/** Where an entry was found, and what else its file says. */
export interface EntrySource extends TextSource {
  /** Descriptions of VS Code inputs by id. */
  inputs: ReadonlyMap<string, JsonObject>;
}

/** What the readers of the parts of an entry write to. */
interface Notes {
  warnings: Warning[];
  client: ClientId | undefined;
}

/** Whether a key says how a client spells what this app knows otherwise. */
export function isStyleKey(key: string): boolean {
  return STYLE.has(key);
}

/** Whether this app keeps the meaning of a key, so that an export replaces it. */
export function isUsedKey(key: string): boolean {
  return USED.has(key);
}

/** Reads one entry of a server list; a sentence why when it cannot be used. Never throws. */
export function readEntry(found: FoundEntry, source: EntrySource): Candidate | string {
  const { name: key, value } = found;
  const shown = key === undefined || key === '' ? 'One entry' : key.slice(0, 128);
  if (!isObject(value)) return `${shown} is not an object.`;
  const notes: Notes = { warnings: [], client: source.client };
  const read = readEndpoint(value, notes);
  if (typeof read === 'string') return `${shown} ${read}.`;
  const endpoint = withFolderOf(source.file, read);
  const disabled = value.disabled === true || value.enabled === false;
  if (disabled) notes.warnings.push({ code: 'disabled', text: 'Marked as disabled in this config.' });
  const rest = restOf(value);
  const unknown = Object.keys(rest).filter((name) => isUnknown(name, source.client));
  if (unknown.length > 0) {
    notes.warnings.push({ code: 'unknown-keys', text: `Not used by this app: ${unknown.join(', ').slice(0, 500)}` });
  }
  const config = configOf(value, source.client, found.workspaceFolder);
  const inputs = inputsOf(endpoint, source.inputs);
  return {
    name: key?.trim().slice(0, 128) || nameOfEndpoint(endpoint),
    endpoint,
    ...(Object.keys(config).length > 0 && { config }),
    ...(Object.keys(inputs).length > 0 && { inputs }),
    ...(disabled && { disabled }),
    origin: {
      from: source.client ?? 'json',
      ...(source.file !== undefined && { file: source.file }),
      ...(key !== undefined && { key }),
      ...(Object.keys(rest).length > 0 && { rest }),
    },
    warnings: [...notes.warnings, ...endpointWarnings(endpoint)],
  };
}

/** What is given back on export: everything but the parts that the endpoint says completely. */
function restOf(entry: JsonObject): JsonObject {
  const rest = Object.entries(entry).filter(([key, value]) => {
    // A transport that is an object has the address in it.
    return !USED.has(key) && key !== 'requestOptions' && !(key === 'transport' && isObject(value));
  });
  const { headers: _, ...options } = objectAt(entry, 'requestOptions') ?? {};
  if (Object.keys(options).length > 0) rest.push(['requestOptions', options]);
  // A variable that comes from another computer is not the same as one from here.
  if (arrayAt(entry, 'env_vars').some(isObject)) rest.push(['env_vars', entry.env_vars]);
  return Object.fromEntries(rest);
}

function isUnknown(key: string, client: ClientId | undefined): boolean {
  // How long a bare `timeout` is depends on the client.
  if (key === 'timeout') return timeoutUnit(client, 0) === undefined;
  return !STYLE.has(key) && !USED.has(key);
}

type Kind = 'stdio' | 'http' | 'streamable' | 'sse';

function readEndpoint(entry: JsonObject, notes: Notes): Endpoint | string {
  const transport = objectAt(entry, 'transport');
  const type =
    textAt(entry, 'type') ?? textAt(entry, 'transport') ?? textAt(transport, 'type') ?? textAt(entry, 'transportType');
  const url = [entry.url, entry.serverUrl, entry.httpUrl, transport?.url].find((value) => value !== undefined);
  if (type !== undefined && kindOf(type) === undefined) {
    return `has the type “${type.slice(0, 40)}”, which is not a transport of MCP. Use stdio, http or sse`;
  }
  if (textAt(entry, 'uses') !== undefined && !('command' in entry) && url === undefined) {
    return 'names a block that Continue fetches from its hub. Paste the block itself';
  }
  const kind = kindOf(type) ?? ('command' in entry ? 'stdio' : urlKind(entry, notes.client));
  if (kind === 'stdio') return readStdio(entry, notes);
  if (type === undefined && url === undefined) return 'has neither “command” nor “url”';
  return readHttp(entry, { url, kind }, notes);
}

/** Gemini CLI means the older transport by a plain `url`. */
function urlKind(entry: JsonObject, client: ClientId | undefined): Kind {
  return client === 'gemini' && entry.httpUrl === undefined && entry.url !== undefined ? 'sse' : 'http';
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
  // Zed once wrote `command: {path, args, env}`.
  const inner = objectAt(entry, 'command');
  const list: unknown = Array.isArray(entry.command) ? entry.command : [inner?.path ?? entry.command];
  const [command, ...before] = textsOf(list, notes) ?? [];
  if (command === undefined || command === '') return 'has no “command”';
  const args = textsOf(entry.args ?? inner?.args ?? [], notes);
  if (!args) return 'has “args” that are not a list of texts';
  const all = [...before, ...args];
  if (all.length === 0 && /\s/.test(command) && !/[\\/]/.test(command)) {
    const text = `“${command}” is taken as the name of one program. Put its arguments into “args”.`;
    notes.warnings.push({ code: 'command-spaces', text });
  }
  const env = readSettings(entry.env ?? entry.environment ?? inner?.env, notes);
  if (!env) return 'has an “env” that is not an object';
  const taken = arrayAt(entry, 'env_vars').map((item) => textAt(item, 'name') ?? item);
  const names = taken.filter((name) => typeof name === 'string').filter((name) => name !== '');
  const fromHere = names.map((name): [string, string] => [name, `\${${name}}`]);
  const cwd = textAt(entry, 'cwd');
  const envFile = textAt(entry, 'envFile');
  return {
    kind: 'stdio',
    command,
    args: all,
    env: recordOf([...fromHere, ...env]),
    inherit: 'short',
    ...(cwd !== undefined && cwd !== '' && { cwd: referencesFrom(notes.client, cwd) }),
    ...(envFile !== undefined && envFile !== '' && { envFile }),
  };
}

/** A record in which `__proto__` is a name like any other. */
function recordOf(pairs: [string, string][]): Record<string, string> {
  return Object.fromEntries(pairs);
}

function readHttp(entry: JsonObject, { url, kind }: { url: unknown; kind: Kind }, notes: Notes): HttpEndpoint | string {
  if (typeof url !== 'string' || url === '') return 'has no “url”';
  const address = referencesFrom(notes.client, url);
  if (/^(?:unix|pipe):/i.test(address))
    return `has the url “${url.slice(0, 100)}”. This app does not connect over sockets and pipes of this computer`;
  // What a reference stands for is known at the start only.
  const reference = address.indexOf('${');
  const fits =
    reference >= 0 && address.includes('}', reference)
      ? reference === 0 || /^https?:/i.test(address)
      : URL.canParse(address) && /^https?:/i.test(address);
  if (!fits) return `has the url “${url.slice(0, 100)}”, which is not an http or https address`;
  const options = objectAt(entry, 'requestOptions');
  const headers = readSettings(entry.headers ?? entry.http_headers ?? options?.headers, notes);
  if (!headers) return 'has “headers” that are not an object';
  const token = textAt(entry, 'bearer_token_env_var');
  if (token !== undefined && token !== '') headers.push(['Authorization', `Bearer \${${token}}`]);
  for (const [name, variable] of readSettings(entry.env_http_headers, notes) ?? [])
    headers.push([name, `\${${variable}}`]);
  return {
    kind: 'http',
    url: address,
    headers: headers.map(([name, value]) => ({ name, value })),
    transport: kind === 'sse' ? 'sse' : kind === 'streamable' ? 'streamable' : 'auto',
  };
}

function textsOf(value: unknown, notes: Notes): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(scalar);
  return texts.every((text) => text !== undefined)
    ? texts.map((text) => referencesFrom(notes.client, text))
    : undefined;
}

function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Variables or headers: an object of scalars, or a list of {name, value}. Undefined when it is neither. */
function readSettings(value: unknown, notes: Notes): [string, string][] | undefined {
  if (value === undefined || value === null) return [];
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  const pairs: [string | undefined, unknown][] = Array.isArray(value)
    ? value.map((item) => [textAt(item, 'name') ?? textAt(item, 'key'), isObject(item) ? item.value : undefined])
    : Object.entries(value);
  const settings: [string, string][] = [];
  for (const [name, raw] of pairs) {
    const text = scalar(raw);
    if (name === undefined || name === '' || text === undefined) {
      notes.warnings.push({
        code: 'value-ignored',
        text: `${name?.slice(0, 200) || 'One entry'} has no text as its value and was left out.`,
      });
      continue;
    }
    settings.push([name, referencesFrom(notes.client, text)]);
  }
  return settings;
}

/** A relative folder counts from the file it is written in. */
function withFolderOf(file: string | undefined, endpoint: Endpoint): Endpoint {
  if (endpoint.kind !== 'stdio' || endpoint.cwd === undefined || file === undefined) return endpoint;
  const given = endpoint.cwd;
  if (isAbsolute(given) || /^(?:~|[A-Za-z]:[\\/]|\\\\)|\$/.test(given)) return endpoint;
  return { ...endpoint, cwd: resolve(dirname(file), given) };
}

/** Milliseconds that one unit of `timeout` means; undefined when the client does not have it. */
function timeoutUnit(client: ClientId | undefined, value: unknown): number | undefined {
  if (client === 'cline') return 1000;
  // Zed once counted milliseconds; nobody waits a thousand seconds for one call.
  if (client === 'zed') return typeof value === 'number' && value >= 1000 ? 1 : 1000;
  return client === 'gemini' || client === 'opencode' ? 1 : undefined;
}

function milliseconds(value: unknown, unit: number | undefined): number | undefined {
  if (!isFiniteNumber(value) || value < 0 || unit === undefined) return undefined;
  const ms = Math.round(value * unit);
  return Number.isSafeInteger(ms) ? ms : undefined;
}

/** Time limits, era and watched files, where the client has words for them. */
function configOf(
  entry: JsonObject,
  client: ClientId | undefined,
  workspaceFolder: string | undefined,
): NonNullable<Candidate['config']> {
  const connectMs =
    milliseconds(entry.startup_timeout_sec, 1000) ??
    milliseconds(entry.startup_timeout_ms, 1) ??
    milliseconds(entry.connectionTimeout, 1);
  const requestMs =
    milliseconds(entry.tool_timeout_sec, 1000) ??
    milliseconds(entry.requestTimeout, 1) ??
    milliseconds(entry.timeout, timeoutUnit(client, entry.timeout));
  const era = textAt(entry, 'protocolEra');
  const timed = connectMs !== undefined || requestMs !== undefined;
  const watch = watchedBy(objectAt(entry, 'dev')?.watch);
  return {
    ...(timed && {
      timeouts: { ...(connectMs !== undefined && { connectMs }), ...(requestMs !== undefined && { requestMs }) },
    }),
    ...((era === 'legacy' || era === 'modern') && { era }),
    ...(watch.length > 0 && { watch }),
    ...(workspaceFolder !== undefined && { workspaceFolder }),
  };
}

/** VS Code watches patterns; this app watches the folder before the first wildcard. */
function watchedBy(watch: unknown): string[] {
  const patterns = (Array.isArray(watch) ? watch : [watch]).filter((one) => typeof one === 'string');
  const folders = patterns.map((pattern) => {
    const parts = pattern.split('/');
    const wild = parts.findIndex((part) => /[*?{[]/.test(part));
    return wild < 0 ? pattern : parts.slice(0, wild).join('/') || '.';
  });
  return [...new Set(folders.filter((folder) => folder !== ''))];
}

/** What has to be asked before the endpoint can start. */
function inputsOf(endpoint: Endpoint, described: EntrySource['inputs']): Record<string, ConfigInput> {
  const ids = inputIdsOf(textsIn(endpoint));
  return Object.fromEntries(ids.map((id) => [id, readInput(id, described.get(id))]));
}

function textsIn(endpoint: Endpoint): string[] {
  if (endpoint.kind === 'builtin') return [];
  const settings = endpoint.kind === 'stdio' ? Object.values(endpoint.env) : endpoint.headers.map(({ value }) => value);
  const texts = settings.filter((value) => typeof value === 'string');
  if (endpoint.kind === 'http') return [endpoint.url, ...texts];
  const { command, args, cwd = '', envFile = '' } = endpoint;
  return [command, ...args, ...texts, cwd, envFile];
}
