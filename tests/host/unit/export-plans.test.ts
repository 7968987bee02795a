import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claudeStoreFiles, storeFolderOf } from '#host/exchange-formats/client-places.ts';
import { createExportPlans } from '#host/export-plans.ts';
import { ServerConfig } from '#shared/config.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wirebench-export-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const configs = [
  ServerConfig.parse({ id: 'a', name: 'a', endpoint: { kind: 'stdio', command: 'x', args: ['y'], env: {} } }),
];
const AT = new Date('2026-11-30T10:20:30.456Z');
const open = (env: Record<string, string> = {}) => createExportPlans({ platform: 'linux', home, env }, () => AT);
const file = (...parts: string[]) => join(home, ...parts);

describe('a plan of a change', () => {
  test('nothing is written before it is carried out; then with a backup, whole and with its mode', async () => {
    const path = file('mcp.json');
    const before = '{ "theme": 1, "mcpServers": {} } // mine\n';
    writeFileSync(path, before);
    chmodSync(path, 0o640);
    const plans = open();
    const plan = await plans.plan({ client: 'lmstudio', configs, path });
    expect(plan).toMatchObject({ path, exists: true, before, notes: [] });
    expect(readFileSync(path, 'utf8')).toBe(before);

    const backup = `${path}.20261130-102030.bak`;
    expect(await plans.write(plan.token)).toEqual({ path, backup });
    expect(readFileSync(path, 'utf8')).toBe(plan.after);
    expect(JSON.parse(plan.after.replace('// mine', ''))).toEqual({
      theme: 1,
      mcpServers: { a: { command: 'x', args: ['y'] } },
    });
    expect(readFileSync(backup, 'utf8')).toBe(before);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(home).sort()).toEqual(['mcp.json', 'mcp.json.20261130-102030.bak']);
    // A plan is carried out once.
    await expect(plans.write(plan.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a file that is not there yet is made where the client reads it, for this person only', async () => {
    const plans = open();
    const plan = await plans.plan({ client: 'cursor', configs });
    const path = file('.cursor', 'mcp.json');
    expect(plan).toMatchObject({ path, exists: false, before: '' });
    expect(await plans.write(plan.token)).toEqual({ path });
    expect(readFileSync(path, 'utf8')).toBe(plan.after);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('another change in between is a conflict, and a file that came or went', async () => {
    const path = file('mcp.json');
    const plans = open();
    const onNew = await plans.plan({ client: 'cursor', configs, path });
    writeFileSync(path, '{}');
    await expect(plans.write(onNew.token)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Nothing was written'),
    });
    const onOld = await plans.plan({ client: 'cursor', configs, path });
    writeFileSync(path, '{ }');
    await expect(plans.write(onOld.token)).rejects.toMatchObject({ code: 'CONFLICT' });
    const onGone = await plans.plan({ client: 'cursor', configs, path });
    rmSync(path);
    await expect(plans.write(onGone.token)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(readdirSync(home)).toEqual([]);
  });

  test('the same again writes nothing and backs nothing up; an older backup is never replaced', async () => {
    const path = file('mcp.json');
    writeFileSync(path, '{}');
    const plans = open();
    const first = await plans.plan({ client: 'cursor', configs, path });
    await plans.write(first.token);
    const same = await plans.plan({ client: 'cursor', configs, path });
    expect(same.after).toBe(same.before);
    expect(await plans.write(same.token)).toEqual({ path });
    writeFileSync(path, '{"theme":2}');
    const third = await plans.plan({ client: 'cursor', configs, path });
    expect(await plans.write(third.token)).toEqual({ path, backup: `${path}.20261130-102030-2.bak` });
    expect(readFileSync(`${path}.20261130-102030.bak`, 'utf8')).toBe('{}');
  });

  test('a link stays a link', async () => {
    writeFileSync(file('real.json'), '{}');
    symlinkSync(file('real.json'), file('link.json'));
    const plans = open();
    const plan = await plans.plan({ client: 'cursor', configs, path: file('link.json') });
    expect(plan.path).toBe(file('real.json'));
    await plans.write(plan.token);
    expect(lstatSync(file('link.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(file('real.json'), 'utf8')).toContain('"command": "x"');
  });

  test.each<[string, (path: string) => void, string, string]>([
    [
      'not JSON',
      (path) => writeFileSync(path, '{ "a" 1 }'),
      'BAD_INPUT',
      'This is not valid JSON: line 1, a colon is missing',
    ],
    ['not text', (path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), 'IO', 'it is not UTF-8 text'],
    ['too large', (path) => writeFileSync(path, ' '.repeat(4_000_001)), 'IO', 'the limit is 4000000'],
    ['a folder', () => undefined, 'IO', 'is not a file'],
    ['a link to nothing', (path) => symlinkSync(`${path}.gone`, path), 'IO', 'is a link to a file that does not exist'],
  ])('%s is refused with a sentence', async (what, make, code, message) => {
    const path = what === 'a folder' ? home : file('mcp.json');
    make(path);
    const plan = open().plan({ client: 'cursor', configs, path });
    await expect(plan).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test('a relative path is refused: it would depend on where this app was started', async () => {
    await expect(open().plan({ client: 'cursor', configs, path: 'mcp.json' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });

  test('of many plans the oldest are forgotten', async () => {
    const plans = open();
    const tokens: string[] = [];
    for (let n = 0; n < 21; n += 1)
      tokens.push((await plans.plan({ client: 'cursor', configs, path: file(`${n}.json`) })).token);
    await expect(plans.write(tokens[0] ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await plans.write(tokens[20] ?? '')).toEqual({ path: file('20.json') });
  });
});

test('the usual place of each client, and the one that exists', async () => {
  const plans = open({ XDG_CONFIG_HOME: file('conf'), CODEX_HOME: file('codex') });
  expect(await plans.pathFor('claude-desktop')).toBe(file('conf', 'Claude', 'claude_desktop_config.json'));
  expect(await plans.pathFor('codex')).toBe(file('codex', 'config.toml'));
  expect(await open().pathFor('zed')).toBe(file('.config', 'zed', 'settings.json'));
  expect(await open().pathFor('vscode')).toBe(file('.config', 'Code', 'User', 'mcp.json'));
  const plan = await open().plan({ client: 'claude-code', configs });
  expect(plan.path).toBe(file('.claude.json'));
});

test.each([
  [
    'win32',
    'C:\\Users\\me',
    { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' },
    'C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
  ],
  ['darwin', '/Users/me', {}, '/Users/me/Library/Application Support/Claude/claude_desktop_config.json'],
] as const)('Claude Desktop on %s', async (platform, at, env, path) => {
  expect(await createExportPlans({ platform, home: at, env }, () => AT).pathFor('claude-desktop')).toBe(path);
});

test('Claude Desktop from the Windows store', () => {
  const local = { LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' };
  const folder = storeFolderOf({ platform: 'win32', home: 'C:\\Users\\me', env: local });
  expect(folder).toBe('C:\\Users\\me\\AppData\\Local\\Packages');
  expect(storeFolderOf({ platform: 'linux', home: '/home/me', env: local })).toBeUndefined();
  expect(claudeStoreFiles(folder ?? '', ['Other_x', 'Claude_pzs8sxrjxfjjc'])).toEqual([
    'C:\\Users\\me\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
  ]);
});
