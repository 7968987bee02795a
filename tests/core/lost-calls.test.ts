import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import type { LostCall } from '#shared/session.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const ALL = { tools: {}, resources: {}, prompts: {} };
const silent = () => undefined;
const tool = (name: string, annotations?: JsonObject) => ({
  name,
  inputSchema: { type: 'object' },
  ...(annotations ? { annotations } : {}),
});
const LISTS: Handlers = {
  'tools/list': () => ({
    tools: [tool('write'), tool('look', { readOnlyHint: true }), tool('odd', { readOnlyHint: 'yes' })],
  }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'prompts/list': () => ({ prompts: [] }),
};
const SILENT: Handlers = { 'tools/call': silent, 'resources/read': silent, 'prompts/get': silent, 'custom/do': silent };

async function open(more: Handlers = {}): Promise<Harness> {
  const server = fakeServer(legacyHandlers({ ...LISTS, ...SILENT, ...more }, ALL));
  return new Harness({ servers: [server], config: { era: 'legacy' } }).start();
}

function pendingOf(h: Harness): LostCall[] | undefined {
  const { state } = h.session;
  if (state.at !== 'closed') throw new Error(`not closed but ${state.at}`);
  return state.pending;
}

async function die(h: Harness): Promise<void> {
  h.wire.end({ reason: 'exited', exit: { code: 3, signal: null } });
  await settle();
}

describe('[STD-10] what was under way when a running server ended', () => {
  it('is told with method, name, exchange and time, and whether it may have acted', async () => {
    const h = await open();
    const write = await h.run('tools.call', { name: 'write', args: {} });
    await h.clock.advance(1500);
    for (const name of ['look', 'odd', 'unlisted']) await h.run('tools.call', { name, args: {} });
    await h.run('resources.read', { uri: 'file:///a' });
    await h.run('prompts.get', { name: 'greet', args: {} });
    await h.run('raw.send', { text: '{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"look"}}' });
    await h.clock.advance(500);
    await die(h);
    const lost = pendingOf(h) ?? [];
    expect(lost.map(({ method, name, mayHaveActed }) => [method, name, mayHaveActed])).toEqual([
      ['tools/call', 'write', true],
      ['tools/call', 'look', false],
      // Only the word true is a promise, and nothing is known of a tool that is in no list.
      ['tools/call', 'odd', true],
      ['tools/call', 'unlisted', true],
      ['resources/read', 'file:///a', false],
      ['prompts/get', 'greet', false],
      ['tools/call', 'look', false],
    ]);
    expect(lost[0]).toMatchObject({ ranMs: 2000, exchangeId: write.exchangeIds[0] });
    expect(lost[1]).toMatchObject({ ranMs: 500 });
    // The page and the log get the same.
    expect(h.entity('session').state).toMatchObject({ pending: lost });
    expect(h.records.at(-1)).toMatchObject({ k: 'note', data: { pending: lost } });
  });

  it('answered calls are not in it, and nothing is when nothing was asked', async () => {
    const h = await open({ 'tools/call': () => ({ content: [] }) });
    expect((await h.run('tools.call', { name: 'write', args: {} })).status).toBe('done');
    await die(h);
    expect(pendingOf(h)).toBeUndefined();
  });

  it('our own requests count, a subscription that is meant to stay open does not', async () => {
    const listen = { 'subscriptions/listen': silent, 'tools/list': silent };
    const server = fakeServer(modernHandlers(listen, { tools: { listChanged: true } }));
    const h = await new Harness({ servers: [server], config: { era: 'modern' } }).start();
    expect(h.wire.got.map(({ message }) => message.method)).toContain('subscriptions/listen');
    await die(h);
    expect(pendingOf(h)).toMatchObject([{ method: 'tools/list', mayHaveActed: false }]);
  });

  it('a call in its second round is one call, with the exchange that was open', async () => {
    const ask = { mode: 'form', message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
    const server = fakeServer(
      modernHandlers({
        'tools/call': ({ params }) =>
          params.inputResponses
            ? undefined
            : { resultType: 'input_required', inputRequests: { q: { method: 'elicitation/create', params: ask } } },
      }),
    );
    const h = await new Harness({ servers: [server], config: { era: 'modern' } }).start();
    const { id } = await h.run('tools.call', { name: 'echo', args: {} });
    h.session.answer(h.entity('pending').id, { action: 'accept', content: {} });
    await settle();
    const { exchangeIds } = h.entity('operation', id);
    await die(h);
    expect(exchangeIds.length).toBeGreaterThan(1);
    expect(pendingOf(h)).toMatchObject([{ method: 'tools/call', name: 'echo', exchangeId: exchangeIds.at(-1) }]);
  });

  it('a person who stops the session is not told of lost calls', async () => {
    const h = await open();
    await h.run('tools.call', { name: 'write', args: {} });
    await h.session.stop();
    expect(pendingOf(h)).toBeUndefined();
  });

  it('names a hundred at most', async () => {
    const h = await open();
    for (let i = 0; i < 120; i += 1) h.session.run('tools.call', { name: `write${i}`, args: {} });
    await settle();
    await die(h);
    expect(pendingOf(h)).toHaveLength(100);
  });
});
