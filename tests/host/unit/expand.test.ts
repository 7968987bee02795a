// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are what is tested
import { describe, expect, test } from 'vitest';
import { type ExpandScope, expand, expandList } from '#host/launch/expand.ts';
import { LaunchScope, type ScopeOptions } from '#host/launch/launch-scope.ts';
import type { ConfigInput } from '#shared/config.ts';

const VARIABLES: Record<string, string> = { A: 'a', EMPTY: '', B: '${A}', 'ProgramFiles(x86)': 'C:\\P' };

const scope = (platform: NodeJS.Platform = 'linux'): ExpandScope => ({
  platform,
  home: platform === 'win32' ? 'C:\\Users\\me' : '/home/me',
  word: (name) => (name === 'workspaceFolder' ? '/work space' : undefined),
  variable: (name) => {
    const value = VARIABLES[name];
    if (name === 'TOKEN') return { value: 'hush', secret: 'tok' };
    return value === undefined ? undefined : { value };
  },
  input: (id) => {
    if (id === 'many') return { values: ['one', 'two words'] };
    if (id === 'optional') return { values: [] };
    return id === 'key' ? { values: ['k3y'], secret: 'my key' } : undefined;
  },
});

describe('references', () => {
  test.each([
    ['plain', 'plain'],
    ['${A}', 'a'],
    ['<${A}|${env:A}>', '<a|a>'],
    ['${NONE:-fallback}', 'fallback'],
    ['${env:NONE:-fallback}', 'fallback'],
    ['${EMPTY}', ''],
    ['${EMPTY:-x}', 'x'],
    ['${NONE:-}', ''],
    ['${NONE:-${A}/${NONE:-deep}}', 'a/deep'],
    // What a value holds is not filled in again.
    ['${B}', '${A}'],
    ['${ProgramFiles(x86)}', 'C:\\P'],
    ['${workspaceFolder}/src', '/work space/src'],
    ['~', '/home/me'],
    ['~/notes', '/home/me/notes'],
    ['~other/notes', '~other/notes'],
    ['x~y', 'x~y'],
    ['--dir=~/x', '--dir=~/x'],
    ['$A $$literal {A} ${', '$A $$literal {A} ${'],
    ['${A', '${A'],
    ['}${A}{', '}a{'],
  ])('%s is %s', (text, value) => {
    expect(expand(text, scope())).toMatchObject({ value, shown: value, secret: false, unset: [], open: [] });
  });

  test.each(['${NONE}', '${env:NONE}', '${}', '${1 + 1}', '${config:x}', '${a b:-c}'])(
    '%s stays as it is written and is named',
    (text) => {
      expect(expand(`<${text}>`, scope())).toMatchObject({ value: `<${text}>`, unset: [text] });
    },
  );

  test('on Windows a tilde also stands before a backslash', () => {
    expect(expand('~\\notes', scope('win32')).value).toBe('C:\\Users\\me\\notes');
    expect(expand('~\\notes', scope('linux')).value).toBe('~\\notes');
  });

  test('[SEC-12] a secret is filled in and shown as a placeholder', () => {
    expect(expand('Bearer ${TOKEN}!', scope())).toMatchObject({
      value: 'Bearer hush!',
      shown: 'Bearer {{secret:tok}}!',
      secret: true,
    });
    expect(expand('${input:key}', scope())).toMatchObject({ value: 'k3y', shown: '{{secret:my key}}' });
  });

  test('an argument that is nothing but an input becomes as many as it has values', () => {
    const values = (text: string) => expandList(text, scope()).map((part) => part.value);
    expect(values('${input:many}')).toEqual(['one', 'two words']);
    expect(values('--dirs=${input:many}')).toEqual(['--dirs=one,two words']);
    expect(values('${input:optional}')).toEqual([]);
    expect(values('--x=${input:optional}')).toEqual(['--x=']);
    expect(expandList('${input:unknown}', scope())).toMatchObject([{ value: '${input:unknown}', open: ['unknown'] }]);
  });

  test('nothing grows or nests for ever', () => {
    const deep = `${'${X:-'.repeat(50_000)}end${'}'.repeat(50_000)}`;
    expect(expand(deep, scope()).value.length).toBeLessThanOrEqual(deep.length);
    expect(expand('${'.repeat(50_000), scope()).value).toHaveLength(100_000);
  });
});

