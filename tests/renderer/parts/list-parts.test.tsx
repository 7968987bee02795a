import { screen, waitFor } from '@testing-library/react';
import { Wrench } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import type { Catalog } from '#shared/entities.ts';
import { ListEmpty } from '../../../src/renderer/parts/lists/list-empty.tsx';
import { ListFoot } from '../../../src/renderer/parts/lists/list-foot.tsx';
import { ListError, ListMore } from '../../../src/renderer/parts/lists/list-notes.tsx';
import { useListActions } from '../../../src/renderer/parts/lists/use-list-actions.ts';
import { useEntity } from '../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { START, server, session } from '../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

function Parts({ filter = '', ended = false }: { readonly filter?: string; readonly ended?: boolean }) {
  const head = useEntity('catalog', 'ses1:tools');
  const actions = useListActions({ serverId: 'srv1', sessionId: 'ses1' }, [head], 'tools');
  const count = head?.count ?? 0;
  return (
    <>
      <ListError heads={[head]} actions={actions} />
      {(count === 0 || filter !== '') && (
        <ListEmpty
          noun="tool"
          icon={Wrench}
          {...{ head, actions, filter, count }}
          serverName="orders-db"
          searched="name"
          onClear={() => undefined}
        />
      )}
      <ListMore heads={[head]} {...{ count, actions, ended }} />
      <ListFoot heads={[head]} noun="tools" {...{ actions, ended }} />
    </>
  );
}

async function show(over: Partial<Catalog>, count = 40, props: Parameters<typeof Parts>[0] = {}) {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  const items = Array.from({ length: count }, (_, at) => ({ name: `t${at}` }));
  host.setItems('ses1', 'tools', items);
  host.patch('catalog', 'ses1:tools', { fetchedAt: Date.now(), ...over });
  return { host, ...(await renderView(host, <Parts {...props} />)) };
}
const runs = (host: FakeHost) => host.inputs('operation.run').map(({ verb, input }) => [verb, input]);

test('[PAGE-06] a list that goes on offers the next page and all of them, each only when asked for', async () => {
  const { host, user } = await show({ nextCursor: 'c', pages: 2 });
  expect(screen.getByText('Showing 40 of more')).toBeTruthy();
  expect(runs(host)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Load next 20' }));
  await user.click(screen.getByRole('button', { name: 'Load all' }));
  expect(runs(host)).toEqual([
    ['tools.list', { pages: 'next' }],
    ['tools.list', { pages: 'all' }],
  ]);
  host.patch('catalog', 'ses1:tools', { status: 'loading' });
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(host.inputs('catalog.stop')).toEqual([{ sessionId: 'ses1', kind: 'tools' }]);
});

test('[CACHE-01] [CACHE-09] the foot tells how fresh a list is and for whom, and offers a refresh when it is not', async () => {
  const { host, user } = await show({ ttlMs: 240_000, freshUntil: Date.now() + 240_000, cacheScope: 'private' });
  expect(screen.getByText(/^Listed \d\d:\d\d, fresh for 4 min, private$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
  host.patch('catalog', 'ses1:tools', { freshUntil: Date.now() - 1 });
  expect(await screen.findByText(/^No longer fresh, private, listed \d\d:\d\d$/)).toBeTruthy();
  host.patch('catalog', 'ses1:tools', { stale: true });
  expect(await screen.findByText('Changed on the server')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(runs(host)).toEqual([['tools.list', {}]]);
});

test('rules for all lists are chosen at the foot, and none changes another', async () => {
  const { host, user } = await show({});
  await user.click(screen.getByRole('button', { name: 'List options' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Load all pages of every list' }));
  expect(host.inputs('settings.save')).toEqual([{ loadAllPages: true }]);
  await waitFor(() =>
    expect(host.get('settings', 'settings')).toMatchObject({ loadAllPages: true, refreshLists: true }),
  );
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Fetch lists again when they change' }));
  expect(host.get('settings', 'settings')).toMatchObject({ loadAllPages: true, refreshLists: false });
});

test('[CACHE-08] an error never removes what was listed; it says how old that is', async () => {
  const { host, user } = await show({ status: 'failed', error: 'database is down', fetchedAt: Date.now() - 125_000 });
  expect(screen.getByText('Could not refresh, 2 min old')).toBeTruthy();
  expect(screen.getByText('database is down')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(runs(host)).toEqual([['tools.list', {}]]);
});

test('waiting is told after three seconds, and can be stopped', async () => {
  const { host, user } = await show({ status: 'loading', readingSince: Date.now() - 4000 }, 0);
  expect(screen.getByRole('status', { name: 'Waiting for tools/list' })).toBeTruthy();
  expect(screen.getByText(/^Waiting for tools\/list, 4 s$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
  expect(host.inputs('catalog.stop')).toHaveLength(1);
});

test('an empty list says what it means, asks again, and shows the answer in Traffic', async () => {
  const { host, user, wirebench } = await show({ answerSeq: 7 }, 0);
  expect(screen.getByText('No tools')).toBeTruthy();
  host.on('log.rowNear', () => ({ row: 12, own: 11 }));
  await user.click(screen.getByRole('button', { name: 'Show the answer' }));
  await waitFor(() => expect(wirebench.page.getState().tabs.srv1).toBe('traffic'));
  expect(wirebench.page.getState().selected['ses1/traffic']).toBe('11');
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(runs(host)).toEqual([['tools.list', {}]]);
});

test('where nothing matches, other servers that have it are named', async () => {
  const { host, user, wirebench } = await show({ nextCursor: 'c' }, 40, { filter: 'Weekly' });
  expect(screen.getByText('No tool matches “Weekly”')).toBeTruthy();
  expect(screen.getByText('40 tools searched by name. The list goes on at the server.')).toBeTruthy();
  const other = server({ id: 'srv2', sessionId: 'ses2' });
  host.put('server', 'srv2', { ...other, config: { ...other.config, name: 'docs' } });
  host.put('session', 'ses2', session({ id: 'ses2', startedAt: START }));
  host.setItems('ses2', 'tools', [
    { name: 'weekly_report' },
    { name: 'other', description: 'a WEEKLY thing' },
    { name: 'no' },
  ]);
  await user.click(await screen.findByRole('button', { name: 'docs has 2 matches' }, { timeout: 5000 }));
  expect(wirebench.page.getState()).toMatchObject({ serverId: 'srv2', tabs: { srv2: 'tools' } });
});
