import { describe, expect, it } from 'vitest';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, modernHandlers, Wrong } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const HINTS = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' };
const CAPABILITIES = { tools: { listChanged: true }, resources: {} };
const read = (uri: unknown) => ({ ...HINTS, contents: [{ uri, text: `about ${String(uri)}` }] });

function harness(more: Handlers): Harness {
  return new Harness({ servers: [fakeServer(modernHandlers(more, CAPABILITIES))], config: { era: 'modern' } });
}
const asked = (h: Harness, method: string) => h.wire.methods().filter((one) => one === method).length;

describe('nothing is answered from a cache, whatever the hints say', () => {
  it('[CACHE-02] [CACHE-09] each reading asks the server, for the same address and for another one', async () => {
    let version = 0;
    const h = await harness({
      'resources/read': ({ params }) => {
        version += 1;
        return read(`${String(params.uri)}#${version}`);
      },
    }).start();
    const texts: string[] = [];
    for (const uri of ['a://1', 'a://1', 'a://2']) {
      texts.push(h.resultText((await h.run('resources.read', { uri })).id));
    }
    expect(texts.map((text) => /about (\S+?)"/.exec(text)?.[1])).toEqual(['a://1#1', 'a://1#2', 'a://2#3']);
  });

  it('[CACHE-09] a list that is fresh is asked for all the same, and says when it was fetched and how long it is fresh', async () => {
    let names = ['a'];
    const h = await harness({
      'tools/list': () => ({ ...HINTS, tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) }),
    }).start();
    const before = h.entity('catalog', 's1:tools');
    expect(before).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public', stale: false });
    names = ['b'];
    await h.clock.advance(1000);
    await h.run('tools.list', {});
    expect(h.session.items('tools').items.map(({ name }) => name)).toEqual(['b']);
    expect(h.entity('catalog', 's1:tools').fetchedAt).toBeGreaterThan(before.fetchedAt ?? Number.POSITIVE_INFINITY);
  });

  it('[CACHE-03] what came after a question is asked for again, question included', async () => {
    let questions = 0;
    const h = await harness({
      'resources/read': ({ params }) => {
        if (params.inputResponses !== undefined) return read(params.uri);
        questions += 1;
        const ask = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: { type: 'object' } } };
        return { resultType: 'input_required', inputRequests: { who: ask } };
      },
    }).start();
    for (const round of [1, 2]) {
      const op = await h.run('resources.read', { uri: 'a://gated' });
      expect(op.status).toBe('waiting');
      h.session.answer(h.entity('pending').id, { action: 'accept', content: {} });
      await settle();
      expect(h.entity('operation', op.id).status).toBe('done');
      expect(questions).toBe(round);
    }
  });

  it('[CACHE-04] a second session starts with nothing of the first one', async () => {
    const handlers = (owner: string) => ({
      'tools/list': () => ({ ...HINTS, cacheScope: 'private', tools: [{ name: owner }] }),
    });
    const first = await harness(handlers('of-ada')).start();
    const second = harness({ 'tools/list': () => undefined });
    await second.start();
    expect(first.session.items('tools').items).toHaveLength(1);
    expect(second.session.items('tools').items).toEqual([]);
    expect(asked(second, 'tools/list')).toBe(1);
    // Only the era is kept for the next session.
    expect(JSON.stringify(first.remembered)).not.toContain('of-ada');
  });

  it('[CACHE-08] a list that cannot be read again stays, marked stale and with the reason', async () => {
    let fails = false;
    const h = await harness({
      'tools/list': () => {
        if (fails) throw new Wrong(-32603, 'database is down');
        return { ...HINTS, tools: [{ name: 'a' }] };
      },
    }).start();
    fails = true;
    await h.run('tools.list', {});
    expect(h.entity('catalog', 's1:tools')).toMatchObject({ status: 'failed', stale: true, error: 'database is down' });
    expect(h.session.items('tools').items).toEqual([{ name: 'a' }]);
  });
});

it.each([0, 1, 500, -5])('[CACHE-07] a list with ttlMs %d is not polled', async (ttlMs) => {
  const h = await harness({ 'tools/list': () => ({ ...HINTS, ttlMs, tools: [] }) }).start();
  const before = h.wire.got.length;
  await h.clock.advance(3_600_000);
  expect(h.wire.got).toHaveLength(before);
});
