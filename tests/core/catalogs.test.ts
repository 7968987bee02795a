import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, legacyHandlers, Wrong } from './support/fake-server.ts';
import type { FakeServer } from './support/fake-transport.ts';
import { Harness } from './support/harness.ts';

const tools = (...names: string[]) => names.map((name) => ({ name, inputSchema: { type: 'object' } }));
const CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };

function start(more: Handlers, capabilities: JsonObject = { tools: { listChanged: true } }) {
  return new Harness({ servers: [fakeServer(legacyHandlers(more, capabilities))], config: { era: 'legacy' } }).start();
}
const names = (h: Harness) => h.session.items('tools').items.map((tool) => tool.name);

describe('pages', () => {
  it('[RPC-14] a ttl that is infinite is left out: JSON could not carry it to the page', async () => {
    const usual = fakeServer(legacyHandlers({}, { tools: {} }));
    const server: FakeServer = (got, wire) => {
      if (got.message.method !== 'tools/list') return usual(got, wire);
      const text = `{"jsonrpc":"2.0","id":${String(got.message.id)},"result":{"tools":[],"ttlMs":1e999}}`;
      wire.events.message('stdio', { text });
    };
    const h = await new Harness({ servers: [server], config: { era: 'legacy' } }).start();
    expect(h.entity('catalog', 's1:tools').status).toBe('ready');
    expect(h.entity('catalog', 's1:tools')).not.toHaveProperty('ttlMs');
  });

  it('of thousands of broken entries a hundred are named', async () => {
    const h = await start({ 'tools/list': () => ({ tools: [...Array(5000).fill(7), ...tools('good')] }) });
    expect(names(h)).toEqual(['good']);
    expect(h.entity('catalog', 's1:tools').refused).toHaveLength(100);
    expect(h.entity('catalog', 's1:tools').refused.at(-1)?.reason).toBe('More entries were left out.');
    expect(h.notes('left-out').length).toBeLessThanOrEqual(100);
  });

  it('[PAGE-02] an empty cursor is followed once; a page that then repeats is not taken twice', async () => {
    const h = await start({ 'tools/list': () => ({ tools: tools('a', 'b', 'c'), nextCursor: '' }) });
    expect(names(h)).toEqual(['a', 'b', 'c']);
    expect(h.wire.methods().filter((method) => method === 'tools/list')).toHaveLength(2);
    expect(h.notes('list')[0]).toContain('same page came twice');
  });

  it('[PAGE-02] an empty cursor may really lead on', async () => {
    const h = await start({
      'tools/list': ({ params }) =>
        params.cursor === undefined ? { tools: tools('a'), nextCursor: '' } : { tools: tools('b') },
    });
    expect(names(h)).toEqual(['a', 'b']);
  });

  it('[PAGE-06] a cursor that comes twice ends the walk, with a note', async () => {
    let page = 0;
    const h = await start({
      'tools/list': () => {
        page += 1;
        return { tools: tools(`t${page}`), nextCursor: 'same' };
      },
    });
    expect(names(h)).toEqual(['t1', 't2']);
    expect(h.entity('catalog')).toMatchObject({ status: 'ready', pages: 2 });
    expect(h.notes('list')[0]).toContain('"same" came twice');
  });

  it('[PAGE-06] an endless list stops at 1000 pages and says that it goes on', async () => {
    let page = 0;
    const h = await start({
      'tools/list': () => {
        page += 1;
        return { tools: tools(`t${page}`), nextCursor: `c${page}` };
      },
    });
    for (let turn = 0; turn < 500 && h.entity('catalog').status === 'loading'; turn += 1) await settle();
    expect(h.entity('catalog')).toMatchObject({ status: 'ready', pages: 1000, count: 1000, nextCursor: 'c1000' });
  });

  it('[PAGE-06] a person may stop a reading that is under way; what was read is kept', async () => {
    let page = 0;
    const h = await start({
      'tools/list': () => {
        page += 1;
        return page < 3 ? { tools: tools(`t${page}`), nextCursor: `c${page}` } : undefined;
      },
    });
    // The first page is told at once, those that come quickly after it together.
    expect(h.entity('catalog')).toMatchObject({ status: 'loading', count: 1 });
    await h.clock.advance(100);
    expect(h.entity('catalog')).toMatchObject({ status: 'loading', count: 2 });
    const op = await h.run('tools.list', {});
    h.session.cancel(op.id);
    await settle();
    expect(h.entity('operation', op.id).status).toBe('cancelled');
    expect(h.entity('catalog')).toMatchObject({ status: 'ready', count: 2, nextCursor: 'c2' });
  });

  it('of pages that come quickly the page hears once, not fifty times; the whole list is told at the end', async () => {
    const h = await start({
      'tools/list': ({ params }) => {
        const at = Number(params.cursor ?? 1);
        return { tools: tools(`t${at}`), ...(at < 50 ? { nextCursor: String(at + 1) } : {}) };
      },
    });
    for (let turn = 0; turn < 50 && h.entity('catalog').status === 'loading'; turn += 1) await settle();
    const told = h.changes.flatMap((change) =>
      change.op === 'put' && change.topic === 'catalog' ? [change.value] : [],
    );
    const lists = told.filter(({ kind, status }) => kind === 'tools' && status !== 'unknown');
    expect(lists.map(({ status, count }) => `${status} ${count}`)).toEqual(['loading 0', 'loading 1', 'ready 50']);
  });

  it('[PAGE-05] a page that fails keeps what was read and shows the error', async () => {
    const h = await start({
      'tools/list': ({ params }) => {
        if (params.cursor !== undefined) throw new Wrong(-32602, 'bad cursor');
        return { tools: tools('a'), nextCursor: 'p2' };
      },
    });
    expect(h.entity('catalog')).toMatchObject({ status: 'failed', count: 1, nextCursor: 'p2', error: 'bad cursor' });
    expect(names(h)).toEqual(['a']);
  });
});

