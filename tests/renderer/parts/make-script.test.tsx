import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MakeScriptButton } from '../../../src/renderer/parts/make-script-button.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { server, session } from '../support/samples.ts';

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'login', arguments: { city: 'Oslo' } } };

async function show(call: object = CALL) {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  onTestFinished(() => click.mockRestore());
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.setBody('ses1', 1, JSON.stringify(call));
  const steps = [
    { kind: 'sent' as const, title: 'Request sent', after: 0, seq: 1 },
    { kind: 'result' as const, title: 'Result', after: 1, seq: 2 },
  ];
  host.on('exchange.thread', () => ({ steps, phases: [], passed: [], found: [] }));
  const view = await renderView(host, <MakeScriptButton sessionId="ses1" exchangeId="x1" />);
  return { host, saved, ...view };
}

test('a made script says where it was saved and how it is played, and is played from there', async () => {
  const { saved, user, wirebench } = await show();
  await user.click(screen.getByRole('button', { name: 'Make a script from this thread' }));
  const note = await screen.findByRole('status');
  const [file] = saved;
  expect(file).toMatch(/^[\w.-]+\.yaml$/);
  expect(note.textContent).toContain(`${file} is saved `);
  expect(note.textContent).toContain(`wirebench run ${file}`);
  await user.click(screen.getByRole('button', { name: 'Play it in demo mode' }));
  await waitFor(() => expect(wirebench.page.getState().demo).toMatchObject({ name: file }));
  expect(wirebench.page.getState().demo?.script?.steps).toMatchObject([{ do: 'call', with: { name: 'login' } }]);
});

test('what came of it is brought into sight: below a long thread it would be cut off', async () => {
  const shown: (string | null)[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    shown.push(this.textContent);
  };
  onTestFinished(() => {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });
  const { host, user } = await show();
  await user.click(screen.getByRole('button', { name: 'Make a script from this thread' }));
  await screen.findByRole('status');
  await waitFor(() => expect(shown.at(-1)).toContain(' is saved '));
  host.on('exchange.thread', () => {
    throw new Error('The log is gone.');
  });
  await user.click(screen.getByRole('button', { name: 'Make a script from this thread' }));
  await screen.findByRole('alert');
  await waitFor(() => expect(shown.at(-1)).toContain('The log is gone.'));
});

test('a script without a secret says that it was left out', async () => {
  const args = { password: 'hunter2' };
  const { user } = await show({ ...CALL, params: { name: 'login', arguments: args } });
  await user.click(screen.getByRole('button', { name: 'Make a script from this thread' }));
  expect((await screen.findByRole('status')).textContent).toContain('A value that looks like a secret was left out.');
});

test('why no script was made stays beside the button', async () => {
  const { host, user } = await show();
  host.on('exchange.thread', () => {
    throw new Error('The log is gone.');
  });
  await user.click(screen.getByRole('button', { name: 'Make a script from this thread' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The log is gone.');
});
