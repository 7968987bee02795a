import type { ClientId } from '#shared/config.ts';
import type { DocumentForm } from './parse-document.ts';

/** A key that holds a time limit, and how many milliseconds one unit of it is. */
export interface TimeoutWord {
  key: string;
  unitMs: number;
}

/** How a client writes one server. */
export interface ClientWords {
  format: DocumentForm;
  /** The key of the list in its file. */
  place: string;
  /** The list is a sequence of entries with a `name`. */
  listed?: true;
  /** Words of its `type`; a client without it tells the transport by the keys. */
  types?: { stdio?: string; auto: string; streamable: string; sse: string };
  url: 'url' | 'serverUrl' | 'httpUrl';
  env: 'env' | 'environment';
  headers: 'headers' | 'http_headers' | 'requestOptions';
  /** Program and arguments are one list. */
  commandList?: true;
  /** It starts programs only. */
  noRemote?: true;
  /** It does not speak the older HTTP+SSE transport. */
  noSse?: true;
  cwd?: true;
  envFile?: true;
  connect?: TimeoutWord;
  request?: TimeoutWord;
  /** It can be told which era of the protocol to speak. */
  era?: true;
  /** Written into every entry, unless the entry says otherwise. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Names may have letters, digits, `-` and `_` only. */
  plainNames?: true;
}

const COMMON = { format: 'json', place: 'mcpServers', url: 'url', env: 'env', headers: 'headers' } as const;
const HTTP_TYPES = { stdio: 'stdio', auto: 'http', streamable: 'http', sse: 'sse' };

const WORDS: Record<ClientId, ClientWords> = {
  'claude-desktop': { ...COMMON, noRemote: true },
  'claude-code': { ...COMMON, types: HTTP_TYPES, plainNames: true },
  cursor: { ...COMMON, envFile: true },
  vscode: { ...COMMON, place: 'servers', types: HTTP_TYPES, cwd: true, envFile: true },
  cline: {
    ...COMMON,
    types: { stdio: 'stdio', auto: 'streamableHttp', streamable: 'streamableHttp', sse: 'sse' },
    cwd: true,
    request: { key: 'timeout', unitMs: 1000 },
  },
  windsurf: { ...COMMON, url: 'serverUrl' },
  codex: {
    ...COMMON,
    format: 'toml',
    place: 'mcp_servers',
    headers: 'http_headers',
    noSse: true,
    cwd: true,
    connect: { key: 'startup_timeout_sec', unitMs: 1000 },
    request: { key: 'tool_timeout_sec', unitMs: 1000 },
    plainNames: true,
  },
  continue: {
    ...COMMON,
    format: 'yaml',
    listed: true,
    types: { stdio: 'stdio', auto: 'streamable-http', streamable: 'streamable-http', sse: 'sse' },
    headers: 'requestOptions',
    cwd: true,
    connect: { key: 'connectionTimeout', unitMs: 1 },
  },
  gemini: { ...COMMON, url: 'httpUrl', cwd: true, request: { key: 'timeout', unitMs: 1 } },
  zed: { ...COMMON, place: 'context_servers', request: { key: 'timeout', unitMs: 1000 } },
  lmstudio: COMMON,
  'copilot-cli': {
    ...COMMON,
    types: { stdio: 'local', auto: 'http', streamable: 'http', sse: 'sse' },
    cwd: true,
    fixed: { tools: ['*'] },
  },
  opencode: {
    ...COMMON,
    place: 'mcp',
    types: { stdio: 'local', auto: 'remote', streamable: 'remote', sse: 'remote' },
    env: 'environment',
    commandList: true,
    cwd: true,
    request: { key: 'timeout', unitMs: 1 },
    fixed: { enabled: true },
  },
  inspector: {
    ...COMMON,
    types: { stdio: 'stdio', auto: 'streamable-http', streamable: 'streamable-http', sse: 'sse' },
    cwd: true,
    connect: { key: 'connectionTimeout', unitMs: 1 },
    request: { key: 'requestTimeout', unitMs: 1 },
    era: true,
  },
};

/** How a client writes its servers. */
export function wordsOf(client: ClientId): ClientWords {
  return WORDS[client];
}
