import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ALL_SERVERS } from '#shared/exchange.ts';
import type { OverviewLanes } from '#shared/traffic.ts';
import { TrafficPage } from '../../../../src/renderer/features/traffic/traffic-page.tsx';
import { savedPart } from '../../../../src/renderer/store/page.ts';
import { usePage } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { exchange, server, session, traffic } from '../../support/samples.ts';

/** The frame shows the page only while there is something for it. */
function Shown() {
  const of = usePage((state) => state.trafficOf);
  return of === undefined ? null : <TrafficPage />;
}

const lanes = (calls: number): OverviewLanes => ({
  calls: Array.from({ length: calls }, (_, n) => ({ from: n * 1e6, to: n * 1e6 + 1000, kind: 'call' as const, n: 1 })),
  waiting: [],
  notices: [],
});

function prepared(): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ id: 'srv1', name: 'orders-db', sessionId: 'ses1' }));
  host.put('server', 'srv2', server({ id: 'srv2', name: 'build-runner', sessionId: 'ses2', order: 1 }));
  host.put('server', 'srv3', server({ id: 'srv3', name: 'idle', order: 2 }));
  host.put('session', 'ses1', session());
  host.put('session', 'ses2', session({ id: 'ses2', serverId: 'srv2' }));
  host.addTraffic(ALL_SERVERS, [
    traffic(0, { method: 'ping', sessionId: 'ses1', server: 'orders-db', seq: 4 }),
    traffic(1, { method: 'tools/call', exchangeId: 'x7', sessionId: 'ses2', server: 'build-runner', seq: 7 }),
  ]);
  host.on('log.overview', ({ sessionId }) => {
    expect(sessionId).toBe(ALL_SERVERS);
    const servers = [
      { sessionId: 'ses1', server: 'orders-db', ...lanes(1) },
      { sessionId: 'ses2', server: 'build-runner', ...lanes(2) },
    ];
    return { to: 4e6, ...lanes(3), servers };
  });
  host.on('exchange.get', ({ exchangeId }) => ({ exchange: exchange({ id: exchangeId }), http: [] }));
  return host;
}

test('rows of all servers name theirs, and each server has lanes of its own', async () => {
  const { wirebench } = await renderView(prepared(), <TrafficPage />);
  wirebench.page.getState().showTraffic(ALL_SERVERS);
  const main = await screen.findByRole('main', { name: 'Traffic of all servers' });
  expect(within(main).getByText('2 servers')).toBeTruthy();
  expect(await screen.findByRole('columnheader', { name: /Server/ })).toBeTruthy();
  expect((await screen.findByRole('row', { name: /ping/ })).textContent).toContain('orders-db');
  expect(screen.getByRole('row', { name: /tools\/call/ }).textContent).toContain('build-runner');
  const overview = screen.getByRole('region', { name: 'Overview of all servers' });
  await within(overview).findByRole('img', { name: /orders-db: calls 1, .*; build-runner: calls 2,/ });
  expect(overview.querySelectorAll('.ov-group')).toHaveLength(2);
  expect(screen.queryByRole('tab', { name: 'Wire' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull();
});

test('the chosen row is read in its own session, and leads to its server', async () => {
  const host = prepared();
  host.on('log.rowNear', ({ sessionId, seq }) => {
    expect({ sessionId, seq }).toEqual({ sessionId: 'ses2', seq: 7 });
    return { own: 3, row: 3 };
  });
  const { user, wirebench } = await renderView(host, <TrafficPage />);
  const page = () => wirebench.page.getState();
  page().showTraffic(ALL_SERVERS);
  await user.click(await screen.findByRole('row', { name: /tools\/call/ }));
  await screen.findByRole('complementary', { name: 'Inspector' });
  await waitFor(() => expect(host.inputs('exchange.get')).toEqual([{ sessionId: 'ses2', exchangeId: 'x7' }]));
  expect(page().selected[`${ALL_SERVERS}/traffic`]).toBe('1');
  // Its numbers are those of one run of the host.
  expect(savedPart(page()).selected).not.toHaveProperty([`${ALL_SERVERS}/traffic`]);
  await user.click(screen.getByRole('button', { name: 'More traffic actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Show in build-runner' }));
  await waitFor(() => expect(page().trafficOf).toBeUndefined());
  expect(page()).toMatchObject({ serverId: 'srv2', tabs: { srv2: 'traffic' } });
  expect(page().selected).toMatchObject({ 'ses2/traffic': '3', 'srv2/traffic-view': 'exchanges' });
});

test('a row of all servers has no link of its own, and gets none of the row that is chosen in the workspace', async () => {
  const { user, wirebench } = await renderView(prepared(), <TrafficPage />, {
    serverId: 'srv2',
    tabs: { srv2: 'traffic' },
    selected: { 'ses2/traffic': '3' },
  });
  wirebench.page.getState().showTraffic(ALL_SERVERS);
  await user.click(await screen.findByRole('row', { name: /tools\/call/ }));
  await user.click(await screen.findByRole('button', { name: 'Copy as' }));
  expect(await screen.findByRole('menuitem', { name: 'JSON' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Deep link' })).toBeNull();
});

test('a row that is not loaded is found by its number, whatever its place', async () => {
  const host = prepared();
  host.on('log.place', ({ row }) => ({ row: traffic(row, { method: 'far', sessionId: 'ses1', exchangeId: 'x1' }) }));
  const { wirebench } = await renderView(host, <TrafficPage />, { selected: { [`${ALL_SERVERS}/traffic`]: '900' } });
  wirebench.page.getState().showTraffic(ALL_SERVERS);
  expect(await screen.findByRole('heading', { name: 'far' })).toBeTruthy();
  expect(host.inputs('exchange.get')).toEqual([{ sessionId: 'ses1', exchangeId: 'x1' }]);
});

test('closing goes back to the workspace', async () => {
  const { user, wirebench } = await renderView(prepared(), <TrafficPage />);
  wirebench.page.getState().showTraffic(ALL_SERVERS);
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(wirebench.page.getState().trafficOf).toBeUndefined();
});

test('the view has the focus when it opens', async () => {
  const { wirebench } = await renderView(prepared(), <Shown />);
  wirebench.page.getState().showTraffic(ALL_SERVERS);
  const main = await screen.findByRole('main', { name: 'Traffic of all servers' });
  await waitFor(() => expect(document.activeElement).toBe(main));
});
