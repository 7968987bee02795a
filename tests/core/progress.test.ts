import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { settle } from './support/fake-clock.ts';
import { type Call, fakeServer, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const tokenOf = ({ params }: Call) => (params._meta as JsonObject).progressToken; // each call carries its token

/** A server that keeps every call open. */
async function keeping(era: 'legacy' | 'modern'): Promise<{ h: Harness; calls: Call[] }> {
  const calls: Call[] = [];
  const handlers = (era === 'legacy' ? legacyHandlers : modernHandlers)({
    'tools/call': (call) => void calls.push(call),
  });
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era } }).start();
  return { h, calls };
}

describe.each(['legacy', 'modern'] as const)('progress, %s', (era) => {
  it('[PROG-01] [META-13] each call has a token of its own, a whole number, whatever a person writes into _meta', async () => {
    const { h, calls } = await keeping(era);
    for (const progressToken of ['mine', 1, undefined]) {
      await h.run('tools.call', { name: 'slow', args: {}, meta: { progressToken } });
    }
    const tokens = calls.map(tokenOf);
    expect(new Set(tokens).size).toBe(3);
    expect(tokens.every(Number.isInteger)).toBe(true);
  });

  it('[PROG-01] [PROG-03] reports go to the call of their token, fractions and odd totals included', async () => {
    const { h, calls } = await keeping(era);
    const first = await h.run('tools.call', { name: 'a', args: {} });
    const second = await h.run('tools.call', { name: 'b', args: {} });
    const [one, two] = calls;
    one?.notify('notifications/progress', { progressToken: tokenOf(one), progress: 0.25, total: 0.5, message: 'half' });
    two?.notify('notifications/progress', { progressToken: tokenOf(two), progress: 7.5, total: null });
    two?.notify('notifications/progress', { progressToken: String(tokenOf(two)), progress: 99 });
    await h.clock.advance(200);
    expect(h.entity('operation', first.id).progress).toEqual({ value: 0.25, total: 0.5, message: 'half' });
    expect(h.entity('operation', second.id)).toMatchObject({ progressCount: 1, progress: { value: 7.5 } });
  });

  it('[PROG-06] ten thousand reports are counted, the page hears of a few', async () => {
    const { h, calls } = await keeping(era);
    const op = await h.run('tools.call', { name: 'flood', args: {} });
    const [call] = calls;
    if (!call) expect.fail('not called');
    const before = h.changes.length;
    for (let at = 1; at <= 10_000; at += 1) {
      call.notify('notifications/progress', { progressToken: tokenOf(call), progress: at });
    }
    h.wire.say({ jsonrpc: '2.0', id: call.id, result: text('done') }, call.ch);
    await settle();
    await h.clock.advance(200);
    expect(h.entity('operation', op.id)).toMatchObject({
      status: 'done',
      progressCount: 10_000,
      progress: { value: 10_000 },
    });
    expect(h.changes.length - before).toBeLessThan(10);
    expect(h.records.filter((one) => one.k === 'frame' && one.text?.includes('notifications/progress'))).toHaveLength(
      10_000,
    );
  });
});

it('[PROG-07] the token of a legacy call counts until its task is over', async () => {
  let status = 'working';
  const calls: Call[] = [];
  const task = () => ({ taskId: 't1', status, createdAt: '2026-01-01T00:00:00Z', ttl: null, pollInterval: 500 });
  const handlers = legacyHandlers(
    {
      'tools/list': () => ({ tools: [{ name: 'long', execution: { taskSupport: 'required' } }] }),
      'tools/call': (call) => {
        calls.push(call);
        return { task: task() };
      },
      'tasks/get': () => task(),
      'tasks/result': () => text('the result'),
    },
    { tools: {}, tasks: { requests: { tools: { call: {} } } } },
  );
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'legacy' } }).start();
  const op = await h.run('tools.call', { name: 'long', args: {} });
  const [call] = calls;
  if (!call) expect.fail('not called');
  const report = (progress: number) =>
    call.notify('notifications/progress', { progressToken: tokenOf(call), progress });
  expect(op.status).toBe('polling');
  report(1);
  report(2);
  await h.clock.advance(600);
  expect(h.entity('operation', op.id)).toMatchObject({ status: 'polling', progressCount: 2, progress: { value: 2 } });
  status = 'completed';
  await h.clock.advance(600);
  report(3);
  await h.clock.advance(200);
  expect(h.entity('operation', op.id)).toMatchObject({ status: 'done', progressCount: 2, progress: { value: 2 } });
});
