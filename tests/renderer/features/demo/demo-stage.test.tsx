import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RunScript, type RunScriptInput } from '#shared/script/run-script.ts';
import { DemoMode } from '../../../../src/renderer/features/demo/demo-mode.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

async function open(steps: RunScriptInput['steps'], sessionId?: string) {
  const host = new FakeHost();
  const entry = { name: 'demo', endpoint: { kind: 'builtin' as const, name: 'demo' as const, era: 'both' as const } };
  host.put('server', 'srv1', server(sessionId === undefined ? entry : { ...entry, sessionId }));
  if (sessionId !== undefined) host.put('session', sessionId, session({ id: sessionId }));
  const script = RunScript.parse({ version: 1, servers: { demo: { builtin: 'demo' } }, steps });
  const view = await renderView(host, <DemoMode demo={{ name: 'a.yaml', script, opened: 1 }} />, { serverId: 'srv1' });
  await screen.findByRole('region', { name: 'Stage' });
  return { host, ...view };
}

test('a server that is connected already is said to be used, before the step and after it', async () => {
  const { host, user } = await open([{ do: 'connect' }], 'ses1');
  await screen.findByText('demo is connected already');
  await user.keyboard(' ');
  await screen.findByText(/before this step, which left it as it was/);
  expect(host.inputs('session.restart')).toEqual([]);
  expect(host.inputs('session.start')).toEqual([]);
});

test('a server that is off is started by the step', async () => {
  await open([{ do: 'connect' }]);
  await screen.findByText('Not connected yet');
});

test('at the end the button names no key, because Space does nothing any more', async () => {
  const { user } = await open([{ do: 'show', with: { text: 'Hello' } }], 'ses1');
  const next = screen.getByRole('button', { name: /^Next step/ });
  expect(next.getAttribute('aria-keyshortcuts')).toBe('Space');
  await user.keyboard(' ');
  const end = await screen.findByRole('button', { name: 'The end' });
  expect(end.getAttribute('aria-keyshortcuts')).toBeNull();
  expect(end.textContent).toBe('The end');
});
