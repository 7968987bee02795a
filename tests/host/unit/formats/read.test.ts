import { describe, expect, test } from 'vitest';
import { detect } from '#host/exchange-formats/detect.ts';
import { Detection } from '#shared/candidates.ts';
import { ClientId } from '#shared/config.ts';
import { EXAMPLES } from './examples.ts';
import { readExample, serversOf, shortOf } from './kit.ts';

const ref = (inner: string): string => `\${${inner}}`;
const named = (text: string, name: string, source = {}) => {
  const one = serversOf(detect(text, source)).candidates.find((candidate) => candidate.name === name);
  if (!one) throw new Error(`no ${name}`);
  return one;
};
const example = (client: ClientId, name: string) => {
  for (const one of EXAMPLES.filter((each) => each.client === client)) {
    const found = readExample(one).candidates.find((candidate) => candidate.name === name);
    if (found) return found;
  }
  throw new Error(`no ${name}`);
};

describe('every client', () => {
  test.each(EXAMPLES)('$client: $what', (one) => {
    const found = readExample(one);
    expect(Detection.parse(JSON.parse(JSON.stringify(found)))).toMatchObject(found);
    expect(found.client).toBe(one.client);
    expect(Object.fromEntries(found.candidates.map(({ name, endpoint }) => [name, shortOf(endpoint)]))).toEqual(
      one.servers,
    );
    expect((found.leftOut ?? []).map(({ name }) => name)).toEqual(one.leftOut ?? []);
    for (const { name, origin } of found.candidates) {
      expect(origin).toMatchObject({ from: one.client, key: name, file: one.file });
    }
  });

  test('there is an example of each', () => {
    expect([...new Set(EXAMPLES.map(({ client }) => client))].sort()).toEqual([...ClientId.options].sort());
  });

  test.each(EXAMPLES.filter(({ file }) => file !== undefined && /\.(?:toml|yaml)$/.test(file)))(
    'pasted without its file: $client, $what',
    (one) => {
      const found = serversOf(detect(one.text));
      expect(found).toMatchObject({ client: one.client, form: one.client === 'codex' ? 'toml' : 'yaml' });
      expect(found.candidates).toHaveLength(Object.keys(one.servers).length);
    },
  );

  test.each(['vscode', 'zed', 'opencode', 'windsurf', 'inspector'] as const)('%s is known by its shape', (client) => {
    for (const one of EXAMPLES.filter((each) => each.client === client)) {
      // One entry with a key of its own is enough only when no other one contradicts.
      const found = serversOf(detect(one.text));
      if (client === 'windsurf') expect(found.client).toBeUndefined();
      else expect(found.client).toBe(client);
    }
  });
});

