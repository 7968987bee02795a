import { describe, expect, test } from 'vitest';
import { detect } from '#host/exchange-formats/detect.ts';
import { editConfig } from '#host/exchange-formats/edit-config.ts';
import { exportEntries, exportText } from '#host/exchange-formats/export-text.ts';
import { type ClientId, ServerConfig } from '#shared/config.ts';
import { EXAMPLES } from './examples.ts';
import { readExample, savedAs, serversOf } from './kit.ts';

const ref = (inner: string): string => `\${${inner}}`;
const stdio = (name: string, endpoint: object, more: object = {}): ServerConfig =>
  ServerConfig.parse({ id: name, name, endpoint: { kind: 'stdio', args: [], env: {}, ...endpoint }, ...more });
const http = (name: string, url: string, headers: object[] = []): ServerConfig =>
  ServerConfig.parse({ id: name, name, endpoint: { kind: 'http', url, headers } });

/** The changed text; fails when it is refused. */
function edited(client: ClientId, text: string | undefined, configs: ServerConfig[], file?: string): string {
  const result = editConfig(text, exportEntries(client, configs), file);
  if ('problem' in result) throw new Error(result.problem);
  return result.after;
}

const NEW = stdio('new one', { command: 'new', args: ['--x'] });

describe('every example', () => {
  test.each(EXAMPLES)('$client: $what: writing back what was read changes nothing', (one) => {
    const configs = readExample(one)
      .candidates.filter(({ config }) => config?.workspaceFolder === undefined)
      // A name with a dot is written in another way for Codex.
      .filter(({ name }) => one.client !== 'codex' || !name.includes('.'))
      .map(savedAs);
    expect(edited(one.client, one.text, configs, one.file?.split('/').at(-1))).toBe(one.text);
  });

  test.each(EXAMPLES)('$client: $what: a new server leaves every other line as it is', (one) => {
    const after = edited(one.client, one.text, [NEW], one.file?.split('/').at(-1));
    // In JSON the line before it gets a comma.
    const lines = (text: string) => text.split('\n').map((line) => line.replace(/,$/, ''));
    const left = lines(after);
    const missing = lines(one.text).filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    expect(missing).toEqual([]);
    const found = serversOf(detect(after, { client: one.client }));
    const name = /^(?:codex|claude-code)$/.test(one.client) ? 'new-one' : 'new one';
    expect(found.candidates.map((candidate) => candidate.name).sort()).toEqual(
      [...Object.keys(one.servers), name].sort(),
    );
    expect(found.candidates.find((candidate) => candidate.name === name)?.endpoint).toMatchObject({
      command: 'new',
      args: ['--x'],
    });
  });

  test.each([...new Set(EXAMPLES.map(({ client }) => client))])(
    '%s: a file that is not there yet, or is empty',
    (client) => {
      const whole = exportText(client, [NEW]).text;
      expect(edited(client, undefined, [NEW])).toBe(whole);
      expect(edited(client, '\ufeff \n', [NEW])).toBe(whole);
    },
  );
});

