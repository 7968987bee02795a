import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openRunFile } from '#host/store/run-file.ts';
import { living } from './transport-harness.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wirebench-killed-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: fileURLToPath(new URL('./killed-host-entry.ts', import.meta.url)),
      outDir: join(folder, 'built'),
      target: 'node20.19',
      rolldownOptions: { output: { format: 'es', entryFileNames: 'host.mjs' } },
    },
  });
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A server that nothing but SIGKILL ends, with a grandchild in the group and one outside of it. */
const SERVER = `
  import { spawn } from 'node:child_process';
  process.on('SIGTERM', () => {});
  const idle = (detached) => spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore', detached });
  console.log([process.pid, idle(false).pid, idle(true).pid].join(' '));
  setTimeout(() => process.exit(), 60000);`;

test('what a killed host left running is ended by the next one, and only that', async () => {
  const dataDir = join(folder, 'data');
  const server = join(folder, 'server.mjs');
  await writeFile(server, SERVER);
  const host = spawn(process.execPath, [join(folder, 'built', 'host.mjs'), dataDir, server], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(host.stdout, 'data')) as [Buffer]; // a pipe gives buffers
  const pids = line.toString().split(' ').map(Number);
  expect(await living(pids)).toHaveLength(3);
  await expect(openRunFile({ dataDir, kind: 'desktop', command: [] })).rejects.toMatchObject({
    data: { pid: host.pid },
  });

  const gone = once(host, 'exit');
  host.kill('SIGKILL');
  await gone;
  expect(await living(pids)).toHaveLength(3);
  const run = await openRunFile({ dataDir, kind: 'desktop', command: [] });
  expect(run.swept).toMatchObject([{ pid: pids[0] }]);
  expect(await living(pids)).toEqual([]);
  expect(await readdir(join(dataDir, 'run'))).toEqual([`${process.pid}.json`]);
  await run.close();
});

/** A server that ends with its input, as it should, but leaves behind what it put into a session of its own. */
const LEAVING = `
  import { spawn } from 'node:child_process';
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore', detached: true });
  console.log([process.pid, child.pid].join(' '));
  process.stdin.resume().on('end', () => process.exit());
  setTimeout(() => process.exit(), 60000);`;

test.runIf(process.platform === 'linux')(
  'what a server that ended with the killed host had let loose is known and ended',
  async () => {
    const dataDir = join(folder, 'loose');
    const server = join(folder, 'leaving.mjs');
    await writeFile(server, LEAVING);
    const host = spawn(process.execPath, [join(folder, 'built', 'host.mjs'), dataDir, server], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(host.stdout, 'data')) as [Buffer]; // a pipe gives buffers
    const [root = 0, loose = 0] = line.toString().split(' ').map(Number);
    // The tree is looked over from time to time; what left the group is written down.
    await vi.waitFor(async () => {
      const entry = JSON.parse(await readFile(join(dataDir, 'run', `${host.pid}.json`), 'utf8'));
      expect(entry.children).toMatchObject([{ pid: root, strays: [{ pid: loose }] }]);
    }, 10_000);

    const gone = once(host, 'exit');
    host.kill('SIGKILL');
    await gone;
    await vi.waitFor(async () => expect(await living([root, loose])).toEqual([loose]), 10_000);
    const run = await openRunFile({ dataDir, kind: 'desktop', command: [] });
    expect(run.swept).toMatchObject([{ pid: root }]);
    expect(await living([loose])).toEqual([]);
    await run.close();
  },
);
