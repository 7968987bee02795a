import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HostError } from '#shared/errors.ts';
import type { KeptSession, ReadProgress } from '#shared/traffic.ts';
import { TrafficPage } from '../../../../src/renderer/features/traffic/traffic-page.tsx';
import { TrafficTab } from '../../../../src/renderer/features/traffic/traffic-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { line, START, server, session, traffic } from '../../support/samples.ts';

const kept = (id: string, rest: Partial<KeptSession> = {}): KeptSession => ({
  ...{ id, serverId: 'srv1', serverName: 'orders-db', startedAt: START, running: false, over: 'stdio' },
  ...{ reason: 'exited', exit: { code: 1, signal: null }, bytes: 600_000, pinned: false },
  ...rest,
});

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', entry?.sessionId);
  return entry ? <TrafficTab server={entry} session={current} /> : null;
}

function prepared(current = true): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server(current ? { sessionId: 'ses1' } : {}));
  if (current) host.put('session', 'ses1', session());
  if (current) host.addTraffic('ses1', [traffic(0, { method: 'ping' })]);
  host.addTraffic('old', [
    traffic(0, { method: 'initialize' }),
    traffic(1, { method: 'tools/call', name: 'sum', group: 'rounds', members: 1 }),
    traffic(2, { method: 'elicitation/create', under: 1, nth: 1 }),
  ]);
  host.on('session.kept', () => ({ sessions: [kept('ses1', { running: true }), kept('old')] }));
  return host;
}
const bar = () => screen.findByText(/^Session of .+, ended with code 1\.$/);

test('an earlier session is chosen from the menu, shown and left again', async () => {
  const host = prepared();
  host.on('session.pin', () => undefined);
  host.addLines('old', 'wire', [line(0, 'old line')]);
  const { user, wirebench } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('button', { name: 'Session: now' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: /ended with code 1, 600/ }));
  await bar();
  expect(await screen.findByText('initialize')).toBeTruthy();
  expect(screen.queryByText('ping')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Pin:/ }));
  expect(await screen.findByRole('button', { name: /^Pinned:/ })).toBeTruthy();
  expect(host.inputs('session.pin')).toEqual([{ sessionId: 'old', pinned: true }]);
  await user.click(screen.getByRole('tab', { name: 'Wire' }));
  expect(await screen.findByRole('treegrid', { name: 'Raw messages' })).toBeTruthy();
  expect(await screen.findByText(/old line/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the current one' }));
  expect(wirebench.page.getState().earlier).toEqual({});
  await waitFor(() => expect(screen.queryByText(/^Session of/)).toBeNull());
});

test('a server that never ran since the start offers what is kept of it', async () => {
  const { user } = await renderView(prepared(false), <Tab />);
  expect(await screen.findByText('No traffic yet')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Earlier sessions' }));
  const [first] = await screen.findAllByRole('menuitemcheckbox', { name: /ended with code 1/ });
  if (first) await user.click(first);
  await bar();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('No traffic yet')).toBeTruthy();
});

test('a row that another view chose is in the inspector, and its head is opened', async () => {
  const host = prepared();
  const question = traffic(2, { method: 'elicitation/create', under: 1, nth: 1 });
  host.on('log.place', ({ row, filter }) => {
    const folded = row === 2 && !filter?.tree?.opened.includes(1);
    return { ...(row === 2 ? { row: question } : {}), ...(folded ? {} : { place: row }) };
  });
  host.setBody('old', 6, '{}');
  const { wirebench } = await renderView(host, <Tab />);
  wirebench.page.getState().select('old/traffic', '2');
  wirebench.page.getState().showEarlier('srv1', 'old');
  expect(await screen.findByRole('complementary', { name: 'Inspector' })).toHaveProperty(
    'textContent',
    expect.stringContaining('elicitation/create'),
  );
  await waitFor(() => expect(host.inputs('log.place').at(-1)?.filter?.tree?.opened).toEqual([1]));
});

test('while a log has to be read first, it is told how far that is, and it can be left', async () => {
  const host = prepared();
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const counts = session().counts;
  host.on('log.counts', async () => {
    await opened;
    return counts;
  });
  let progress: ReadProgress = { unit: 'bytes', read: 100_000_000, of: 400_000_000 };
  host.on('session.opening', () => ({ progress }));
  const { user, wirebench } = await renderView(host, <Tab />);
  wirebench.page.getState().showEarlier('srv1', 'old');
  expect(await screen.findByText('Looking for records in 400.0 MB, 100.0 MB done')).toBeTruthy();
  progress = { unit: 'records', read: 412_000, of: 1_000_000 };
  expect(await screen.findByText('Reading 412,000 of 1,000,000 records')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Read' })).toHaveProperty('value', 412_000);
  await user.click(screen.getByRole('button', { name: 'Show the current one' }));
  expect(await screen.findByText('ping')).toBeTruthy();
  wirebench.page.getState().showEarlier('srv1', 'old');
  await screen.findByText('Reading 412,000 of 1,000,000 records');
  open();
  await bar();
});

test('a session whose folder is gone is explained', async () => {
  const host = prepared();
  host.on('log.counts', () => {
    throw new HostError('NOT_FOUND', 'The log of this session is no longer in the data folder.');
  });
  const { user, wirebench } = await renderView(host, <Tab />);
  wirebench.page.getState().showEarlier('srv1', 'gone');
  expect(await screen.findByText('This session cannot be shown')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the current one' }));
  expect(await screen.findByText('ping')).toBeTruthy();
});

test('the session of a server that is no longer in the list names it', async () => {
  const host = prepared();
  host.on('session.kept', () => ({ sessions: [kept('old', { serverId: 'gone', serverName: 'Old server' })] }));
  const { user, wirebench } = await renderView(host, <TrafficPage />);
  wirebench.page.getState().set({ trafficOf: 'old' });
  expect(await screen.findByText('Old server')).toBeTruthy();
  expect(await screen.findByText('initialize')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(wirebench.page.getState().trafficOf).toBeUndefined();
});

test('what is missing from a damaged log is said above its rows, with the folder', async () => {
  const host = prepared();
  const text = 'The log is damaged: record 14 in wire-00001.jsonl cannot be read.';
  host.on('log.damage', () => ({ text, folder: '/data/sessions/old' }));
  const { wirebench } = await renderView(host, <Tab />);
  expect(screen.queryByText(/The log is damaged/)).toBeNull();
  wirebench.page.getState().showEarlier('srv1', 'old');
  expect((await screen.findByText(/The log is damaged: record 14/)).textContent).toContain('/data/sessions/old');
  expect(screen.getByRole('button', { name: 'Copy folder' })).toBeTruthy();
});
