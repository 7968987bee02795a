import { CLIENT_TITLES } from '#shared/client-titles.ts';
import {
  type ClientId,
  DEFAULT_TIMEOUTS,
  type HttpEndpoint,
  type ServerConfig,
  type StdioEndpoint,
  timeoutsOf,
} from '#shared/config.ts';
import type { JsonObject } from '#shared/json.ts';
import { type ClientWords, wordsOf } from './client-words.ts';
import { giveBack } from './give-back.ts';
import { plainSecretIn, plainSecretsInArgs, plainSecretsInUrl, type SecretText, wholeSecret } from './plain-secrets.ts';
import { type Placeholder, ValueWriter, variableName } from './value-writer.ts';

/** One server as a client writes it. */
export interface WrittenEntry {
  /** Its name in the client's list. */
  key: string;
  entry: JsonObject;
  /** Sentences about what could not be said. */
  notes: string[];
  placeholders: Placeholder[];
  /** What the file has to ask for, by id. */
  inputs: ReadonlyMap<string, JsonObject>;
}

/** What the writers of an entry share. */
interface Writing {
  client: ClientId;
  words: ClientWords;
  values: ValueWriter;
  name: string;
}

/** One server for a client; a sentence when that client cannot have it. Secrets are placeholders. */
export function writeEntry(client: ClientId, config: ServerConfig): WrittenEntry | string {
  const { endpoint } = config;
  const title = CLIENT_TITLES[client];
  const words = wordsOf(client);
  if (endpoint.kind === 'builtin') return `${config.name} is part of this app, so ${title} cannot start it.`;
  if (endpoint.kind === 'http' && words.noRemote)
    return `${config.name} is a remote server. The config of ${title} names programs only; add it there as a connector.`;
  if (endpoint.kind === 'http' && endpoint.transport === 'sse' && words.noSse)
    return `${config.name} speaks the older HTTP+SSE transport, which ${title} does not.`;
  const values = new ValueWriter(client, config);
  const writing: Writing = { client, words, values, name: config.name };
  const entry = {
    ...(endpoint.kind === 'stdio' ? stdioEntry(endpoint, writing) : httpEntry(endpoint, writing)),
    ...limits(config, writing),
  };
  unsaid(config, writing);
  const given = giveBack({ client, words, config, entry });
  for (const note of given.notes) values.note(note);
  const { notes, placeholders, inputs } = values;
  return { key: keyOf(config.name, writing), entry: given.entry, notes, placeholders, inputs };
}

function keyOf(name: string, { words, values, client }: Writing): string {
  if (!words.plainNames || /^[\w-]+$/.test(name)) return name;
  const key = name.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || 'server';
  values.note(`${CLIENT_TITLES[client]} takes letters, digits, - and _ in a name: written as ${key}.`);
  return key;
}

function stdioEntry({ command, args, env, cwd, envFile }: StdioEndpoint, writing: Writing): JsonObject {
  const { words, values, client } = writing;
  const secrets = plainSecretsInArgs(args);
  const head = values.text(command);
  const tail = args.flatMap((arg, at) => {
    const secret = secrets.get(at);
    if (!secret) return values.argument(arg);
    const path = words.commandList ? ['command', String(at + 1)] : ['args', String(at)];
    return [values.secret(named(secret, writing), path)];
  });
  if (cwd !== undefined && !words.cwd) {
    values.note(`${CLIENT_TITLES[client]} has no word for the working folder ${cwd.slice(0, 200)}.`);
  }
  if (envFile !== undefined && !words.envFile) {
    values.note(`${CLIENT_TITLES[client]} does not read variables from a file: ${envFile.slice(0, 200)}.`);
  }
  return {
    ...(words.types?.stdio === undefined ? {} : { type: words.types.stdio }),
    ...(words.commandList ? { command: [head, ...tail] } : { command: head, args: tail }),
    ...variables(env, writing),
    ...(cwd !== undefined && words.cwd ? { cwd: values.text(cwd) } : {}),
    ...(envFile !== undefined && words.envFile ? { envFile: values.text(envFile) } : {}),
  };
}

/** Secrets without a variable of their own are named after the server. */
function named({ pieces, names }: SecretText, { name: server }: Writing): SecretText {
  return { pieces, names: names.map((name) => `${server} ${name}`) };
}

function variables(env: StdioEndpoint['env'], { client, words, values }: Writing): JsonObject {
  const written: [string, string][] = [];
  const taken: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    const secret = typeof value === 'string' ? plainSecretIn(name, value) : wholeSecret(name);
    const path = [words.env, name];
    if (client === 'codex' && (secret?.pieces[0] === '' || value === `\${${name}}` || value === `\${env:${name}}`)) {
      taken.push(name);
      if (secret) values.note(`Set the variable ${name} before you start Codex.`);
    } else written.push([name, secret ? values.secret(secret, path) : values.setting(value, name, path)]);
  }
  return {
    ...(written.length > 0 ? { [words.env]: Object.fromEntries(written) } : {}),
    ...(taken.length > 0 ? { env_vars: taken } : {}),
  };
}

