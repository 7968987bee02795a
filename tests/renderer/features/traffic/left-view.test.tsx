import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ExchangesView } from '../../../../src/renderer/features/traffic/exchanges-view.tsx';
import { WireView } from '../../../../src/renderer/features/traffic/wire-view.tsx';
import { useEntity, usePage } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { leaveAndReturn } from '../../support/leave-view.ts';
import { renderView } from '../../support/render-view.tsx';
import { line, session, traffic } from '../../support/samples.ts';

const COUNTS = { wire: 2000, traffic: 2000, stderr: 0, notices: 0, client: 0, errors: 0 };

/** A tab that is left while the inbox is open. */
function Tab({ wire = false }: { readonly wire?: boolean }) {
  const current = useEntity('session', 'ses1');
  const left = usePage((state) => state.inboxOpen);
  if (!current || left) return null;
  return wire ? (
    <WireView
      session={{ ...current, over: 'stdio', pinned: false, headersKept: false }}
      serverName="orders-db"
      switcher={null}
    />
  ) : (
    <ExchangesView sessionId="ses1" counts={current.counts} servers={['orders-db']} switcher={null} />
  );
}

async function open(wire = false) {
  const host = new FakeHost();
  host.put('session', 'ses1', session({ counts: COUNTS }));
  host.addTraffic(
    'ses1',
    Array.from({ length: 2000 }, (_, row) => traffic(row, { name: `tool ${row}` })),
  );
  host.addLines(
    'ses1',
    'wire',
    Array.from({ length: 2000 }, (_, row) => line(row, `line ${row}`, { k: 'noise', dir: 'in' })),
  );
  const view = await renderView(host, <Tab wire={wire} />);
  await screen.findByText(wire ? 'line 1999' : 'tool 1999');
  return { host, leaveAndReturn: (meanwhile?: () => void) => leaveAndReturn(view.wirebench, meanwhile), ...view };
}

const grid = () => screen.getByRole('treegrid');
const scrollTo = (row: number) => {
  grid().scrollTop = row * 26;
  fireEvent.scroll(grid());
};

test.each([false, true])('a paused view that is left is paused when it is opened again, wire %s', async (wire) => {
  const { host, user, leaveAndReturn } = await open(wire);
  await user.click(screen.getByRole('button', { name: 'Pause view' }));
  await leaveAndReturn(() => {
    host.addTraffic('ses1', [traffic(2000, { name: 'tool 2000' })]);
    host.addLines('ses1', 'wire', [line(2000, 'line 2000', { k: 'noise', dir: 'in' })]);
    host.put('session', 'ses1', session({ counts: { ...COUNTS, wire: 2001, traffic: 2001 } }));
  });
  await screen.findByText('View paused, still capturing, 1 new');
  expect(await within(grid()).findByText(wire ? 'line 1999' : 'tool 1999')).toBeTruthy();
  expect(within(grid()).queryByText(wire ? 'line 2000' : 'tool 2000')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await within(grid()).findByText(wire ? 'line 2000' : 'tool 2000');
});

test.each([false, true])('the place of a view stays where it was left, with its choice, wire %s', async (wire) => {
  const { leaveAndReturn, user } = await open(wire);
  const text = (row: number) => `${wire ? 'line' : 'tool'} ${row}`;
  await user.click(within(grid()).getByText(text(1998)));
  scrollTo(700);
  await within(grid()).findByText(text(701));
  await leaveAndReturn();
  await within(grid()).findByText(text(701));
  expect(within(grid()).queryByText(text(1999))).toBeNull();
  scrollTo(1990);
  await waitFor(() =>
    expect(within(grid()).getByText(text(1998)).closest('[role="row"]')?.getAttribute('aria-selected')).toBe('true'),
  );
});

test('a row that another view chose meanwhile is shown instead', async () => {
  const { leaveAndReturn, wirebench } = await open();
  scrollTo(700);
  await within(grid()).findByText('tool 701');
  await leaveAndReturn(() => wirebench.page.getState().select('ses1/traffic', '1200'));
  await within(grid()).findByText('tool 1200');
});

test('the kind and the order of Traffic stay too', async () => {
  const { leaveAndReturn, user } = await open();
  await user.click(screen.getByRole('button', { name: /^Calls/ }));
  await user.click(screen.getByRole('button', { name: /^Took/ }));
  await leaveAndReturn();
  expect(screen.getByRole('button', { name: /^Calls/ }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('columnheader', { name: /^Took/ }).getAttribute('aria-sort')).toBe('ascending');
});
