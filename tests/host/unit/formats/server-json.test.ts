import { describe, expect, test } from 'vitest';
import { detect } from '#host/exchange-formats/detect.ts';
import { Detection } from '#shared/candidates.ts';
import { serversOf, shortOf } from './kit.ts';

const ref = (id: string): string => `\${input:${id}}`;
const SERVER = { name: 'io.github.ada/weather-mcp', description: 'Weather', version: '1.0.2' };

/** The ways of a server.json, in one line each. */
function ways(server: object) {
  const found = serversOf(Detection.parse(detect(JSON.stringify({ ...SERVER, ...server }))));
  expect(found.form).toBe('server-json');
  return found.candidates.map((one) => ({
    ...one,
    line: shortOf(one.endpoint),
    codes: one.warnings.map(({ code }) => code),
  }));
}

const pack = (given: object) => ({
  packages: [{ identifier: 'pkg', version: '1.2.3', transport: { type: 'stdio' }, ...given }],
});

describe('packages of server.json', () => {
  test.each([
    ['npm', { registryType: 'npm', identifier: '@ada/weather' }, 'npx -y @ada/weather@1.2.3'],
    [
      'npm, its own -y',
      { registryType: 'npm', runtimeArguments: [{ type: 'positional', value: '-y' }] },
      'npx -y pkg@1.2.3',
    ],
    ['npm by bun', { registryType: 'npm', runtimeHint: 'bunx' }, 'bunx pkg@1.2.3'],
    [
      'npm from elsewhere',
      { registryType: 'npm', registryBaseUrl: 'https://npm.ada.test' },
      'npx -y --registry https://npm.ada.test pkg@1.2.3',
    ],
    ['npm, newest', { registryType: 'npm', version: 'latest' }, 'npx -y pkg'],
    ['pypi', { registryType: 'pypi' }, 'uvx pkg@1.2.3'],
    ['pypi by pipx', { registryType: 'pypi', runtimeHint: 'pipx' }, 'pipx run pkg==1.2.3'],
    [
      'nuget',
      { registryType: 'nuget', packageArguments: [{ type: 'positional', value: 'start' }] },
      'dnx pkg@1.2.3 --yes -- start',
    ],
    [
      'oci',
      { registryType: 'oci', identifier: 'docker.io/ada/w:1', version: undefined },
      'docker run -i --rm docker.io/ada/w:1',
    ],
    [
      'oci with a digest',
      { registryType: 'oci', identifier: 'ghcr.io/ada/w@sha256:ab' },
      'docker run -i --rm ghcr.io/ada/w@sha256:ab',
    ],
    [
      'oci, older',
      { registry_type: 'oci', registry_base_url: 'https://ghcr.io', identifier: 'ada/w' },
      'docker run -i --rm ghcr.io/ada/w:1.2.3',
    ],
    [
      'oci with variables',
      {
        registryType: 'oci',
        identifier: 'ada/w',
        environmentVariables: [
          { name: 'KEY', isSecret: true, isRequired: true },
          { name: 'MODE', value: 'fast' },
        ],
        runtimeArguments: [{ type: 'named', name: '--network', value: 'host' }],
      },
      'docker run -i --rm -e KEY -e MODE --network host ada/w:1.2.3',
    ],
    ['a hint that is a whole command', { registryType: 'npm', runtimeHint: 'sh -c evil' }, 'npx -y pkg@1.2.3'],
    ['the oldest spelling', { registry_name: 'npm', identifier: undefined, name: 'pkg' }, 'npx -y pkg@1.2.3'],
  ])('%s', (_, given, line) => {
    expect(ways(pack(given)).map((way) => way.line)).toEqual([line]);
  });

  test.each([
    ['a fixed value', { type: 'positional', value: 'run' }, ['run']],
    ['a hint', { type: 'positional', valueHint: 'file', isRequired: true }, [ref('file')]],
    ['several', { type: 'positional', valueHint: 'dirs', isRepeated: true }, [ref('dirs')]],
    ['named with a value', { type: 'named', name: '--port', value: '80' }, ['--port', '80']],
    ['named and asked', { type: 'named', name: '--port', isRequired: true }, ['--port', ref('port')]],
    ['named with a default', { type: 'named', name: '--port', default: '80' }, ['--port', ref('port')]],
    ['named and optional', { type: 'named', name: '--port', description: 'Where' }, []],
    [
      'part of a value',
      { type: 'named', name: '-v', value: '{src}:/data', variables: { src: { isRequired: true } } },
      ['-v', `${ref('src')}:/data`],
    ],
    ['braces that name nothing', { type: 'positional', value: '{"a":{b}}' }, ['{"a":{b}}']],
    ['a variable with a value', { type: 'positional', value: 'x{v}', variables: { v: { value: '1' } } }, ['x1']],
    ['a plain text', 'stdio', ['stdio']],
  ])('argument: %s', (_, argument, args) => {
    const [way] = ways(pack({ registryType: 'npm', packageArguments: [argument] }));
    expect(way?.endpoint.kind === 'stdio' && way.endpoint.args.slice(2)).toEqual(args);
  });

  test.each([
    ['camelCase', { environmentVariables: [{ name: 'KEY', description: 'A key', isRequired: true, isSecret: true }] }],
    [
      'snake_case',
      { environment_variables: [{ name: 'KEY', description: 'A key', is_required: true, is_secret: true }] },
    ],
  ])('variables are asked: %s', (_, given) => {
    const [way] = ways(pack({ registryType: 'npm', ...given }));
    expect(way?.endpoint).toMatchObject({ env: { KEY: ref('KEY') } });
    expect(way?.inputs).toEqual({
      KEY: { title: 'KEY', description: 'A key', kind: 'text', secret: true, required: true },
    });
  });

  test('kinds, choices and defaults of what is asked', () => {
    const [way] = ways(
      pack({
        registryType: 'npm',
        environmentVariables: [
          { name: 'A', format: 'number', default: 3 },
          { name: 'B', format: 'boolean', default: 'true' },
          { name: 'C', format: 'filepath' },
          { name: 'D', choices: ['x', 'y'], isRequired: true },
          { name: 'E', value: 'Bearer {token}', variables: { token: { isSecret: true, isRequired: true } } },
        ],
      }),
    );
    expect(way?.inputs).toMatchObject({
      A: { kind: 'number', default: '3', required: false },
      B: { kind: 'boolean', default: 'true' },
      C: { kind: 'file' },
      D: { kind: 'choice', choices: ['x', 'y'], required: true },
      token: { secret: true },
    });
    expect(way?.endpoint).toMatchObject({ env: { E: `Bearer ${ref('token')}` } });
  });
});

