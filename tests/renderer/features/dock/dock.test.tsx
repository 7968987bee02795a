import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Dock } from '../../../../src/renderer/features/dock/dock.tsx';
import { KeptDock } from '../../../../src/renderer/features/dock/kept-dock.tsx';
import { useEntity, WirebenchProvider } from '../../../../src/renderer/store/wirebench.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { http, line, START, server, session } from '../../support/samples.ts';

function Tab({ alone = false }: { readonly alone?: boolean }) {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <Dock server={entry} session={current} alone={alone} /> : null;
}

const counts = (over: object) => ({ wire: 0, traffic: 0, stderr: 0, notices: 0, client: 0, errors: 0, ...over });

function prepared(lines: number): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session({ counts: counts({ stderr: lines, wire: 2 }) }));
  host.addLines(
    'ses1',
    'stderr',
    Array.from({ length: lines }, (_, row) =>
      line(row, row % 10 === 3 ? `WARN plan ${row}` : `line ${row}`, row % 10 === 3 ? { level: 'warn' } : {}),
    ),
  );
  host.addLines('ses1', 'wire', [
    line(0, '{"id":1,"method":"ping"}', { k: 'frame', dir: 'out' }),
    line(1, 'POST /mcp', { k: 'http', dir: 'out' }),
  ]);
  return host;
}

test('exact lines with their source; only those in view are in the document; it follows the end', async () => {
  const host = prepared(2000);
  await renderView(host, <Tab />);
  const log = await screen.findByRole('log', { name: 'stderr' });
  expect(log.getAttribute('aria-live')).toBe('off');
  expect(await within(log).findByText('line 1999')).toBeTruthy();
  expect(log.querySelectorAll('.lg').length).toBeLessThan(100);
  expect(screen.getByText('2,000 lines')).toBeTruthy();
  const warned = within(log).getByText('WARN plan 1993').closest('.lg');
  expect(warned?.className).toContain(' w');
  host.addLines('ses1', 'stderr', [line(2000, 'the newest')]);
  expect(await within(log).findByText('the newest')).toBeTruthy();
});

