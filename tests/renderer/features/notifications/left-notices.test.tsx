import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TrafficRow } from '#shared/exchange.ts';
import { NotificationsTab } from '../../../../src/renderer/features/notifications/notifications-tab.tsx';
import { useEntity, usePage } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { leaveAndReturn } from '../../support/leave-view.ts';
import { renderView } from '../../support/render-view.tsx';
import { server, session, traffic } from '../../support/samples.ts';

const counts = (notices: number) => ({ wire: 0, traffic: 0, stderr: 0, notices, client: 0, errors: 0 });

function notice(row: number): TrafficRow {
  const base = traffic(row, { kind: 'notice', dir: 'in', status: '', method: 'notifications/message' });
  return { ...base, level: 'info', preview: `said ${row}` };
}

/** A tab that is left while the inbox is open. */
function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  const left = usePage((state) => state.inboxOpen);
  return entry && !left ? <NotificationsTab server={entry} session={current} /> : null;
}

async function open() {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session({ counts: counts(2000) }));
  host.addTraffic(
    'ses1',
    Array.from({ length: 2000 }, (_, row) => notice(row)),
    'notices',
  );
  const view = await renderView(host, <Tab />);
  await screen.findByText('said 1999');
  return { host, leaveAndReturn: (meanwhile?: () => void) => leaveAndReturn(view.wirebench, meanwhile), ...view };
}

const grid = () => screen.getByRole('treegrid');

test('paused notifications that are left are paused when they are opened again', async () => {
  const { host, user, leaveAndReturn } = await open();
  await user.click(screen.getByRole('button', { name: 'Pause view' }));
  await leaveAndReturn(() => {
    host.addTraffic('ses1', [notice(2000)], 'notices');
    host.patch('session', 'ses1', { counts: counts(2001) });
  });
  await screen.findByText('View paused, still capturing, 1 new');
  expect(await within(grid()).findByText('said 1999')).toBeTruthy();
  expect(within(grid()).queryByText('said 2000')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await within(grid()).findByText('said 2000');
});

test('the place, the choice and the type stay as they were left', async () => {
  const { user, leaveAndReturn } = await open();
  await user.click(screen.getByRole('button', { name: 'Log' }));
  await user.click(await within(grid()).findByText('said 1998'));
  grid().scrollTop = 700 * 26;
  fireEvent.scroll(grid());
  await within(grid()).findByText('said 701');
  await leaveAndReturn();
  await within(grid()).findByText('said 701');
  expect(within(grid()).queryByText('said 1999')).toBeNull();
  expect(screen.getByRole('complementary', { name: 'Notification' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Log' }).getAttribute('aria-pressed')).toBe('true');
});
