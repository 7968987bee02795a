import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestHost, type TestHost } from './support/test-host.ts';

async function withDemo(dataDir?: string): Promise<{ host: TestHost; serverId: string; sessionId: string }> {
  const host = await openTestHost(dataDir === undefined ? {} : { dataDir });
  onTestFinished(() => host.close());
  const { id: sessionId, serverId } = await host.open({ kind: 'builtin', name: 'demo', era: 'both' });
  return { host, serverId, sessionId };
}

test('runs of a tool are kept with how they ended, newest first, fifty of them', async () => {
  const { host, serverId, sessionId } = await withDemo();
  for (let at = 0; at < 52; at += 1)
    await host.run(sessionId, 'tools.call', { name: 'echo', args: { text: `n${at}` } });
  await host.run(sessionId, 'tools.call', { name: 'echo', args: { text: 'n51' } });
  await host.run(sessionId, 'tools.call', { name: 'echo', args: { wrong: true } });
  const { runs, examples } = await host.client['earlier.list']({ serverId, tool: 'echo' });
  expect(examples).toEqual([]);
  expect(runs).toHaveLength(50);
  expect(runs.slice(0, 3).map(({ text }) => JSON.parse(text))).toEqual([
    { wrong: true },
    { text: 'n51' },
    { text: 'n50' },
  ]);
  expect(runs[1]).toMatchObject({ status: 'done', at: expect.any(Number) });
  expect(runs[0]?.fault ?? runs[0]?.toolError).toBeTruthy();
  expect(await host.client['earlier.list']({ serverId, tool: 'other' })).toEqual({ runs: [], examples: [] });
});

test('they outlive the host, in a file that only this account can read, and go with the server', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wirebench-earlier-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { host, serverId, sessionId } = await withDemo(dataDir);
  await host.run(sessionId, 'tools.call', { name: 'echo', args: { text: 'hello', password: 'hunter2' } });
  const saved = { serverId, tool: 'echo', name: 'Greeting', text: '{"text":"hi","apiKey":"k"}' };
  expect(await host.client['earlier.save'](saved)).toMatchObject({ leftOut: ['/apiKey'] });
  const path = join(host.dataDir, 'state', 'arguments', `${serverId}.json`);
  await host.close();
  expect(await readFile(path, 'utf8')).not.toContain('hunter2');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const again = await openTestHost({ dataDir });
  onTestFinished(() => again.close());
  const kept = await again.client['earlier.list']({ serverId, tool: 'echo' });
  expect(kept.runs).toMatchObject([{ text: '{"text":"hello"}', leftOut: ['/password'] }]);
  expect(kept.examples).toMatchObject([{ name: 'Greeting', text: '{"text":"hi"}', leftOut: ['/apiKey'] }]);
  await again.client['server.remove']({ serverId });
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test('one entry is forgotten, or all runs of a tool; examples stay, and one of the same name is replaced', async () => {
  const { host, serverId, sessionId } = await withDemo();
  for (const text of ['a', 'b']) await host.run(sessionId, 'tools.call', { name: 'echo', args: { text } });
  const save = (text: string) => host.client['earlier.save']({ serverId, tool: 'echo', name: 'One', text });
  await save('{"text":"1"}');
  await save('{"text":"2"}');
  const list = () => host.client['earlier.list']({ serverId, tool: 'echo' });
  const { runs } = await list();
  await host.client['earlier.remove']({ serverId, tool: 'echo', id: runs[0]?.id });
  expect((await list()).runs.map(({ text }) => text)).toEqual(['{"text":"a"}']);
  await host.client['earlier.remove']({ serverId, tool: 'echo' });
  expect(await list()).toMatchObject({ runs: [], examples: [{ name: 'One', text: '{"text":"2"}' }] });
});

test('a damaged file is put aside and nothing else suffers', async () => {
  const { host, serverId, sessionId } = await withDemo();
  await host.client['earlier.save']({ serverId, tool: 'echo', name: 'One', text: '{}' });
  await writeFile(join(host.dataDir, 'state', 'arguments', `${serverId}.json`), '{"format":1,');
  expect(await host.client['earlier.list']({ serverId, tool: 'echo' })).toEqual({ runs: [], examples: [] });
  await host.run(sessionId, 'tools.call', { name: 'echo', args: { text: 'x' } });
  expect((await host.client['earlier.list']({ serverId, tool: 'echo' })).runs).toHaveLength(1);
});

test('while a call runs it is listed as running', async () => {
  const { host, serverId, sessionId } = await withDemo();
  const input = { name: 'slow', args: { steps: 5, delayMs: 1000 } };
  const { operationId } = await host.client['operation.run']({ sessionId, verb: 'tools.call', input });
  const { runs } = await host.client['earlier.list']({ serverId, tool: 'slow' });
  expect(runs).toMatchObject([{ status: 'running' }]);
  await host.client['operation.cancel']({ operationId });
});

test('a prompt has its own, beside a tool of the same name', async () => {
  const { host, serverId, sessionId } = await withDemo();
  const args = { text: 'hello', password: 'hunter2' };
  await host.run(sessionId, 'prompts.get', { name: 'echo', args });
  const prompt = { serverId, of: 'prompt', tool: 'echo' } as const;
  expect(await host.client['earlier.save']({ ...prompt, name: 'One', text: '{"a":"1","apiKey":"k"}' })).toMatchObject({
    leftOut: ['/apiKey'],
  });
  const { runs, examples } = await host.client['earlier.list'](prompt);
  expect(runs).toMatchObject([{ text: '{"text":"hello"}', leftOut: ['/password'] }]);
  expect(examples).toMatchObject([{ name: 'One', text: '{"a":"1"}' }]);
  expect(await host.client['earlier.list']({ serverId, tool: 'echo' })).toEqual({ runs: [], examples: [] });
  await host.client['earlier.remove'](prompt);
  expect((await host.client['earlier.list'](prompt)).runs).toEqual([]);
});