describe('what the entries say', () => {
  test('limits, era and watched folders', () => {
    expect(example('cline', 'a').config).toEqual({ timeouts: { requestMs: 90_000 } });
    expect(example('codex', 'docs').config).toEqual({ timeouts: { connectMs: 20_000 } });
    expect(example('continue', 'web').config).toEqual({ timeouts: { connectMs: 5000 } });
    expect(example('gemini', 'a').config).toEqual({ timeouts: { requestMs: 15_000 } });
    expect(example('zed', 'a').config).toEqual({ timeouts: { requestMs: 90_000 } });
    const older = '{"context_servers":{"a":{"command":"x","timeout":5000}}}';
    expect(named(older, 'a').config).toEqual({ timeouts: { requestMs: 5000 } });
    expect(example('inspector', 'a').config).toEqual({
      timeouts: { connectMs: 10_000, requestMs: 20_000 },
      era: 'modern',
    });
    expect(example('vscode', 'weather').config).toEqual({ watch: ['dist'] });
    expect(example('claude-code', 'here').config).toEqual({ workspaceFolder: '/home/me/app' });
  });

  test('a bare timeout of an unknown client is kept, not guessed', () => {
    const { config, origin, warnings } = named('{"mcpServers":{"a":{"command":"x","timeout":30}}}', 'a');
    expect(config).toBeUndefined();
    expect(origin).toEqual({ from: 'json', key: 'a', rest: { timeout: 30 } });
    expect(warnings.map(({ text }) => text)).toEqual(['Not used by this app: timeout']);
  });

  test('disabled entries, unknown keys', () => {
    expect(example('cline', 'a')).toMatchObject({ disabled: true, origin: { rest: { autoApprove: ['read'] } } });
    expect(example('codex', 'with.dot').disabled).toBe(true);
    expect(example('opencode', 'b')).toMatchObject({ disabled: true, origin: { rest: { oauth: {} } } });
    expect(example('cline', 'b').disabled).toBeUndefined();
    expect(example('continue', 'web').origin?.rest).toEqual({
      type: 'streamable-http',
      connectionTimeout: 5000,
      requestOptions: { timeout: 10 },
    });
    // Values of variables and headers are never part of it.
    for (const one of EXAMPLES)
      for (const { origin } of readExample(one).candidates)
        expect(Object.keys(origin?.rest ?? {})).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^env$|headers/)]),
        );
  });

  test('variables and headers that come from the environment', () => {
    expect(example('codex', 'docs').endpoint).toMatchObject({ env: { DOCS_TOKEN: ref('DOCS_TOKEN'), LEVEL: 'debug' } });
    expect(example('codex', 'with.dot').endpoint).toMatchObject({
      headers: [
        { name: 'X-Org', value: 'me' },
        { name: 'Authorization', value: `Bearer ${ref('EXAMPLE_TOKEN')}` },
        { name: 'X-Key', value: ref('EXAMPLE_KEY') },
      ],
    });
    expect(example('opencode', 'a').endpoint).toMatchObject({ env: { KEY: ref('env:KEY') } });
    const gemini = '{"mcpServers":{"a":{"command":"x","args":["$HOME/y"],"env":{"K":"$K"}}}}';
    expect(named(gemini, 'a', { client: 'gemini' }).endpoint).toMatchObject({
      args: [`${ref('HOME')}/y`],
      env: { K: ref('K') },
    });
    // Another client passes a plain dollar on as it is.
    expect(named(gemini, 'a').endpoint).toMatchObject({ env: { K: '$K' } });
  });

  test('inputs are asked for', () => {
    expect(example('vscode', 'weather').inputs).toEqual({
      region: {
        title: 'region',
        description: 'Region',
        kind: 'choice',
        choices: ['eu', 'us'],
        default: 'eu',
        secret: false,
        required: true,
      },
      key: { title: 'key', description: 'API key', kind: 'text', secret: true, required: true },
      user: { title: 'user', description: 'Name', kind: 'text', secret: false, required: true },
    });
    expect(Object.keys(example('vscode', 'web').inputs ?? {})).toEqual(['key']);
    const command = `{"servers":{"a":{"command":"x","args":["${ref('input:b')}","${ref('input:c')}"]}},
      "inputs":[{"id":"b","type":"command","command":"ext.pick"}]}`;
    expect(named(command, 'a').inputs).toEqual({
      b: {
        title: 'b',
        description: 'VS Code gets this value from ext.pick. Enter it here.',
        kind: 'text',
        secret: false,
        required: true,
      },
      c: { title: 'c', kind: 'text', secret: true, required: true },
    });
    // A secret of Continue is one, too.
    expect(example('continue', 'files')).toMatchObject({
      endpoint: { env: { KEY: ref('input:FILES_KEY') } },
      inputs: { FILES_KEY: { secret: true } },
    });
  });

  test.each([
    ['{"mcp_servers":{"a":{"command":"x"}}}', 'json'],
    ['{"mcp.servers":{"a":{"command":"x"}}}', 'vscode'],
    ['{"mcp":{"servers":{"a":{"type":"local","command":["x"]}}}}', 'opencode'],
    ['{"context_servers":{"a":{"command":{"path":"x","args":[],"env":null},"settings":{}}}}', 'zed'],
    ['{"a":{"command":"x"}}', 'json'],
    ['[{"name":"a","command":"x"}]', 'json'],
    ['{"servers":[{"name":"a","command":"x"}]}', 'json'],
    ['mcpServers:\n  a:\n    command: x\n', 'continue'],
    ['- name: a\n  command: x\n', 'continue'],
    ['name: a\ncommand: x\n', 'continue'],
    ['mcp_servers.a.command = "x"', 'codex'],
    ['[mcp_servers]\na = { command = "x" }', 'codex'],
    ['[mcp_servers."a"]\ncommand = "x"', 'codex'],
  ])('%j', (text, from) => {
    const found = serversOf(detect(text));
    expect(found.candidates.map(({ name, endpoint }) => [name, shortOf(endpoint)])).toEqual([['a', 'x']]);
    expect(found.candidates[0]?.origin?.from).toBe(from);
  });

  test('every place of one file is read', () => {
    const text = '{"mcpServers":{"a":{"command":"x"}},"servers":{"b":{"command":"y"},"a":{"command":"z"}}}';
    expect(serversOf(detect(text)).candidates.map(({ name, origin }) => [name, origin?.key])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['a-2', 'a'],
    ]);
  });

  test('a relative working folder counts from the file', () => {
    const text = '{"mcpServers":{"a":{"command":"x","cwd":"../p"},"b":{"command":"x","cwd":"~/p"}}}';
    expect(named(text, 'a', { file: '/home/me/conf/x.json' }).endpoint).toMatchObject({ cwd: '/home/me/p' });
    expect(named(text, 'b', { file: '/home/me/conf/x.json' }).endpoint).toMatchObject({ cwd: '~/p' });
    expect(named(text, 'a').endpoint).toMatchObject({ cwd: '../p' });
  });
});

