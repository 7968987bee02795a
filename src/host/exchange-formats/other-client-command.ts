import type { Detection } from '#shared/candidates.ts';
import { CLIENT_TITLES } from '#shared/client-titles.ts';
import type { ClientId } from '#shared/config.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { readCommandLine } from './command-line.ts';
import { readGivenEntries } from './entry-detection.ts';
import type { Reader } from './reader.ts';

const COMMAND =
  /^(?:\$\s+)?(?:(?:claude|codex|gemini)\s+mcp\s+add(?:-json)?\b|(?:code|code-insiders|codium|cursor)(?:\.cmd)?\s[^\n]*--add-mcp\b)/;
const ADDRESS = /^https?:\/\//i;

/** Commands that add a server to another client: they say what the server is. */
export const OTHER_CLIENT_COMMAND: Reader = {
  test: (text) => COMMAND.test(text),
  read: (text) => readOtherClientCommand(text),
};

/** What a command says, or a sentence why it says nothing. */
type Said = { client: ClientId; config: JsonObject } | string;

/** Reads `claude mcp add`, `code --add-mcp` and their like. The command itself is never run. Never throws. */
export function readOtherClientCommand(text: string): Detection {
  const line = readCommandLine(text);
  if (!line.ok) return { kind: 'problem', title: line.title, detail: line.detail };
  const program = line.command.replace(/\.cmd$/, '');
  const said = wordsOf(program, line.args);
  if (typeof said === 'string') {
    return {
      kind: 'problem',
      title: 'This command of another client cannot be read',
      detail: `${said} Add the server by its own command, address or JSON.`,
    };
  }
  return readGivenEntries({
    config: said.config,
    client: said.client,
    form: 'client-command',
    from: said.client,
    title: (names) => `Command of another client, server named ${names}`,
    detail: `It would add the server to ${CLIENT_TITLES[said.client]}. Here it is added to this app only.`,
  });
}

function wordsOf(program: string, args: readonly string[]): Said {
  switch (program) {
    case 'claude':
      return args[1] === 'add-json' ? claudeJson(args.slice(2)) : added('claude-code', args.slice(2));
    case 'codex':
      return added('codex', args.slice(2));
    case 'gemini':
      return added('gemini', args.slice(2));
    default:
      return editor(program === 'cursor' ? 'cursor' : 'vscode', args);
  }
}

/** JSON as a shell hands it over, or as it looks when it was quoted for another shell. */
function jsonOf(text: string | undefined): JsonObject | undefined {
  for (const one of text === undefined ? [] : [text, text.replaceAll('\\"', '"')]) {
    try {
      const value: unknown = JSON.parse(one);
      if (isObject(value)) return value;
    } catch {
      // the next spelling is tried
    }
  }
  return undefined;
}

function editor(client: ClientId, args: readonly string[]): Said {
  const servers: [string, JsonObject][] = [];
  const inputs: unknown[] = [];
  for (const [at, arg] of args.entries()) {
    if (!/^--add-mcp(?:=|$)/.test(arg)) continue;
    const value = jsonOf(arg === '--add-mcp' ? args[at + 1] : arg.slice('--add-mcp='.length));
    if (!value) return 'What follows --add-mcp is not JSON.';
    const { name, inputs: asked, ...entry } = value;
    if (Array.isArray(asked)) inputs.push(...asked);
    servers.push([typeof name === 'string' ? name : '', entry]);
  }
  return { client, config: { servers: Object.fromEntries(servers), ...(inputs.length > 0 && { inputs }) } };
}

function claudeJson(args: readonly string[]): Said {
  const { words } = optionsOf(args, OPTIONS['claude-code']);
  const [name = '', text] = words;
  const entry = jsonOf(text);
  if (!entry) return 'After the name it needs the JSON of the server.';
  return { client: 'claude-code', config: { mcpServers: { [name]: entry } } };
}

/** Options of a client's `mcp add`: their short names, and what a value of theirs looks like when several may follow. */
type Options = Readonly<Record<string, { name: string; value?: true; more?: RegExp }>>;

