import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { COPY_FORMS } from '../../../src/renderer/parts/copy-as/copy-forms.ts';
import { type CopySource, countHidden } from '../../../src/renderer/parts/copy-as/copy-source.ts';
import { oneLineJson, prettyJson } from '../../../src/renderer/parts/copy-as/raw-json.ts';

const CALL = {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: "it's; $(rm) `x`", arguments: { a: '"q"\n' }, _meta: { progressToken: 7 } },
};
const stdio: CopySource = {
  request: JSON.stringify(CALL),
  platform: 'linux',
  config: {
    name: 'my server',
    endpoint: {
      kind: 'stdio',
      command: 'node',
      args: ['a b.mjs'],
      env: { KEY: { secret: 'the-key' }, API_TOKEN: 'plain-value', MODE: 'x' },
      inherit: 'short',
    },
  },
};
const http: CopySource = {
  ...stdio,
  config: {
    name: 'web',
    endpoint: {
      kind: 'http',
      url: 'https://a.test/mcp',
      headers: [{ name: 'Authorization', value: { secret: 'web-token' } }],
      transport: 'auto',
    },
  },
  http: {
    ch: 'h1',
    method: 'POST',
    url: 'https://a.test/mcp?k={{secret:key}}',
    requestHeaders: [
      ['Host', 'a.test'],
      ['Authorization', 'Bearer {{secret:web-token}}'],
      ['Mcp-Session-Id', '{{hidden:1}}'],
      ['Content-Length', '12'],
    ],
    responseHeaders: [],
    startedAt: 0,
    chunks: 0,
  },
};
const as = (id: string, source: CopySource) => COPY_FORMS.find((form) => form.id === id)?.text(source);

/** The words a POSIX shell makes of a line; nothing is run but printf. */
function words(line: string): string[] {
  const shell = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  return shell.split('\0').slice(0, -1);
}

describe('JSON', () => {
  test('without and with _meta, every digit kept', () => {
    const request =
      '{"id":1,"method":"a","params":{"n":12345678901234567890.10,"s":"\\u00e9 {,}","e":{},"l":[1,[]],"_meta":{"_meta":1}}}';
    expect(as('json', { ...stdio, request })).toBe(
      '{\n  "id": 1,\n  "method": "a",\n  "params": {\n    "n": 12345678901234567890.10,\n    "s": "\\u00e9 {,}",\n    "e": {},\n    "l": [\n      1,\n      []\n    ]\n  }\n}',
    );
    expect(JSON.parse(as('meta', { ...stdio, request }) ?? '')).toEqual(JSON.parse(request));
    expect(as('rpc', { ...stdio, request: prettyJson(request) })).toBe(request);
    expect(oneLineJson(' { "a b" : [ 1 , true ] } ')).toBe('{"a b":[1,true]}');
  });

  test('what is no JSON is offered as no JSON', () => {
    for (const id of ['json', 'meta', 'rpc', 'cli', 'ts']) expect(as(id, { ...stdio, request: 'a {' })).toBeUndefined();
    expect(as('md', { ...stdio, request: 'a ``` {' })).toContain('````json\na ``` {\n````');
  });
});

describe('curl', () => {
  test('is the request a shell would send, secrets as placeholders', () => {
    const lines = as('curl', http)?.split('\n') ?? [];
    expect(lines.slice(0, -1)).toEqual([
      '# Put in <key>: hidden in the log, part of the address',
      '# Put in <web-token>: hidden in the log, part of the header Authorization',
      '# Put in <hidden 1>: hidden in the log, part of the header Mcp-Session-Id. It is the header of that name in the answer to an initialize request of yours',
    ]);
    expect(as('curl', { ...http, platform: 'win32' })).toMatch(/^rem Put in <key>/);
    expect(words(lines.at(-1) ?? '')).toEqual([
      'curl',
      '--no-buffer',
      'https://a.test/mcp?k=<key>',
      '--header',
      'Authorization: Bearer <web-token>',
      '--header',
      'Mcp-Session-Id: <hidden 1>',
      '--data-raw',
      stdio.request,
    ]);
    expect(countHidden(as('meta', http), ...(http.http?.requestHeaders ?? []).map(([, value]) => value))).toBe(2);
  });

  test('a stdio message has none', () => {
    expect(as('curl', stdio)).toBeUndefined();
  });
});

