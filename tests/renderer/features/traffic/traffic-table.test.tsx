import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import { ExchangesView } from '../../../../src/renderer/features/traffic/exchanges-view.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { session, traffic } from '../../support/samples.ts';

const COUNTS = { wire: 12, traffic: 5, stderr: 0, notices: 0, client: 0, errors: 1 };

function View() {
  const current = useEntity('session', 'ses1');
  if (!current) return null;
  return (
    <ExchangesView
      sessionId="ses1"
      counts={current.counts}
      servers={['orders-db']}
      pinned={current.pinned ?? false}
      switcher={null}
    />
  );
}

const LAST = traffic(4, { name: 'close_issue', status: '-32602', bytes: 388, tookUs: 41_000, m: 2_600_000 });
const ROWS: TrafficRow[] = [
  traffic(0, { method: 'server/discover', name: undefined, bytes: 812, tookUs: 64_000 }),
  traffic(1, { name: 'create_issue', group: 'rounds', members: 2, bytes: 3600, tookUs: 2_400_000, m: 100_000 }),
  traffic(2, { parent: 1, under: 1, nth: 1, preview: 'round 1', status: 'input_required', m: 100_000 }),
  traffic(3, { parent: 1, under: 1, nth: 2, preview: 'round 2', m: 2_300_000 }),
  LAST,
];

function prepared(): FakeHost {
  const host = new FakeHost();
  host.put('session', 'ses1', session({ counts: COUNTS }));
  host.addTraffic('ses1', ROWS);
  host.on('log.overview', () => ({
    to: 3_000_000,
    calls: [
      { from: 0, to: 64_000, kind: 'call', n: 1 },
      { from: 2_600_000, to: 2_641_000, kind: 'error', n: 1 },
    ],
    waiting: [{ from: 200_000, to: 2_200_000, kind: 'waiting', n: 1 }],
    notices: [],
  }));
  return host;
}

const grid = () => screen.getByRole('treegrid', { name: 'Exchanges' });
const rowOf = (text: string): HTMLElement => {
  const row = within(grid()).getByText(text).closest('[role="row"]');
  if (!(row instanceof HTMLElement)) throw new Error(`no row with ${text}`);
  return row;
};
const methods = () =>
  within(grid())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '');
const lastFilter = (host: FakeHost): LogFilter | undefined => host.inputs('log.page').at(-1)?.filter;

test('rows open and close with the arrow keys, Left on a round goes to its call, and rounds are numbered under it', async () => {
  const { user } = await renderView(prepared(), <View />);
  await screen.findByText('create_issue');
  expect(rowOf('create_issue').getAttribute('aria-expanded')).toBe('false');
  expect(rowOf('close_issue').hasAttribute('aria-expanded')).toBe(false);
  expect(within(grid()).queryByText('round 1')).toBeNull();
  grid().focus();
  await user.keyboard('{Home}{ArrowDown}{ArrowRight}');
  await within(grid()).findByText('round 2');
  expect(rowOf('create_issue').getAttribute('aria-expanded')).toBe('true');
  const round = rowOf('round 2');
  expect(round.getAttribute('aria-level')).toBe('2');
  expect(round.getAttribute('aria-posinset')).toBe('2');
  expect(within(round).getByText('2.2')).toBeTruthy();
  await user.keyboard('{ArrowRight}');
  expect(rowOf('round 1').getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowDown}{ArrowLeft}');
  expect(rowOf('create_issue').getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(within(grid()).queryByText('round 1')).toBeNull());
});

test('a row that is chosen while it is on its way is chosen when it comes', async () => {
  const host = prepared();
  let come: () => void = () => undefined;
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  host.on('log.page', async (input) => {
    await coming;
    return host.logs.page(input);
  });
  const { user, wirebench } = await renderView(host, <View />);
  await screen.findByRole('treegrid', { name: 'Exchanges' });
  grid().focus();
  await user.keyboard('{Home}');
  expect(wirebench.page.getState().selected['ses1/traffic']).toBeUndefined();
  come();
  await waitFor(() => expect(wirebench.page.getState().selected['ses1/traffic']).toBe('0'));
  expect(rowOf('server/discover').getAttribute('aria-selected')).toBe('true');
});

