import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { processStart } from '#host/launch/process-table.ts';
import { ensureDataDir, resolveDataDir } from '#host/store/data-dir.ts';
import { createEraStore } from '#host/store/eras.ts';
import { openRunFile, runningShell } from '#host/store/run-file.ts';
import { createServerStore } from '#host/store/servers.ts';
import { createSettingsStore } from '#host/store/settings.ts';
import { createWindowStore } from '#host/store/window.ts';
import { ServerConfig } from '#shared/config.ts';
import type { HostError } from '#shared/errors.ts';

let dir = '';
let problems: HostError[] = [];
const onProblem = (problem: HostError): void => void problems.push(problem);
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wirebench-data-'));
  problems = [];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const endpoint = { kind: 'stdio' as const, command: 'x', args: [], env: {}, inherit: 'short' as const };
const modeOf = async (name: string): Promise<number> => (await stat(join(dir, name))).mode & 0o777;

describe('the data folder', () => {
  test('is the flag, else the variable, else the place Electron uses', () => {
    const base = { env: {}, platform: 'linux' as const, home: '/h', cwd: '/w' };
    expect(resolveDataDir({ ...base, flag: 'rel', env: { WIREBENCH_DATA: '/e' } })).toBe('/w/rel');
    expect(resolveDataDir({ ...base, env: { WIREBENCH_DATA: '/e' } })).toBe('/e');
    expect(resolveDataDir(base)).toBe('/h/.config/Wirebench');
    expect(resolveDataDir({ ...base, env: { XDG_CONFIG_HOME: '/c' } })).toBe('/c/Wirebench');
    expect(resolveDataDir({ ...base, env: { XDG_CONFIG_HOME: 'c' } })).toBe('/h/.config/Wirebench');
    expect(resolveDataDir({ ...base, platform: 'darwin' })).toBe('/h/Library/Application Support/Wirebench');
    const windows = { ...base, platform: 'win32' as const, home: 'C:\\U\\me' };
    expect(resolveDataDir(windows)).toBe('C:\\U\\me\\AppData\\Roaming\\Wirebench');
    expect(resolveDataDir({ ...windows, env: { APPDATA: 'D:\\A' } })).toBe('D:\\A\\Wirebench');
  });

  test('is for this account only, and a folder of somebody else keeps its mode', async () => {
    await ensureDataDir(join(dir, 'a', 'b'));
    expect(await modeOf('a/b')).toBe(0o700);
    expect(await modeOf('a/b/sessions')).toBe(0o700);
    await mkdir(join(dir, 'theirs'));
    await chmod(join(dir, 'theirs'), 0o755);
    await writeFile(join(dir, 'theirs', 'photo.jpg'), '');
    await ensureDataDir(join(dir, 'theirs'));
    expect(await modeOf('theirs')).toBe(0o755);
    expect(await modeOf('theirs/run')).toBe(0o700);
    await expect(ensureDataDir(join(dir, 'theirs', 'photo.jpg'))).rejects.toMatchObject({ code: 'IO' });
  });
});

