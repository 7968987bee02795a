import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileView } from '#host/launch/file-view.ts';
import { type LocateQuery, locateProgram } from '#host/launch/locate-program.ts';
import { usualPlaces } from '#host/launch/usual-places.ts';

/** The files of another computer: what runs, and what it begins with. */
function computer(files: Record<string, string>, windows = false): FileView {
  const path = windows ? win32 : posix;
  return {
    state: (file) => Promise.resolve(file in files ? 'runs' : 'ENOENT'),
    names: (folder) => {
      const inside = Object.keys(files).filter((file) => file.startsWith(folder + path.sep));
      return Promise.resolve([
        ...new Set(inside.map((file) => file.slice(folder.length + 1).split(path.sep)[0] ?? '')),
      ]);
    },
    firstLine: (file) => Promise.resolve(files[file]?.split('\n')[0] ?? ''),
  };
}

const NODE = '#!/usr/bin/env node\n';

interface Found {
  command?: string;
  files: Record<string, string>;
  platform?: 'linux' | 'darwin' | 'win32';
  env?: Record<string, string>;
  path?: string;
  shellPath?: string;
  fromShell?: string[];
}

function locate({ command = 'npx', files, platform = 'linux', env = {}, ...rest }: Found) {
  const view = computer(files, platform === 'win32');
  const home = { linux: '/home/me', darwin: '/Users/me', win32: 'C:\\Users\\me' }[platform];
  const query: LocateQuery = {
    command,
    cwd: home,
    path: rest.path ?? (platform === 'win32' ? 'C:\\Windows\\System32' : '/usr/bin:/bin'),
    platform,
    files: view,
    fromShell: rest.fromShell ?? [],
    shellPath: rest.shellPath,
    usual: () => usualPlaces({ platform, home, env, files: view }),
  };
  return locateProgram(query);
}

const NVM = '/home/me/.nvm/versions/node';
const nvm = (alias: Record<string, string>) => ({
  ...Object.fromEntries(Object.entries(alias).map(([name, text]) => [`/home/me/.nvm/alias/${name}`, text])),
  ...Object.fromEntries(
    ['v18.20.1', 'v20.9.0', 'v20.11.1', 'v22.3.0'].flatMap((version) => [
      [`${NVM}/${version}/bin/npx`, NODE],
      [`${NVM}/${version}/bin/node`, ''],
    ]),
  ),
});

describe('a program of nvm', () => {
  test.each([
    ['its default version', { default: '20\n' }, 'v20.11.1'],
    ['an exact default', { default: 'v18.20.1' }, 'v18.20.1'],
    ['a default by name', { default: 'lts/*', 'lts/*': 'lts/iron', 'lts/iron': 'v20.9.0' }, 'v20.9.0'],
    ['the newest when the default says so', { default: 'node' }, 'v22.3.0'],
    ['the newest without a default', {}, 'v22.3.0'],
    ['the newest when the default is not there', { default: '21' }, 'v22.3.0'],
    ['the newest when names lead in circles', { default: 'a', a: 'default' }, 'v22.3.0'],
    ['the newest when the default leads outside', { default: '../../../etc/passwd' }, 'v22.3.0'],
  ])('is that of %s', async (_what, alias: Record<string, string>, version) => {
    expect(await locate({ files: nvm(alias) })).toEqual({
      found: true,
      program: `${NVM}/${version}/bin/npx`,
      foundIn: `${NVM}/${version}/bin`,
      foundBy: 'usual',
      add: [{ folder: `${NVM}/${version}/bin`, why: 'program', name: 'npx' }],
    });
  });
});

/** File that is there, and what is asked for, by system. */
const PLACES: Record<'linux' | 'darwin' | 'win32', [string, string, Record<string, string>?][]> = {
  linux: [
    ['/home/me/.local/share/fnm/aliases/default/bin/node', 'node'],
    ['/home/me/.local/share/fnm/node-versions/v20.1.0/installation/bin/node', 'node'],
    ['/opt/fnm/node-versions/v20.1.0/installation/bin/node', 'node', { FNM_DIR: '/opt/fnm' }],
    ['/home/me/.volta/bin/npx', 'npx'],
    ['/home/me/.asdf/shims/node', 'node'],
    ['/home/me/.local/share/mise/shims/node', 'node'],
    ['/data/mise/shims/node', 'node', { XDG_DATA_HOME: '/data' }],
    ['/home/linuxbrew/.linuxbrew/bin/uv', 'uv'],
    ['/usr/local/bin/docker', 'docker'],
    ['/home/me/.local/bin/uvx', 'uvx'],
    ['/home/me/.cargo/bin/uvx', 'uvx'],
    ['/home/me/.bun/bin/bunx', 'bunx'],
    ['/home/me/.deno/bin/deno', 'deno'],
    ['/home/me/.pyenv/shims/python3', 'python3'],
  ],
  darwin: [
    ['/opt/homebrew/bin/uv', 'uv'],
    ['/usr/local/bin/uv', 'uv'],
    ['/Users/me/Library/Application Support/fnm/aliases/default/bin/node', 'node'],
    ['/Users/me/.volta/bin/node', 'node'],
    ['/Users/me/.local/bin/uvx', 'uvx'],
    ['/Users/me/.pyenv/shims/python', 'python'],
  ],
  win32: [
    ['C:\\Users\\me\\AppData\\Roaming\\npm\\tool.cmd', 'tool'],
    ['E:\\Roaming\\npm\\tool.cmd', 'tool', { AppData: 'E:\\Roaming' }],
    ['C:\\Users\\me\\AppData\\Local\\Programs\\Some Tool\\tool.exe', 'tool'],
    ['C:\\Users\\me\\AppData\\Local\\Programs\\Python\\Python312\\python.exe', 'python'],
    ['C:\\Users\\me\\AppData\\Roaming\\nvm\\v20.1.0\\node.exe', 'node'],
    ['D:\\nodejs\\node.exe', 'node', { NVM_SYMLINK: 'D:\\nodejs' }],
    ['C:\\Users\\me\\AppData\\Local\\Volta\\bin\\node.exe', 'node'],
    ['C:\\Users\\me\\scoop\\shims\\uv.exe', 'uv'],
    ['C:\\Program Files\\nodejs\\npx.cmd', 'npx'],
    ['C:\\Users\\me\\.local\\bin\\uvx.exe', 'uvx'],
    ['C:\\Users\\me\\.bun\\bin\\bun.exe', 'bun'],
  ],
};