const PAIR = /^[A-Za-z_]\w*=/;
const HEADER = /^[A-Za-z0-9-]+:(?!\/)/;
const COMMON: Options = {
  '-s': { name: 'scope', value: true },
  '--scope': { name: 'scope', value: true },
  '-t': { name: 'transport', value: true },
  '--transport': { name: 'transport', value: true },
  '-e': { name: 'env', value: true, more: PAIR },
  '--env': { name: 'env', value: true, more: PAIR },
  '-H': { name: 'header', value: true, more: HEADER },
  '--header': { name: 'header', value: true, more: HEADER },
};
const OPTIONS: Record<'claude-code' | 'codex' | 'gemini', Options> = {
  'claude-code': {
    ...COMMON,
    '--client-id': { name: 'client-id', value: true },
    '--callback-port': { name: 'callback-port', value: true },
    '--client-secret': { name: 'client-secret' },
  },
  codex: {
    '--env': { name: 'env', value: true },
    '--url': { name: 'url', value: true },
    '--bearer-token-env-var': { name: 'bearer-token-env-var', value: true },
  },
  gemini: {
    ...COMMON,
    '--timeout': { name: 'timeout', value: true },
    '--trust': { name: 'trust' },
    '--description': { name: 'description', value: true },
    '--include-tools': { name: 'include-tools', value: true },
    '--exclude-tools': { name: 'exclude-tools', value: true },
  },
};

interface Given {
  /** Name, then address or program with its arguments. */
  words: string[];
  options: Map<string, string[]>;
}

/** Splits options from words. What follows the program is the program's own, as is everything after `--`. */
function optionsOf(args: readonly string[], known: Options): Given {
  const words: string[] = [];
  const options = new Map<string, string[]>();
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') return { words: [...words, ...args.slice(at + 1)], options };
    const [, name = arg, inline] = /^(--[\w-]+)=(.*)$/s.exec(arg) ?? [];
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!option) {
      words.push(arg);
      if (words.length === 2 && !ADDRESS.test(arg) && !/^\{/.test(arg))
        return { words: [...words, ...args.slice(at + 1).filter((one, place) => one !== '--' || place > 0)], options };
      continue;
    }
    const values = options.get(option.name) ?? [];
    options.set(option.name, values);
    if (inline !== undefined) values.push(inline);
    else if (option.value) {
      do {
        at += 1;
        values.push(args[at] ?? '');
      } while (option.more?.test(args[at + 1] ?? ''));
    }
  }
  return { words, options };
}

function added(client: 'claude-code' | 'codex' | 'gemini', args: readonly string[]): Said {
  const { words, options } = optionsOf(args, OPTIONS[client]);
  const one = (name: string) => options.get(name)?.at(-1);
  const [name, first = one('url'), ...rest] = words;
  if (name === undefined || name.startsWith('-'))
    return name === undefined ? 'The name of the server is missing.' : `The option ${name.slice(0, 60)} is not known.`;
  if (first === undefined) return 'After the name it needs a command or an address.';
  const transport = one('transport') ?? (ADDRESS.test(first) && client !== 'codex' ? 'http' : undefined);
  const remote = transport === 'http' || transport === 'sse' || ADDRESS.test(first);
  const env = pairs(options.get('env') ?? [], '=');
  const headers = pairs(options.get('header') ?? [], ':');
  const tokenVariable = one('bearer-token-env-var');
  const url = client === 'gemini' && transport !== 'sse' ? { httpUrl: first } : { url: first };
  const entry: JsonObject = remote
    ? {
        ...(client === 'claude-code' && { type: transport }),
        ...url,
        ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
        ...(tokenVariable !== undefined && { bearer_token_env_var: tokenVariable }),
      }
    : { command: first, args: rest, ...(env.length > 0 && { env: Object.fromEntries(env) }) };
  return { client, config: { mcpServers: { [name]: { ...entry, ...extrasOf(options) } } } };
}

/** What only Gemini CLI says of a server. */
function extrasOf(options: Given['options']): JsonObject {
  const one = (name: string) => options.get(name)?.at(-1);
  const list = (name: string) => options.get(name)?.flatMap((text) => text.split(','));
  const timeout = Number(one('timeout'));
  const include = list('include-tools');
  const exclude = list('exclude-tools');
  return {
    ...(timeout > 0 && { timeout }),
    ...(options.has('trust') && { trust: true }),
    ...(one('description') !== undefined && { description: one('description') }),
    ...(include && { includeTools: include }),
    ...(exclude && { excludeTools: exclude }),
  };
}

/** Names and values, with `$NAME` of the shell as a reference. */
function pairs(texts: readonly string[], mark: '=' | ':'): [string, string][] {
  return texts.flatMap((text): [string, string][] => {
    const at = text.indexOf(mark);
    if (at <= 0) return [];
    const value = mark === ':' ? text.slice(at + 1).trim() : text.slice(at + 1);
    return [[text.slice(0, at).trim(), value.replace(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`)]];
  });
}
