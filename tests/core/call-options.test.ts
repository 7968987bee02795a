import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { settle } from './support/fake-clock.ts';
import { type Call, fakeServer, type Handlers, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const LIMITS = { connectMs: 30_000, requestMs: 10_000, totalMs: 60_000 };
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const metaOf = (call: Call | undefined) => (call?.params._meta ?? {}) as JsonObject; // an object where there is one

/** A server that keeps every call open. */
async function keeping(era: 'legacy' | 'modern', { http = false, more = {} as Handlers } = {}) {
  const calls: Call[] = [];
  const make = era === 'legacy' ? legacyHandlers : modernHandlers;
  const handlers = make({ 'tools/call': (call) => void calls.push(call), ...more });
  const config = { era, timeouts: LIMITS };
  const h = await new Harness({ servers: [fakeServer(handlers)], http, config }).start();
  return { h, calls };
}

describe.each(['legacy', 'modern'] as const)('time limits of a call, %s', (era) => {
  it('[CANC-01] [CANC-02] [CANC-03] the operation tells when the next limit strikes; a sign of life moves it, up to the limit in all', async () => {
    const { h, calls } = await keeping(era);
    const { id, limit } = await h.run('tools.call', { name: 'slow', args: {} });
    const now = () => Math.round(h.clock.wall() / 1000);
    expect(limit).toEqual({ which: 'idle', endsAt: now() + 10_000 });
    for (let at = 1; at <= 6; at += 1) {
      await h.clock.advance(9000);
      calls[0]?.notify('notifications/progress', { progressToken: metaOf(calls[0]).progressToken, progress: at });
      await h.clock.advance(100);
    }
    expect(h.entity('operation', id).limit).toEqual({ which: 'total', endsAt: now() + 60_000 - 6 * 9100 });
  });

  it('[CANC-01] limits of the call win over those of the server, and 0 means none', async () => {
    const { h } = await keeping(era);
    const own = await h.run('tools.call', { name: 'a', args: {}, timeoutMs: 2000, totalMs: 1000 });
    expect(own.limit?.which).toBe('total');
    await h.clock.advance(1000);
    expect(h.entity('operation', own.id)).toMatchObject({ status: 'failed', fault: { kind: 'timeout' } });
    const none = await h.run('tools.call', { name: 'a', args: {}, timeoutMs: 0, totalMs: 0 });
    expect(none.limit).toBeUndefined();
    await h.clock.advance(10_000_000);
    expect(h.entity('operation', none.id).status).toBe('running');
  });

  it('who keeps waiting takes the limits off the call', async () => {
    const { h, calls } = await keeping(era);
    const { id } = await h.run('tools.call', { name: 'slow', args: {} });
    await h.clock.advance(9000);
    h.session.keepWaiting(id);
    expect(h.entity('operation', id).limit).toBeUndefined();
    expect(h.notes('operation').at(-1)).toContain('You keep waiting');
    await h.clock.advance(1_000_000);
    h.wire.say({ jsonrpc: '2.0', id: calls[0]?.id, result: text('at last') });
    await settle();
    expect(h.entity('operation', id)).toMatchObject({ status: 'done' });
    h.session.keepWaiting(id);
    expect(h.entity('operation', id)).toMatchObject({ status: 'done' });
  });

  it('[CANC-07] an answer after the limit is kept as late and changes nothing else', async () => {
    const { h, calls } = await keeping(era);
    const { id } = await h.run('tools.call', { name: 'slow', args: {} });
    await h.clock.advance(12_000);
    expect(h.entity('operation', id)).toMatchObject({ status: 'failed', fault: { kind: 'timeout' } });
    h.wire.say({ jsonrpc: '2.0', id: calls[0]?.id, result: { ...text('too late'), isError: true } });
    await settle();
    const late = h.entity('operation', id);
    expect(late).toMatchObject({ status: 'failed', fault: { kind: 'timeout' }, late: { toolError: true } });
    expect((late.late?.at ?? 0) - (late.endedAt ?? 0)).toBe(2000);
    expect(h.resultText(id)).toContain('too late');
  });

  it('[CANC-07] [CANC-09] a late error is told as such, also after a stop that crossed it', async () => {
    const { h, calls } = await keeping(era);
    const { id } = await h.run('tools.call', { name: 'slow', args: {} });
    h.session.cancel(id);
    h.wire.say({ jsonrpc: '2.0', id: calls[0]?.id, error: { code: -32603, message: 'broken' } });
    await settle();
    expect(h.entity('operation', id)).toMatchObject({
      status: 'cancelled',
      late: { fault: { kind: 'protocol', code: -32603, message: 'broken' } },
    });
    expect(h.session.resultOf(id)).toHaveProperty('fault.kind', 'cancelled');
  });

  it('without progress there is no token', async () => {
    const { h, calls } = await keeping(era);
    await h.run('tools.call', { name: 'a', args: {}, progress: false, meta: { mine: 1 } });
    expect(metaOf(calls[0]).progressToken).toBeUndefined();
    expect(metaOf(calls[0]).mine).toBe(1);
  });
});

it('the clock stands still while a person is asked, and what is left is told', async () => {
  const ask = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: { type: 'object' } } };
  const asks: Handlers = { 'tools/call': (call) => call.ask(ask.method, ask.params).then(() => undefined) };
  const { h } = await keeping('legacy', { more: asks });
  const { id, limit } = await h.run('tools.call', { name: 'asks', args: {} });
  expect(limit).toEqual({ which: 'idle', leftMs: 10_000 });
  await h.clock.advance(1_000_000);
  h.session.answer(h.entity('pending').id, { action: 'accept', content: {} });
  await settle();
  const now = Math.round(h.clock.wall() / 1000);
  expect(h.entity('operation', id)).toMatchObject({ status: 'running', limit: { endsAt: now + 10_000 } });
});

