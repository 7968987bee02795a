import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRunning } from '../../../../src/renderer/features/tools/use-tool-runs.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, session } from '../../support/samples.ts';

const seen: ReadonlyMap<string, string>[] = [];

function Runs() {
  seen.push(useRunning('ses1'));
  return null;
}

test('progress of a run leaves the list of what runs as it is; another status does not', async () => {
  const host = new FakeHost();
  host.put('session', 'ses1', session());
  host.put('operation', 'op1', operation({ id: 'op1', label: 'slow', verb: 'tools.call', status: 'running' }));
  const { wirebench } = await renderView(host, <Runs />);
  const first = seen.at(-1);
  expect(first?.get('slow')).toBe('running');
  host.patch('operation', 'op1', { progress: { value: 3, total: 9 } });
  await act(() =>
    waitFor(() => expect(wirebench.entities.getState().operation.get('op1')?.progress).toMatchObject({ value: 3 })),
  );
  expect(seen.at(-1)).toBe(first);
  host.patch('operation', 'op1', { status: 'waiting' });
  await waitFor(() => expect(seen.at(-1)?.get('slow')).toBe('waiting'));
});