test('a header sorts up, then down, then not; the row that is chosen stays chosen', async () => {
  const host = prepared();
  const { user } = await renderView(host, <View />);
  await user.click(await screen.findByText('close_issue'));
  const size = screen.getByRole('columnheader', { name: 'Size' });
  expect(size.getAttribute('aria-sort')).toBe('none');
  await user.click(within(size).getByRole('button'));
  await waitFor(() => expect(methods()[0]).toContain('close_issue'));
  expect(size.getAttribute('aria-sort')).toBe('ascending');
  expect(lastFilter(host)?.sort).toEqual({ by: 'size', desc: false });
  expect(rowOf('close_issue').getAttribute('aria-selected')).toBe('true');
  await user.click(within(size).getByRole('button'));
  await waitFor(() => expect(methods()[0]).toContain('create_issue'));
  expect(size.getAttribute('aria-sort')).toBe('descending');
  await user.click(within(size).getByRole('button'));
  await waitFor(() => expect(methods()[0]).toContain('server/discover'));
  expect(size.getAttribute('aria-sort')).toBe('none');
});

test('optional columns are switched on in a menu that stays open, and are kept with the page', async () => {
  const { user, wirebench } = await renderView(prepared(), <View />);
  await screen.findByText('create_issue');
  expect(screen.queryByRole('columnheader', { name: 'HTTP' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'HTTP status' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Took' }));
  expect(wirebench.page.getState().columns).toEqual({ 'traffic/http': true, 'traffic/took': false });
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('columnheader', { name: 'HTTP' })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Took' })).toBeNull();
});

test('both ends of the range are sliders; keys move them, the table follows, 0 goes back to the whole', async () => {
  const host = prepared();
  const { user } = await renderView(host, <View />);
  await screen.findByText('create_issue');
  await screen.findByRole('img', { name: /^3 s on three lanes: calls 2, waiting for a person 1, notifications 0\./ });
  const start = screen.getByRole('slider', { name: 'Start of the range' });
  expect(start.getAttribute('aria-valuetext')).toBe('0 s');
  start.focus();
  await user.keyboard('{PageUp}{PageUp}{PageUp}{ArrowLeft}');
  expect(start.getAttribute('aria-valuenow')).toBe('870');
  await waitFor(() => expect(within(grid()).queryByText('server/discover')).toBeNull());
  expect(within(grid()).getByText('close_issue')).toBeTruthy();
  expect(host.inputs('log.stats').at(-1)?.filter?.between?.from).toBe(870_000);
  const stop = screen.getByRole('slider', { name: 'End of the range' });
  stop.focus();
  await user.keyboard('{PageDown}{PageDown}{PageDown}');
  await waitFor(() => expect(within(grid()).queryByText('close_issue')).toBeNull());
  expect(stop.getAttribute('aria-valuetext')).toBe('2.1 s');
  await user.keyboard('0');
  expect(await within(grid()).findByText('server/discover')).toBeTruthy();
  expect(stop.getAttribute('aria-valuetext')).toBe('3 s');
});

test('a brush over the lanes chooses a range, the wheel zooms around the pointer', async () => {
  await renderView(prepared(), <View />);
  await screen.findByText('create_issue');
  await screen.findByRole('img', { name: /^3 s on/ });
  const lanes = screen.getByRole('img', { name: /three lanes/ }).parentElement;
  if (!lanes) throw new Error('no lanes');
  lanes.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect; // the two that are read
  // jsdom has no pointer events; what is read of them, a mouse event has too.
  const point = (type: string, clientX: number) =>
    fireEvent(lanes, new MouseEvent(type, { bubbles: true, button: 0, clientX }));
  point('pointerdown', 200);
  point('pointermove', 300);
  point('pointerup', 300);
  const [start, stop] = screen.getAllByRole('slider');
  expect([start?.getAttribute('aria-valuenow'), stop?.getAttribute('aria-valuenow')]).toEqual(['1000', '2000']);
  fireEvent.wheel(lanes, { deltaY: 450 * Math.LN2, clientX: 250 });
  expect([start?.getAttribute('aria-valuenow'), stop?.getAttribute('aria-valuenow')]).toEqual(['500', '2500']);
  fireEvent.doubleClick(lanes);
  expect(stop?.getAttribute('aria-valuenow')).toBe('3000');
});

test('a paused view stands still and counts what it misses; it goes on with everything', async () => {
  const host = prepared();
  const { user } = await renderView(host, <View />);
  await screen.findByText('close_issue');
  await user.click(screen.getByRole('button', { name: 'Pause view' }));
  expect(screen.getByText('View paused, still capturing')).toBeTruthy();
  host.addTraffic('ses1', [traffic(5, { name: 'later' }), traffic(4, { rev: 2, name: 'close_issue', status: 'lost' })]);
  host.put('session', 'ses1', session({ counts: { ...COUNTS, traffic: 6 } }));
  expect(await screen.findByText('View paused, still capturing, 1 new')).toBeTruthy();
  expect(within(grid()).queryByText('later')).toBeNull();
  expect(within(grid()).queryByText('lost')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await within(grid()).findByText('later')).toBeTruthy();
  expect(within(grid()).getByText('lost')).toBeTruthy();
  expect(screen.queryByText(/View paused/)).toBeNull();
});

test('the foot sums up what is shown, and follows the session', async () => {
  const host = prepared();
  const { user } = await renderView(host, <View />);
  expect(await screen.findByText('Median 184 ms')).toBeTruthy();
  expect(screen.getByText('p95 2.4 s')).toBeTruthy();
  expect(screen.getByText('5 of 5 rows')).toBeTruthy();
  grid().focus();
  await user.keyboard('e');
  await screen.findByText('0 of 5 rows');
  host.addTraffic('ses1', [{ ...LAST, rev: 2, status: 'error' }]);
  host.put('session', 'ses1', session({ counts: { ...COUNTS, wire: 13 } }));
  // The sums are read at most once a second.
  expect(await screen.findByText('1 of 5 rows')).toBeTruthy();
  expect(screen.getByText('388 B', { selector: '.foot span' })).toBeTruthy();
});

test('sums that are not complete are read again until they are', async () => {
  const host = prepared();
  let reads = 0;
  host.on('log.stats', () => {
    reads += 1;
    return { rows: reads, rounds: 0, bytes: 1000 * reads, errors: 0, done: reads > 1 };
  });
  await renderView(host, <View />);
  expect(await screen.findByText('so far')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('so far')).toBeNull());
  expect(screen.getByText('2.0 KB')).toBeTruthy();
  expect(reads).toBe(2);
});

test('two rows are marked by key or by a click with Mod, and Shift+C compares them', async () => {
  const { user, wirebench } = await renderView(prepared(), <View />);
  await screen.findByText('close_issue');
  expect(screen.getByText('Pick two rows to compare')).toBeTruthy();
  grid().focus();
  await user.keyboard('{Home} ');
  expect(rowOf('server/discover').className).toContain('marked');
  expect(screen.getByText('Pick one more row to compare')).toBeTruthy();
  await user.keyboard('{Control>}');
  await user.click(within(grid()).getByText('close_issue'));
  await user.keyboard('{/Control}');
  expect(rowOf('server/discover').getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Shift>}C{/Shift}');
  const side = (exchangeId: string) => ({ of: 'exchange', sessionId: 'ses1', exchangeId });
  expect(wirebench.page.getState().compare).toEqual({ a: side('ex0'), b: side('ex4') });
  await user.keyboard(' ');
  expect(rowOf('server/discover').className).not.toContain('marked');
});

test('the log of the session is pinned and unpinned, by the button and by P', async () => {
  const host = prepared();
  const { user } = await renderView(host, <View />);
  await screen.findByText('close_issue');
  await user.click(screen.getByRole('button', { name: /^Pin/ }));
  expect(await screen.findByRole('button', { name: /^Pinned/, pressed: true })).toBeTruthy();
  grid().focus();
  await user.keyboard('p');
  await waitFor(() => expect(host.inputs('session.pin').map(({ pinned }) => pinned)).toEqual([true, false]));
});

/** 2,000 rows, of which the page holds those at the end; only the first and the one in the middle failed. */
function long(): FakeHost {
  const host = prepared();
  const calls = Array.from({ length: 2000 }, (_, row) => {
    const failed = row === 0 || row === 700;
    return traffic(row, { name: `tool ${row}`, ...(failed ? { status: 'tool error' } : {}) });
  });
  host.addTraffic('ses1', calls);
  return host;
}
const isChosen = (text: string) => rowOf(text).getAttribute('aria-selected') === 'true';

test('N goes to the next failure wherever it is in the log, Shift+N back, and says when there is none', async () => {
  const view = (
    <FeedbackProvider announcer={createAnnouncer(new AbortController().signal)}>
      <View />
    </FeedbackProvider>
  );
  const { user } = await renderView(long(), view);
  await screen.findByText('tool 1999');
  grid().focus();
  await user.keyboard('{Shift>}N{/Shift}');
  await waitFor(() => expect(isChosen('tool 700')).toBe(true));
  await user.keyboard('n');
  expect(await screen.findByText('No failure below this row')).toBeTruthy();
  expect(isChosen('tool 700')).toBe(true);
  await user.keyboard('{Shift>}N{/Shift}');
  await waitFor(() => expect(isChosen('tool 0')).toBe(true));
  await user.keyboard('{Shift>}N{/Shift}');
  expect(await screen.findByText('No failure above this row')).toBeTruthy();
  await user.keyboard('n');
  await waitFor(() => expect(isChosen('tool 700')).toBe(true));
});

test('N opens the row under which the failure is folded away', async () => {
  const host = prepared();
  const folded = traffic(3, { parent: 1, under: 1, nth: 2, preview: 'round 2', status: 'tool error' });
  host.addTraffic('ses1', [folded]);
  host.on('log.nextFailed', () => ({ row: folded }));
  const { user } = await renderView(host, <View />);
  await screen.findByText('close_issue');
  grid().focus();
  await user.keyboard('n');
  await within(grid()).findByText('round 2');
  await waitFor(() => expect(isChosen('round 2')).toBe(true));
});

test('a row chosen in a filter stays chosen and in view when the filter goes, however far it is', async () => {
  const { user } = await renderView(long(), <View />);
  await screen.findByText('tool 1999');
  const field = screen.getByRole('combobox', { name: /^Filter/ });
  await user.type(field, 'tool 700');
  await waitFor(() => expect(methods()).toHaveLength(1));
  await user.click(rowOf('tool 700'));
  await user.clear(field);
  await waitFor(() => expect(isChosen('tool 700')).toBe(true));
  expect(within(grid()).queryByText('tool 1999')).toBeNull();
});

test('rows of all servers name their own, and open in their own session', async () => {
  const host = new FakeHost();
  host.addTraffic('*', [
    traffic(0, { name: 'one', sessionId: 'ses1', server: 'orders-db' }),
    traffic(1, { name: 'two', sessionId: 'ses2', server: 'acme-issues' }),
  ]);
  const view = <ExchangesView sessionId="*" counts={COUNTS} servers={['orders-db', 'acme-issues']} switcher={null} />;
  const { user } = await renderView(host, view);
  await user.click(await screen.findByText('two'));
  expect(within(rowOf('two')).getByText('acme-issues')).toBeTruthy();
  await waitFor(() => expect(host.inputs('exchange.get').at(-1)?.sessionId).toBe('ses2'));
  expect(screen.queryByRole('button', { name: /^Pin/ })).toBeNull();
});

test('a call that no person started is marked, and time that an answer took is told from that of the server', async () => {
  const host = prepared();
  const evil = 'gpt\u202ex of Local';
  host.addTraffic('ses1', [
    traffic(5, { name: 'by_model', by: { kind: 'model', name: evil }, tookUs: 41_000, m: 2_650_000 }),
    traffic(6, { name: 'asked_back', tookUs: 12_000, waitedUs: 4_000_000, m: 2_660_000 }),
    traffic(7, {
      kind: 'ask',
      method: 'elicitation/create',
      name: 'question',
      tookUs: undefined,
      waitedUs: 4_000_000,
      m: 2_661_000,
    }),
  ]);
  await renderView(host, <View />);
  await screen.findByText('by_model');
  const mark = within(rowOf('by_model')).getByRole('img', { name: /^Started by the model gpt/ });
  expect(mark.getAttribute('aria-label')).not.toContain('\u202e');
  expect(within(rowOf('close_issue')).queryByRole('img', { name: /^Started by/ })).toBeNull();
  const both = '12 ms, and 4.0 s waiting for an answer';
  expect(within(rowOf('asked_back')).getByRole('img', { name: both }).closest('[title]')?.getAttribute('title')).toBe(
    both,
  );
  expect(within(rowOf('question')).getByRole('img', { name: '4.0 s waiting for an answer' })).toBeTruthy();
});
