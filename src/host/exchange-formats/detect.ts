import type { Candidate, Detection } from '#shared/candidates.ts';
import type { Endpoint } from '#shared/config.ts';
import { BUNDLE_READERS } from './bundle-readers.ts';
import { readClientConfig } from './client-config.ts';
import { clientOfPath } from './client-places.ts';
import { readCommandLine } from './command-line.ts';
import { endpointWarnings } from './endpoint-warnings.ts';
import { nameOfEndpoint } from './name-of-endpoint.ts';
import type { DocumentForm } from './parse-document.ts';
import type { Reader, TextSource } from './reader.ts';

const LOCAL_ADDRESS = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/\S*)?$/i;
/** `example.com/mcp`: a name with a dot and a path, where a program would need a folder of that name. */
const BARE_ADDRESS = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?\/\S*$/i;
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/\S*$/i;
/** Commands of clients that are not read otherwise. */
const OTHER_CLIENT = /^[\w-]+\s+mcp\s+add\b/;

/** What a client's config or a person's own words look like; the first that fits reads the text. */
const READERS: readonly Reader[] = [
  { test: (text) => /^https?:\/\//i.test(text) || LOCAL_ADDRESS.test(text), read: detectUrl },
  { test: (text) => BARE_ADDRESS.test(text), read: (text) => detectUrl(`https://${text}`) },
  { test: (text) => OTHER_SCHEME.test(text), read: refuseScheme },
  { test: isToml, read: (text, source) => readClientConfig(text, 'toml', source) },
  {
    test: (text) => /^[{[]|^\/[/*]|^"[^"\n]*"\s*:/.test(text),
    read: (text, source) => readClientConfig(text, 'json', source),
  },
  { test: isYaml, read: (text, source) => readClientConfig(text, 'yaml', source) },
  { test: (text) => OTHER_CLIENT.test(text), read: refuseClientCommand },
  { test: () => true, read: detectCommand },
];

/** Says what a text is: an address, the server list of a client, or a command line. Nothing is started or looked up. */
export function detect(text: string, given: TextSource = {}): Detection {
  const path = given.file ?? (given.name === undefined ? undefined : `/${given.name}`);
  const client = given.client ?? (path === undefined ? undefined : clientOfPath(path));
  const source: TextSource = client === undefined ? given : { ...given, client };
  const clean = unfenced(text.replace(/^\ufeff/, '').trim());
  if (clean === '') return { kind: 'empty' };
  const special = BUNDLE_READERS.find((reader) => reader.test(clean));
  if (special) return special.read(clean, source);
  const form = formOfFile(source.file ?? source.name);
  if (form !== undefined) return readClientConfig(clean, form, source);
  return READERS.find((reader) => reader.test(clean))?.read(clean, source) ?? { kind: 'empty' };
}

/** The name of a config file says how it is written, whatever it holds. */
function formOfFile(file: string | undefined): DocumentForm | undefined {
  const ending = /\.(json|jsonc|json5|toml|ya?ml)$/i.exec(file ?? '')?.[1]?.toLowerCase();
  if (ending === undefined) return undefined;
  return ending === 'toml' ? 'toml' : ending.startsWith('y') ? 'yaml' : 'json';
}

function isToml(text: string): boolean {
  return /^[ \t]*\[+[ \t]*"?mcp_servers"?[ \t]*[.\]]|^[ \t]*mcp_servers[ \t]*[.=]|^(?:command|url|args)[ \t]+=[ \t]/m.test(
    text,
  );
}

/** A mapping or a list by lines, with a word that stands in server lists; a command line has neither. */
function isYaml(text: string): boolean {
  const first = text.split('\n').find((line) => line.trim() !== '' && !/^\s*#|^---/.test(line)) ?? '';
  if (!/^(?:[A-Za-z_][\w.-]*|- +(?:name|command|url)):(?:\s|$)/.test(first)) return false;
  return /^(?:- +| *)(?:mcpServers|mcp_servers|servers|context_servers|mcp|command|url):/m.test(text);
}

function refuseClientCommand(): Detection {
  return problem(
    'This command adds a server to another client',
    'Paste only the part after --, or the address or the JSON in it.',
  );
}

function refuseScheme(text: string): Detection {
  const scheme = text.slice(0, text.indexOf(':') + 3).slice(0, 40);
  return problem(`${scheme} is not an address of an MCP server`, 'Its address begins with http:// or https://.');
}

function problem(title: string, detail: string): Detection {
  return { kind: 'problem', title, detail };
}

/** READMEs are often copied with the marks around a code block. */
function unfenced(text: string): string {
  return /^```[^\n]*\n(.*?)\n?```$/s.exec(text)?.[1]?.trim() ?? text;
}

function candidateOf(endpoint: Endpoint): Candidate {
  const from = endpoint.kind === 'http' ? 'url' : 'command';
  return { name: nameOfEndpoint(endpoint), endpoint, origin: { from }, warnings: endpointWarnings(endpoint) };
}

function detectUrl(text: string): Detection {
  const url = /^https?:/i.test(text) ? text : `http://${text}`;
  if (/\s/.test(url))
    return problem(
      'This is more than an address',
      'Remove everything after the address. Headers are entered in the next step.',
    );
  if (!URL.canParse(url))
    return problem(
      'This address is not valid',
      `“${text.slice(0, 200)}” is not an http or https address. Check it for typing errors.`,
    );
  const endpoint: Endpoint = { kind: 'http', url, headers: [], transport: 'auto' };
  return {
    kind: 'servers',
    form: 'url',
    title: 'Address of a remote server',
    detail: new URL(url).host,
    candidates: [candidateOf(endpoint)],
  };
}

function detectCommand(text: string): Detection {
  const line = readCommandLine(text);
  if (!line.ok) return problem(line.title, line.detail);
  const { command, args, env } = line;
  const candidate = candidateOf({ kind: 'stdio', command, args, env, inherit: 'short' });
  const counts = [counted(args.length, 'argument')];
  const variables = Object.keys(env).length;
  if (variables > 0) counts.push(counted(variables, 'variable'));
  const download = candidate.warnings.find((warning) => warning.code === 'downloads');
  const detail = `${command}, ${counts.join(', ')}${download ? `. ${download.text}` : ''}`;
  return { kind: 'servers', form: 'command', title: 'Command line', detail, candidates: [candidate] };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
