import { describe, expect, it } from 'vitest';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, legacyHandlers, modernHandlers, Wrong } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
const RULES = { allPages: () => false, refresh: () => true };

/** A list of pages `t1`, `t2`, … of one tool each. */
function paged(pages: number, more: Handlers = {}, lists = RULES) {
  const handlers = legacyHandlers(
    {
      'tools/list': ({ params }) => {
        const page = Number(params.cursor ?? 1);
        return { tools: [{ name: `t${page}` }], ...(page < pages ? { nextCursor: String(page + 1) } : {}) };
      },
      ...more,
    },
    { tools: { listChanged: true } },
  );
  return new Harness({ servers: [fakeServer(handlers)], config: { era: 'legacy' }, lists }).start();
}
const names = (h: Harness) => h.session.items('tools').items.map((tool) => tool.name);
const asked = (h: Harness) => h.wire.methods().filter((method) => method === 'tools/list').length;
const head = (h: Harness) => h.entity('catalog', 's1:tools');

describe('[PAGE-06] pages on demand', () => {
  it('reads the first page, one more when asked, then the rest, and adds to what is shown', async () => {
    const h = await paged(5);
    expect(head(h)).toMatchObject({ status: 'ready', pages: 1, count: 1, nextCursor: '2' });
    const { epoch, fetchedAt } = head(h);
    await h.run('tools.list', { pages: 'next' });
    expect(names(h)).toEqual(['t1', 't2']);
    expect(head(h)).toMatchObject({ epoch, fetchedAt, pages: 2, nextCursor: '3' });
    await h.run('tools.list', { pages: 'all' });
    expect(names(h)).toEqual(['t1', 't2', 't3', 't4', 't5']);
    expect(head(h)).toMatchObject({ epoch, pages: 5 });
    expect(head(h).nextCursor).toBeUndefined();
    expect(asked(h)).toBe(5);
  });

  it('reads a list again as far as it was shown, from its start', async () => {
    const h = await paged(5);
    await h.run('tools.list', { pages: 'next' });
    const { epoch } = head(h);
    await h.run('tools.list', {});
    expect(names(h)).toEqual(['t1', 't2']);
    expect(head(h)).toMatchObject({ epoch: epoch + 1, pages: 2, nextCursor: '3' });
    expect(asked(h)).toBe(4);
  });

  it('all pages at once where that is the rule', async () => {
    const h = await paged(4, {}, { allPages: () => true, refresh: () => true });
    expect(names(h)).toEqual(['t1', 't2', 't3', 't4']);
  });

  it('whoever wants more pages of a reading under way gets them', async () => {
    const h = await paged(3);
    const first = h.session.run('tools.list', {});
    const all = h.session.run('tools.list', { pages: 'all' });
    await settle();
    expect(h.entity('operation', first).status).toBe('done');
    expect(h.entity('operation', all).status).toBe('done');
    expect(names(h)).toEqual(['t1', 't2', 't3']);
  });

  it('[PAGE-05] [CACHE-06] a cursor that the server no longer knows drops all pages and starts over', async () => {
    let forgotten = false;
    const h = await paged(3, {
      'tools/list': ({ params }) => {
        if (params.cursor === undefined) return { tools: [{ name: forgotten ? 'new' : 'old' }], nextCursor: 'c' };
        if (!forgotten) return { tools: [{ name: 'second' }], nextCursor: 'd' };
        if (params.cursor === 'd') throw new Wrong(-32602, 'unknown cursor');
        return { tools: [{ name: 'new second' }] };
      },
    });
    await h.run('tools.list', { pages: 'next' });
    expect(names(h)).toEqual(['old', 'second']);
    forgotten = true;
    const op = await h.run('tools.list', { pages: 'next' });
    expect(op.status).toBe('done');
    expect(names(h)).toEqual(['new', 'new second']);
    expect(head(h)).toMatchObject({ status: 'ready', pages: 2 });
    expect(h.notes('list')[0]).toContain('no longer knows the cursor');
  });

  it('a next page that fails leaves what is shown, and can be asked for again', async () => {
    let fails = true;
    const h = await paged(3, {
      'tools/list': ({ params }) => {
        if (params.cursor === undefined) return { tools: [{ name: 'a' }], nextCursor: 'c' };
        if (fails) throw new Wrong(-32603, 'database is down');
        return { tools: [{ name: 'b' }] };
      },
    });
    expect((await h.run('tools.list', { pages: 'next' })).status).toBe('failed');
    expect(head(h)).toMatchObject({ status: 'failed', count: 1, nextCursor: 'c', error: 'database is down' });
    expect(head(h).failedAt).toBeTypeOf('number');
    fails = false;
    await h.run('tools.list', { pages: 'next' });
    expect(names(h)).toEqual(['a', 'b']);
    expect(head(h)).toMatchObject({ status: 'ready' });
    expect(head(h)).not.toHaveProperty('error');
  });

  it('a reading that nobody asked for can be stopped', async () => {
    const h = await paged(3, { 'tools/list': () => undefined });
    expect(head(h)).toMatchObject({ status: 'loading' });
    expect(head(h).readingSince).toBeTypeOf('number');
    h.session.stopList('tools');
    await settle();
    expect(head(h)).toMatchObject({ status: 'ready', count: 0 });
    expect(head(h)).not.toHaveProperty('readingSince');
  });
});

it('[CACHE-01] [CACHE-06] a list is as fresh as the page of it that gets old first', async () => {
  const hints = (ttlMs: number) => ({ resultType: 'complete', ttlMs, cacheScope: 'private' });
  const handlers = modernHandlers(
    {
      'tools/list': ({ params }) =>
        params.cursor === undefined
          ? { ...hints(60_000), tools: [{ name: 'a' }], nextCursor: 'c' }
          : { ...hints(5000), tools: [{ name: 'b' }] },
    },
    { tools: {} },
  );
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'modern' }, lists: RULES }).start();
  const { fetchedAt = 0 } = head(h);
  expect(head(h)).toMatchObject({ ttlMs: 60_000, freshUntil: fetchedAt + 60_000, cacheScope: 'private' });
  await h.clock.advance(10_000);
  await h.run('tools.list', { pages: 'next' });
  expect(head(h)).toMatchObject({ fetchedAt, freshUntil: fetchedAt + 15_000 });
});

describe('changes', () => {
  it('with automatic refresh off a change only marks the list', async () => {
    const h = await paged(1, {}, { allPages: () => false, refresh: () => false });
    h.wire.say(CHANGED);
    await h.clock.advance(60_000);
    expect(head(h)).toMatchObject({ stale: true, status: 'ready' });
    expect(asked(h)).toBe(1);
    await h.run('tools.list', {});
    expect(head(h)).toMatchObject({ stale: false });
  });

  it('a change is read as far as the list was shown', async () => {
    const h = await paged(4);
    await h.run('tools.list', { pages: 'next' });
    h.wire.say(CHANGED);
    await h.clock.advance(200);
    expect(head(h)).toMatchObject({ pages: 2, stale: false, nextCursor: '3' });
  });

  it('a server that says so after each reading is read less and less often', async () => {
    let say: () => void = () => undefined;
    const h = await paged(1, {
      'tools/list': () => {
        say();
        return { tools: [{ name: 'a' }] };
      },
    });
    say = () => h.wire.say(CHANGED);
    say();
    await h.clock.advance(60_000);
    expect(asked(h)).toBeGreaterThan(5);
    expect(asked(h)).toBeLessThan(20);
  });
});