test('every package and remote is a way of its own, and only the first is ticked', () => {
  const found = ways({
    title: 'Weather',
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    repository: { url: 'https://github.com/ada/weather' },
    _meta: { a: 1 },
    packages: [
      { registryType: 'npm', identifier: 'w', version: '1', transport: { type: 'stdio' }, odd: 1 },
      { registryType: 'pypi', identifier: 'w', version: '1' },
    ],
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{tenant}.w.test/mcp',
        headers: [{ name: 'X-Key', isSecret: true, isRequired: true }],
        variables: { tenant: { choices: ['eu', 'us'] } },
      },
      { transport_type: 'sse', url: 'https://w.test/sse' },
    ],
  });
  expect(found.map(({ name, line, disabled }) => [name, line, disabled])).toEqual([
    ['weather', 'npx -y w@1', undefined],
    ['weather (pypi)', 'uvx w@1', true],
    ['weather (remote)', `streamable https://${ref('tenant')}.w.test/mcp`, true],
    ['weather (remote, SSE)', 'sse https://w.test/sse', true],
  ]);
  expect(found[0]?.origin).toEqual({
    from: 'server-json',
    key: SERVER.name,
    rest: { _meta: { a: 1 }, 'npm package': { odd: 1 } },
  });
  expect(found[0]?.about).toEqual([
    { label: 'Name', text: 'Weather' },
    { label: 'Registry name', text: SERVER.name },
    { label: 'Version', text: '1.0.2' },
    { label: 'Description', text: 'Weather' },
    { label: 'Repository', text: 'https://github.com/ada/weather' },
  ]);
  expect(found[2]?.endpoint).toMatchObject({ headers: [{ name: 'X-Key', value: ref('X-Key') }] });
  expect(found[2]?.inputs).toMatchObject({
    tenant: { kind: 'choice', choices: ['eu', 'us'] },
    'X-Key': { secret: true },
  });
  expect(found[1]?.codes).toContain('alternative');
});

test.each([
  [
    'a bundle',
    { registryType: 'mcpb', identifier: 'https://x.test/w.mcpb', fileSha256: 'abc' },
    /not downloaded by this app.*SHA-256 should be abc/,
  ],
  [
    'a package behind an address',
    { registryType: 'npm', transport: { type: 'streamable-http', url: 'http://localhost:1/mcp' } },
    /http:\/\/localhost:1\/mcp/,
  ],
  ['an unknown type', { registryType: 'floppy' }, /type “floppy”/],
  ['a type with a name of the language', { registryType: 'constructor' }, /type “constructor”/],
  ['no identifier', { registryType: 'npm', identifier: undefined }, /no “identifier”/],
])('%s is named and left out', (_, given, why) => {
  const alone = detect(JSON.stringify({ ...SERVER, ...pack(given) }));
  expect(alone).toMatchObject({ kind: 'problem', detail: expect.stringMatching(why) });
  const beside = serversOf(
    detect(JSON.stringify({ ...SERVER, ...pack(given), remotes: [{ type: 'sse', url: 'https://w.test' }] })),
  );
  expect(beside.leftOut).toEqual([{ name: expect.stringContaining('weather'), reason: expect.stringMatching(why) }]);
});

test('the answer of a registry, which wraps the description', () => {
  const text = JSON.stringify({
    server: { ...SERVER, remotes: [{ type: 'streamable-http', url: 'https://w.test/mcp' }] },
    _meta: {},
  });
  expect(serversOf(detect(text)).candidates.map(({ endpoint }) => shortOf(endpoint))).toEqual([
    'streamable https://w.test/mcp',
  ]);
});

test('a remote address that is none', () => {
  const text = JSON.stringify({ ...SERVER, remotes: [{ type: 'sse', url: 'javascript:alert(1)' }] });
  expect(detect(text)).toMatchObject({
    kind: 'problem',
    detail: expect.stringContaining('not an http or https address'),
  });
});
