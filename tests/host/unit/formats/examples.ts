import type { ClientId } from '#shared/config.ts';

/** A config as a client has it, and what is read from it. */
export interface Example {
  client: ClientId;
  what: string;
  /** Where it lies; absent when the client is told some other way. */
  file?: string;
  text: string;
  /** The servers in it: program with arguments, or address with transport. */
  servers: Record<string, string>;
  /** Names of entries that cannot be used. */
  leftOut?: string[];
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const ref = (inner: string): string => `\${${inner}}`;

/** Every shape of every client. Round trip, editing and the fuzzer work on the same table. */
export const EXAMPLES: readonly Example[] = [
  {
    client: 'claude-desktop',
    what: 'programs, with settings of the app beside them',
    file: '/home/me/.config/Claude/claude_desktop_config.json',
    text: `\ufeff${json({
      globalShortcut: 'Ctrl+Space',
      mcpServers: {
        files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/me/My Files'] },
        notes: { command: '/opt/notes/bin/notes', args: [], env: { LEVEL: 'debug' } },
      },
      preferences: { menuBarEnabled: false },
    })}`,
    servers: {
      files: 'npx -y @modelcontextprotocol/server-filesystem /home/me/My Files',
      notes: '/opt/notes/bin/notes',
    },
  },
  {
    client: 'claude-code',
    what: 'a project with references',
    file: '/home/me/app/.mcp.json',
    text: json({
      mcpServers: {
        db: {
          type: 'stdio',
          command: 'uvx',
          args: ['db-mcp', `--dsn=${ref('DSN:-sqlite://x')}`],
          env: { PASS: ref('PASS') },
        },
        web: {
          type: 'http',
          url: `https://${ref('HOST')}/mcp`,
          headers: { Authorization: `Bearer ${ref('WEB_TOKEN')}` },
        },
        old: { type: 'sse', url: 'https://old.example.com/sse' },
      },
    }),
    servers: {
      db: `uvx db-mcp --dsn=${ref('DSN:-sqlite://x')}`,
      web: `auto https://${ref('HOST')}/mcp`,
      old: 'sse https://old.example.com/sse',
    },
  },
  {
    client: 'claude-code',
    what: 'this person, with entries of projects',
    file: '/home/me/.claude.json',
    text: json({
      numStartups: 12,
      mcpServers: { everywhere: { type: 'stdio', command: 'a', args: [], env: {} } },
      projects: {
        '/home/me/app': { allowedTools: [], mcpServers: { here: { type: 'stdio', command: 'b', args: ['--x'] } } },
        '/home/me/other': { allowedTools: [] },
      },
    }),
    servers: { everywhere: 'a', here: 'b --x' },
  },
  {
    client: 'cursor',
    what: 'references, a file of variables, OAuth settings',
    file: '/home/me/app/.cursor/mcp.json',
    text: json({
      mcpServers: {
        local: {
          command: 'node',
          args: [`${ref('workspaceFolder')}/server.mjs`],
          env: { API_KEY: ref('env:API_KEY') },
          envFile: `${ref('userHome')}/.env`,
        },
        remote: {
          url: 'https://mcp.example.com/mcp',
          headers: { 'X-Key': ref('env:KEY') },
          auth: { CLIENT_ID: 'abc' },
        },
      },
    }),
    servers: { local: `node ${ref('workspaceFolder')}/server.mjs`, remote: 'auto https://mcp.example.com/mcp' },
  },
  {
    client: 'vscode',
    what: 'inputs, sandbox, a watched folder, and a socket',
    file: '/home/me/app/.vscode/mcp.json',
    text: `{
  // asked once
  "inputs": [
    { "type": "promptString", "id": "key", "description": "API key", "password": true },
    { "type": "pickString", "id": "region", "description": "Region", "options": ["eu", "us"], "default": "eu" },
    { "type": "promptString", "id": "user", "description": "Name", },
  ],
  "servers": {
    "weather": {
      "type": "stdio",
      "command": "node",
      "args": ["dist/index.js", "--region", "${ref('input:region')}"],
      "env": { "KEY": "${ref('input:key')}", "WHO": "${ref('input:user')}" },
      "envFile": "${ref('workspaceFolder')}/.env",
      "cwd": "${ref('workspaceFolder')}",
      "sandboxEnabled": true,
      "sandbox": { "network": { "allowedDomains": ["example.com"] } },
      "dev": { "watch": "dist/**/*.js", "debug": { "type": "node" } },
    },
    "web": { "type": "http", "url": "https://mcp.example.com/mcp", "headers": { "X-Key": "${ref('input:key')}" } },
    "socket": { "type": "http", "url": "unix:///tmp/x.sock#/mcp" },
  },
}`,
    servers: {
      weather: `node dist/index.js --region ${ref('input:region')}`,
      web: 'auto https://mcp.example.com/mcp',
    },
    leftOut: ['socket'],
  },
  {
    client: 'vscode',
    what: 'the older place in settings.json',
    file: '/home/me/.config/Code/User/settings.json',
    text: json({
      'editor.fontSize': 12,
      mcp: { inputs: [], servers: { a: { type: 'stdio', command: 'a', args: ['1'] } } },
    }),
    servers: { a: 'a 1' },
  },
  {
    client: 'cline',
    what: 'switched off, approved tools, seconds',
    file: '/x/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    text: json({
      mcpServers: {
        a: { type: 'stdio', command: 'a', args: [], disabled: true, autoApprove: ['read'], timeout: 90 },
        b: { type: 'streamableHttp', url: 'https://b.example.com/mcp', disabled: false, timeout: 60 },
        c: { type: 'sse', url: 'https://c.example.com/sse', headers: { 'X-Org': 'me' } },
      },
    }),
    servers: { a: 'a', b: 'streamable https://b.example.com/mcp', c: 'sse https://c.example.com/sse' },
  },
  {
    client: 'windsurf',
    what: 'serverUrl',
    text: json({
      mcpServers: {
        a: { command: 'a', args: ['--b'], env: { T: ref('env:T') }, disabledTools: ['x'] },
        b: { serverUrl: 'https://b.example.com/mcp', headers: { Authorization: `Bearer ${ref('env:T')}` } },
      },
    }),
    file: '/home/me/.codeium/windsurf/mcp_config.json',
    servers: { a: 'a --b', b: 'auto https://b.example.com/mcp' },
  },
  {
    client: 'codex',
    what: 'programs and addresses',
    file: '/home/me/.codex/config.toml',
    text: `# my settings
model = "gpt-5"

[mcp_servers.docs]
command = "npx"
args = [
  "-y", # yes
  "docs-mcp",
]
env_vars = ["DOCS_TOKEN"]
cwd = "/srv/docs"
startup_timeout_sec = 20
enabled_tools = ["search"]

[mcp_servers.docs.env]
LEVEL = 'debug'

[mcp_servers."with.dot"]
url = "https://mcp.example.com/mcp"
bearer_token_env_var = "EXAMPLE_TOKEN"
http_headers = { "X-Org" = "me" }
env_http_headers = { "X-Key" = "EXAMPLE_KEY" }
enabled = false

[tui]
theme = "dark"
`,
    servers: { docs: 'npx -y docs-mcp', 'with.dot': 'auto https://mcp.example.com/mcp' },
  },
  {
    client: 'continue',
    what: 'the config with its list',
    file: '/home/me/.continue/config.yaml',
    text: `name: My config
version: 1.0.0
schema: v1
# what I use
models:
  - name: m
    provider: p
mcpServers:
  - name: files
    command: npx
    args:
      - -y
      - files-mcp
    env:
      KEY: ${ref('{ secrets.FILES_KEY }')}
    cwd: /srv
  - name: web
    type: streamable-http
    url: https://mcp.example.com/mcp
    connectionTimeout: 5000
    requestOptions:
      timeout: 10
      headers:
        X-Org: me
  - uses: anthropic/some-block
`,
    servers: { files: 'npx -y files-mcp', web: 'streamable https://mcp.example.com/mcp' },
    leftOut: [''],
  },
  {
    client: 'continue',
    what: 'a block of its own',
    file: '/home/me/app/.continue/mcpServers/one.yaml',
    text: `name: One\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: one\n    command: uvx\n    args: [one-mcp]\n`,
    servers: { one: 'uvx one-mcp' },
  },
  {
    client: 'gemini',
    what: 'httpUrl, url for the older transport, milliseconds',
    file: '/home/me/.gemini/settings.json',
    text: json({
      theme: 'Default',
      mcp: { allowed: ['a'] },
      mcpServers: {
        a: { command: 'a', args: ['x'], env: { KEY: ref('MY_KEY') }, cwd: '/srv/a', timeout: 15000, trust: false },
        b: { httpUrl: 'https://b.example.com/mcp', headers: { 'X-A': '1' }, includeTools: ['t'] },
        c: { url: 'https://c.example.com/sse' },
      },
    }),
    servers: { a: 'a x', b: 'auto https://b.example.com/mcp', c: 'sse https://c.example.com/sse' },
  },
  {
    client: 'zed',
    what: 'the flat spelling',
    file: '/home/me/.config/zed/settings.json',
    text: `// Zed settings
{
  "ui_font_size": 16,
  "context_servers": {
    "a": { "source": "custom", "command": "a", "args": ["--b"], "env": { "X": "1" }, "timeout": 90 },
    "b": { "enabled": false, "url": "https://b.example.com/mcp", "headers": { "X-A": "1" }, "settings": {} },
  },
}`,
    servers: { a: 'a --b', b: 'auto https://b.example.com/mcp' },
  },
  {
    client: 'lmstudio',
    what: 'as in Cursor',
    file: '/home/me/.lmstudio/mcp.json',
    text: json({ mcpServers: { a: { command: 'a', args: [] }, b: { url: 'https://b.example.com/mcp' } } }),
    servers: { a: 'a', b: 'auto https://b.example.com/mcp' },
  },
  {
    client: 'copilot-cli',
    what: 'local, and which tools',
    file: '/home/me/.copilot/mcp-config.json',
    text: json({
      mcpServers: {
        a: { type: 'local', command: 'a', args: ['b'], tools: ['*'], env: { KEY: ref('KEY') } },
        b: { type: 'http', url: 'https://b.example.com/mcp', tools: ['x'], headers: { 'X-A': '1' } },
      },
    }),
    servers: { a: 'a b', b: 'auto https://b.example.com/mcp' },
  },
  {
    client: 'opencode',
    what: 'local and remote',
    file: '/home/me/app/opencode.jsonc',
    text: json({
      $schema: 'https://opencode.ai/config.json',
      mcp: {
        a: {
          type: 'local',
          command: ['npx', '-y', 'a-mcp'],
          environment: { KEY: '{env:KEY}' },
          enabled: true,
          timeout: 5000,
        },
        b: {
          type: 'remote',
          url: 'https://b.example.com/mcp',
          enabled: false,
          oauth: {},
          headers: { 'X-A': '{env:A}' },
        },
      },
    }),
    servers: { a: 'npx -y a-mcp', b: 'auto https://b.example.com/mcp' },
  },
  {
    client: 'inspector',
    what: 'a catalog',
    file: '/home/me/.mcp-inspector/mcp.json',
    text: json({
      mcpServers: {
        a: {
          type: 'stdio',
          command: 'a',
          args: ['b'],
          protocolEra: 'modern',
          connectionTimeout: 10000,
          requestTimeout: 20000,
          roots: [{ uri: 'file:///srv', name: 'srv' }],
          taskTtl: 60000,
          autoRefreshOnListChanged: true,
        },
        b: { type: 'streamable-http', url: 'https://b.example.com/mcp', protocolEra: 'legacy', metadata: { a: '1' } },
      },
    }),
    servers: { a: 'a b', b: 'streamable https://b.example.com/mcp' },
  },
];
