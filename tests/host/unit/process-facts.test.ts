import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { processFacts, psFacts, windowsFacts } from '#host/launch/process-facts.ts';

const CHILD = `
  import { spawn } from 'node:child_process';
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30000)', '${'x'.repeat(2000)}'], { stdio: 'ignore' });
  const end = Date.now() + 200; while (Date.now() < end);
  console.log(child.pid);
  setTimeout(() => {}, 30000);`;

test.runIf(process.platform === 'linux')('tree, processor time, memory and age of a living process', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const root = child.pid ?? 0;
  onTestFinished(() => void process.kill(-root, 'SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]; // that is what `line` carries
  const [first, second, ...more] = await processFacts(root);
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    pid: root,
    ppid: process.pid,
    command: expect.stringContaining('--input-type=module'),
  });
  expect(second).toMatchObject({ pid: Number(line), ppid: root });
  expect(second?.command).toHaveLength(1000);
  // It was busy for 200 ms, and Node alone needs some megabytes.
  expect(first?.cpuMs).toBeGreaterThanOrEqual(150);
  expect(first?.memory).toBeGreaterThan(10_000_000);
  expect(first?.upMs).toBeGreaterThanOrEqual(190);
  expect(first?.upMs).toBeLessThan(30_000);
  expect(second?.upMs).toBeLessThan(first?.upMs ?? 0);
});

test('nothing is told of a process that does not live', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(child, 'exit');
  expect(await processFacts(child.pid ?? 0)).toEqual([]);
});

test('the output of ps on macOS', () => {
  const text = `  501   0:01.52  43520    01:05 /opt/homebrew/bin/node server.js --port 1
  777 1-02:03:04.50 1 2-00:00:01 (zsh)
 bad line
`;
  expect([...psFacts(text)]).toEqual([
    [501, { command: '/opt/homebrew/bin/node server.js --port 1', cpuMs: 1520, memory: 44_564_480, upMs: 65_000 }],
    [777, { command: '(zsh)', cpuMs: 93_784_500, memory: 1024, upMs: 172_801_000 }],
  ]);
});

test('the lines of PowerShell on Windows', () => {
  const text =
    '4711 15625000 52428800 1790000000000 "C:\\Program Files\\node.exe" server.js\r\n8 0 0 1790000001000 \r\nx\r\n';
  expect([...windowsFacts(text, 1_790_000_005_000)]).toEqual([
    [4711, { command: '"C:\\Program Files\\node.exe" server.js', cpuMs: 1563, memory: 52_428_800, upMs: 5000 }],
    [8, { command: '', cpuMs: 0, memory: 0, upMs: 4000 }],
  ]);
});
