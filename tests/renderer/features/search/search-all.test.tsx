import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { KeptSession, SearchHit } from '#shared/traffic.ts';
import { SearchAll } from '../../../../src/renderer/features/search/search-all.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { type RenderedView, renderView } from '../../support/render-view.tsx';
import { START, server } from '../../support/samples.ts';

const kept = (id: string, rest: Partial<KeptSession> = {}): KeptSession => ({
  ...{ id, serverId: 'srv1', serverName: 'orders-db', startedAt: START, running: false, over: 'stdio' },
  ...{ reason: 'exited', exit: { code: 1, signal: null }, bytes: 600_000, pinned: false },
  ...rest,
});
const hit = (sessionId: string, seq: number, rest: Partial<SearchHit> = {}): SearchHit => ({
  ...{ sessionId, seq, serverId: 'srv1', serverName: 'orders-db', t: START * 1000, k: 'frame', dir: 'out' },
  ...{ method: 'tools/call', text: `{"a":"the Needle ${seq}"}`, at: 10, length: 6 },
  ...rest,
});

async function opened(host: FakeHost): Promise<RenderedView & { onClose: ReturnType<typeof vi.fn> }> {
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  const onClose = vi.fn();
  const view = await renderView(host, <SearchAll onClose={onClose} />);
  return { ...view, onClose };
}
const GRID = { role: 'treegrid', tabIndex: 0 };

/** The search over a workspace, which it leaves when it closes. */
function Window({ grid }: { readonly grid: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <main className="ws">
        <div role="tablist">
          <button type="button" role="tab" aria-selected="true">
            Traffic
          </button>
        </div>
        {grid && <div {...GRID} />}
      </main>
      {open && <SearchAll onClose={() => setOpen(false)} />}
    </>
  );
}

const field = () => screen.getByRole('combobox');

test('hits stand below their session, with progress, and Enter opens the one that keys chose', async () => {
  const host = new FakeHost();
  host.on('log.searchAll', ({ next }) =>
    next === undefined
      ? {
          hits: [hit('ses1', 7)],
          sessions: [kept('ses1', { running: true })],
          unread: 0,
          through: 4e5,
          of: 1e6,
          next: '2',
        }
      : { hits: [hit('old', 9), hit('old', 8)], sessions: [kept('old')], unread: 1, through: 1e6, of: 1e6 },
  );
  host.on('log.rowNear', ({ seq }) => ({ row: 50, own: seq === 8 ? 3 : 50 }));
  const { user, wirebench, onClose } = await opened(host);
  await user.type(field(), 'needle');
  expect(await screen.findByText('3 hits in 2 sessions. 1 session could not be read')).toBeTruthy();
  expect(host.inputs('log.searchAll').map(({ text, next }) => [text, next])).toEqual([
    ['needle', undefined],
    ['needle', '2'],
  ]);
  expect(screen.getByText('1.0 MB of 1.0 MB')).toBeTruthy();
  const groups = screen.getAllByRole('group');
  expect(groups.map((group) => within(group).getAllByRole('option').length)).toEqual([1, 2]);
  expect(
    groups.map((group) => /(running|ended with code 1)$/.exec(group.getAttribute('aria-label') ?? '')?.[0]),
  ).toEqual(['running', 'ended with code 1']);
  expect(screen.getAllByText('Needle').map((mark) => mark.closest('mark') !== null)).toEqual([true, true, true]);
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const { earlier, tabs, selected, serverId } = wirebench.page.getState();
  expect([serverId, tabs.srv1, earlier, selected['old/traffic']]).toEqual(['srv1', 'traffic', { srv1: 'old' }, '3']);
});

test('after a hit was opened the focus is in the table where its row is chosen, or on the tab', async () => {
  for (const [grid, role] of [
    [true, 'treegrid'],
    [false, 'tab'],
  ] as const) {
    const host = new FakeHost();
    host.put('server', 'srv1', server({ sessionId: 'ses1' }));
    host.on('log.searchAll', () => ({
      ...{ hits: [hit('ses1', 7)], sessions: [kept('ses1')], unread: 0, through: 9, of: 9 },
    }));
    host.on('log.rowNear', () => ({ row: 5, own: 5 }));
    const { user, unmount } = await renderView(host, <Window grid={grid} />);
    await user.type(field(), 'needle');
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement);
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe(role));
    unmount();
  }
});