function httpEntry({ url, headers, transport, trust }: HttpEndpoint, writing: Writing): JsonObject {
  const { words, values, client } = writing;
  // Gemini CLI means the older transport by `url`.
  const key = client === 'gemini' && transport === 'sse' ? 'url' : words.url;
  const secret = plainSecretsInUrl(url);
  const address = secret ? values.secret(named(secret, writing), [key]) : values.text(url);
  if (trust?.caFile !== undefined || trust?.fingerprint !== undefined) {
    values.note(`${CLIENT_TITLES[client]} is not told which certificate to trust.`);
  }
  return {
    ...(words.types ? { type: words.types[transport] } : {}),
    [key]: address,
    ...(client === 'codex' ? codexHeaders(headers, writing) : headersOf(headers, writing)),
  };
}

function headersOf(headers: HttpEndpoint['headers'], writing: Writing): JsonObject {
  if (headers.length === 0) return {};
  const { words, values } = writing;
  const path = words.headers === 'requestOptions' ? ['requestOptions', 'headers'] : [words.headers];
  const written = headers.map(({ name, value }): [string, string] => {
    const secret = typeof value === 'string' ? plainSecretIn(name, value) : wholeSecret(name);
    const at = [...path, name];
    return [name, secret ? values.secret(named(secret, writing), at) : values.setting(value, name, at)];
  });
  const record = Object.fromEntries(written);
  return words.headers === 'requestOptions' ? { requestOptions: { headers: record } } : { [words.headers]: record };
}

/** Codex takes a header, or the token of one, from a variable by keys of their own. */
function codexHeaders(headers: HttpEndpoint['headers'], { values, name: server }: Writing): JsonObject {
  const plain: [string, string][] = [];
  const taken: [string, string][] = [];
  let token: string | undefined;
  for (const { name, value } of headers) {
    const text = typeof value === 'string' ? value : undefined;
    const secret = text === undefined ? wholeSecret(name) : plainSecretIn(name, text);
    const reference = /^(Bearer )?\$\{(?:env:)?(\w+)\}$/.exec(text ?? '');
    const variable = secret ? variableName(server, name) : reference?.[2];
    const bearer = secret ? /^Bearer\s/i.test(secret.pieces[0] ?? '') : reference?.[1] !== undefined;
    const isToken = bearer && name.toLowerCase() === 'authorization';
    if (secret) values.note(`Set the variable ${variable ?? name} before you start Codex.`);
    if (variable !== undefined && isToken) token = variable;
    else if (variable !== undefined && !bearer) taken.push([name, variable]);
    else if (secret) plain.push([name, values.secret(secret, ['http_headers', name])]);
    else plain.push([name, values.text(text ?? '')]);
  }
  return {
    ...(token === undefined ? {} : { bearer_token_env_var: token }),
    ...(plain.length > 0 ? { http_headers: Object.fromEntries(plain) } : {}),
    ...(taken.length > 0 ? { env_http_headers: Object.fromEntries(taken) } : {}),
  };
}

/** Time limits and era, as far as they differ from ours by default. */
function limits({ timeouts, era }: ServerConfig, { words, values, client }: Writing): JsonObject {
  const entry: JsonObject = {};
  const { connectMs, requestMs } = timeoutsOf(timeouts);
  if (words.connect && connectMs !== DEFAULT_TIMEOUTS.connectMs)
    entry[words.connect.key] = connectMs / words.connect.unitMs;
  if (words.request && requestMs !== DEFAULT_TIMEOUTS.requestMs)
    entry[words.request.key] = requestMs / words.request.unitMs;
  if (words.era && (era === 'legacy' || era === 'modern')) entry.protocolEra = era;
  else if (era !== 'auto') values.note(`${CLIENT_TITLES[client]} chooses the protocol version itself, not ${era}.`);
  return entry;
}

/** Settings of this app that the client has no word for. */
function unsaid({ endpoint, timeouts }: ServerConfig, { words, values, client }: Writing): void {
  const title = CLIENT_TITLES[client];
  const { connectMs, requestMs } = timeoutsOf(timeouts);
  const lost = [
    connectMs !== DEFAULT_TIMEOUTS.connectMs && !words.connect ? 'for connecting' : '',
    requestMs !== DEFAULT_TIMEOUTS.requestMs && !words.request ? 'of a request' : '',
  ].filter((text) => text !== '');
  if (lost.length > 0) values.note(`${title} has no word for the time limit ${lost.join(' and ')}.`);
  if (endpoint.kind === 'stdio' && endpoint.inherit !== 'short')
    values.note(`${title} decides itself which other variables the program gets.`);
  if (endpoint.kind === 'http' && endpoint.transport === 'sse' && client !== 'gemini' && words.types?.sse !== 'sse')
    values.note(`${title} is not told that this is the older HTTP+SSE transport; it finds out itself.`);
}