for (const platform of ['linux', 'darwin', 'win32'] as const) {
  describe(`a usual place of ${platform}`, () => {
    test.each(PLACES[platform])('%s has %s', async (file, command, env = {}) => {
      expect(await locate({ command, files: { [file]: '' }, platform, env })).toMatchObject({
        program: file,
        foundBy: 'usual',
      });
    });
  });
}

describe('where a program is looked for', () => {
  const files = { '/usr/bin/uv': '', '/from/shell/uv': '', '/home/me/.local/bin/uv': '' };

  test('the PATH comes first, then the login shell, then the usual places', async () => {
    const found = (more: Partial<Found>) => locate({ command: 'uv', files, ...more });
    expect(await found({})).toMatchObject({ program: '/usr/bin/uv', foundBy: 'search', add: [] });
    expect(await found({ path: '/no', shellPath: '/from/shell:/usr/bin' })).toMatchObject({
      program: '/from/shell/uv',
      foundBy: 'shell',
      add: [{ folder: '/from/shell', why: 'program', name: 'uv' }],
    });
    expect(await found({ path: '/no', shellPath: '/none' })).toMatchObject({ foundIn: '/home/me/.local/bin' });
    // On a PATH that has the login shell's folders already.
    expect(
      await found({ path: '/from/shell:/usr/bin', shellPath: '/from/shell', fromShell: ['/from/shell'] }),
    ).toMatchObject({ foundBy: 'shell', add: [] });
  });

  test('what is named by its path is looked for nowhere else', async () => {
    expect(await locate({ command: './uv', files })).toEqual({ found: false, code: 'ENOENT', searched: [] });
    expect(await locate({ command: '/from/shell/uv', files })).toMatchObject({ foundBy: 'path', add: [] });
  });

  test('what is nowhere comes with the folders of the PATH', async () => {
    expect(await locate({ command: 'nothing', files })).toEqual({
      found: false,
      code: 'ENOENT',
      searched: ['/usr/bin', '/bin'],
    });
  });
});

describe('what a script needs', () => {
  const brew = { '/opt/homebrew/bin/npx': NODE, '/opt/homebrew/bin/node': '' };

  test('is put on the PATH when it is not there', async () => {
    expect(await locate({ command: '/opt/homebrew/bin/npx', files: brew, platform: 'darwin' })).toMatchObject({
      foundBy: 'path',
      add: [{ folder: '/opt/homebrew/bin', why: 'interpreter', name: 'node' }],
    });
    expect(
      await locate({ command: '/srv/tool', files: { '/srv/tool': NODE, '/home/me/.volta/bin/node': '' } }),
    ).toMatchObject({ add: [{ folder: '/home/me/.volta/bin', name: 'node' }] });
    const deno = { '/srv/tool': '#!/usr/bin/env -S deno run --allow-net\n', '/home/me/.deno/bin/deno': '' };
    expect(await locate({ command: '/srv/tool', files: deno })).toMatchObject({ add: [{ name: 'deno' }] });
  });

  test('is left alone when it is there, or nowhere, or named by its path', async () => {
    const add = async (found: Found) => {
      const answer = await locate(found);
      return answer.found && answer.add;
    };
    expect(await add({ command: '/srv/tool', files: { '/srv/tool': NODE, '/usr/bin/node': '' } })).toEqual([]);
    expect(await add({ command: '/srv/tool', files: { '/srv/tool': NODE } })).toEqual([]);
    expect(await add({ command: '/srv/tool', files: { '/srv/tool': '#!/bin/sh\n' } })).toEqual([]);
  });

  test('on Windows is known by the name of the script', async () => {
    const files = { 'D:\\tools\\npx.cmd': '', 'C:\\Program Files\\nodejs\\node.exe': '' };
    expect(await locate({ command: 'D:\\tools\\npx.cmd', files, platform: 'win32' })).toMatchObject({
      add: [{ folder: 'C:\\Program Files\\nodejs', why: 'interpreter', name: 'node' }],
    });
  });
});