test('a hit of the current session shows that; one of a server that is gone is shown without a workspace', async () => {
  const host = new FakeHost();
  const gone = hit('lost', 4, { serverId: 'gone', k: 'stderr', method: undefined as never });
  host.on('log.searchAll', () => ({
    ...{ hits: [hit('ses1', 7), gone], sessions: [kept('ses1'), kept('lost')], unread: 0, through: 9, of: 9 },
  }));
  host.on('log.rowNear', ({ sessionId }) => (sessionId === 'lost' ? { row: 2 } : { row: 5, own: 5 }));
  const { user, wirebench } = await opened(host);
  const page = wirebench.page.getState;
  page().showEarlier('srv1', 'old');
  await user.type(field(), 'needle');
  const [first, second] = await screen.findAllByRole('option');
  if (first) await user.click(first);
  await waitFor(() => expect(page().selected['ses1/traffic']).toBe('5'));
  expect(page().earlier).toEqual({});
  if (second) await user.click(second);
  await waitFor(() => expect(page().trafficOf).toBe('lost'));
  expect(page().selected['lost/traffic']).toBe('2');
  page().openTab('srv1', 'tools');
  expect(page().trafficOf).toBeUndefined();
});

test('a search can be stopped and goes on; another text begins anew; a failure is told', async () => {
  const host = new FakeHost();
  const release: (() => void)[] = [];
  host.on('log.searchAll', async ({ text, next }) => {
    if (text === 'bad') throw new Error('The disk is gone.');
    if (next !== undefined) await new Promise<void>((done) => release.push(done));
    const last = release.length > 1;
    return {
      hits: [hit('old', 90 - release.length)],
      sessions: [kept('old')],
      unread: 0,
      through: 5,
      of: 9,
      ...(last ? {} : { next: 'n' }),
    };
  });
  const { user } = await opened(host);
  await user.type(field(), 'one');
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(screen.getByText('1 hit in 1 session, more may follow')).toBeTruthy();
  // An answer that comes after the stop changes nothing.
  release[0]?.();
  await user.click(screen.getByRole('button', { name: 'Look further' }));
  await waitFor(() => expect(release).toHaveLength(2));
  release[1]?.();
  expect(await screen.findByText('2 hits in 1 session')).toBeTruthy();
  await user.clear(field());
  expect(screen.queryAllByRole('option')).toEqual([]);
  await user.type(field(), 'bad');
  expect(await screen.findByText(/^The search stopped\./)).toBeTruthy();
});

test('nothing found is said', async () => {
  const host = new FakeHost();
  host.on('log.searchAll', () => ({ hits: [], sessions: [], unread: 0, through: 9, of: 9 }));
  const { user } = await opened(host);
  await user.type(field(), 'nowhere');
  expect(await screen.findByText(/^No session holds these words\./)).toBeTruthy();
  await user.keyboard('{Escape}');
});

test('a line of stderr is brought into sight in the logs of its session, which need not be open', async () => {
  const host = new FakeHost();
  const of = hit('old', 8, { k: 'stderr', method: undefined as never });
  host.on('log.searchAll', () => ({ hits: [of], sessions: [kept('old')], unread: 0, through: 1, of: 1 }));
  host.on('log.rowNear', () => ({ row: 3, line: 41 }));
  const { user, wirebench, onClose } = await opened(host);
  const page = wirebench.page.getState;
  // It was looked for before, too, and is to be shown once more.
  page().set({ dock: { ...page().dock, open: false, tab: 'wire' }, soughtLine: { sessionId: 'old', line: 41 } });
  const sought: unknown[] = [];
  wirebench.page.subscribe(({ soughtLine }) => sought.push(soughtLine));
  await user.type(field(), 'needle');
  await screen.findByText('1 hit in 1 session');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(page()).toMatchObject({
    dock: { open: true, tab: 'stderr' },
    soughtLine: { sessionId: 'old', line: 41 },
    earlier: { srv1: 'old' },
  });
  expect(page().selected['old/traffic']).toBe('3');
  expect(sought).toContain(undefined);
});

test('a session that takes long to open is shown at once, and its row is chosen when it is known', async () => {
  const host = new FakeHost();
  host.on('log.searchAll', () => ({ hits: [hit('old', 8)], sessions: [kept('old')], unread: 0, through: 1, of: 1 }));
  let know = (): void => undefined;
  const known = new Promise<void>((resolve) => {
    know = resolve;
  });
  host.on('log.rowNear', async () => {
    await known;
    return { row: 3, own: 3 };
  });
  const { user, wirebench, onClose } = await opened(host);
  await user.type(field(), 'needle');
  await screen.findByText('1 hit in 1 session');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(wirebench.page.getState().earlier).toEqual({ srv1: 'old' });
  expect(wirebench.page.getState().selected['old/traffic']).toBeUndefined();
  know();
  await waitFor(() => expect(wirebench.page.getState().selected['old/traffic']).toBe('3'));
});