describe('an entry that is there already', () => {
  const before = `{
\t// mine
\t"mcpServers": {
\t\t"a": {
\t\t\t"command": "old", // the program
\t\t\t"args": ["--token", "s3cret", "x"],
\t\t\t"env": { "API_KEY": "real", "GONE": "1" },
\t\t\t"autoApprove": ["read"], /* kept */
\t\t\t"disabled": true
\t\t}
\t},
\t"theme": "dark" // last
}
`;
  test('its other keys, its secrets, comments and tabs stay', () => {
    const a = stdio('a', { command: 'new', args: ['--token', 'other', 'x'], env: { API_KEY: { secret: 's' } } });
    expect(edited('cline', before, [a])).toBe(
      before.replace('"old"', '"new"').replace('{ "API_KEY": "real", "GONE": "1" }', '{ "API_KEY": "real" }'),
    );
  });

  test('another number of arguments means other arguments', () => {
    const after = edited('cline', before, [stdio('a', { command: 'old', args: ['--token', 'other'] })]);
    expect(after).toContain('"<A_TOKEN>"');
    expect(after).not.toContain('s3cret');
    expect(after).not.toContain('other');
  });

  test('a secret in an address stays only while the rest of it is the same', () => {
    const text = JSON.stringify({ mcpServers: { a: { url: 'https://x.test/mcp?api_key=real' } } });
    expect(edited('lmstudio', text, [http('a', 'https://x.test/mcp?api_key=ours')])).toBe(text);
    const moved = edited('lmstudio', text, [http('a', 'https://y.test/mcp?api_key=ours')]);
    expect(moved).toContain('https://y.test/mcp?api_key=<A_API_KEY>');
  });

  test('a program becomes an address', () => {
    const after = edited('cursor', before, [http('a', 'https://x.test/mcp')]);
    expect(serversOf(detect(after)).candidates[0]).toMatchObject({
      endpoint: { kind: 'http', url: 'https://x.test/mcp' },
      origin: { rest: { autoApprove: ['read'], disabled: true } },
    });
    expect(after).not.toMatch(/command|args|real/);
  });

  test('Codex keeps a value that is written in the file', () => {
    const text = '[mcp_servers.a]\ncommand = "x"\nargs = []\n\n[mcp_servers.a.env]\nKEY = "real"\n';
    expect(edited('codex', text, [stdio('a', { command: 'x', env: { KEY: { secret: 's' } } })])).toBe(text);
    const after = edited('codex', text, [
      stdio('a', { command: 'y', env: { KEY: { secret: 's' }, B: { secret: 't' } } }),
    ]);
    expect(after).toBe(
      '[mcp_servers.a]\ncommand = "y"\nargs = []\nenv_vars = [ "B" ]\n\n[mcp_servers.a.env]\nKEY = "real"\n',
    );
  });
});

test('the newer place of opencode has no word for being on', () => {
  const text = edited('opencode', '{ "mcp": { "servers": {} } }', [NEW]);
  expect(JSON.parse(text)).toEqual({ mcp: { servers: { 'new one': { type: 'local', command: ['new', '--x'] } } } });
  expect(JSON.parse(edited('opencode', '{}', [NEW])).mcp['new one']).toMatchObject({ enabled: true });
});

describe('VS Code', () => {
  const secret = stdio('a', { command: 'x', env: { KEY: { secret: 's' } } });
  test('what it has to ask for is added once', () => {
    const text = edited('vscode', '{\n  "servers": {},\n  "inputs": [{ "id": "b" }]\n}\n', [secret]);
    expect(JSON.parse(text)).toEqual({
      servers: { a: { type: 'stdio', command: 'x', args: [], env: { KEY: ref('input:a-key') } } },
      inputs: [{ id: 'b' }, { type: 'promptString', id: 'a-key', description: 'KEY', password: true }],
    });
    expect(edited('vscode', text, [secret])).toBe(text);
  });

  test('settings.json has its own place', () => {
    const text = edited('vscode', '{\n  "editor.tabSize": 2\n}\n', [secret], 'settings.json');
    expect(JSON.parse(text)).toMatchObject({
      'editor.tabSize': 2,
      mcp: { servers: { a: {} }, inputs: [{ id: 'a-key' }] },
    });
  });
});

describe('Codex', () => {
  const text = `# top
[mcp_servers.a] # first
command = "x"
args = """
[mcp_servers.a]
""" # a text
x = [
  "[mcp_servers.b]", # no header
]

# about b
[mcp_servers.b]
command = 'y'
[mcp_servers.b.tools.t]
approval_mode = "auto"

# about c
[c]
d = 1\r
`;
  test('only the tables of the server are written anew', () => {
    const after = edited('codex', text.replace('args = """\n[mcp_servers.a]\n""" # a text', 'args = []'), [
      stdio('b', { command: 'z' }),
    ]);
    expect(after.replaceAll('\r', '')).toBe(
      text
        .replace('args = """\n[mcp_servers.a]\n""" # a text', 'args = []')
        .replaceAll('\r', '')
        .replace(
          `[mcp_servers.b]\ncommand = 'y'\n[mcp_servers.b.tools.t]\napproval_mode = "auto"\n`,
          '[mcp_servers.b]\ncommand = "z"\nargs = []\n\n[mcp_servers.b.tools.t]\napproval_mode = "auto"\n',
        ),
    );
  });

  test.each([
    'mcp_servers.a.command = "x"\n',
    'mcp_servers = { a = { command = "x" } }\n',
    '[mcp_servers]\na = { command = "x" }\n',
  ])('%j is not guessed at', (written) => {
    const result = editConfig(written, exportEntries('codex', [stdio('a', { command: 'z' })]));
    expect(result).toEqual({
      problem: 'These servers are written there in a way this app does not change. Copy the text instead.',
    });
  });
});