test('the logs of an earlier session say of which they are, and show the line that was looked for', async () => {
  const host = new FakeHost();
  const kept = { id: 'old', serverId: 'srv1', serverName: 'orders-db', startedAt: START, running: false };
  host.on('session.kept', () => ({ sessions: [{ ...kept, over: 'stdio', bytes: 9, pinned: false }] }));
  host.addLines(
    'old',
    'stderr',
    Array.from({ length: 900 }, (_, row) => line(row, `then ${row}`)),
  );
  const { wirebench, user } = await renderView(host, <KeptDock sessionId="old" serverId="srv1" />);
  expect(await screen.findByText(/^Logs of \d+ \w+/)).toBeTruthy();
  expect(await screen.findByText('then 899')).toBeTruthy();
  expect(screen.getByText('900 lines')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open in a window' })).toBeNull();
  act(() => wirebench.page.getState().set({ soughtLine: { sessionId: 'old', line: 41 } }));
  expect(await screen.findByText('then 41')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Search log' }));
  expect(wirebench.page.getState().soughtLine).toBeUndefined();
});

test('who follows the end again is not taken back to the line that was looked for', async () => {
  const { wirebench, user } = await renderView(prepared(900), <Tab />);
  await screen.findByText('line 899');
  act(() => wirebench.page.getState().set({ soughtLine: { sessionId: 'ses1', line: 41 } }));
  await screen.findByText('line 41');
  await user.click(screen.getByRole('button', { name: 'Follow' }));
  await screen.findByText('line 899');
  await user.click(screen.getByRole('button', { name: 'Collapse log dock' }));
  await user.click(screen.getByRole('button', { name: 'Expand log dock' }));
  expect(await screen.findByText('line 899')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Following' })).toBeTruthy();
  expect(screen.queryByText('line 41')).toBeNull();
});

test('a line that was looked for before the logs were there is shown as well', async () => {
  const host = prepared(900);
  const { wirebench, rerender } = await renderView(host, null);
  wirebench.page.getState().set({ soughtLine: { sessionId: 'ses1', line: 41 } });
  rerender(
    <WirebenchProvider value={wirebench}>
      <Tab />
    </WirebenchProvider>,
  );
  expect(await screen.findByText('line 41')).toBeTruthy();
});

test('Mod+Shift+T stops following, and new lines are then only counted', async () => {
  const host = prepared(300);
  await renderView(host, <Tab />);
  await screen.findByText('line 299');
  fireEvent.keyDown(window, { key: 'T', ctrlKey: true, shiftKey: true });
  expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('false');
  host.addLines('ses1', 'stderr', [line(300, 'late'), line(301, 'later')]);
  expect(await screen.findByRole('button', { name: '2 new' })).toBeTruthy();
  expect(screen.queryByText('later')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '2 new' }));
  expect(await screen.findByText('later')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Following' })).toBeTruthy();
});

test('Mod+Shift+Y reads the last lines aloud', async () => {
  const ending = new AbortController();
  const announcer = createAnnouncer(ending.signal);
  const view = (
    <FeedbackProvider announcer={announcer}>
      <Tab />
    </FeedbackProvider>
  );
  const host = prepared(7);
  const { wirebench } = await renderView(host, view);
  await screen.findByText('line 6');
  fireEvent.keyDown(window, { key: 'Y', ctrlKey: true, shiftKey: true });
  expect(announcer.current('polite')).toBe('Last 5 lines: line 2. WARN plan 3. line 4. line 5. line 6');
  host.addLines('ses1', 'stderr', [line(7, 'one more')]);
  await screen.findByText('one more');
  act(() => wirebench.page.getState().set({ linesAsked: 1 }));
  // The announcer speaks once in two seconds.
  await waitFor(() => expect(announcer.current('polite')).toContain('line 6. one more'), { timeout: 5000 });
  ending.abort();
});

test('levels are filtered by the host; clearing hides what is there and keeps it', async () => {
  const { user } = await renderView(prepared(30), <Tab />);
  await screen.findByText('line 29');
  await user.click(screen.getByRole('button', { name: 'Level: all' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Warnings and errors' }));
  expect(await screen.findByText('3 of 30 lines')).toBeTruthy();
  expect(screen.queryByText('line 29')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Clear view' }));
  expect(screen.getByText(/The view was cleared/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all lines' }));
  expect(await screen.findByText('WARN plan 23')).toBeTruthy();
});

test('search goes through the whole log and back again', async () => {
  const { user } = await renderView(prepared(500), <Tab />);
  await screen.findByText('line 499');
  await user.click(screen.getByLabelText('Search log'));
  await user.click(screen.getByPlaceholderText('Search log'));
  await user.paste('WARN');
  expect(await screen.findByText('1 of 50')).toBeTruthy();
  expect(screen.getAllByText('WARN').every((text) => text.closest('mark') !== null)).toBe(true);
  await user.keyboard('{Enter}');
  expect(screen.getByText('2 of 50')).toBeTruthy();
  await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
  expect(await screen.findByText('50 of 50')).toBeTruthy();
  await waitFor(() => expect(document.querySelector('.lg.active')?.textContent).toContain('WARN plan 493'));
  await user.keyboard('{Escape}');
  expect(screen.queryByPlaceholderText('Search log')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('log'));
});

test('it collapses to its bar and opens with a tab', async () => {
  const { user, wirebench } = await renderView(prepared(3), <Tab />);
  await screen.findByText('line 2');
  await user.click(screen.getByRole('button', { name: 'Collapse log dock' }));
  expect(screen.queryByRole('log')).toBeNull();
  expect(screen.getByText('3 lines')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: /Wire/ }));
  await waitFor(() => expect(screen.getByRole('log').textContent).toContain('{"id":1,"method":"ping"}'));
  expect(wirebench.page.getState().dock).toMatchObject({ open: true, tab: 'wire' });
});

test('over HTTP the first tab shows the HTTP lines of the wire', async () => {
  const host = prepared(0);
  host.put('server', 'srv1', server({ sessionId: 'ses1', endpoint: http() }));
  await renderView(host, <Tab />);
  expect(await screen.findByText('POST /mcp')).toBeTruthy();
  expect(screen.getByRole('tab', { name: /HTTP/ }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('log').textContent).not.toContain('ping');
});

test('a message with hidden characters keeps its colours in the dock', async () => {
  const host = prepared(0);
  host.addLines('ses1', 'wire', [line(0, '{"t":"a\u202eb"}', { k: 'frame', dir: 'in' })]);
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('tab', { name: /Wire/ }));
  expect((await screen.findByText('"t"')).className).toBe('jk');
  expect(screen.getByText('[U+202E]')).toBeTruthy();
});

test('hidden characters of a server are named', async () => {
  const host = prepared(1);
  host.addLines('ses1', 'stderr', [line(1, 'a\u202eb')]);
  await renderView(host, <Tab />);
  expect(await screen.findByText('[U+202E]')).toBeTruthy();
});

const CALLS = Array.from({ length: 9 }, (_, n) => `    at call${n} (x.js:${n}:1)`);

function withTrace(): FakeHost {
  const host = prepared(0);
  host.addLines(
    'ses1',
    'stderr',
    ['Error: broken', ...CALLS, 'after it'].map((text, row) => line(row, text)),
  );
  host.logs.setFolds('ses1', [[4, 6]]);
  return host;
}

test('the rest of a stack trace is one row, which opens and folds it', async () => {
  const { user } = await renderView(withTrace(), <Tab />);
  const more = await screen.findByRole('button', { name: '6 more lines' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  expect(await screen.findByText(/call2/)).toBeTruthy();
  expect(screen.queryByText(/call3/)).toBeNull();
  expect(screen.getByText('after it')).toBeTruthy();
  await user.click(more);
  expect(await screen.findByText(/call8/)).toBeTruthy();
  // What was opened stays in place.
  expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy();
  // Nothing arrived.
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Fold 6 lines' }));
  expect(screen.queryByText(/call8/)).toBeNull();
});

test('a hit inside a folded trace opens it', async () => {
  const { user } = await renderView(withTrace(), <Tab />);
  await screen.findByText('after it');
  await user.click(screen.getByLabelText('Search log'));
  await user.click(screen.getByPlaceholderText('Search log'));
  await user.paste('call7');
  await waitFor(() => expect(document.querySelector('.lg.active')?.textContent).toContain('call7'));
});

/** Selects the text of rows as a mouse does. */
function selectText(from: Element, to: Element): void {
  document.getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length);
  fireEvent.pointerUp(document);
}

const rowOf = (text: RegExp) => screen.getByText(text).closest('.lg') ?? document.body;

test('selected lines can be copied as shown and as received, and found in Traffic', async () => {
  const host = withTrace();
  host.addLines('ses1', 'stderr', [line(11, '\u001b[31mred\u001b[0m end', { seq: 77 })]);
  host.on('log.rowNear', ({ seq }) => ({ row: seq === 77 ? 5 : 0 }));
  const { user, wirebench } = await renderView(host, <Tab />);
  await screen.findByText('red');
  selectText(rowOf(/after it/), rowOf(/after it/));
  const bar = await screen.findByRole('toolbar', { name: 'Selected text' });
  expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy();
  expect(within(bar).queryByText('Copy raw lines')).toBeNull();
  selectText(rowOf(/call1 /), rowOf(/^red$/));
  await user.click(await screen.findByRole('button', { name: 'Copy raw lines' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe(
      [...CALLS.slice(1), 'after it', '\u001b[31mred\u001b[0m end'].join('\n'),
    ),
  );
  selectText(rowOf(/^red$/), rowOf(/^red$/));
  await user.click(await screen.findByRole('button', { name: 'Find in traffic' }));
  await waitFor(() => expect(wirebench.page.getState().selected['ses1/traffic']).toBe('5'));
  expect(wirebench.page.getState().tabs.srv1).toBe('traffic');
  expect(screen.queryByRole('toolbar', { name: 'Selected text' })).toBeNull();
});

test('a double click on a time shows the moment in Traffic', async () => {
  const host = prepared(3);
  host.on('log.rowNear', ({ seq }) => ({ row: seq }));
  const { user, wirebench } = await renderView(host, <Tab />);
  const time = (await screen.findByText('line 2')).closest('.lg')?.querySelector('.tm');
  await user.dblClick(time ?? document.body);
  await waitFor(() => expect(wirebench.page.getState().tabs.srv1).toBe('traffic'));
});

test('a window of its own is opened for the server, and told when the browser refuses', async () => {
  const opened: unknown[][] = [];
  const open = vi.spyOn(window, 'open').mockImplementation((...args) => {
    opened.push(args);
    return null;
  });
  onTestFinished(() => open.mockRestore());
  const { user } = await renderView(
    prepared(3),
    <FeedbackProvider announcer={createAnnouncer(AbortSignal.abort())}>
      <Tab />
    </FeedbackProvider>,
  );
  await screen.findByText('line 2');
  await user.click(screen.getByRole('button', { name: 'Open in a window' }));
  expect(opened).toEqual([[expect.stringMatching(/#dock=srv1$/), 'wirebench-dock-srv1', expect.any(String)]]);
  expect(await screen.findByText(/Allow pop-ups/)).toBeTruthy();
});

test('alone it fills its window: always open, nothing to collapse, no other window', async () => {
  const host = prepared(3);
  await renderView(host, <Tab alone />, { dock: { open: false, tab: 'stderr', height: 130 } });
  expect(await screen.findByText('line 2')).toBeTruthy();
  for (const name of [/Collapse/, /Expand/, 'Open in a window'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
