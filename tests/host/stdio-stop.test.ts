import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ProcessTree } from '#host/launch/process-tree.ts';
import { caseServer } from '../cases/cases.ts';
import { living, type Opened, openNode } from './transport-harness.ts';

const GRANDCHILD = `spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']`;
const script = (code: string): string[] => ['-e', `const { spawn } = require('child_process'); ${code}`];

/** Opens a server whose first lines are pids; gives them with its own. */
async function withPids(code: string, count: number): Promise<Opened & { pids: number[] }> {
  const opened = await openNode(script(`${code}; setTimeout(() => process.exit(), 60000);`));
  await opened.events.until(() => opened.events.messages.length === count);
  return { ...opened, pids: [opened.events.pid, ...opened.events.texts().map(Number)] };
}

async function close({ transport }: Opened): Promise<{ rungs: string[]; ms: number }> {
  const rungs: string[] = [];
  const from = performance.now();
  await transport.close((rung) => rungs.push(rung));
  return { rungs, ms: performance.now() - from };
}

describe('the ladder (STD-08)', () => {
  test('a server that exits when its input ends needs one rung', async () => {
    const opened = await openNode(script('process.stdin.resume()'));
    const { rungs, ms } = await close(opened);
    expect(rungs).toEqual(['Closed its input']);
    expect(ms).toBeLessThan(2000);
    expect(opened.events.end).toEqual({ reason: 'closed', exit: { code: 0, signal: null } });
  });

  test('a server that ignores the end of its input is terminated', async () => {
    const opened = await withPids('console.log(0)', 1);
    const { rungs, ms } = await close(opened);
    expect(rungs).toEqual(['Closed its input', 'Sent SIGTERM']);
    expect(ms).toBeGreaterThan(1900);
    expect(opened.events.end?.exit).toEqual({ code: null, signal: 'SIGTERM' });
  });

  test('a server that ignores SIGTERM too is killed, and a second stop skips the waits', async () => {
    const opened = await withPids(`process.on('SIGTERM', () => {}); console.log(0)`, 1);
    const from = performance.now();
    const rungs: string[] = [];
    const closing = opened.transport.close((rung) => {
      rungs.push(rung);
      opened.transport.hurry();
    });
    await closing;
    expect(rungs).toEqual(['Closed its input', 'Sent SIGTERM', 'Sent SIGKILL']);
    expect(performance.now() - from).toBeLessThan(1500);
    expect(opened.events.end?.exit).toEqual({ code: null, signal: 'SIGKILL' });
    await opened.transport.close(() => expect.unreachable());
  });

  test('closing while it opens leaves nothing', async () => {
    const opened = openNode(script('process.stdin.resume()'));
    const { transport, events } = await opened;
    await Promise.all([transport.close(() => undefined), transport.close(() => undefined)]);
    expect(events.end?.reason).toBe('closed');
    expect(await living([events.pid])).toEqual([]);
  });
});