describe('files that are not changed', () => {
  test.each<[ClientId, string, RegExp]>([
    [
      'cursor',
      '{ "mcpServers": { "a": 1 ',
      /^This is not valid JSON: line 1, a closing } is missing\. .*Nothing was changed\.$/,
    ],
    ['cursor', '[]', /no config of Cursor/],
    ['cursor', '"mcpServers": {}', /no config of Cursor/],
    ['cursor', '{"mcpServers": []}', /“mcpServers” is no list of servers there/],
    ['codex', 'a = ', /^This is not valid TOML: line 1/],
    ['continue', 'a: [', /^This is not valid YAML/],
    ['continue', 'mcpServers: x', /no list of servers/],
  ])('%s: %j', (client, text, problem) => {
    const result = editConfig(text, exportEntries(client, [NEW]));
    expect('problem' in result && result.problem).toMatch(problem);
  });

  test('a server that the client cannot have', () => {
    const result = editConfig('{}', exportEntries('claude-desktop', [http('web', 'https://x.test/')]));
    expect('problem' in result && result.problem).toMatch(/^web is a remote server\./);
  });
});

describe('secrets', () => {
  const kept = {
    command: 'x',
    args: [],
    oauth: { clientId: 'me', clientSecret: 'SECRET1', tokenUrl: 'https://x.test/token', scopes: ['a'] },
    settings: { database_url: 'postgresql://me:SECRET2@db.test/x', list: [{ apiKey: 'SECRET3' }, 'ghp_SECRET4'] },
  };
  test('in keys that are only kept are placeholders in a text, and stay in the file', () => {
    const before = JSON.stringify({
      mcpServers: { a: kept, b: { transport: { type: 'http', url: 'https://x.test/?token=SECRET5' } } },
    });
    const configs = serversOf(detect(before, { client: 'cursor' })).candidates.map(savedAs);
    const { text, notes } = exportText('cursor', configs);
    expect(JSON.parse(text).mcpServers.a).toEqual({
      ...kept,
      oauth: { ...kept.oauth, clientSecret: '<CLIENTSECRET>' },
      settings: {
        database_url: 'postgresql://me:<PASSWORD>@db.test/x',
        list: [{ apiKey: '<APIKEY>' }, '<LIST>'],
      },
    });
    expect(text).not.toContain('SECRET5');
    expect(notes).toContain('a: Put the secrets of “oauth” in place of the words in < >.');
    expect(edited('cursor', JSON.stringify({ mcpServers: { a: kept } }), configs.slice(0, 1))).toContain('SECRET1');
  });

  const configs = [
    stdio('a', {
      command: 'x',
      args: ['--api-key=SECRET1', '--token', 'SECRET2', 'ghp_SECRET3'],
      env: { KEY: { secret: 'store-name' }, PASSWORD: 'SECRET4', AUTH: 'Bearer SECRET5' },
    }),
    http('b', 'https://me:SECRET6@x.test/mcp?a=1&api_key=SECRET7&token=SECRET8', [
      { name: 'Authorization', value: 'Bearer SECRET9' },
      { name: 'X-Api-Key', value: { secret: 'store-name-2' } },
    ]),
    stdio(
      'c',
      { command: 'x', args: [ref('input:i'), ref('input:j')] },
      {
        inputs: {
          i: { secret: true, required: true, kind: 'text', value: { secret: 'store-name-3' } },
          j: { secret: true, required: true, kind: 'text', value: 'SECRET10', default: 'SECRET11' },
        },
      },
    ),
  ];
  test.each([...new Set(EXAMPLES.map(({ client }) => client))])('%s gets placeholders', (client) => {
    const { text, notes } = exportText(client, configs);
    expect(text + notes.join('\n')).not.toMatch(/SECRET\d|store-name/);
    expect(text).toMatch(/API_KEY|api-key/);
  });
});
