import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, legacyHandlers, modernHandlers, Wrong } from './support/fake-server.ts';
import type { FakeTransport } from './support/fake-transport.ts';
import { Harness } from './support/harness.ts';

const ID = 'io.modelcontextprotocol/subscriptionId';
const CAPABILITIES = { tools: { listChanged: true }, prompts: {}, resources: { listChanged: true, subscribe: true } };
const LISTS = {
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'prompts/list': () => ({ prompts: [] }),
};

const acknowledge = (wire: FakeTransport, ch: string, id: unknown, notifications: unknown) =>
  wire.say(
    {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: { [ID]: id }, notifications },
    },
    ch,
  );

function open(more: Handlers, options: { http?: boolean; capabilities?: JsonObject } = {}) {
  const { http = false, capabilities = CAPABILITIES } = options;
  const listen: Handlers = {
    'subscriptions/listen': ({ wire, ch, id, params }) => {
      acknowledge(wire, ch, id, params.notifications);
      return undefined;
    },
  };
  const server = fakeServer(modernHandlers({ ...LISTS, ...listen, ...more }, capabilities));
  return new Harness({ servers: [server], http, config: { era: 'modern' } }).start();
}
const stream = (h: Harness) => h.entity('session').streams.find(({ id }) => id === 'listen');
const asked = (h: Harness, at: number) => (listens(h)[at]?.message.params as JsonObject | undefined)?.notifications;
const listens = (h: Harness) => h.wire.got.filter(({ message }) => message.method === 'subscriptions/listen');

describe('subscriptions/listen', () => {
  it('[SUB-01] [SUB-11] asks for what the server declares and stays open without a limit', async () => {
    const h = await open({});
    expect(listens(h).map(({ message }) => (message.params as JsonObject).notifications)).toEqual([
      { toolsListChanged: true, resourcesListChanged: true },
    ]);
    await h.clock.advance(600_000);
    expect(stream(h)).toMatchObject({ state: 'open' });
  });

  it('[SUB-01] nothing to listen for: no stream', async () => {
    const h = await open({}, { capabilities: { tools: {} } });
    expect(listens(h)).toHaveLength(0);
    expect(stream(h)).toBeUndefined();
  });

  it('[SUB-03] what the server does not honour is said', async () => {
    const h = await open({
      'subscriptions/listen': ({ wire, ch, id }) => {
        acknowledge(wire, ch, id, { toolsListChanged: true });
        return undefined;
      },
    });
    expect(stream(h)).toMatchObject({ state: 'open', text: 'The server does not send resourcesListChanged.' });
  });

  it('[SUB-04] an acknowledgement of another subscription does not count', async () => {
    const h = await open({
      'subscriptions/listen': ({ wire, ch }) => {
        acknowledge(wire, ch, 'other', {});
        return undefined;
      },
    });
    expect(stream(h)?.state).toBe('opening');
  });

  it.each([true, false])(
    '[SUB-05] [SUB-06] [RES-06] watching opens a stream with the resource, then closes the old one (http %s)',
    async (http) => {
      const h = await open({}, { http });
      const [first] = listens(h);
      const op = await h.run('resources.watch', { uri: 'file:///a', on: true });
      expect(op.status).toBe('done');
      expect(asked(h, 1)).toMatchObject({
        resourceSubscriptions: ['file:///a'],
      });
      if (http) expect(h.wire.aborted).toEqual([first?.ch]);
      else expect(h.wire.last('notifications/cancelled').params).toMatchObject({ requestId: first?.message.id });
      expect(stream(h)?.state).toBe('open');
      await h.run('resources.watch', { uri: 'file:///a', on: false });
      expect(asked(h, 2)).not.toHaveProperty('resourceSubscriptions');
    },
  );

  it('[SUB-07] a dropped stream is opened again with growing pauses, and stops after five', async () => {
    let works = true;
    const h = await open(
      {
        'subscriptions/listen': ({ wire, ch, id, params }) => {
          if (works) acknowledge(wire, ch, id, params.notifications);
          wire.ended({ ch, status: 200 });
          return undefined;
        },
      },
      { http: true },
    );
    works = false;
    expect(stream(h)).toMatchObject({ state: 'dropped', text: expect.stringContaining('again in 1 s') });
    await h.clock.advance(1100);
    expect(listens(h)).toHaveLength(2);
    await h.clock.advance(60_000);
    expect(listens(h)).toHaveLength(6);
    expect(stream(h)?.text).toContain('not opened again');
    expect(h.session.state.at).toBe('ready');
  });

  it.each(['result', 'cancelled', 'both'])(
    '[SUB-07] [SUB-12] the server may end it by %s; that is no drop',
    async (form) => {
      const h = await open({});
      const id = listens(h)[0]?.message.id;
      if (form !== 'result')
        h.wire.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      if (form !== 'cancelled') h.wire.say({ jsonrpc: '2.0', id, result: { _meta: { [ID]: id } } });
      await settle();
      expect(stream(h)).toMatchObject({ state: 'closed', text: 'The server ended the subscription.' });
      const { length } = h.wire.got;
      h.wire.end({ reason: 'exited', exit: { code: 0, signal: null } });
      await settle();
      // Nothing waits for it any more, and nothing was sent because of it.
      expect(stream(h)).toMatchObject({ state: 'closed', text: 'The server ended the subscription.' });
      expect(h.wire.got).toHaveLength(length);
      await h.clock.advance(60_000);
      expect(listens(h)).toHaveLength(1);
    },
  );

  it('[SUB-12] one that ends before it was acknowledged fails the watch at once', async () => {
    let ends = false;
    const h = await open({
      'subscriptions/listen': ({ wire, ch, id, params, notify }) => {
        if (ends) notify('notifications/cancelled', { requestId: id });
        else acknowledge(wire, ch, id, params.notifications);
        return undefined;
      },
    });
    ends = true;
    expect(await h.run('resources.watch', { uri: 'a:b', on: true })).toMatchObject({
      status: 'failed',
      fault: { kind: 'local', message: 'The server ended subscriptions/listen.' },
    });
  });

  it('an error is a refusal, and a watch fails with it', async () => {
    const h = await open({
      'subscriptions/listen': () => {
        throw new Wrong(-32601, 'not here');
      },
    });
    expect(stream(h)).toMatchObject({ state: 'refused', text: 'not here' });
    expect(await h.run('resources.watch', { uri: 'a:b', on: true })).toMatchObject({
      status: 'failed',
      fault: { code: -32601 },
    });
  });

  it('[CACHE-05] a notice on the stream makes the list stale and reads it again', async () => {
    const h = await open({});
    const before = h.wire.methods().filter((method) => method === 'tools/list').length;
    h.wire.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: { [ID]: 1 } } });
    expect(h.entity('catalog', 's1:tools').stale).toBe(true);
    await h.clock.advance(200);
    expect(h.wire.methods().filter((method) => method === 'tools/list')).toHaveLength(before + 1);
  });
});

describe('legacy subscriptions', () => {
  it('[RES-05] are one call each', async () => {
    const ok = () => ({});
    const server = fakeServer(legacyHandlers({ 'resources/subscribe': ok, 'resources/unsubscribe': ok }));
    const h = await new Harness({ servers: [server], config: { era: 'legacy' } }).start();
    await h.run('resources.watch', { uri: 'a:b', on: true });
    expect(h.wire.last('resources/subscribe').params).toMatchObject({ uri: 'a:b' });
    expect((await h.run('resources.watch', { uri: 'a:b', on: false })).status).toBe('done');
    expect(h.wire.last('resources/unsubscribe').params).toMatchObject({ uri: 'a:b' });
  });
});
