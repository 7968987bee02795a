import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { useLoad } from '../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';

function Probe({ seq }: { readonly seq: number }) {
  const loaded = useLoad(`${seq}`, async (host) => (await host['log.body']({ sessionId: 'ses1', seq })).text);
  return (
    <p>
      {loaded.value ?? 'nothing'}, {loaded.stale ? 'of an earlier key' : 'of this key'}, {loaded.error ?? 'no error'}
    </p>
  );
}

const body = (text: string) => ({
  seq: 1,
  k: 'frame' as const,
  t: 0,
  text,
  from: 0,
  bytes: text.length,
  more: false,
  base64: false,
});

test('what a lost link did not give is asked for again on the next one', async () => {
  const host = new FakeHost();
  let refuse = true;
  host.on('log.body', () => {
    if (refuse) throw new HostError('CLOSED', 'The host went away');
    return body('hello');
  });
  const { wirebench } = await renderView(host, <Probe seq={1} />);
  await screen.findByText('nothing, of an earlier key, The host went away');
  refuse = false;
  wirebench.link.reopen();
  await screen.findByText('hello, of this key, no error');
  const asked = host.inputs('log.body').length;
  const { generation } = wirebench.link.state.getState();
  wirebench.link.reopen();
  await waitFor(() => expect(wirebench.link.state.getState().generation).toBe(generation + 1));
  expect(host.inputs('log.body')).toHaveLength(asked);
});

test('a value that belongs to an earlier key says so until the new one is there', async () => {
  const host = new FakeHost();
  host.on('log.body', ({ seq }) => {
    if (seq === 2) throw new HostError('NOT_FOUND', 'There is no such message');
    return body(`text ${seq}`);
  });
  const { rerender, wirebench } = await renderView(host, <Probe seq={1} />);
  await screen.findByText('text 1, of this key, no error');
  const { WirebenchProvider } = await import('../../../src/renderer/store/wirebench.tsx');
  const show = (seq: number) =>
    rerender(
      <WirebenchProvider value={wirebench}>
        <Probe seq={seq} />
      </WirebenchProvider>,
    );
  show(2);
  await screen.findByText('text 1, of an earlier key, There is no such message');
  show(3);
  await screen.findByText('text 3, of this key, no error');
});
