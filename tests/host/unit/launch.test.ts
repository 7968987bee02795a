import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchEnvironment } from '#host/launch/environment.ts';
import { formatBytes } from '#host/launch/format-bytes.ts';
import { loginShellPath, withPath } from '#host/launch/login-shell.ts';
import type { LaunchContext } from '#host/launch/plan-launch.ts';
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
  resolveProgram({ command, cwd: folder, path, platform: 'linux' });

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

describe('the environment', () => {
  const ours = {
    HOME: '/h',
    PATH: '/bin',
    LC_ALL: 'C',
    SECRET_OF_APP: 'x',
    NODE_OPTIONS: '--inspect',
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_X: '1',
    APPDIR: '/tmp/.mount',
    LD_LIBRARY_PATH: '/tmp/.mount/lib',
    SHELL: '() { :; }',
  };
  const secret = (name: string): Promise<string | undefined> => Promise.resolve(name === 'KEY' ? 'value' : undefined);

  test('[STD-15] is the short list, or all without the marks of this app, with what is set on top', async () => {
    const short = await launchEnvironment({
      endpoint: { env: {}, inherit: 'short' },
      platform: 'linux',
      env: ours,
      secret,
    });
    expect(short.env).toEqual({ HOME: '/h', PATH: '/bin', LC_ALL: 'C' });
    const env = { PATH: '/mine', TOKEN: { secret: 'KEY' }, GONE: { secret: 'NOPE' } };
    const all = await launchEnvironment({ endpoint: { env, inherit: 'all' }, platform: 'linux', env: ours, secret });
    expect(all.env).toEqual({
      HOME: '/h',
      PATH: '/mine',
      LC_ALL: 'C',
      SECRET_OF_APP: 'x',
      SHELL: '() { :; }',
      TOKEN: 'value',
    });
    expect(all.missing).toEqual(['NOPE']);
    expect(all.entries).toEqual([
      { name: 'GONE', source: 'missing' },
      { name: 'HOME', value: '/h', source: 'inherited' },
      { name: 'LC_ALL', value: 'C', source: 'inherited' },
      { name: 'PATH', value: '/mine', source: 'set' },
      { name: 'SECRET_OF_APP', value: 'x', source: 'inherited' },
      { name: 'SHELL', value: '() { :; }', source: 'inherited' },
      { name: 'TOKEN', source: 'secret' },
    ]);
  });

  test('on Windows has one PATH, however it is written', async () => {
    const env = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', OTHER: 'x' };
    const made = await launchEnvironment({
      endpoint: { env: { PATH: 'D:\\bin' }, inherit: 'short' },
      platform: 'win32',
      env,
      secret,
    });
    expect(made.env).toEqual({ SystemRoot: 'C:\\Windows', PATH: 'D:\\bin' });
  });
});

describe('the preview', () => {
  const context: LaunchContext = {
    platform: 'linux',
    env: { PATH: '/nowhere', HOME: '/h' },
    home: tmpdir(),
    secret: () => Promise.resolve('never shown'),
  };
  const endpoint: StdioEndpoint = { kind: 'stdio', command: 'tool', args: ['a b'], env: {}, inherit: 'short' };

  test('[STD-15] names the absolute program, folder and environment, and no secret', async () => {
    const preview = await previewLaunch(
      { ...endpoint, cwd: folder, env: { PATH: `${folder}/two`, K: { secret: 'S' } } },
      context,
    );
    expect(preview.command).toEqual([`${folder}/two/tool`, 'a b']);
    expect(preview.cwd).toBe(folder);
    expect(preview.problems).toEqual([]);
    expect(JSON.stringify(preview)).not.toContain('never shown');
  });

  test('lists every problem: folder, program and secret', async () => {
    const preview = await previewLaunch(
      { ...endpoint, cwd: '/no/such', env: { K: { secret: 'S' } } },
      { ...context, secret: () => Promise.resolve(undefined) },
    );
    expect(preview.problems.map((problem) => problem.rule)).toEqual(['dx-cwd', 'dx-enoent-none', 'dx-secret']);
    expect(preview.problems[1]?.why).toContain('/nowhere');
    expect(preview.command).toEqual(['tool', 'a b']);
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

describe('the login shell', () => {
  async function shell(body: string): Promise<string> {
    const file = join(folder, 'bash');
    await writeFile(file, `#!/bin/sh\n${body}\n`);
    await chmod(file, 0o755);
    return file;
  }

  test('is asked for its PATH, whatever its profile prints or asks', async () => {
    const SHELL = await shell(
      'echo Welcome; PATH=/from/profile:/bin:/usr/bin; read answer; eval "$2"; echo PATH=/late',
    );
    const path = await loginShellPath({ SHELL, PATH: '/usr/bin:/bin' }, 'linux');
    expect(path).toBe('/from/profile:/bin:/usr/bin');
    expect(withPath({ PATH: '/bin:/x', A: '1' }, path)).toEqual({ PATH: '/bin:/x:/from/profile:/usr/bin', A: '1' });
  });

  test('that says nothing of use changes nothing', async () => {
    const SHELL = await shell('exit 3');
    expect(await loginShellPath({ SHELL, PATH: '/bin' }, 'linux')).toBeUndefined();
    expect(await loginShellPath({ PATH: '/bin' }, 'linux')).toBeUndefined();
    expect(await loginShellPath({ SHELL: '/no/such/shell' }, 'darwin')).toBeUndefined();
    expect(withPath({ PATH: '/bin' }, undefined)).toEqual({ PATH: '/bin' });
  });
});