describe('the values references stand for', () => {
  const open = (options: Partial<ScopeOptions> = {}) =>
    LaunchScope.open({
      server: {},
      block: {},
      platform: 'linux',
      home: '/home/me',
      env: {},
      shell: undefined,
      secret: (name) => Promise.resolve(name === 'kept' ? 'hush-hush' : undefined),
      ...options,
    });

  test('are those set for the server, then of its file, the login shell and this app', async () => {
    const found = await open({
      block: { ONE: 'block' },
      env: { ONE: 'app', TWO: 'app', THREE: 'app', FOUR: 'app', NODE_OPTIONS: '--ours' },
      shell: { ONE: 'shell', TWO: 'shell', THREE: 'shell' },
    });
    found.withFile({ ONE: 'file', TWO: 'file' });
    expect(found.text('${ONE} ${TWO} ${THREE} ${FOUR}').value).toBe('block file shell app');
    expect(found.text('${NODE_OPTIONS}').unset).toEqual(['${NODE_OPTIONS}']);
  });

  test('may refer to each other, but not to themselves', async () => {
    const found = await open({
      block: { PATH: '/mine:${PATH}', A: '<${B}>', B: '${C}${A:-end}', C: 'c', LOOP: '${LOOP}' },
      env: { PATH: '/bin' },
    });
    expect(found.text('${PATH}').value).toBe('/mine:/bin');
    expect(found.text('${A}').value).toBe('<cend>');
    expect(found.text('${LOOP}').value).toBe('${LOOP}');
  });

  test('that refer to each other many times over come to an end', async () => {
    const block = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`V${at}`, `\${V${at + 1}:-x}`.repeat(8)]));
    expect((await open({ block })).text('${V0}').value.length).toBeLessThan(5_000_000);
  });

  test('of secrets are known by name; what only looks like one is told to the log', async () => {
    const hidden: string[] = [];
    const found = await open({
      block: { KEY: { secret: 'kept' }, HEADER: 'Bearer ${KEY}', GONE: { secret: 'lost' } },
      env: { API_TOKEN: 'long-enough', GONE: 'app' },
      hide: (name, value) => hidden.push(`${name}=${value}`),
    });
    expect(found.text('${HEADER}')).toMatchObject({ value: 'Bearer hush-hush', shown: '{{secret:HEADER}}' });
    expect(found.text('${API_TOKEN}')).toMatchObject({ value: 'long-enough', shown: '{{secret:API_TOKEN}}' });
    expect(found.text('${GONE}').value).toBe('app');
    expect(hidden).toEqual(['API_TOKEN=long-enough']);
  });

  test('of inputs are what was answered, or else the default', async () => {
    const input = (more: Partial<ConfigInput>): ConfigInput => ({
      kind: 'text',
      secret: false,
      required: true,
      ...more,
    });
    const hidden: string[] = [];
    const found = await open({
      server: {
        inputs: {
          answered: input({ value: 'yes', default: 'no' }),
          default: input({ default: ['a', 'b'] }),
          stored: input({ secret: true, value: { secret: 'kept' } }),
          typed: input({ secret: true, value: 'typed-in' }),
          lost: input({ secret: true, value: { secret: 'lost' } }),
          open: input({}),
          blank: input({ value: '' }),
          optional: input({ required: false }),
        },
      },
      hide: (name, value) => hidden.push(`${name}=${value}`),
    });
    const of = (id: string) => found.list(`\${input:${id}}`);
    expect(of('answered').map((part) => part.value)).toEqual(['yes']);
    expect(of('default').map((part) => part.value)).toEqual(['a', 'b']);
    expect(of('stored')).toMatchObject([{ value: 'hush-hush', shown: '{{secret:kept}}' }]);
    expect(of('typed')).toMatchObject([{ value: 'typed-in', shown: '{{secret:typed}}' }]);
    expect(['lost', 'open', 'blank'].flatMap((id) => of(id).flatMap((part) => part.open))).toEqual([
      'lost',
      'open',
      'blank',
    ]);
    expect(of('optional')).toEqual([]);
    expect(hidden).toEqual(['kept=hush-hush', 'typed=typed-in']);
  });

  test('literal settings are passed as they are', async () => {
    const found = await open({ server: { literal: true }, env: { A: 'a' } });
    expect(found.list('~/${A}').map((part) => part.value)).toEqual(['~/${A}']);
  });

  test('words have the separators of their system', async () => {
    const windows = await open({ platform: 'win32', home: 'C:\\Users\\me', env: { Path: 'C:\\bin' } });
    windows.withWorkspace('D:\\my project');
    expect(windows.text('${workspaceFolderBasename}${/}${pathSeparator}${userHome}').value).toBe(
      'my project\\\\C:\\Users\\me',
    );
    expect(windows.text('${PATH} ${HOME}').value).toBe('C:\\bin C:\\Users\\me');
  });
});
