import { screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { Hello } from '#shared/session.ts';
import { ServerInfoTab } from '../../../../src/renderer/features/server-info/server-info-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { catalog, opening, pending, server, session, traffic } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <ServerInfoTab server={entry} session={current} /> : null;
}

const HELLO: Hello = {
  era: 'modern',
  version: '2026-07-28',
  supported: ['2026-07-28', '2025-11-25'],
  serverInfo: { name: 'acme', title: 'Acme Issues', version: '3.4.1', websiteUrl: 'https://tracker.example/docs' },
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true },
    logging: {},
    extensions: { 'io.modelcontextprotocol/tasks': {}, 'example.tracker/audit': { level: 1 } },
  },
  instructions: 'Use search first.\u202e',
  via: 'server/discover',
  seq: 4,
};

function open(hello: Hello = HELLO): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session({ hello }));
  host.put('catalog', 'ses1:tools', catalog('tools', 12));
  host.put('pending', 'ask1', pending({ status: 'accepted' }));
  host.setBody('ses1', 4, '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}');
  return host;
}

function cells(feature: string): (string | null)[] {
  const table = screen.getByRole('table', { name: 'Capabilities' });
  const row = within(table).getByRole('rowheader', { name: feature }).closest('tr');
  return [...(row?.querySelectorAll('td') ?? [])].map(
    (cell) => cell.textContent || (cell.querySelector('[aria-label]')?.getAttribute('aria-label') ?? null),
  );
}

test('the matrix tells what both sides offer and what is in use', async () => {
  const { container } = await renderView(open(), <Tab />);
  await screen.findByRole('table', { name: 'Capabilities' });
  expect(cells('Tools')).toEqual(['12, sends list changes', 'yes', 'yes']);
  expect(cells('Resources')).toEqual(['subscribe', 'yes', 'no']);
  expect(cells('Prompts')).toEqual(['no', 'yes', 'no']);
  expect(cells('Logging')).toEqual(['deprecated', 'yes', 'no']);
  expect(cells('Elicitation, form')).toEqual(['asks when needed', 'yes', 'used 1 time']);
  expect(cells('Sampling')).toEqual(['asks when needed', 'deprecated, on', 'no']);
  expect(cells('io.modelcontextprotocol/tasks')).toEqual(['yes', 'yes', 'no']);
  expect(cells('example.tracker/audit')).toEqual(['1 setting', 'Unknown to this app', 'no']);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('how the version was agreed is the chain of messages, refusals included', async () => {
  const host = open({ ...HELLO, era: 'legacy', version: '2025-06-18', via: 'initialize', seq: 8 });
  host.addTraffic('ses1', [
    traffic(0, { method: 'server/discover', seq: 3, status: '-32601', preview: 'Method not found' }),
    traffic(1, { method: 'initialize', seq: 7 }),
  ]);
  host.setBody('ses1', 3, '{"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}');
  host.setBody('ses1', 7, '{"params":{"protocolVersion":"2025-11-25"}}');
  host.setBody('ses1', 8, '{}');
  await renderView(host, <Tab />);
  const chain = await screen.findByRole('region', { name: 'How the version was agreed' });
  await within(chain).findByText('asked for 2025-11-25');
  const steps = within(chain)
    .getAllByRole('listitem')
    .map((step) => step.textContent);
  expect(steps).toEqual([
    'server/discoverasked for 2026-07-28',
    '-32601Method not found',
    'initializeasked for 2025-11-25',
    'answers 2025-06-18',
    'Legacy, 2025-06-18',
  ]);
});

test('what the server says of itself is inert text', async () => {
  await renderView(open(), <Tab />);
  const identity = await screen.findByRole('region', { name: 'Identity' });
  expect(within(identity).getByText('https://tracker.example/docs')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  const instructions = screen.getByRole('region', { name: 'Instructions for models' });
  expect(within(instructions).getByText('U+202E', { exact: false })).toBeTruthy();
  expect(within(instructions).getByRole('button', { name: 'Copy instructions' })).toBeTruthy();
});

test('the raw answer, what runs and where its values come from are shown; secrets are not', async () => {
  await renderView(open(), <Tab />);
  expect(await screen.findByText('"supportedVersions"')).toBeTruthy();
  expect(screen.getByText('/usr/bin/node server.js')).toBeTruthy();
  const env = within(screen.getByRole('table', { name: 'Environment' }));
  const secret = env.getByText('ORDERS_TOKEN').closest('tr');
  expect(secret?.textContent).toBe('ORDERS_TOKEN••••••secret, hidden');
  expect(env.getByText('LOG_LEVEL').closest('tr')?.textContent).toBe('LOG_LEVELdebugset here');
  expect(screen.getByText('/home/maya/.local/share/wirebench')).toBeTruthy();
});

test('before a version is agreed it says so', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', opening());
  await renderView(host, <Tab />);
  expect(await screen.findByText('Nothing is known of this server yet')).toBeTruthy();
  expect(screen.getByText(/No version is agreed\. Last step: First answer/)).toBeTruthy();
});
