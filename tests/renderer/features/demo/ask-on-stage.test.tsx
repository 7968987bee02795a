import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { RunScript } from '#shared/script/run-script.ts';
import { DemoMode } from '../../../../src/renderer/features/demo/demo-mode.tsx';
import { NotesWindow } from '../../../../src/renderer/features/demo/notes-window.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, START, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

const form = (id: string, key: string, createdAt: number) => {
  const requestedSchema = { type: 'object', properties: { [key]: { type: 'string' } } };
  return pending({ id, key, createdAt, operationId: 'op-1', params: { message: `Your ${key}?`, requestedSchema } });
};

test('of two open questions that one is shown and filled in which the answer of the script is for', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.on('operation.run', ({ sessionId }) => {
    host.put('operation', 'op-1', operation({ id: 'op-1', sessionId, label: 'echo' }));
    return { operationId: 'op-1' };
  });
  const script = RunScript.parse({
    version: 1,
    servers: { orders: { saved: 'orders-db' } },
    steps: [
      { do: 'call', with: { name: 'echo', args: {} } },
      { do: 'answer', with: { key: 'town', content: { town: 'Oslo' } } },
    ],
  });
  const demo = { name: 'a.yaml', script, opened: 1 };
  const { user, wirebench } = await renderView(host, <DemoMode demo={demo} />, { serverId: 'srv1' });
  await screen.findByRole('region', { name: 'Stage' });
  await user.keyboard(' ');
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  host.put('pending', 'first', form('first', 'name', START));
  host.put('pending', 'second', form('second', 'town', START + 1));
  const field = await screen.findByRole('textbox', { name: /town/ });
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('Oslo'));
  expect(Object.keys(wirebench.page.getState().askDrafts)).toEqual(['second']);
});

test('[SEC-09] a call that may destroy something is asked about on the stage, before it is made', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.setItems('ses1', 'tools', [{ name: 'drop_table', inputSchema: { type: 'object' } }]);
  let deny: () => void = () => undefined;
  host.on('operation.run', async () => {
    await new Promise<void>((resolve) => {
      deny = resolve;
    });
    throw new HostError('REFUSED', 'You denied this call, so it was not made.');
  });
  host.on('pending.answer', ({ id }) => {
    host.patch('pending', id, { status: 'declined', answeredBy: 'person' });
    deny();
  });
  const script = RunScript.parse({
    version: 1,
    title: 'Tour',
    servers: { orders: { saved: 'orders-db' } },
    steps: [{ do: 'call', with: { name: 'drop_table', args: {} } }],
  });
  const { user } = await renderView(host, <DemoMode demo={{ name: 'a.yaml', script, opened: 2 }} />, {
    serverId: 'srv1',
  });
  await screen.findByRole('region', { name: 'Stage' });
  await user.keyboard(' ');
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  expect(host.inputs('operation.run')[0]).toMatchObject({ by: { kind: 'script', name: 'Tour' } });
  const { operationId: _call, ...base } = pending({ id: 'ap1', kind: 'approval', via: 'app', tool: 'drop_table' });
  const annotations = { destructiveHint: true };
  const approval = { asker: { kind: 'script' as const, name: 'Tour' }, mayRemember: false };
  host.put('pending', 'ap1', { ...base, params: { name: 'drop_table', arguments: {}, annotations }, approval });
  expect(await screen.findByRole('heading', { name: /^The script Tour wants to run drop_table on / })).toBeTruthy();
  // Space goes on with the script; it decides nothing.
  await user.keyboard(' ');
  expect(host.inputs('pending.answer')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Always allow this tool' })).toBeNull();
  const notes = render(<NotesWindow />);
  const own = within(notes.container);
  // The window with the notes says who is waited for.
  expect(await own.findByText('Waits until you press Allow or Deny on the stage.')).toBeTruthy();
  expect(own.getByRole('button', { name: 'Next step' })).toHaveProperty('disabled', true);
  expect(own.queryByText(/Space:/)).toBeNull();
  notes.unmount();
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByText('You denied this call, so it was not made.')).toBeTruthy();
});

test('where the reply of the script is for something else, that is said, and a person answers', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.on('operation.run', ({ sessionId }) => {
    host.put('operation', 'op-1', operation({ id: 'op-1', sessionId, label: 'echo' }));
    return { operationId: 'op-1' };
  });
  const script = RunScript.parse({
    version: 1,
    servers: { orders: { saved: 'orders-db' } },
    steps: [
      { do: 'call', with: { name: 'echo', args: {} } },
      { do: 'answer', with: { kind: 'sampling', text: 'hello' } },
    ],
  });
  const demo = { name: 'a.yaml', script, opened: 3 };
  const { user } = await renderView(host, <DemoMode demo={demo} />, { serverId: 'srv1' });
  await screen.findByRole('region', { name: 'Stage' });
  await user.keyboard(' ');
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
  host.put('pending', 'first', form('first', 'name', START));
  await screen.findByRole('textbox', { name: /name/ });
  expect(screen.getByText('Replies come from the script')).toBeTruthy();
  await user.keyboard(' ');
  expect(await screen.findByText('The reply of the script is for something else.')).toBeTruthy();
  expect(screen.getByText('You answer')).toBeTruthy();
});
