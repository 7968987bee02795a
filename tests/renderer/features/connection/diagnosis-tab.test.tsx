import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Session } from '#shared/session.ts';
import { DiagnosisTab } from '../../../../src/renderer/features/connection/diagnosis-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { config, failure, http, LADDER, line, opening, server } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(() => stubDom());

function Shown() {
  const entry = useEntity('server', 'srv1');
  const session = useEntity('session', entry?.sessionId);
  return entry ? <DiagnosisTab server={entry} session={session} /> : null;
}

async function diagnose(session: Session, prepare: (host: FakeHost) => void = () => undefined) {
  const host = new FakeHost();
  host.put('session', session.id, session);
  host.put('server', 'srv1', server({ sessionId: session.id }));
  prepare(host);
  return { host, ...(await renderView(host, <Shown />)) };
}

const failed = (over: Partial<Session> = {}) =>
  opening({ at: 'closed', reason: 'failed', failure: failure(), exit: { code: 1, signal: null } }, over);
const region = (name: string) => screen.findByRole('region', { name });

test('what happened, why, what to do, and the exit', async () => {
  await diagnose(failed());
  expect(await screen.findByRole('heading', { level: 2 })).toHaveProperty('textContent', failure().title);
  expect(screen.getByText(failure().why)).toBeTruthy();
  expect(screen.getByText(failure().todo)).toBeTruthy();
  expect(screen.getByText('Exit: code 1')).toBeTruthy();
});

test('the last 50 stderr lines and text on stdout are the evidence', async () => {
  await diagnose(failed(), (host) => {
    host.addLines(
      'ses1',
      'stderr',
      Array.from({ length: 60 }, (_, row) => line(row, `err ${row}`)),
    );
    host.addLines('ses1', 'wire', [line(0, '{"jsonrpc":"2.0"}', { k: 'frame' }), line(1, 'Listening', { k: 'noise' })]);
  });
  const stderr = await region('Last output on stderr');
  expect(await within(stderr).findByText('err 59')).toBeTruthy();
  expect(within(stderr).getByText('err 10')).toBeTruthy();
  expect(within(stderr).queryByText('err 9')).toBeNull();
  expect(within(stderr).getByText('last 50 of 60 lines')).toBeTruthy();
  const noise = await region('Text on stdout that is no message');
  expect(await within(noise).findByText('Listening')).toBeTruthy();
  expect(within(noise).queryByText(/jsonrpc/)).toBeNull();
});

/** Kept in plain text by choice; it is still covered on the screen. */
const PLAIN = { name: 'SHOP_TOKEN', value: 'shop_live_1', source: 'set' as const };

test('the environment names the source of each variable and no value of a secret', async () => {
  const launch = opening().launch;
  const env = [...(launch?.env ?? []), { name: 'WEATHER_API_KEY', source: 'missing' as const }, PLAIN];
  await diagnose(failed(launch ? { launch: { ...launch, env } } : {}));
  const rows = within(await region('Environment'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'WEATHER_API_KEYNot passedNo value',
    'LOG_LEVELdebugSet here',
    'SHOP_TOKEN••••••••Set here',
    'ORDERS_TOKEN••••••••Secret',
    'PATH/usr/local/bin:/usr/binInherited',
  ]);
});

test('while connecting: the ladder runs, Wait longer and Cancel act on the session', async () => {
  const ladder = [...LADDER.slice(0, 4), { key: 'answer', title: 'First answer', state: 'running' as const }];
  const { host, user } = await diagnose(opening(undefined, { startedAt: Date.now() - 4200, ladder }));
  expect(await screen.findByText(/Waiting for an answer to server\/discover\. (4|\d\d?) s so far/)).toBeTruthy();
  const running = screen.getByRole('listitem', { current: 'step' });
  expect(running.textContent).toContain('First answer');
  await user.click(screen.getByRole('button', { name: 'Wait longer' }));
  expect(host.inputs('session.waitLonger')).toEqual([{ sessionId: 'ses1' }]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(host.inputs('session.stop')).toEqual([{ sessionId: 'ses1' }]));
});

test('Retry starts a new session, Edit opens the review of this server', async () => {
  const { host, user, wirebench } = await diagnose(failed());
  await user.click(await screen.findByRole('button', { name: 'Edit server' }));
  expect(wirebench.page.getState().review).toMatchObject({ serverId: 'srv1' });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(host.inputs('session.start')).toEqual([{ serverId: 'srv1' }]));
});

test('the report holds the facts and no values of variables', async () => {
  const { user } = await diagnose(failed(), (host) => host.addLines('ses1', 'stderr', [line(0, 'Error: no key')]));
  await screen.findByText('Error: no key');
  await user.click(screen.getByRole('button', { name: 'Copy report' }));
  const report = await navigator.clipboard.readText();
  for (const part of [
    failure().title,
    'Exit: code 1',
    '/usr/bin/node server.js',
    'Error: no key',
    '- LOG_LEVEL: set',
  ]) {
    expect(report).toContain(part);
  }
  expect(report).not.toContain('debug');
});

test('a sign-in is explained with its way out', async () => {
  const { host, user } = await diagnose(
    opening({ at: 'authorizing', status: 401, text: '' }, { config: config({ endpoint: http() }) }),
  );
  expect(await screen.findByText('orders-db wants a sign-in')).toBeTruthy();
  expect(screen.getByText(/status 401/)).toBeTruthy();
  expect(await region('Address')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(host.inputs('session.restart')).toEqual([{ serverId: 'srv1' }]));
});
