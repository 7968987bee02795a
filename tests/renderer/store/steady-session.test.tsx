import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useCounts, useSteadySession } from '../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { server, session } from '../support/samples.ts';

const COUNTS = session().counts;

function Numbers() {
  const counts = useCounts(useSteadySession('ses1'));
  return <p>{counts?.notices} notices</p>;
}

function Shown({ onDraw }: { readonly onDraw: () => void }) {
  const shown = useSteadySession('ses1');
  onDraw();
  return (
    <>
      <h1>
        {shown?.state.at} {shown?.pid} {shown?.counts.notices}
      </h1>
      <Numbers />
    </>
  );
}

async function open() {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session({ counts: COUNTS }));
  const drawn = vi.fn();
  await renderView(host, <Shown onDraw={drawn} />);
  return { host, drawn };
}

test('counts that change draw the numbers and nothing else', async () => {
  const { host, drawn } = await open();
  const before = drawn.mock.calls.length;
  for (const notices of [10, 2000, 50_000]) {
    host.patch('session', 'ses1', { counts: { ...COUNTS, notices } });
    await screen.findByText(`${notices} notices`);
  }
  expect(drawn).toHaveBeenCalledTimes(before);
});

test('any other change of the session is seen, and with the end its last counts', async () => {
  const { host } = await open();
  host.patch('session', 'ses1', { pid: 77 });
  await screen.findByRole('heading', { name: 'ready 77 0' });
  host.patch('session', 'ses1', { state: { at: 'closed', reason: 'user' } });
  await screen.findByRole('heading', { name: 'closed 77 0' });
  host.patch('session', 'ses1', { counts: { ...COUNTS, notices: 3 } });
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('closed 77 3'));
});
