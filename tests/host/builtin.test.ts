import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuiltin } from '#host/transport/builtin.ts';
import { Events, memoryBodies } from './transport-harness.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wirebench-builtin-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(code: string) {
  const demoEntry = join(folder, `${Math.random().toString(16).slice(2)}.mjs`);
  await writeFile(demoEntry, code);
  const events = new Events();
  const transport = createBuiltin({ demoEntry })({
    endpoint: { kind: 'builtin', name: 'demo', era: 'modern' },
    maxLineBytes: 1024 * 1024,
    bodies: memoryBodies(),
  });
  await transport.open(events);
  return { transport, events };
}

const ECHO = `
  import { workerData } from 'node:worker_threads';
  process.stderr.write('era ' + workerData.era + '\\n');
  process.stdin.pipe(process.stdout);`;

test('a thread speaks lines on its streams and ends with its input', async () => {
  const { transport, events } = await open(ECHO);
  await transport.send({ ch: 'stdio', text: '{"n":1}', headers: [] });
  await transport.send({ ch: 'stdio', text: 'x'.repeat(200_000), headers: [] });
  await events.until(() => events.messages.length === 2 && events.errors.length === 1);
  expect(events.texts()).toEqual(['{"n":1}', 'x'.repeat(200_000)]);
  expect(events.errors).toEqual([{ text: 'era modern' }]);
  const rungs: string[] = [];
  await transport.close((rung) => rungs.push(rung));
  expect(rungs).toEqual(['Closed its input']);
  expect(events.end).toEqual({ reason: 'closed', exit: { code: 0, signal: null } });
});

test('a thread that does not end is ended, and one that fails tells its exit', async () => {
  const stuck = await open(`setInterval(() => {}, 1000)`);
  const rungs: string[] = [];
  const closing = stuck.transport.close((rung) => rungs.push(rung));
  stuck.transport.hurry();
  await closing;
  expect(rungs).toEqual(['Closed its input', 'Ended the thread']);
  const failing = await open(`process.stdin.once('data', () => { throw new Error('broken demo'); });`);
  await failing.transport.send({ ch: 'stdio', text: '{}', headers: [] });
  await failing.events.until(() => failing.events.end !== undefined);
  expect(failing.events.end).toEqual({
    reason: 'exited',
    exit: { code: 1, signal: null },
    message: 'broken demo',
  });
});

test('a missing entry is told with its reason', async () => {
  const transport = createBuiltin({ demoEntry: join(folder, 'absent.mjs') })({
    endpoint: { kind: 'builtin', name: 'demo', era: 'both' },
    maxLineBytes: 1024,
    bodies: memoryBodies(),
  });
  const events = new Events();
  await transport.open(events);
  await events.until(() => events.end !== undefined);
  expect(events.end?.message).toContain('absent.mjs');
});
