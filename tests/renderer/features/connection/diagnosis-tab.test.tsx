import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import type { Failure, Session } from '#shared/session.ts';
import { DiagnosisTab } from '../../../../src/renderer/features/connection/diagnosis-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import {
  config,
  failure,
  http,
  LADDER,
  line,
  opening,
  session as readySession,
  START,
  server,
} from '../../support/samples.ts';

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
const region = (name: string | RegExp) => screen.findByRole('region', { name });

const card = () => region(/^Likely cause/);

test('what happened as facts, then the likely cause with why and what to do', async () => {
  await diagnose(failed());
  const title = await screen.findByRole('heading', { level: 2 });
  expect(title.textContent).toBe('orders-db stopped before it could connect');
  expect(screen.getByText(/ended with code 1\. It never answered the first request\./)).toBeTruthy();
  const cause = within(await card());
  expect(cause.getByRole('heading').textContent).toBe(`Likely cause: ${failure().title}`);
  expect(cause.getByText(failure().why)).toBeTruthy();
  expect(cause.getByText(failure().todo)).toBeTruthy();
});

test('a cause that only says how it ended is not called likely', async () => {
  await diagnose(
    opening({ at: 'closed', reason: 'failed', failure: failure({ rule: 'dx-exit', title: 'The server stopped' }) }),
  );
  expect((await region(/^No known cause/)).textContent).toContain('The server stopped');
});

test('the decisive line is named and marked', async () => {
  const told = failure({ evidence: 'from stderr line 2', stderrRow: 1 });
  await diagnose(opening({ at: 'closed', reason: 'failed', failure: told }), (host) => {
    host.addLines('ses1', 'stderr', [line(0, 'starting'), line(1, 'Error: WEATHER_API_KEY is not set')]);
  });
  expect(within(await card()).getByText('from stderr line 2')).toBeTruthy();
  const marked = await screen.findByText(/Decisive line/);
  expect(marked.parentElement?.textContent).toBe('Decisive line: Error: WEATHER_API_KEY is not set');
});

const SET = {
  label: 'Set and retry',
  action: { do: 'set-variable' as const, name: 'WEATHER_API_KEY', secret: true },
  ask: { kind: 'secret' as const, label: 'WEATHER_API_KEY' },
};
const SHELL = {
  label: 'Use the value of my login shell',
  action: { do: 'set-inherit' as const, inherit: 'shell' as const },
};
const fixable = (...fixes: NonNullable<Failure['fixes']>) =>
  opening({ at: 'closed', reason: 'failed', failure: failure({ fixes }) });

