import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../host/support/bundle.ts';
import { greet, LinePeer, modern } from './line-peer.ts';

describe('demo in a worker thread', () => {
  let folder = '';
  const entry = (): string => join(folder, 'demo.js');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wirebench-demo-'));
    await bundle(folder, { demo: 'src/demo/index.ts' });
  }, 60_000);
  const workers: Worker[] = [];
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.terminate();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function start(workerData: unknown) {
    const worker = new Worker(entry(), { workerData, stdin: true, stdout: true, stderr: true });
    workers.push(worker);
    const exit = once(worker, 'exit');
    let log = '';
    worker.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    const stdin = worker.stdin;
    if (stdin === null) throw new Error('The worker has no stdin.');
    return { peer: new LinePeer(stdin, worker.stdout), stdin, exit, log: () => log };
  }

  test('speaks the era it was given on its streams and exits when stdin ends', async () => {
    const { peer, stdin, exit, log } = start({ era: 'modern' });
    expect((await peer.request('server/discover', modern())).result.supportedVersions).toEqual(['2026-07-28']);
    const params = modern({ name: 'echo', arguments: { text: 'x'.repeat(200_000) } });
    expect((await peer.request('tools/call', params)).result.content[0].text).toHaveLength(200_000);
    stdin.end();
    expect(await exit).toEqual([0]);
    expect(log()).toContain('ready on stdio, era modern');
    expect(log()).toContain('call 1: echo (200000 characters)');
    expect(log()).toContain('stopped: the client closed the connection');
  });

  test('speaks both eras when none is named', async () => {
    const { peer, stdin, exit } = start(undefined);
    expect((await greet(peer)).result.protocolVersion).toBe('2025-11-25');
    stdin.end();
    expect(await exit).toEqual([0]);
  });

  test('does nothing when it is imported outside a worker', async () => {
    const child = spawn(process.execPath, [entry()], { stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(output).toBe('');
  });
});