describe('servers.json', () => {
  test('keeps servers in order, changes one, removes one; mode 0600 and no leftovers', async () => {
    const store = createServerStore(dir, onProblem);
    expect(await store.list()).toEqual([]);
    const one = await store.save({ name: 'Wétter dev!', endpoint });
    const two = await store.save({ name: '日本', endpoint });
    expect(one.id).toMatch(/^we-tter-dev-[0-9a-f]{6}$/);
    expect(two.id).toMatch(/^server-[0-9a-f]{6}$/);
    await store.save({ ...one, name: 'renamed' });
    expect((await store.list()).map((server) => server.name)).toEqual(['renamed', '日本']);
    await store.remove(one.id);
    expect(await createServerStore(dir, onProblem).list()).toEqual([two]);
    expect(await modeOf('servers.json')).toBe(0o600);
    expect(await readdir(dir)).toEqual(['servers.json']);
    await expect(store.save({ ...one })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a member without a value changes nothing', async () => {
    const store = createServerStore(dir, onProblem);
    const one = await store.save({ name: 'one', endpoint, era: 'legacy', maxLineBytes: 4096 });
    await store.save({ id: one.id, name: 'renamed', endpoint, era: undefined, maxLineBytes: undefined });
    expect(await store.list()).toMatchObject([{ name: 'renamed', era: 'legacy', maxLineBytes: 4096 }]);
  });

  test('a damaged file is put aside, nothing of it is lost, and work goes on', async () => {
    await writeFile(join(dir, 'servers.json'), '{"format":1,"servers":[{"id"');
    const store = createServerStore(dir, onProblem);
    expect(await store.list()).toEqual([]);
    const [aside] = (await readdir(dir)).filter((name) => name.startsWith('servers.json.damaged-'));
    expect(await readFile(join(dir, aside ?? ''), 'utf8')).toBe('{"format":1,"servers":[{"id"');
    expect(problems.map((problem) => problem.message).join()).toContain(aside);
    await store.save({ name: 'a', endpoint });
    expect(await store.list()).toHaveLength(1);
    expect(problems).toHaveLength(1);
  });

  test('an entry of a later version stays in the file and harms no other', async () => {
    const odd = { id: 'odd', name: 'odd', endpoint: { kind: 'carrier-pigeon' }, more: [1] };
    await writeFile(join(dir, 'servers.json'), JSON.stringify({ format: 1, servers: [odd], extra: true }));
    const store = createServerStore(dir, onProblem);
    const saved = await store.save({ name: 'a', endpoint });
    expect(await store.list()).toEqual([saved]);
    const file = JSON.parse(await readFile(join(dir, 'servers.json'), 'utf8'));
    expect(file).toMatchObject({ extra: true, servers: [odd, { id: saved.id }] });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain('"odd"');
  });

  test('a file of a later version is refused and left alone', async () => {
    const text = '{"format":2,"servers":{}}';
    await writeFile(join(dir, 'servers.json'), text);
    const store = createServerStore(dir, onProblem);
    await expect(store.list()).rejects.toMatchObject({ code: 'IO', message: expect.stringContaining('later version') });
    await expect(store.save({ name: 'a', endpoint })).rejects.toMatchObject({ code: 'IO' });
    expect(await readFile(join(dir, 'servers.json'), 'utf8')).toBe(text);
  });

  test('a file that cannot be read is not overwritten', async () => {
    await mkdir(join(dir, 'servers.json'));
    const store = createServerStore(dir, onProblem);
    await expect(store.save({ name: 'a', endpoint })).rejects.toMatchObject({ code: 'IO' });
    expect((await stat(join(dir, 'servers.json'))).isDirectory()).toBe(true);
  });

  test('many hosts write at once and no entry is lost; each hears of the others', async () => {
    const stores = Array.from({ length: 4 }, () => createServerStore(dir, onProblem));
    let heard: ServerConfig[] = [];
    const stop = stores[0]?.watch((servers) => {
      heard = servers;
    });
    const names = Array.from({ length: 12 }, (_, index) => `s${index}`);
    await Promise.all(names.map((name, index) => stores[index % 4]?.save({ name, endpoint })));
    expect((await stores[0]?.list())?.map((server) => server.name).sort()).toEqual([...names].sort());
    await vi.waitFor(() => expect(heard).toHaveLength(12), 5000);
    stop?.();
    expect(problems).toEqual([]);
  });
});

test('settings have defaults, take a part, and a damaged file gives the defaults', async () => {
  const store = createSettingsStore(dir, onProblem);
  expect((await store.get()).theme).toBe('system');
  expect(await store.save({ theme: 'dark', retentionBytes: undefined })).toMatchObject({
    theme: 'dark',
    retentionBytes: 2_000_000_000,
  });
  expect((await createSettingsStore(dir, onProblem).get()).theme).toBe('dark');
  await writeFile(join(dir, 'settings.json'), '{"theme":"pink"}');
  expect((await store.get()).theme).toBe('system');
  expect(problems).toHaveLength(1);
});

test('changed keys are kept as they are written, also those that no window can use', async () => {
  const shortcuts = { 'server.add': 'f9', 'of.a.later.version': ['f8', 'f7'], 'view.dock': null };
  const store = createSettingsStore(dir, onProblem);
  expect(await store.get()).toMatchObject({ letterKeys: true, shortcuts: {} });
  await store.save({ letterKeys: false, shortcuts });
  expect(await createSettingsStore(dir, onProblem).get()).toMatchObject({ letterKeys: false, shortcuts });
  expect(problems).toEqual([]);
});

test('window.json is bounded', async () => {
  const store = createWindowStore(dir, onProblem);
  expect(await store.load()).toBeUndefined();
  await store.save({ tabs: ['a'] });
  expect(await store.load()).toEqual({ tabs: ['a'] });
  await expect(store.save('x'.repeat(300_000))).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect(await store.load()).toEqual({ tabs: ['a'] });
});

test('a learned era is forgotten when the endpoint changes', async () => {
  const store = createEraStore(dir, onProblem);
  const config = ServerConfig.parse({ id: 'a', name: 'a', endpoint });
  await store.set(config, { era: 'legacy', version: '2025-06-18' });
  expect(await store.get(config)).toEqual({ era: 'legacy', version: '2025-06-18' });
  expect(await store.get({ ...config, endpoint: { ...endpoint, command: 'y' } })).toBeUndefined();
  await store.forget('a');
  expect(await store.get(config)).toBeUndefined();
});

describe('run/', () => {
  const IDLE = ['-e', 'setTimeout(() => {}, 60000)'];
  const idle = () => spawn(process.execPath, IDLE, { detached: true, stdio: 'ignore' });
  const options = { dataDir: '', command: ['test'] };
  const entry = (content: object): Promise<void> =>
    writeFile(join(dir, 'run', `${(content as { pid: number }).pid}.json`), JSON.stringify({ format: 1, ...content })); // all entries have one

  test('a second shell is refused with the first one’s pid; a headless host is not', async () => {
    await mkdir(join(dir, 'run'));
    const other = idle();
    const pid = other.pid ?? 0;
    const start = await processStart(pid);
    await entry({ pid, start, kind: 'serve', command: [], children: [] });
    const refused = await openRunFile({ ...options, dataDir: dir, kind: 'desktop' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      data: { pid },
      message: expect.stringContaining(`(pid ${pid})`),
    });
    expect(await runningShell(dir)).toEqual({ pid, kind: 'serve' });
    const headless = await openRunFile({ ...options, dataDir: dir, kind: 'headless' });
    await headless.close();
    other.kill('SIGKILL');
    await vi.waitFor(async () => expect(await processStart(pid)).toBeUndefined());
    const run = await openRunFile({ ...options, dataDir: dir, kind: 'serve' });
    expect(await readdir(join(dir, 'run'))).toEqual([`${process.pid}.json`]);
    await run.close();
    expect(await readdir(join(dir, 'run'))).toEqual([]);
  });

  test('ends what a dead host left behind, and neither strangers nor children of the living', async () => {
    await mkdir(join(dir, 'run'));
    const [orphan, stranger, kept, host] = [idle(), idle(), idle(), idle()];
    const pidOf = (child: typeof orphan): number => child.pid ?? 0;
    const start = async (child: typeof orphan): Promise<string> => (await processStart(pidOf(child))) ?? '';
    const dead = 4_194_000; // above pid_max of most systems, and its start fits nobody
    await entry({
      ...{ pid: dead, start: 'x:1', kind: 'desktop', command: [] },
      children: [
        { pid: pidOf(orphan), start: await start(orphan), command: 'orphan' },
        { pid: pidOf(stranger), start: `${await start(stranger)}9`, command: 'reused pid' },
      ],
    });
    await entry({
      ...{ pid: pidOf(host), start: await start(host), kind: 'headless', command: [] },
      children: [{ pid: pidOf(kept), start: await start(kept), command: 'kept' }],
    });
    const run = await openRunFile({ ...options, dataDir: dir, kind: 'desktop' });
    expect(run.swept.map((child) => child.command)).toEqual(['orphan']);
    expect(await processStart(pidOf(orphan))).toBeUndefined();
    for (const child of [stranger, kept, host]) {
      expect(await processStart(pidOf(child))).toBeDefined();
      child.kill('SIGKILL');
    }
    expect((await readdir(join(dir, 'run'))).includes(`${dead}.json`)).toBe(false);
    await run.close();
  });

  test('names its children on disk at once, and can end them at once', async () => {
    const run = await openRunFile({ ...options, dataDir: dir, kind: 'headless' });
    const child = idle();
    const pid = child.pid ?? 0;
    const exited = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    run.children.add({ pid, start: (await processStart(pid)) ?? '', command: 'c' });
    run.children.add({ pid: 1_999_999_999, start: 'x', command: 'gone' });
    run.children.remove(1_999_999_999);
    const content = JSON.parse(await readFile(join(dir, 'run', `${process.pid}.json`), 'utf8'));
    expect(content).toMatchObject({ pid: process.pid, kind: 'headless', children: [{ pid, command: 'c' }] });
    expect(await modeOf(`run/${process.pid}.json`)).toBe(0o600);
    run.endNow();
    expect(await exited).toBe('SIGKILL');
    await run.close();
  });
});
