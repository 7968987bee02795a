import { describe, expect, it } from 'vitest';
import { type JsonObject, objectAt } from '#shared/json.ts';
import { fakeServer, type Handlers, legacyHandlers, modernHandlers, Wrong } from './support/fake-server.ts';
import { Harness, type HarnessOptions } from './support/harness.ts';

const updated = (uri: string) => ({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
const CAPABILITIES = { resources: { subscribe: true }, logging: {} };

function legacy(more: Handlers, options: Partial<HarnessOptions> = {}, capabilities: JsonObject = CAPABILITIES) {
  const servers = [fakeServer(legacyHandlers(more, capabilities))];
  return new Harness({ servers, config: { era: 'legacy' }, ...options }).start();
}
const session = (h: Harness) => h.entity('session');
const ok = () => ({});

describe('watched resources', () => {
  it('[RES-05] are told with their updates, and kept for the next session', async () => {
    const h = await legacy({ 'resources/subscribe': ok, 'resources/unsubscribe': ok });
    await h.run('resources.watch', { uri: 'a://1', on: true });
    await h.run('resources.watch', { uri: 'a://2/', on: true });
    expect(session(h).watched).toEqual([
      { uri: 'a://1', updates: 0, times: [] },
      { uri: 'a://2/', updates: 0, times: [] },
    ]);
    for (let n = 0; n < 50; n += 1) h.wire.say(updated('a://1'));
    // The address of a part of what is watched (RES-05), and one that nobody asked for.
    h.wire.say(updated('a://2/part'));
    h.wire.say(updated('a://12'));
    const before = h.changes.length;
    await h.clock.advance(200);
    expect(session(h).watched).toMatchObject([
      { uri: 'a://1', updates: 50, times: Array(20).fill(expect.any(Number)) },
      { uri: 'a://2/', updates: 1 },
    ]);
    expect(h.changes.length - before).toBeLessThan(4);
    expect(h.wished.at(-1)).toEqual({ watched: ['a://1', 'a://2/'] });
    // What was told so far is known to whoever reads it.
    await h.run('resources.read', { uri: 'a://1' });
    await h.clock.advance(200);
    expect(session(h).watched?.map(({ updates }) => updates)).toEqual([0, 1]);
    await h.run('resources.watch', { uri: 'a://1', on: false });
    expect(session(h).watched?.map(({ uri }) => uri)).toEqual(['a://2/']);
    expect(h.wished.at(-1)).toEqual({ watched: ['a://2/'] });
  });

  it('one that the server refuses is not watched', async () => {
    const h = await legacy({
      'resources/subscribe': () => {
        throw new Wrong(-32602, 'no such resource');
      },
    });
    expect((await h.run('resources.watch', { uri: 'a://1', on: true })).status).toBe('failed');
    expect(session(h).watched ?? []).toEqual([]);
    expect(h.wished).toEqual([]);
  });

  it('[RES-05] a new session asks for what the last one watched; what is gone is said and forgotten', async () => {
    const h = await legacy(
      {
        'resources/subscribe': ({ params }) => {
          if (params.uri === 'a://gone') throw new Wrong(-32002, 'Resource not found');
          return {};
        },
      },
      { wishes: { watched: ['a://1', 'a://gone'] } },
    );
    expect(h.wire.methods().filter((method) => method === 'resources/subscribe')).toHaveLength(2);
    expect(session(h).watched).toEqual([{ uri: 'a://1', updates: 0, times: [] }]);
    expect(h.notes('watch')).toEqual(['a://gone is not watched any more: Resource not found']);
    expect(h.wished.at(-1)).toEqual({ watched: ['a://1'] });
  });

  it('a server that no longer offers it is not asked', async () => {
    const h = await legacy({}, { wishes: { watched: ['a://1'] } }, { resources: {} });
    expect(h.wire.methods()).not.toContain('resources/subscribe');
  });

  it('[RES-06] [SUB-08] in the modern era the stream of a new session asks for them, and names its request', async () => {
    const handlers = modernHandlers({ 'subscriptions/listen': () => undefined }, CAPABILITIES);
    const h = await new Harness({
      servers: [fakeServer(handlers)],
      config: { era: 'modern' },
      wishes: { watched: ['a://1', 'a://2'] },
    }).start();
    const sent = h.wire.last('subscriptions/listen');
    const id = sent.id;
    const params = objectAt(sent, 'params');
    expect(params).toMatchObject({ notifications: { resourceSubscriptions: ['a://1', 'a://2'] } });
    h.wire.say({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: params?.notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
    });
    expect(session(h).streams).toMatchObject([{ id: 'listen', state: 'open', rpcId: id }]);
    expect(session(h).watched).toHaveLength(2);
  });

  it('[RES-06] a watch that the server does not acknowledge is taken back', async () => {
    const handlers = modernHandlers(
      {
        'subscriptions/listen': () => {
          throw new Wrong(-32603, 'not today');
        },
      },
      CAPABILITIES,
    );
    const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'modern' } }).start();
    expect((await h.run('resources.watch', { uri: 'a://1', on: true })).status).toBe('failed');
    expect(session(h).watched).toEqual([]);
    expect(h.wished.at(-1)).toEqual({ watched: [] });
  });
});

it('contents that were read are told apart', async () => {
  let text = 'one';
  const h = await legacy({ 'resources/read': ({ params }) => ({ contents: [{ uri: params.uri, text }] }) });
  const prints: unknown[] = [];
  for (text of ['one', 'one', 'two']) prints.push((await h.run('resources.read', { uri: 'a://1' })).contentsPrint);
  expect(prints[0]).toBeTypeOf('string');
  expect(prints[1]).toBe(prints[0]);
  expect(prints[2]).not.toBe(prints[0]);
});

describe('the level of log messages', () => {
  it('is told, kept, and asked for again by the next session', async () => {
    const first = await legacy({ 'logging/setLevel': ok });
    await first.run('logging.level', { level: 'warning' });
    expect(session(first).logLevel).toBe('warning');
    expect(first.wished.at(-1)).toEqual({ watched: [], logLevel: 'warning' });
    const next = await legacy({ 'logging/setLevel': ok }, { wishes: { watched: [], logLevel: 'warning' } });
    expect(next.wire.last('logging/setLevel').params).toMatchObject({ level: 'warning' });
    expect(session(next).logLevel).toBe('warning');
  });

  it('one that is refused is neither shown nor kept', async () => {
    const h = await legacy({
      'logging/setLevel': () => {
        throw new Wrong(-32602, 'no such level');
      },
    });
    await h.run('logging.level', { level: 'warning' });
    expect(session(h).logLevel).toBeUndefined();
    expect(h.wished).toEqual([]);
  });

  it('in the modern era goes with every request of the next session', async () => {
    const h = await new Harness({
      servers: [fakeServer(modernHandlers({ 'tools/list': () => ({ tools: [] }) }, { tools: {} }))],
      config: { era: 'modern' },
      wishes: { watched: [], logLevel: 'debug' },
    }).start();
    expect(JSON.stringify(h.wire.last('tools/list').params)).toContain('"io.modelcontextprotocol/logLevel":"debug"');
    expect(session(h).logLevel).toBe('debug');
  });
});