describe('what cannot be read', () => {
  test.each([
    ['[mcp_servers.a]\ncommand = x', 2, 'This is not valid TOML: line 2, '],
    ['[mcp_servers.a]\ncommand = "x"\ncommand = "y"', 3, 'This is not valid TOML: line 3, '],
    ['mcpServers:\n  - name: a\n   command: b\n', 3, 'This is not valid YAML: line 3, '],
    ['mcpServers:\n  a: "x\n', 2, 'This is not valid YAML: line 2, '],
  ])('%j names the line', (text, line, title) => {
    const found = detect(text);
    expect(found).toMatchObject({ kind: 'problem', line });
    if (found.kind !== 'problem') return;
    expect(found.title.startsWith(title)).toBe(true);
    expect(found.title.length).toBeGreaterThan(title.length + 5);
    expect(found.detail).toMatch(new RegExp(`^Correct line ${line}, column \\d+, or paste`));
  });

  test('aliases that multiply are refused at once', () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [at, name] of [...'bcdefghij'].entries())
      lines.push(`${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`).join(', ')}]`);
    const from = performance.now();
    expect(detect(`mcpServers:\n  x: 1\n${lines.join('\n')}`)).toMatchObject({
      kind: 'problem',
      title: 'This YAML cannot be read',
    });
    expect(performance.now() - from).toBeLessThan(1000);
  });

  test('values that only TOML has hide no server', () => {
    const text =
      'big = 9223372036854775807\nday = 2026-11-30\nat = 2026-11-30T10:00:00Z\nx = inf\n[mcp_servers.a]\ncommand = "x"\nsince = 2026-11-30\n';
    expect(named(text, 'a').origin?.rest).toEqual({ since: '2026-11-30' });
  });

  test('an unknown shape says what was found and what was expected', () => {
    expect(detect('{"theme":"dark","tools":[]}')).toEqual({
      kind: 'problem',
      title: 'This JSON names no server',
      detail: 'Expected “mcpServers”, “servers”, or one server with “command” or “url”. Found: theme, tools.',
    });
  });
});
