import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Detection } from '#shared/candidates.ts';
import { FirstRun } from '../../../../src/renderer/features/first-run/first-run.tsx';
import { stubDom } from '../../support/dom.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { stdio } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(() => stubDom());

const found: Detection = {
  kind: 'servers',
  form: 'command',
  title: 'Command line for a local server, named everything',
  detail: 'Runs /usr/bin/npx with 3 arguments.',
  candidates: [{ name: 'everything', endpoint: stdio(), warnings: [] }],
};

function detecting(): FakeHost {
  const host = new FakeHost();
  host.on('server.detect', ({ text }) => {
    if (text.trim() === '') return { kind: 'empty' };
    return text.startsWith('{')
      ? { kind: 'problem', title: 'This is not valid JSON', detail: 'Line 1 ends early.' }
      : found;
  });
  return host;
}
const field = () => screen.getByRole('textbox', { name: 'Command, URL or config' });

test('the field has focus, and Enter on a detected text opens the review with exactly that text', async () => {
  const { user, wirebench } = await renderView(detecting(), <FirstRun />);
  expect(document.activeElement).toBe(field());
  await user.type(field(), 'npx everything');
  expect(await screen.findByText(found.title)).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(wirebench.page.getState().review).toEqual({ text: 'npx everything', source: 'paste' });
});

test('Shift+Enter adds a line, Enter on nothing does nothing', async () => {
  const { user, wirebench } = await renderView(detecting(), <FirstRun />);
  await user.keyboard('{Enter}');
  await user.type(field(), 'a{Shift>}{Enter}{/Shift}b');
  expect(field()).toHaveProperty('value', 'a\nb');
  expect(wirebench.page.getState().review).toBeUndefined();
});

test('a text that is nothing usable says why and offers no review', async () => {
  const { user, wirebench } = await renderView(detecting(), <FirstRun />);
  await user.type(field(), '{{ "a":');
  expect(await screen.findByText('Line 1 ends early.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Review and add/ })).toBeNull();
  await user.keyboard('{Enter}');
  expect(wirebench.page.getState().review).toBeUndefined();
});

test('a file is read in the page and opens the review under its name', async () => {
  const { user, wirebench } = await renderView(detecting(), <FirstRun />);
  const file = new File(['{"mcpServers":{}}'], 'mcp.json', { type: 'application/json' });
  // jsdom's files cannot be read this way.
  Object.assign(file, { text: () => Promise.resolve('{"mcpServers":{}}') });
  await user.upload(screen.getByLabelText('Config file'), file);
  await waitFor(() =>
    expect(wirebench.page.getState().review).toEqual({ text: '{"mcpServers":{}}', source: 'mcp.json' }),
  );
});

test('the demo is one click: saved, selected, started', async () => {
  const host = detecting();
  const { user, wirebench } = await renderView(host, <FirstRun />);
  await user.click(screen.getByRole('button', { name: 'Start the demo' }));
  await waitFor(() => expect(host.inputs('session.start')).toHaveLength(1));
  expect(host.inputs('server.save')[0]).toMatchObject({ name: 'demo', endpoint: { kind: 'builtin', name: 'demo' } });
  expect(wirebench.page.getState().serverId).toBe(host.inputs('session.start')[0]?.serverId);
});