test('a fix that needs a value asks for it in place, hidden, and keeps it as a secret', async () => {
  const { host, user } = await diagnose(fixable(SET, SHELL));
  await user.click(await screen.findByRole('button', { name: 'Set and retry' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter a value first.');
  expect(host.inputs('fix.apply')).toEqual([]);
  const field = screen.getByLabelText('WEATHER_API_KEY');
  expect(field.getAttribute('type')).toBe('password');
  expect(screen.getByRole('checkbox', { name: 'Keep it in the secrets of this app' })).toHaveProperty('checked', true);
  await user.type(field, 'k-123{Enter}');
  await waitFor(() =>
    expect(host.inputs('fix.apply')).toEqual([{ serverId: 'srv1', action: SET.action, value: 'k-123', keep: true }]),
  );
});

test('a fix without a value is one click; why it did not work is said at its place', async () => {
  const { host, user } = await diagnose(fixable(SHELL));
  host.on('fix.apply', () => {
    throw new HostError('REFUSED', 'The login shell did not answer.');
  });
  await user.click(await screen.findByRole('button', { name: SHELL.label }));
  expect((await screen.findByRole('alert')).textContent).toBe('The login shell did not answer.');
});

test('fixes that belong to the page: settings at a field, a text to copy', async () => {
  const { host, user, wirebench } = await diagnose(
    fixable(
      { label: 'Open TLS settings', action: { do: 'edit', field: 'tls' } },
      { label: 'Copy the command', action: { do: 'copy', text: 'chmod +x run' } },
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Copy the command' }));
  expect(await navigator.clipboard.readText()).toBe('chmod +x run');
  await user.click(screen.getByRole('button', { name: 'Open TLS settings' }));
  expect(wirebench.page.getState().review).toEqual({ source: 'edit', serverId: 'srv1', field: 'tls' });
  expect(host.inputs('fix.apply')).toEqual([]);
});

test('a folder that is suggested stands in the field, and one click takes it', async () => {
  const ask = { kind: 'path' as const, label: 'Folder' };
  const action = { do: 'choose-folder' as const, suggested: '/home/maya' };
  const { host, user } = await diagnose(fixable({ label: 'Choose a folder', action, ask }));
  expect(await screen.findByLabelText('Folder')).toHaveProperty('value', '/home/maya');
  await user.click(screen.getByRole('button', { name: 'Use and retry' }));
  await waitFor(() =>
    expect(host.inputs('fix.apply')).toEqual([{ serverId: 'srv1', action, value: '/home/maya', keep: false }]),
  );
});

test('the variable that the error names is among the others, as not passed', async () => {
  const pass = { label: 'Use it', action: { do: 'pass-variable' as const, name: 'WEATHER_API_KEY' } };
  const env = [{ name: 'PATH', value: '/bin', source: 'inherited' as const }];
  await diagnose({ ...fixable(SET, pass), launch: { command: ['node'], cwd: '/', env } });
  const row = await screen.findByRole('row', { name: /^WEATHER_API_KEY/ });
  expect(row.textContent).toBe('WEATHER_API_KEYNot passedIn shell only');
  expect(screen.getByText('1 variable passed')).toBeTruthy();
});

test('likely is said once, and only what refused is said to have refused', async () => {
  const { user } = await diagnose(
    opening(
      { at: 'closed', reason: 'refused', failure: failure({ rule: 'dx-html', title: 'This likely is a web page' }) },
      { config: config({ endpoint: http() }) },
    ),
  );
  expect(within(await card()).getByRole('heading').textContent).toBe('Likely cause: This is a web page');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('orders-db could not be connected');
  await user.click(screen.getByRole('button', { name: 'Copy report' }));
  expect(await navigator.clipboard.readText()).toContain('## Likely cause: This is a web page (dx-html');
});

test('other causes are folded', async () => {
  const others = [{ rule: 'dx-module', title: 'A package is missing', why: 'It says so.', todo: 'Install it.' }];
  const { user } = await diagnose(opening({ at: 'closed', reason: 'failed', failure: failure({ others }) }));
  const fold = await screen.findByRole('button', { name: 'Other possible causes, 1' });
  expect(screen.queryByText('A package is missing')).toBeNull();
  await user.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('A package is missing')).toBeTruthy();
});

test('earlier attempts can be looked at, without their fixes', async () => {
  const old = failed({ id: 'ses0', startedAt: START - 60_000 });
  const { user } = await diagnose(fixable(SHELL), (host) => host.put('session', 'ses0', old));
  const choice = await screen.findByRole('combobox', { name: 'Attempt' });
  expect([...choice.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    expect.stringMatching(/^Attempt 1 of 2, /),
    expect.stringMatching(/^Attempt 2 of 2, /),
  ]);
  await user.selectOptions(choice, 'ses0');
  expect(await screen.findByText('This is an earlier attempt.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: SHELL.label })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('a running server that died: what was under way and whether it may have acted', async () => {
  const pending = [
    { method: 'tools/call', name: 'orders_pay', exchangeId: 'c1', ranMs: 1200, mayHaveActed: true },
    { method: 'resources/read', exchangeId: 'c2', ranMs: 40, mayHaveActed: false },
  ];
  const state = { at: 'closed', reason: 'exited', exit: { code: 7, signal: null }, pending } as const;
  await diagnose(readySession({ state: { ...state, pending: [...pending] }, endedAt: START + 5000 }));
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('orders-db stopped');
  const rows = within(await region('Under way when it ended')).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'tools/call orders_payran 1.2 sMay have taken effect',
    'resources/readran 40 msOnly read',
  ]);
});

test('when it tries again by itself, and how to stop that', async () => {
  const { host, user } = await diagnose(failed(), (host) => {
    host.put('server', 'srv1', { ...server({ sessionId: 'ses1' }), retry: { at: Date.now() + 8000, n: 3 } });
  });
  expect(await screen.findByText(/^Trying again in [78] s, attempt 3$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop trying' }));
  expect(host.inputs('server.stopRetrying')).toEqual([{ serverId: 'srv1' }]);
  host.put('server', 'srv1', { ...server({ sessionId: 'ses1' }), gaveUp: 'It failed 3 times in the same way.' });
  expect(await screen.findByText('It failed 3 times in the same way.')).toBeTruthy();
});

test('the last 200 stderr lines and text on stdout are the evidence', async () => {
  await diagnose(failed(), (host) => {
    host.addLines(
      'ses1',
      'stderr',
      Array.from({ length: 210 }, (_, row) => line(row, `err ${row}`)),
    );
    host.addLines('ses1', 'wire', [line(0, '{"jsonrpc":"2.0"}', { k: 'frame' }), line(1, 'Listening', { k: 'noise' })]);
  });
  const stderr = await region('Last output on stderr');
  expect(await within(stderr).findByText('err 209')).toBeTruthy();
  expect(within(stderr).getByText('err 10')).toBeTruthy();
  expect(within(stderr).queryByText('err 9')).toBeNull();
  expect(within(stderr).getByText('last 200 of 210 lines')).toBeTruthy();
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
    'orders-db stopped before it could connect',
    `## Likely cause: ${failure().title} (dx-env)`,
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
