import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RunScript } from '#shared/script/run-script.ts';
import { DemoMode } from '../../../../src/renderer/features/demo/demo-mode.tsx';
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
