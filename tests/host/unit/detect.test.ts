import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { detect } from '#host/exchange-formats/detect.ts';
import { type Candidate, Detection } from '#shared/candidates.ts';

const FILES = new URL('../../cases/files/config/', import.meta.url);
const file = (name: string): string => readFileSync(new URL(name, FILES), 'utf8');

/** The servers of a text; fails when it is not read as servers. Every answer fits the contract. */
function servers(text: string): Extract<Detection, { kind: 'servers' }> {
  const found = Detection.parse(detect(text));
  if (found.kind !== 'servers') throw new Error(`not servers: ${JSON.stringify(found)}`);
  return found;
}

function only(text: string): Candidate {
  const { candidates } = servers(text);
  expect(candidates).toHaveLength(1);
  const [candidate] = candidates;
  if (!candidate) throw new Error('no candidate');
  return candidate;
}

function codes(candidate: Candidate): string[] {
  return candidate.warnings.map((warning) => warning.code);
}

function argv(text: string): string[] {
  const { endpoint } = only(text);
  return endpoint.kind === 'stdio' ? [endpoint.command, ...endpoint.args] : [];
}

describe('detect: addresses', () => {
  test.each([
    ['https://mcp.linear.app/sse', 'linear', 'mcp.linear.app', []],
    ['  http://localhost:3000/mcp\n', 'localhost:3000', 'localhost:3000', []],
    ['localhost:8080/mcp', 'localhost:8080', 'localhost:8080', []],
    ['mcp.example.com/mcp', 'example', 'mcp.example.com', []],
    ['http://[::1]:99/mcp', '[::1]:99', '[::1]:99', []],
    ['http://mcp.example.com/mcp', 'example', 'mcp.example.com', ['plain-http']],
    ['http://10.0.0.7/mcp', '10.0.0.7', '10.0.0.7', ['plain-http']],
    ['https://api.example.com/mcp?api_key=1', 'example', 'api.example.com', ['secret-plain']],
    ['HTTPS://www.example.com', 'example', 'www.example.com', []],
  ])('%j', (text, name, host, warnings) => {
    const found = servers(text);
    expect(found).toMatchObject({ form: 'url', title: 'Address of a remote server', detail: host });
    expect(found.candidates[0]).toMatchObject({ name, endpoint: { kind: 'http', transport: 'auto', headers: [] } });
    expect(found.candidates.map(codes)).toEqual([warnings]);
  });

  test.each([
    ['https://exa mple.com/x', 'This is more than an address'],
    ['https://', 'This address is not valid'],
    ['ws://example.com/mcp', 'ws:// is not an address of an MCP server'],
  ])('%j is explained', (text, title) => {
    expect(detect(text)).toMatchObject({ kind: 'problem', title });
  });
});