describe('nothing of the tree survives (STD-09)', () => {
  test('grandchildren in the group, in a group of their own, and re-parented ones', async () => {
    const opened = await withPids(
      `console.log(${GRANDCHILD}, { stdio: 'ignore' }).pid);
       console.log(${GRANDCHILD}, { stdio: 'ignore', detached: true }).pid);
       spawn(process.execPath, ['-e', \`
         const { spawn } = require('child_process');
         console.log(${GRANDCHILD}, { stdio: 'ignore', detached: true }).pid);
         setTimeout(() => process.exit(), 1500)\`], { stdio: 'inherit' }).on('exit', () => console.log(0));`,
      4,
    );
    const pids = opened.pids.filter((pid) => pid > 0);
    expect(await living(pids)).toHaveLength(4);
    await close(opened);
    expect(await living(pids)).toEqual([]);
  });

  test('a grandchild that ignores SIGTERM and holds the pipes dies after its parent exited by itself', async () => {
    const stubborn = `spawn(process.execPath, ['-e', \`process.on('SIGTERM', () => {}); console.log(process.pid);
      setTimeout(() => {}, 60000)\`], { stdio: 'inherit', detached: true })`;
    const opened = await withPids(`${stubborn}; setTimeout(() => process.exit(7), 600)`, 1);
    await opened.events.until(() => opened.events.end !== undefined);
    expect(opened.events.end).toEqual({ reason: 'exited', exit: { code: 7, signal: null } });
    expect(opened.events.notes.map((note) => note.what)).toContain('process.left-behind');
    expect(await living(opened.pids)).toEqual([]);
  });

  test('a launcher that starts the real thing in another session and exits at once', async () => {
    const opened = await openNode(
      script(`spawn(process.execPath, ['-e', 'console.log(process.pid); setTimeout(() => {}, 60000)'],
        { stdio: 'inherit', detached: true }); process.exit(0)`),
    );
    await opened.events.until(() => opened.events.end !== undefined);
    expect(await living(opened.events.texts().map(Number))).toEqual([]);
  });

  test('a stranger that has the pid of a dead root is left alone', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], {
      stdio: 'ignore',
      detached: true,
    });
    const tree = new ProcessTree({ pid: stranger.pid ?? 0, start: 'another-boot:1' });
    expect(await tree.look()).toEqual([]);
    expect(await tree.kill()).toEqual([]);
    expect(stranger.exitCode).toBeNull();
    expect(await living([stranger.pid ?? 0])).toHaveLength(1);
    stranger.kill('SIGKILL');
  });
});

test.each([
  ['orphan-grandchild', caseServer('orphan-grandchild'), 'Sent SIGTERM'],
  ['ignore-sigterm', caseServer('ignore-sigterm'), 'Sent SIGKILL'],
  ['stubborn', fileURLToPath(new URL('../stress/stubborn.mjs', import.meta.url)), 'Sent SIGKILL'],
])('the case server %s is gone within five seconds, with all it started', async (_name, path, rung) => {
  const opened = await openNode([path]);
  const greeting = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  };
  await opened.transport.send({ ch: 'stdio', text: JSON.stringify(greeting), headers: [] });
  await opened.events.until(() => opened.events.messages.length > 0);
  const tree = (await new ProcessTree({ pid: opened.events.pid }).look()).map((entry) => entry.pid);
  const { rungs, ms } = await close(opened);
  expect(rungs.at(-1)).toBe(rung);
  expect(ms).toBeLessThan(5500);
  expect(tree).toContain(opened.events.pid);
  expect(await living(tree)).toEqual([]);
});

describe('a server that gives up', () => {
  test('its exit code is told at once, after everything it wrote (STD-10)', async () => {
    const code = `process.stderr.write('fatal: no config\\n'); process.stdout.write('{"x":1}'); process.exitCode = 4`;
    const opened = await openNode(script(code));
    await opened.events.until(() => opened.events.end !== undefined);
    expect(opened.events.end).toEqual({ reason: 'exited', exit: { code: 4, signal: null } });
    expect(opened.events.stderrText()).toBe('fatal: no config\n');
    // What is held back of this computer's variables is said before, where there is something to say.
    expect(opened.events.notes.filter((note) => note.what !== 'launch.note')).toMatchObject([
      { what: 'process.started', text: `Started, pid ${opened.events.pid}.` },
      { what: 'process.exited', text: expect.stringMatching(/^The program exited with code 4 after [\d.]+ m?s\.$/) },
    ]);
    expect(opened.events.texts()).toEqual(['{"x":1}']);
  });

  test('a signal is told as a signal', async () => {
    const opened = await openNode(script(`process.kill(process.pid, 'SIGABRT'); setTimeout(() => {}, 60000)`));
    await opened.events.until(() => opened.events.end !== undefined);
    expect(opened.events.end?.exit).toEqual({ code: null, signal: 'SIGABRT' });
  });

  test('closing stdout while living on is a loss, and the process is ended', async () => {
    const opened = await openNode(script(`require('fs').closeSync(1); setInterval(() => {}, 1000)`));
    await opened.events.until(() => opened.events.end !== undefined);
    expect(opened.events.end?.reason).toBe('lost');
    expect(opened.events.end?.message).toContain('closed its output');
    expect(opened.events.notes.map((note) => note.what)).toContain('process.lost');
    expect(await living([opened.events.pid])).toEqual([]);
  });
});
