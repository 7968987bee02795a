import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Dock } from '../../../../src/renderer/features/dock/dock.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { createAnnouncer } from '../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../src/renderer/ui/feedback.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { http, line, server, session } from '../../support/samples.ts';

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <Dock server={entry} session={current} /> : null;
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
  await renderView(prepared(7), view);
  await screen.findByText('line 6');
  fireEvent.keyDown(window, { key: 'Y', ctrlKey: true, shiftKey: true });
  expect(announcer.current('polite')).toBe('Last 5 lines: line 2. WARN plan 3. line 4. line 5. line 6');
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
  expect(await screen.findByText('{"id":1,"method":"ping"}')).toBeTruthy();
  expect(wirebench.page.getState().dock).toMatchObject({ open: true, tab: 'wire' });
});

test('over HTTP the first tab shows the HTTP lines of the wire', async () => {
  const host = prepared(0);
  host.put('server', 'srv1', server({ sessionId: 'ses1', endpoint: http() }));
  await renderView(host, <Tab />);
  expect(await screen.findByText('POST /mcp')).toBeTruthy();
  expect(screen.getByRole('tab', { name: /HTTP/ }).getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByText('{"id":1,"method":"ping"}')).toBeNull();
});

test('hidden characters of a server are named', async () => {
  const host = prepared(1);
  host.addLines('ses1', 'stderr', [line(1, 'a\u202eb')]);
  await renderView(host, <Tab />);
  expect(await screen.findByText('[U+202E]')).toBeTruthy();
});