describe('detect: command lines', () => {
  test.each([
    ['npx -y @modelcontextprotocol/server-everything', ['npx', '-y', '@modelcontextprotocol/server-everything']],
    [`a 'b c' "d \\"e\\" \\x" f\\ g`, ['a', 'b c', 'd "e" \\x', 'f g']],
    [`a ''"" b''c`, ['a', '', 'bc']],
    ['a  \\\n  b\\\r\n c', ['a', 'b', 'c']],
    ['$ uvx mcp-server-fetch', ['uvx', 'mcp-server-fetch']],
    ['a *.md $HOME ~/x # the rest is a comment', ['a', '*.md', '$HOME', '~/x']],
    [`a 'x|y;z&&w>q' "a|b"  c\\;d`, ['a', 'x|y;z&&w>q', 'a|b', 'c;d']],
    ['a {"b":1} x#y n2', ['a', '{b:1}', 'x#y', 'n2']],
    ['C:\\Tools\\server.exe --root "C:\\My Files"', ['C:\\Tools\\server.exe', '--root', 'C:\\My Files']],
    ['```sh\nnpx x\n```', ['npx', 'x']],
    ['a --b=c=d "--e=f g"', ['a', '--b=c=d', '--e=f g']],
  ])('%j', (text, words) => {
    expect(argv(text)).toEqual(words);
  });

  test('what a person types into an arguments field', () => {
    const { typed } = JSON.parse(file('args-typed.json')) as { typed: { text: string; argv: string[] | null }[] }; // a file of the cases
    expect(typed).toHaveLength(8);
    for (const { text, argv: wanted } of typed) {
      if (wanted) expect(argv(`x ${text}`)).toEqual(['x', ...wanted]);
      else expect(detect(`x ${text}`)).toMatchObject({ kind: 'problem', title: 'A quote is not closed: "oops' });
    }
  });

  test('[SEC-02] a command with a risky part is one to look at twice', () => {
    const { candidates } = servers('sudo node /srv/a.js ~/.ssh/id_rsa');
    expect(candidates[0]?.warnings.filter(({ code }) => code === 'risky').map(({ text }) => text)).toEqual([
      expect.stringContaining('sudo runs it as somebody else.'),
      expect.stringContaining('~/.ssh/id_rsa is a place of keys and sign-ins.'),
    ]);
  });

  test('variables before the program become its environment', () => {
    const found = servers(`A=1 B_2="two words" C= npx x D=4`);
    expect(found.candidates[0]?.endpoint).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['x', 'D=4'],
      env: { A: '1', B_2: 'two words', C: '' },
      inherit: 'short',
    });
    expect(found.detail).toBe('npx, 2 arguments, 3 variables. May download a package from npm: x');
    expect(argv(`'A=1' x`)).toEqual(['A=1', 'x']);
  });

  test.each([
    ['a && b', '&&'],
    ['a|b', '|'],
    ['a || b', '||'],
    ['a; b', ';'],
    ['a &', '&'],
    ['a > out', '>'],
    ['a 2>&1', '2>&'],
    ['a >> x', '>>'],
    ['a < in', '<'],
    ['(a)', '('],
  ])('%j is refused with the sentence of the design', (text, operator) => {
    expect(detect(text)).toEqual({
      kind: 'problem',
      title: `${operator} needs a shell`,
      detail: `A server is one program. Remove everything after ${operator}, or put it in a script.`,
    });
  });

  test.each([
    ['npx mcp-remote https://x.test/sse?a=1&b=2', /put the address in quotes/],
    ['a $(date)', /Replace \$\( with the text/],
    ['a "`date`"', /Replace ` with the text/],
    ['a\nb', /Remove the other lines/],
    ["a 'b", /Add the missing '/],
    ['A=1', /Write the program first/],
    ["''", /Write the program first/],
    ['copilot mcp add x -- npx y', /part after --/],
  ])('%j is explained', (text, detail) => {
    expect(detect(text)).toMatchObject({ kind: 'problem', detail: expect.stringMatching(detail) });
  });

  test.each([
    ['npx -y @modelcontextprotocol/server-everything stdio', 'everything'],
    ['npx @playwright/mcp@latest', 'playwright'],
    ['npx --package=@upstash/context7-mcp mcp', 'context7'],
    ['uvx --from git+https://github.com/a/mcp-server-git@v1 run', 'git'],
    ['uvx mcp_server_fetch==1.2', 'fetch'],
    ['pnpm dlx weather-mcp-server', 'weather'],
    ['docker run -i --rm -e KEY ghcr.io/github/github-mcp-server:latest', 'github'],
    ['node /home/me/weather/dist/index.js', 'weather'],
    ['node C:\\code\\notes\\build\\server.js', 'notes'],
    ['python3 -m mcp_server_time', 'time'],
    ['uv --directory /a/stocks run server.py', 'stocks'],
    ['python server.py', 'server'],
    ['/opt/bin/calc-mcp.exe --x', 'calc'],
    ['deno run -A npm:@a/server-b', 'b'],
  ])('%j is named %j', (text, name) => {
    expect(only(text).name).toBe(name);
  });

  test.each([
    ['npx -y a', ['downloads']],
    ['uvx a', ['downloads']],
    ['bunx a', ['downloads']],
    ['npm exec a', ['downloads']],
    ['docker run a/b', ['downloads']],
    ['npm run start', []],
    ['uv run a', []],
    ['npx ./local', ['relative-path']],
    ['node /a/b.js', []],
    ['node ./server.mjs', ['relative-path']],
    ['node server.mjs', ['relative-path']],
    ['python3 src/server.py --verbose', ['relative-path']],
    ['API_KEY=abc node /a.js', ['secret-plain']],
    ['API_KEY= node /a.js', []],
    ['URL=ghp_0123456789 node /a.js', ['secret-plain']],
    ['a --api-key abc', ['secret-plain']],
    ['a --token=abc', ['secret-plain']],
    ['a --token', []],
    ['a sk-live-1', ['secret-plain']],
    ['a --level debug', []],
    // They are filled in when the server starts, and the review shows how.
    [`TOKEN=\${TOKEN} a ~/notes x~y`, []],
  ])('warnings of %j', (text, wanted) => {
    expect(codes(only(text))).toEqual(wanted);
  });
});

describe('detect: JSON', () => {
  test.each([
    ['array.json', ['a'], ['stdio']],
    ['bare-entry.json', ['s'], ['stdio']],
    ['claude-desktop.json', ['a'], ['stdio']],
    ['nested-transport.json', ['b'], ['auto']],
    ['opencode.json', ['a', 'b'], ['stdio', 'auto']],
    ['vscode-settings.json', ['a'], ['stdio']],
    ['vscode.json', ['a', 'b'], ['stdio', 'auto']],
    [
      'type-names.json',
      ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8', 't9'],
      ['streamable', 'streamable', 'auto', 'sse', 'streamable', 'auto', 'auto', 'auto', 'stdio'],
    ],
  ])('shape %s', (name, names, kinds) => {
    const { candidates, form } = servers(file(`shapes/${name}`));
    expect(form).toBe('json');
    expect(candidates.map((candidate) => candidate.name)).toEqual(names);
    expect(candidates.map(({ endpoint }) => (endpoint.kind === 'http' ? endpoint.transport : endpoint.kind))).toEqual(
      kinds,
    );
  });

  test('every shape of the cases is tested above', () => {
    expect(readdirSync(new URL('shapes/', FILES))).toHaveLength(8);
  });

  test('a transport that MCP does not have is refused with its reason', () => {
    expect(servers(file('shapes/type-names.json')).detail).toContain('t10 has the type “websocket”');
  });

  test('a command given as a list, other words for env', () => {
    expect(servers(file('shapes/opencode.json')).candidates[0]?.endpoint).toMatchObject({
      command: 'node',
      args: ['s.mjs'],
      env: { K: 'v' },
    });
  });

  test('what VS Code asks for is asked here, and is a secret when it is a password', () => {
    const [a, b] = servers(file('shapes/vscode.json')).candidates;
    expect(a?.endpoint).toMatchObject({ env: { K: `\${input:key}` }, envFile: `\${workspaceFolder}/.env` });
    expect(b?.endpoint).toMatchObject({ headers: [{ name: 'X-Key', value: `\${input:key}` }] });
    const asked = { key: { title: 'key', description: 'API key', kind: 'text', secret: true, required: true } };
    expect([a?.inputs, b?.inputs]).toEqual([asked, asked]);
  });

  test('comments and trailing commas', () => {
    expect(only(file('jsonc.json'))).toMatchObject({
      name: 'one',
      endpoint: { env: { URL: 'http://example.test//path' } },
    });
  });

  test('one bad entry never hides its neighbours', () => {
    const found = servers(file('one-bad-entry.json'));
    expect(found.title).toBe('JSON config, 5 servers');
    expect(found.candidates.map((candidate) => candidate.name)).toEqual([
      'good-1',
      'bad-env-number',
      'unknown-keys',
      'disabled-one',
      'good-2',
    ]);
    expect(found.detail).toContain('bad-args-type has “args” that are not a list of texts.');
    expect(found.detail).toContain('bad-no-command has neither “command” nor “url”.');
    expect(found.leftOut).toContainEqual({
      name: 'bad-no-command',
      reason: 'bad-no-command has neither “command” nor “url”.',
    });
    const by = new Map(found.candidates.map((candidate) => [candidate.name, candidate]));
    expect(by.get('bad-env-number')?.endpoint).toMatchObject({ env: { PORT: '8080', DEBUG: 'true' } });
    expect(by.get('unknown-keys')?.warnings).toContainEqual({
      code: 'unknown-keys',
      text: 'Not used by this app: autoApprove, timeout, gallery',
    });
    expect(by.get('disabled-one')?.warnings).toContainEqual({
      code: 'disabled',
      text: 'Marked as disabled in this config.',
    });
  });

  test('arguments arrive as they are written', () => {
    const written = JSON.parse(file('launch-args-quotes.json')).mcpServers.argv.args;
    expect(only(file('launch-args-quotes.json')).endpoint).toMatchObject({ args: written });
  });

  test('a byte order mark, a piece without braces, a map without a wrapper, names used twice', () => {
    expect(only('\ufeff{"mcpServers":{"a":{"command":"x"}}}').name).toBe('a');
    expect(only('"mcpServers": {"a":{"command":"x"}}').name).toBe('a');
    expect(only('"a": {"command":"x"},').name).toBe('a');
    expect(only('{"a":{"command":"x"},"theme":"dark"}').name).toBe('a');
    const twice = servers('[{"name":"a","command":"x"},{"name":"a","command":"y"}]');
    expect(twice.candidates.map((candidate) => candidate.name)).toEqual(['a', 'a-2']);
  });

  test.each([
    ['{\n  "a": {\n    "command": "x"\n    "args": []\n  }\n}', 3, 19, 'a comma is missing'],
    ['{"mcpServers": {"a": {"command": "x"}', 1, 38, 'a closing } is missing'],
    ['{"a": {"args": [1, 2}}', 1, 21, 'a closing ] is missing'],
    ['{\n"a" {"command":"x"}}', 2, 5, 'a colon is missing'],
    ['{\n"command": "x\n}', 2, 12, 'a closing " is missing'],
    ['{\n\n"command": }', 3, 12, 'a value is missing'],
    ['{command: "x"}', 1, 2, 'command needs double quotes'],
    ['{"command":"x"} more', 1, 17, 'more needs double quotes'],
    ['{"command":"C:\\x"}', 1, 12, 'a backslash in a text is not valid, write it twice'],
    ['/* open', 1, 1, 'a comment is not closed'],
  ])('%j names line %i, column %i and what is missing', (text, line, column, words) => {
    expect(detect(text)).toEqual({
      kind: 'problem',
      title: `This is not valid JSON: line ${line}, ${words}`,
      detail: `Correct line ${line}, column ${column}, or paste the whole config again.`,
      line,
    });
  });

  test.each([
    ['{}', 'This JSON names no server'],
    ['[]', 'No server in this JSON can be used'],
    ['{"mcpServers":{}}', 'No server in this JSON can be used'],
    ['{"mcpServers":{"a":1}}', 'No server in this JSON can be used'],
    [`${'['.repeat(400_000)}`, 'This JSON is nested too deep'],
  ])('%.40j is explained', (text, title) => {
    expect(detect(text)).toMatchObject({ kind: 'problem', title });
  });

  test('keys of Object are plain names', () => {
    const text = '{"mcpServers":{"constructor":{"command":"x"},"toString":{"command":"y","env":{"__proto__":"z"}}}}';
    expect(servers(text).candidates.map((candidate) => candidate.name)).toEqual(['constructor', 'toString']);
  });

  test('a key __proto__ is a name like any other', () => {
    const text =
      '{"mcpServers":{"__proto__":{"command":"x","env":{"__proto__":"z"}},"b":{"url":"https://b.test/","__proto__":{"command":"y"}}}}';
    expect(servers(text).candidates.map(({ name, endpoint }) => [name, endpoint.kind])).toEqual([
      ['__proto__', 'stdio'],
      ['b', 'http'],
    ]);
  });

  test.each([
    ['line breaks', `a${'\n'.repeat(300_000)}b`],
    [
      'question marks in an address',
      JSON.stringify({ mcpServers: { a: { url: `https://x.test/${'?'.repeat(300_000)}` } } }),
    ],
    ['references that begin', JSON.stringify({ mcpServers: { a: { url: `https://x.test/${'$'.repeat(300_000)}{` } } })],
  ])('hundreds of thousands of %s take no longer than reading them', { timeout: 5000 }, (_what, text) => {
    expect(detect(text).kind).not.toBe('empty');
  });

  test.each([
    [{ command: 'npx -y x' }, ['command-spaces']],
    [{ command: 'a', args: ['./s.js'], cwd: '/abs' }, []],
    [{ command: 'a', args: ['./s.js'], cwd: '../x' }, ['relative-cwd']],
    [{ command: 'a', env: { TOKEN: 't', N: null } }, ['value-ignored', 'secret-plain']],
    [{ url: 'http://a.test/', headers: { Authorization: 'Bearer x' } }, ['plain-http', 'secret-plain']],
    [{ url: 'https://a.test/', headers: { 'X-Org': `\${ORG}`, Authorization: `Bearer \${T}` } }, []],
  ])('warnings of %j', (entry, wanted) => {
    expect(codes(only(JSON.stringify({ mcpServers: { s: entry } })))).toEqual(wanted);
  });
});

test.each(['', '  \n\t', '\ufeff', '```\n```'])('%j is empty', (text) => {
  expect(detect(text)).toEqual({ kind: 'empty' });
});
