// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are what is tested
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heldBackNames, heldBackNote, inheritedEnvironment } from '#host/launch/environment.ts';
import { createFileView } from '#host/launch/file-view.ts';
import { fillAddress } from '#host/launch/fill-address.ts';
import { formatBytes } from '#host/launch/format-bytes.ts';
import type { Referable } from '#host/launch/launch-scope.ts';
import { type LaunchContext, planLaunch } from '#host/launch/plan-launch.ts';
import { previewLaunch } from '#host/launch/preview.ts';
import { psTable, windowsTable } from '#host/launch/process-table.ts';
import { resolveProgram } from '#host/launch/resolve-program.ts';
import type { StdioEndpoint } from '#shared/config.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wirebench-launch-'));
  for (const name of ['one', 'two', 'with space']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'one', 'tool'), '#!/bin/sh\n', { mode: 0o600 });
  await mkdir(join(folder, 'one', 'shadow'));
  for (const name of ['two/tool', 'two/shadow', 'with space/my tool', 'two/npx.cmd', 'two/app.exe', 'two/app.cmd']) {
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const posixQuery = (command: string, path = `${folder}/one:${folder}/two`) =>
  resolveProgram({ command, cwd: folder, path, platform: 'linux', files: createFileView('linux') });

describe('finding a program', () => {
  test('takes the first on the PATH that can run, and says where', async () => {
    expect(await posixQuery('tool')).toEqual({
      found: true,
      program: `${folder}/two/tool`,
      foundIn: `${folder}/two`,
    });
    expect(await posixQuery('shadow')).toMatchObject({ program: `${folder}/two/shadow` });
    expect(await posixQuery('tool', ':two::one')).toMatchObject({ program: `${folder}/two/tool` });
  });

  test('takes paths as they are, relative ones from the working folder, spaces and all', async () => {
    expect(await posixQuery('./two/tool')).toMatchObject({ program: `${folder}/two/tool` });
    expect(await posixQuery(`${folder}/with space/my tool`)).toMatchObject({ found: true });
  });

  test('tells a missing file, a missing permission and a folder apart', async () => {
    const searched = [`${folder}/one`, `${folder}/two`];
    expect(await posixQuery('nothing')).toEqual({ found: false, code: 'ENOENT', searched });
    expect(await posixQuery('tool', `${folder}/one`)).toMatchObject({ code: 'EACCES', at: `${folder}/one/tool` });
    expect(await posixQuery('./one')).toMatchObject({ code: 'EISDIR', at: `${folder}/one`, searched: [] });
  });
});

describe('the inherited environment', () => {
  const env = {
    HOME: '/h',
    PATH: '/bin',
    LC_ALL: 'C',
    OTHER: 'x',
    NODE_OPTIONS: '--inspect',
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_X: '1',
    APPDIR: '/tmp/.mount',
    LD_LIBRARY_PATH: '/tmp/.mount/lib',
    SHELL: '() { :; }',
  };
  const shell = { HOME: '/h', PATH: '/from/shell:/bin', FROM_SHELL: 'y', NODE_OPTIONS: '--of-the-shell' };
  const of = (
    inherit: 'short' | 'shell' | 'all',
    theirs: typeof shell | undefined,
    ours: Record<string, string> = env,
  ) => {
    const { values } = inheritedEnvironment({ inherit, platform: 'linux', env: ours, shell: theirs });
    return Object.fromEntries([...values].map(([name, { value, source }]) => [name, `${value} ${source}`]));
  };

  test('[STD-15] is a short list, with what the login shell adds to the PATH', () => {
    expect(of('short', undefined)).toEqual({ HOME: '/h inherited', PATH: '/bin inherited', LC_ALL: 'C inherited' });
    expect(of('short', shell)).toEqual({
      HOME: '/h inherited',
      PATH: '/from/shell:/bin shell',
      LC_ALL: 'C inherited',
    });
  });

  test('is that of the login shell, or ours when it did not answer', () => {
    expect(of('shell', shell)).toEqual({
      HOME: '/h shell',
      PATH: '/from/shell:/bin shell',
      FROM_SHELL: 'y shell',
      NODE_OPTIONS: '--of-the-shell shell',
    });
    expect(of('shell', undefined)).toEqual(of('all', undefined));
  });

  test('is all of ours without the marks of this app', () => {
    expect(of('all', undefined)).toEqual({
      HOME: '/h inherited',
      PATH: '/bin inherited',
      LC_ALL: 'C inherited',
      OTHER: 'x inherited',
      SHELL: '() { :; } inherited',
    });
    expect(of('all', shell)).not.toHaveProperty('FROM_SHELL');
  });

  test('keeps a PATH that was made for this start before that of the login shell', () => {
    expect(of('short', shell, { PATH: '/venv/bin:/bin' }).PATH).toBe('/venv/bin:/bin:/from/shell shell');
    expect(of('short', { ...shell, PATH: '/bin' }, { PATH: '/venv/bin:/bin' }).PATH).toBe('/venv/bin:/bin inherited');
  });

  test('holds back the rest, proxies and certificates first', () => {
    const ours = { ...env, ZED: '1', SSL_CERT_FILE: '/ca.pem', https_proxy: 'http://p', EMPTY: '', SHLVL: '2' };
    const names = heldBackNames({ PATH: '/bin', HOME: '/h', SHELL: 'x', LC_ALL: 'C' }, ours, { FROM_SHELL: 'y' });
    expect(names).toEqual(['https_proxy', 'SSL_CERT_FILE', 'FROM_SHELL', 'OTHER', 'ZED']);
    expect(heldBackNote(names)).toMatch(/^https_proxy, SSL_CERT_FILE are set on this computer but not passed/);
    expect(heldBackNote(['OTHER'])).toBeUndefined();
  });
});

describe('the plan', () => {
  const stored = { KEY: 'kept-value' };
  const context: LaunchContext = {
    platform: 'linux',
    env: { PATH: '/nowhere', HOME: '/h' },
    home: tmpdir(),
    secret: (name) => Promise.resolve(name === 'KEY' ? stored.KEY : undefined),
  };
  const endpoint: StdioEndpoint = { kind: 'stdio', command: 'tool', args: ['a b'], env: {}, inherit: 'short' };
  const plan = (more: Partial<StdioEndpoint>, over: Partial<LaunchContext> = {}, server: Referable = {}) =>
    planLaunch({ ...server, endpoint: { ...endpoint, ...more } }, { ...context, ...over });
  const here = () => ({ PATH: `${folder}/two` });

  test('[STD-15] names the absolute program, folder and environment, each with where it came from', async () => {
    const { program, args, cwd, facts, problems } = await plan({ cwd: folder, env: here() });
    expect({ program, args, cwd, problems }).toEqual({
      program: `${folder}/two/tool`,
      args: ['a b'],
      cwd: folder,
      problems: [],
    });
    expect(facts).toEqual({
      command: [`${folder}/two/tool`, 'a b'],
      cwd: folder,
      foundIn: `${folder}/two`,
      foundBy: 'search',
      env: [
        { name: 'HOME', value: '/h', source: 'inherited' },
        { name: 'PATH', value: `${folder}/two`, source: 'set' },
      ],
    });
  });

  test('[SEC-12] fills secrets in where they are needed and shows none', async () => {
    const hidden: string[] = [];
    const made = await plan(
      {
        args: ['--key', '${input:key}', '--header=${HEADER}', '${APP_TOKEN}'],
        env: { ...here(), TOKEN: { secret: 'KEY' }, HEADER: 'Bearer ${input:key}' },
        inherit: 'all',
      },
      {
        env: { HOME: '/h', APP_TOKEN: 'token-of-app', PWD: '/somewhere' },
        hide: (name, value) => hidden.push(`${name}=${value}`),
      },
      { inputs: { key: { kind: 'text', secret: true, required: true, value: { secret: 'KEY' } } } },
    );
    expect(made.args).toEqual(['--key', 'kept-value', '--header=Bearer kept-value', 'token-of-app']);
    expect(made.env).toMatchObject({ TOKEN: 'kept-value', HEADER: 'Bearer kept-value', APP_TOKEN: 'token-of-app' });
    expect(made.facts.command.slice(1)).toEqual([
      '--key',
      '{{secret:KEY}}',
      '--header={{secret:HEADER}}',
      '{{secret:APP_TOKEN}}',
    ]);
    expect(made.facts.env).toEqual([
      { name: 'APP_TOKEN', source: 'inherited' },
      { name: 'HEADER', source: 'secret', from: 'Bearer ${input:key}' },
      { name: 'HOME', value: '/h', source: 'inherited' },
      { name: 'PATH', value: `${folder}/two`, source: 'set' },
      { name: 'PWD', value: '/somewhere', source: 'inherited' },
      { name: 'TOKEN', source: 'secret' },
    ]);
    expect(JSON.stringify(made.facts)).not.toMatch(/kept-value|token-of-app/);
    expect(hidden).toEqual(['KEY=kept-value', 'APP_TOKEN=token-of-app']);
  });

  test('lists every problem: folder, program, file, secret and input', async () => {
    const { facts, problems } = await plan(
      { cwd: '/no/such', env: { K: { secret: 'S' } }, envFile: 'none.env', args: ['${input:asked}', '${input:other}'] },
      {},
      { inputs: { asked: { kind: 'text', secret: false, required: true, title: 'Account' } } },
    );
    expect(problems.map(({ rule }) => rule)).toEqual([
      'dx-cwd',
      'dx-enoent-none',
      'dx-env-file',
      'dx-secret',
      'dx-input',
      'dx-input',
    ]);
    expect(problems[1]?.why).toContain('/nowhere');
    expect(problems[2]?.why).toBe(
      'There is no file "/no/such/none.env". The program was not started, because it would lack its variables.',
    );
    expect(problems[4]).toMatchObject({
      title: 'A value for "Account" is needed',
      todo: 'Enter a value for "Account" in the settings of this server.',
      fixes: [{ action: { do: 'edit', field: 'args' } }],
    });
    expect(problems[5]?.title).toBe('A value for "other" is needed');
    expect(facts.command).toEqual(['tool', '${input:asked}', '${input:other}']);
  });

  test('says what has no value, and passes it on as it is written', async () => {
    const { args, env, facts, notes } = await plan({
      args: ['${GONE}', '${ALSO:-x}'],
      env: { ...here(), A: '<${LOST}>' },
    });
    expect(args).toEqual(['${GONE}', 'x']);
    expect(env.A).toBe('<${LOST}>');
    expect(notes).toEqual([
      { text: '${LOST} in the variable A has no value here, so it is passed on as it is written.', level: 'warn' },
      { text: '${GONE} in the arguments has no value here, so it is passed on as it is written.', level: 'warn' },
    ]);
    expect(facts.notes).toEqual(notes.map((note) => note.text));
    expect(facts.env.filter((entry) => entry.source === 'missing')).toEqual([
      { name: 'A', value: '<${LOST}>', source: 'missing', from: '<${LOST}>' },
      { name: 'GONE', source: 'missing' },
      { name: 'LOST', source: 'missing' },
    ]);
  });

  test('leaves out a variable and an argument that are nothing but an open choice', async () => {
    const inputs = { extra: { kind: 'text', secret: false, required: false } } as const;
    const env = { ...here(), A: '${input:extra}', HOME: '${input:extra}' };
    const made = await plan({ args: ['${input:extra}', 'last'], env }, {}, { inputs });
    expect(made.args).toEqual(['last']);
    expect(Object.keys(made.env)).toEqual(['PATH']);
    expect(made.facts.env[0]).toEqual({ name: 'A', source: 'missing', from: '${input:extra}' });
  });

  test('reads a file of variables; what is set for the server wins over it', async () => {
    const file = join(folder, 'settings.env');
    await writeFile(
      file,
      '\ufeff# a comment\r\nexport ONE=1\r\nno sense\nTWO="a b" # why\nLONG="x\ny"\nAPI_KEY=keep-this-hidden\n',
    );
    const hidden: string[] = [];
    const made = await plan(
      { cwd: folder, envFile: 'settings.env', env: { ...here(), TWO: 'set', FROM: '${ONE}' } },
      { hide: (name, value) => hidden.push(`${name}=${value}`) },
    );
    expect(made.env).toMatchObject({ ONE: '1', TWO: 'set', LONG: 'x\ny', API_KEY: 'keep-this-hidden', FROM: '1' });
    expect(made.facts.env).toEqual([
      { name: 'API_KEY', source: 'file', from: file },
      { name: 'FROM', value: '1', source: 'set', from: '${ONE}' },
      { name: 'HOME', value: '/h', source: 'inherited' },
      { name: 'LONG', value: 'x\ny', source: 'file', from: file },
      { name: 'ONE', value: '1', source: 'file', from: file },
      { name: 'PATH', value: `${folder}/two`, source: 'set' },
      { name: 'TWO', value: 'set', source: 'set' },
    ]);
    expect(hidden).toEqual(['API_KEY=keep-this-hidden']);
    const bad = await plan({ cwd: folder, envFile: 'two', env: here() });
    expect(bad.problems[0]).toMatchObject({ rule: 'dx-env-file', title: 'The environment file cannot be read' });
  });

  test('takes a relative folder from the file of the settings, or else from home', async () => {
    const origin = { from: 'json', file: `${folder}/one/config.json` } as const;
    const made = await plan({ cwd: '../two', command: './tool' }, {}, { origin });
    expect(made).toMatchObject({ cwd: `${folder}/two`, program: `${folder}/two/tool`, facts: { foundBy: 'path' } });
    expect(made.facts.notes).toEqual([
      `The working folder "../two" is taken relative to the folder of "${folder}/one/config.json".`,
    ]);
    const home = await plan({ cwd: 'two', command: './tool' }, { home: folder });
    expect(home.facts).toMatchObject({
      cwd: `${folder}/two`,
      notes: ['The working folder "two" is taken relative to the home folder.'],
    });
    expect((await plan({ env: here() })).cwd).toBe(tmpdir());
  });

  test('knows the workspace folder, which is the working folder unless it is set', async () => {
    const args = ['${workspaceFolder}', '${workspaceFolderBasename}'];
    expect((await plan({ args, cwd: `${folder}/two` })).args).toEqual([`${folder}/two`, 'two']);
    const set = await plan({ args, cwd: '${workspaceFolder}/two' }, { home: folder }, { workspaceFolder: '~' });
    expect(set).toMatchObject({ args: [folder, basename(folder)], cwd: `${folder}/two` });
  });

  test('puts the folder of a program on its PATH when it is found elsewhere', async () => {
    const bin = join(folder, '.local', 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'only-there'), '#!/bin/sh\n', { mode: 0o755 });
    const made = await plan({ command: 'only-there' }, { home: folder, env: { PATH: '/nowhere' } });
    expect(made.program).toBe(`${bin}/only-there`);
    expect(made.env.PATH).toBe(`${bin}:/nowhere`);
    expect(made.facts).toMatchObject({
      foundBy: 'usual',
      notes: [`${bin} was added to the PATH of the server, because "only-there" was found there.`],
      env: [{ name: 'PATH', value: `${bin}:/nowhere`, source: 'inherited' }],
    });
  });

  test('asks the login shell for every server, or only for one that needs it', async () => {
    let asked = 0;
    const read = () => {
      asked += 1;
      return Promise.resolve({ env: { PATH: `${folder}/two`, FROM_SHELL: 'y' } });
    };
    const needed = { shell: { read, when: 'needed' } } as const;
    expect((await plan({ env: here() }, needed)).problems).toEqual([]);
    expect(asked).toBe(0);
    const found = await plan({}, needed);
    expect(found.facts).toMatchObject({ foundBy: 'shell', heldBack: ['FROM_SHELL'] });
    expect(found.env.PATH).toBe(`/nowhere:${folder}/two`);
    expect((await plan({ inherit: 'shell' }, needed)).env).toEqual({ PATH: `${folder}/two`, FROM_SHELL: 'y' });
    expect(asked).toBe(2);
    const always = await plan(
      { args: ['${FROM_SHELL}'], env: { FROM_SHELL: { secret: 'lost' } } },
      {
        shell: { read, when: 'always' },
      },
    );
    expect(asked).toBe(3);
    expect(always.facts.env[0]).toEqual({ name: 'FROM_SHELL', source: 'missing', inShell: true });
  });

  test('says why the login shell did not answer', async () => {
    const read = () => Promise.resolve({ problem: 'The login shell is slow.' });
    const made = await plan({ env: here(), inherit: 'shell' }, { shell: { read, when: 'always' } });
    expect(made.facts.notes).toEqual(['The login shell is slow. The server gets the environment of this app instead.']);
  });

  test('on Windows has one PATH, however it is written', async () => {
    const made = await plan(
      { env: { PATH: 'D:\\bin;${Path}' }, command: 'x' },
      { platform: 'win32', env: { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', OTHER: 'x' }, home: 'C:\\Users\\me' },
    );
    expect(made.env).toEqual({ SystemRoot: 'C:\\Windows', PATH: 'D:\\bin;C:\\bin' });
  });
});

describe('the preview', () => {
  const context: LaunchContext = {
    platform: 'linux',
    env: { PATH: '/nowhere', HOST: 'example.org', API_KEY: 'key-of-this-app' },
    home: tmpdir(),
    secret: () => Promise.resolve('{{secret:S}}'),
  };

  test('is the plan without starting anything', async () => {
    const preview = await previewLaunch(
      { kind: 'stdio', command: 'tool', args: ['~/x', '${GONE}'], env: {}, inherit: 'short' },
      context,
    );
    expect(preview.command).toEqual(['tool', `${tmpdir()}/x`, '${GONE}']);
    expect(preview.notes?.[0]).toContain('${GONE}');
    expect(preview.problems.map(({ rule }) => rule)).toEqual(['dx-enoent-none']);
  });

  test('of an address says what has no value', async () => {
    const headers = [{ name: 'X-Key', value: '${API_KEY} ${NONE}' }];
    const preview = await previewLaunch(
      { kind: 'http', url: 'https://${HOST}/${input:team}', headers, transport: 'auto' },
      context,
    );
    expect(preview).toMatchObject({
      command: [],
      notes: expect.arrayContaining([expect.stringMatching(/^\$\{NONE\} in the header X-Key/)]),
    });
    expect(preview.problems).toMatchObject([{ rule: 'dx-input', fixes: [{ action: { do: 'edit', field: 'url' } }] }]);
  });
});

describe('an address', () => {
  const headers = [
    { name: 'X-Key', value: '${API_KEY}' },
    { name: 'X-Home', value: '~/x' },
    { name: 'X-Stored', value: { secret: 'KEY' } },
    { name: 'X-Open', value: '${input:extra}' },
  ];
  const hidden: string[] = [];
  const context: LaunchContext = {
    platform: 'linux',
    env: { HOST: 'example.org', API_KEY: 'key-of-this-app' },
    home: '/home/me',
    secret: () => Promise.resolve(undefined),
    hide: (name, value) => hidden.push(`${name}=${value}`),
  };

  test('has its references filled in, and tells the log which values to hide', async () => {
    const inputs = { extra: { kind: 'text', secret: false, required: false } } as const;
    const filled = await fillAddress(
      { inputs, endpoint: { kind: 'http', url: 'https://${HOST}/mcp', headers, transport: 'auto' } },
      context,
    );
    expect(filled).toEqual({
      url: 'https://example.org/mcp',
      headers: [
        { name: 'X-Key', value: 'key-of-this-app' },
        { name: 'X-Home', value: '~/x' },
        { name: 'X-Stored', value: { secret: 'KEY' } },
      ],
      notes: [
        {
          text: '${HOST} in the address is filled in with the variable of this computer, so its value is sent to this address.',
          level: 'info',
        },
        {
          text: '${API_KEY} in the header X-Key is filled in with the variable of this computer, so its value is sent to this address.',
          level: 'info',
        },
      ],
      problems: [],
    });
    expect(hidden).toEqual(['API_KEY=key-of-this-app']);
  });
});

test('process lists of other systems are read', () => {
  const table = psTable(
    '    1     0     1 Ss   Sun Nov 29 20:00:00 2026\n  300     1   299 S+   Sun Nov 29 20:01:02 2026\n  301   300   299 Z    Sun Nov 29 20:01:02 2026\n',
  );
  expect([...table.keys()]).toEqual([1, 300]);
  expect(table.get(300)).toEqual({ pid: 300, ppid: 1, pgid: 299, start: 'Sun Nov 29 20:01:02 2026' });
  expect(windowsTable('4 0 \r\n77 4 638000000\r\nrubbish\r\n').get(77)).toEqual({
    pid: 77,
    ppid: 4,
    start: '638000000',
  });
});

test('sizes are written for sentences', () => {
  expect([1, 999, 2150, 256 * 1024 * 1024].map(formatBytes)).toEqual(['1 byte', '999 bytes', '2.1 KB', '256 MB']);
});