describe('items', () => {
  it('[RPC-15] one bad item hides no other and is named with its reason', async () => {
    const odd = { name: 'odd', inputSchema: { type: 'array' }, x: 1 };
    const h = await start({
      'tools/list': () => ({ tools: [...tools('a'), { description: 'no name' }, 7, null, odd, ...tools('a')] }),
    });
    expect(names(h)).toEqual(['a', 'odd', 'a']);
    expect(h.session.items('tools').items[1]).toEqual(odd);
    expect(h.entity('catalog').refused.map(({ reason }) => reason)).toEqual([
      'It has no name.',
      'It is no object.',
      'It is no object.',
    ]);
  });

  it('a list that is no array is an empty one', async () => {
    const h = await start({ 'tools/list': () => ({ tools: { a: 1 } }) });
    expect(h.entity('catalog')).toMatchObject({ status: 'ready', count: 0 });
  });
});

describe('capabilities', () => {
  it('[ERA-05] what is not declared is not asked for, but can be', async () => {
    const h = await start({ 'prompts/list': () => ({ prompts: [{ name: 'p' }] }) });
    expect(h.wire.methods()).not.toContain('prompts/list');
    expect(h.entity('catalog', 's1:prompts').status).toBe('unsupported');
    expect((await h.run('prompts.list', {})).status).toBe('done');
    expect(h.entity('catalog', 's1:prompts')).toMatchObject({ status: 'ready', count: 1 });
  });

  it('declared but missing: asked once, and the words say which of the two it is', async () => {
    const h = await start({}, { tools: {}, prompts: {}, resources: {} });
    expect(h.entity('catalog', 's1:tools').status).toBe('ready');
    for (const kind of ['prompts', 'resources', 'templates']) {
      const catalog = h.entity('catalog', `s1:${kind}`);
      expect(catalog).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('Declared, but the server answered'),
      });
    }
    await h.clock.advance(60_000);
    expect(h.wire.methods().filter((method) => method === 'prompts/list')).toHaveLength(1);
  });
});

describe('changes', () => {
  it('[TOOL-16] [CACHE-05] a change marks the list stale and reads it again; several changes lead to one reading', async () => {
    let list = tools('a');
    const h = await start({ 'tools/list': () => ({ tools: list }) });
    list = tools('a', 'b');
    const { rev } = h.session.items('tools');
    for (let n = 0; n < 20; n += 1) h.wire.say(CHANGED);
    expect(h.entity('catalog')).toMatchObject({ stale: true, count: 1 });
    await h.clock.advance(200);
    expect(names(h)).toEqual(['a', 'b']);
    expect(h.entity('catalog')).toMatchObject({ stale: false, status: 'ready' });
    expect(h.session.items('tools').rev).toBeGreaterThan(rev);
    expect(h.wire.methods().filter((method) => method === 'tools/list')).toHaveLength(2);
  });

  it('a change during a reading leads to one more', async () => {
    const h = await start({ 'tools/list': () => undefined });
    h.wire.say(CHANGED);
    h.wire.say({ jsonrpc: '2.0', id: h.wire.last('tools/list').id, result: { tools: tools('a') } });
    await settle();
    expect(h.entity('catalog')).toMatchObject({ stale: true, count: 1 });
    await h.clock.advance(200);
    expect(h.wire.methods().filter((method) => method === 'tools/list')).toHaveLength(2);
  });

  it('a reading that fails does not replace the list that is known', async () => {
    let fails = false;
    const h = await start({
      'tools/list': () => {
        if (fails) throw new Wrong(-32603, 'broken');
        return { tools: tools('a', 'b') };
      },
    });
    fails = true;
    expect((await h.run('tools.list', {})).status).toBe('failed');
    expect(names(h)).toEqual(['a', 'b']);
    expect(h.entity('catalog')).toMatchObject({ status: 'failed', stale: true, count: 2, error: 'broken' });
  });

  it('lists stay readable and are marked when the server goes away', async () => {
    const h = await start({});
    h.wire.end({ reason: 'exited', exit: { code: 0, signal: null } });
    await settle();
    expect(h.entity('catalog', 's1:tools')).toMatchObject({ status: 'ready', stale: true });
    expect(names(h)).toEqual(['echo']);
  });
});