describe('command line', () => {
  test('a call survives the shell', () => {
    expect(words(as('cli', stdio) ?? '')).toEqual([
      'wirebench',
      'call',
      "it's; $(rm) `x`",
      '--args',
      '{"a":"\\"q\\"\\n"}',
      '--server',
      'my server',
    ]);
  });

  test.each([
    [{ method: 'tools/list', params: {} }, 'wirebench list tools --server'],
    [{ method: 'resources/read', params: { uri: 'a://b' } }, 'wirebench read a://b --server'],
    [{ method: 'prompts/get', params: { name: 'p' } }, 'wirebench prompt p --server'],
    [
      {
        method: 'completion/complete',
        params: { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: 'v' } },
      },
      'wirebench complete prompt p a v --server',
    ],
    [{ method: 'ping' }, 'wirebench ping --server'],
  ])('%j', (message, line) => {
    expect(as('cli', { ...stdio, request: JSON.stringify(message) })).toContain(line);
  });

  test('names the data folder where the command would look in another one', () => {
    expect(words(as('cli', { ...stdio, dataDir: '/tmp/a b' }) ?? '').slice(-2)).toEqual(['--data-dir', '/tmp/a b']);
  });

  test('a method without a command has none', () => {
    expect(as('cli', { ...stdio, request: '{"method":"initialize","params":{}}' })).toBeUndefined();
  });
});

describe('TypeScript', () => {
  test('a program on stdio; secrets come from the environment', () => {
    const code = as('ts', stdio) ?? '';
    expect(code).toContain("import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';");
    expect(code).toContain('"KEY": process.env["the-key"] ?? \'\'');
    expect(code).toContain('"API_TOKEN": process.env["API_TOKEN"] ?? \'\'');
    expect(code).not.toContain('plain-value');
    expect(code).toContain('client.callTool({');
    expect(code).not.toContain('progressToken');
  });

  test('a program over HTTP', () => {
    const code = as('ts', http) ?? '';
    expect(code).toContain('new StreamableHTTPClientTransport(new URL("https://a.test/mcp"), {');
    expect(code).toContain('"Authorization": process.env["web-token"] ?? \'\'');
  });

  test('the built-in server is started as a program', () => {
    const endpoint = { kind: 'builtin', name: 'demo', era: 'both' } as const;
    const code = as('ts', { ...stdio, config: { name: 'demo', endpoint } });
    expect(code).toContain('command: "wirebench",\n  args: ["demo-server"],');
  });

  test('its names are those of the official SDK', async () => {
    const sdk: Record<string, unknown> = await import('@modelcontextprotocol/client');
    const stdioSdk: Record<string, unknown> = await import('@modelcontextprotocol/client/stdio');
    for (const name of ['Client', 'StreamableHTTPClientTransport', 'SSEClientTransport'])
      expect(sdk).toHaveProperty(name);
    expect(stdioSdk).toHaveProperty('StdioClientTransport');
    const { Client } = await import('@modelcontextprotocol/client');
    for (const method of ['tools/call', 'tools/list', 'prompts/get', 'resources/read', 'completion/complete', 'ping']) {
      const code = as('ts', { ...stdio, request: JSON.stringify({ method, params: {} }) }) ?? '';
      const called = /await client\.(\w+)\([^']*\);\nconsole/.exec(code)?.[1] ?? '';
      expect(Client.prototype).toHaveProperty(called);
    }
  });
});

test('Markdown cannot be broken by what a server wrote', () => {
  const text = as('md', { ...stdio, rounds: [{ request: '{}', response: '{"a":"```\\n# x"}', more: [] }] }) ?? '';
  expect(text).toContain('**tools/call** to my server');
  expect(text).toContain('````json\n{\n  "a": "```\\n# x"\n}\n````');
});

test('Markdown of a call with rounds has all of them by number, and answers that do not count', () => {
  const rounds = [
    { request: '{"id":1}', response: '{"id":1,"result":{"resultType":"input_required"}}', more: [] },
    { request: '{"id":2}', response: '{"id":2,"result":{"done":true}}', more: ['{"id":2,"result":{"done":false}}'] },
  ];
  const text = as('md', { ...stdio, rounds }) ?? '';
  expect(text.split('\n').filter((line) => /^(Request|Answer|Another)/.test(line))).toEqual([
    'Request, round 1 of 2',
    'Answer, round 1 of 2',
    'Request, round 2 of 2',
    'Answer, round 2 of 2',
    'Another answer, which does not count',
  ]);
});
