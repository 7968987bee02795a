import { expect } from 'vitest';
import { caseEndpoint, proveCase } from '../support/prove-case.ts';
import { brief, callsOf, callText, exchangeOfRow, namesIn, notesOf, stopAndFind } from '../support/session-facts.ts';
import type { TestHost } from '../support/test-host.ts';

const LEGACY = { era: 'legacy' } as const;
/** The way that reads pages without being asked for each. */
const allPages = (host: TestHost) => host.client['settings.save']({ loadAllPages: true });
const count = async (host: TestHost, sessionId: string, method: string) =>
  (await callsOf(host, sessionId)).filter((call) => call.startsWith(`${method} `)).length;

proveCase('pagination-same-cursor', (prove) => {
  prove(
    '[PAGE-06]',
    "Stops when a cursor repeats; each tool once; a warning says that the server's paging does not advance.",
    async (host) => {
      await allPages(host);
      const { id } = await host.open(caseEndpoint('pagination-same-cursor'), LEGACY);
      expect(await namesIn(host, id, 'tools')).toEqual(['a', 'b']);
      expect(await namesIn(host, id, 'prompts')).toEqual(['p']);
      expect(await namesIn(host, id, 'resources')).toEqual(['one']);
      expect(await callText(host, id, 'a')).toBe('a');
      for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
        expect(await count(host, id, method)).toBe(2);
        const why = (await notesOf(host, id)).filter((text) => text.startsWith(`${method}: `));
        expect(why).toEqual([expect.stringContaining('The paging does not advance')]);
      }
      const warnings = (await stopAndFind(host, id)).filter((one) => one.rule === 'PAGE-06');
      expect(brief(warnings)).toEqual(['PAGE-06 warn', 'PAGE-06 warn', 'PAGE-06 warn']);
    },
  );
});

proveCase('pagination-endless', (prove) => {
  prove(
    '[PAGE-06]',
    'Pages appear as they come; after a stated limit the client stops and offers "load more"; what was loaded is usable; cancel works.',
    async (host) => {
      await allPages(host);
      const session = await host.ready(await host.start(await host.add(caseEndpoint('pagination-endless'), LEGACY)));
      const { id } = session;
      const tools = `${id}:tools`;
      // While the list is still being read, what came is shown and can be called.
      const some = await host.waitFor('catalog', (one) => one.id === tools && one.count > 0);
      expect(some).toMatchObject({ status: 'loading' });
      expect(some.count).toBe(some.pages * 20);
      expect(await callText(host, id, 't0')).toBe('t0');
      await host.listed(id);
      const stopped = { status: 'ready', pages: 1000, nextCursor: '1000' };
      expect(host.state.get('catalog', tools)).toMatchObject({ ...stopped, count: 20_000 });
      expect(host.state.get('catalog', `${id}:resources`)).toMatchObject({ ...stopped, count: 1000 });
      const words = (await notesOf(host, id)).filter((text) => text.includes('after 1000 pages. The list goes on.'));
      expect(words).toHaveLength(2);

      const { operationId } = await host.client['operation.run']({ sessionId: id, verb: 'tools.list', input: {} });
      const before = await count(host, id, 'tools/list');
      await expect.poll(() => count(host, id, 'tools/list')).toBeGreaterThan(before + 1);
      await host.client['operation.cancel']({ operationId });
      await host.waitFor('operation', (one) => one.id === operationId && one.status === 'cancelled');
      const after = await host.waitFor('catalog', (one) => one.id === tools && one.status === 'ready');
      // The longer list that was there is kept.
      expect(after.count).toBe(20_000);
      const asked = await count(host, id, 'tools/list');
      expect(asked).toBeLessThan(2000);
      await host.run(id, 'ping');
      expect(await count(host, id, 'tools/list')).toBe(asked);
    },
  );
});

proveCase('pagination-empty-last', (prove) => {
  prove(
    '[PAGE-02] [PAGE-06]',
    'All three tools once, no endless loop: with an empty cursor the client asks at most once more, sees the same page and stops.',
    async (host) => {
      await allPages(host);
      const { id } = await host.open(caseEndpoint('pagination-empty-last'), LEGACY);
      expect(await namesIn(host, id, 'tools')).toEqual(['a', 'b', 'c']);
      expect(await count(host, id, 'tools/list')).toBe(3);
      expect(host.state.get('catalog', `${id}:tools`)).toMatchObject({ status: 'ready', count: 3 });
    },
  );
});

proveCase('pagination-empty-continues', (prove) => {
  prove(
    '[PAGE-02] [PAGE-06]',
    'first and second are both listed (the cursor is opaque; only absent or null ends the list), together with the loop guard of pagination-empty-last.',
    async (host) => {
      await allPages(host);
      const { id } = await host.open(caseEndpoint('pagination-empty-continues'), LEGACY);
      expect(await namesIn(host, id, 'tools')).toEqual(['first', 'second']);
      expect(await callText(host, id, 'second')).toBe('2');
      const sent = (await host.rows(id, 'wire')).filter((row) => row.dir === 'out' && row.text.includes('tools/list'));
      expect(sent.map((row) => JSON.parse(row.text).params.cursor)).toEqual([undefined, '']);
      expect((await stopAndFind(host, id)).filter((one) => one.rule === 'PAGE-06')).toEqual([]);
      const guarded = await host.open(caseEndpoint('pagination-empty-last'), LEGACY);
      expect(brief((await exchangeOfRow(host, guarded.id, 'tools/list')).findings)).toEqual([]);
      expect(await count(host, guarded.id, 'tools/list')).toBe(3);
    },
  );
});

proveCase('pagination-pages-dropped', (prove) => {
  prove(
    '[RPC-15]',
    '25 of each are found, including the last one; a failing page (resources, page 3) shows what was loaded plus the error and a retry.',
    async (host) => {
      await allPages(host);
      const { id } = await host.open(caseEndpoint('pagination-pages-dropped'), LEGACY);
      const head = () => host.state.get('catalog', `${id}:resources`);
      for (const [kind, last] of [
        ['tools', 'tool-last'],
        ['prompts', 'prompt-last'],
        ['templates', 'tpl-last'],
      ] as const) {
        const names = await namesIn(host, id, kind);
        expect([names.length, names.at(-1)]).toEqual([25, last]);
      }
      expect(await callText(host, id, 'tool-last')).toBe('the last tool');
      expect(head()).toMatchObject({ status: 'failed', count: 20, pages: 2, error: 'backend timeout, try again' });
      expect(await namesIn(host, id, 'resources')).toHaveLength(20);
      // Trying again is reading the list again.
      expect(await host.run(id, 'resources.list')).toMatchObject({ status: 'done' });
      expect(head()).toMatchObject({ status: 'ready', count: 25 });
      expect(head()?.error).toBeUndefined();
      expect((await namesIn(host, id, 'resources')).at(-1)).toBe('res-last');
    },
  );
});