it('[LOG-02] a log level of the call is stamped on its requests only', async () => {
  const { h, calls } = await keeping('modern');
  await h.run('logging.level', { level: 'info' });
  await h.run('tools.call', { name: 'a', args: {}, logLevel: 'debug' });
  await h.run('tools.call', { name: 'a', args: {}, logLevel: 'off' });
  await h.run('tools.call', { name: 'a', args: {} });
  const levels = calls.map((call) => metaOf(call)['io.modelcontextprotocol/logLevel']);
  expect(levels).toEqual(['debug', undefined, 'info']);
  const old = await keeping('legacy');
  const refused = await old.h.run('tools.call', { name: 'a', args: {}, logLevel: 'debug' });
  expect(refused.fault).toMatchObject({ kind: 'local', message: expect.stringContaining('whole session') });
  expect(old.calls).toHaveLength(0);
});

it('headers of the call go with its request, in the place of ours; without HTTP they are refused', async () => {
  const { h, calls } = await keeping('modern', { http: true });
  const headers = [
    ['X-Tenant', 'acme'],
    ['mcp-method', 'tools/list'],
  ];
  await h.run('tools.call', { name: 'a', args: {}, headers });
  const sent = calls[0]?.got.headers.filter(([name]) => /^(x-tenant|mcp-method)$/i.test(name));
  expect(sent).toEqual(headers);
  const { h: stdio } = await keeping('modern');
  const refused = await stdio.run('tools.call', { name: 'a', args: {}, headers });
  expect(refused.fault).toMatchObject({ kind: 'local', message: expect.stringContaining('not reached over HTTP') });
});

it('[TASKL-02] [CANC-08] a call as a task says how long it shall be kept, and that it was asked to stop', async () => {
  const sent: JsonObject[] = [];
  const task = { taskId: 't1', status: 'working', createdAt: '2026-01-01T00:00:00Z', ttl: 90_000, pollInterval: 500 };
  const handlers = legacyHandlers(
    {
      'tools/list': () => ({ tools: [{ name: 'long', execution: { taskSupport: 'optional' } }] }),
      'tools/call': ({ params }) => {
        sent.push(params);
        return { task };
      },
      'tasks/get': () => task,
      'tasks/cancel': () => undefined,
    },
    { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
  );
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'legacy' } }).start();
  const op = await h.run('tools.call', { name: 'long', args: {}, asTask: true, ttlMs: 90_000 });
  expect(sent[0]?.task).toEqual({ ttl: 90_000 });
  expect(op.limit).toBeUndefined();
  h.session.cancel(op.id);
  expect(h.entity('operation', op.id)).toMatchObject({ status: 'polling', stopping: true });
  h.session.cancel(op.id);
  expect(h.entity('operation', op.id)).toMatchObject({ status: 'cancelled' });
});
