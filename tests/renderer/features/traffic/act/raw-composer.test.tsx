import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RawComposer } from '../../../../../src/renderer/features/traffic/raw-composer.tsx';
import type { FakeHost } from '../../../support/fake-host.ts';
import { renderView } from '../../../support/render-view.tsx';
import { operation, traffic } from '../../../support/samples.ts';
import { actHost, withFeedback } from './act-kit.tsx';

vi.mock('../../../../../src/renderer/ui/monaco-setup.ts', () => ({ setUpMonaco: () => new Promise(() => undefined) }));

async function composer(host: FakeHost) {
  const view = await renderView(host, withFeedback(<RawComposer />));
  const open = () => view.wirebench.page.getState().set({ rawFor: 'srv1' });
  open();
  const text = () => screen.findByLabelText<HTMLTextAreaElement>('Raw message');
  const write = async (raw: string) => {
    const field = await text();
    await view.user.clear(field);
    await view.user.click(field);
    await view.user.paste(raw);
  };
  return { ...view, open, text, write };
}

const remarks = () => screen.queryByRole('list', { name: 'Remarks' })?.textContent ?? '';
const rawTexts = (host: FakeHost) => host.inputs('operation.run').map(({ verb, input }) => [verb, input]);

test('any text is sent as it is, with a remark on what is odd', async () => {
  const host = actHost();
  const { write, user } = await composer(host);
  await write('{"jsonrpc":"2.0",\n"id":');
  await waitFor(() => expect(remarks()).toContain('It is not JSON.'));
  expect(remarks()).toContain('each line for a message of its own');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(rawTexts(host)).toEqual([['raw.send', { text: '{"jsonrpc":"2.0",\n"id":' }]]));
});

test('an id that was used is remarked on, and an answer leads to its row', async () => {
  const host = actHost();
  const row = traffic(0, { rpcId: 7, method: 'ping', exchangeId: 'again-1', dir: 'out' });
  host.on('log.page', ({ from, filter }) => ({
    total: 1,
    from,
    traffic: filter === undefined || filter.query === 'id:"7"' ? [row] : [],
  }));
  const { write, user, wirebench } = await composer(host);
  await write('{"jsonrpc":"2.0","id":7,"method":"ping"}');
  await waitFor(() => expect(remarks()).toContain('A request with this id was sent before'));
  await user.click(screen.getByRole('button', { name: /^Send/ }));
  await screen.findByText('Answered with a result, 12 B');
  await user.click(screen.getByRole('button', { name: 'Show in Traffic' }));
  await waitFor(() => expect(wirebench.page.getState().tabs.srv1).toBe('traffic'));
  expect(wirebench.page.getState().selected['ses1/traffic']).toBe('0');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Escape keeps the text; what was written before a template is among the last messages', async () => {
  const host = actHost();
  const { write, user, open, text, wirebench } = await composer(host);
  await write('half a tho');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  open();
  expect((await text()).value).toBe('half a tho');
  await user.click(screen.getByRole('button', { name: 'Templates' }));
  await user.click(await screen.findByRole('menuitem', { name: 'tools/list' }));
  expect((await text()).value).toMatch(
    /"method":"tools\/list".*"io.modelcontextprotocol\/protocolVersion":"2026-07-28"/,
  );
  await user.click(screen.getByRole('button', { name: 'Last messages' }));
  await user.click(await screen.findByRole('menuitem', { name: 'half a tho' }));
  expect((await text()).value).toBe('half a tho');
  expect(wirebench.page.getState().rawTexts.srv1).toHaveLength(2);
});

test('the last 20 of a server are kept, each once, and never written down', async () => {
  const { wirebench } = await composer(actHost());
  const { keepRaw } = wirebench.page.getState();
  for (let n = 1; n <= 25; n += 1) keepRaw('srv1', `m${n}`);
  keepRaw('srv1', 'm10');
  const kept = wirebench.page.getState().rawTexts.srv1 ?? [];
  expect(kept).toHaveLength(20);
  expect(kept.slice(-2)).toEqual(['m25', 'm10']);
  expect(kept[0]).toBe('m6');
});

test('an error answer and a server that is gone are told', async () => {
  const host = actHost();
  host.on('operation.run', ({ sessionId, verb }) => {
    const fault = { kind: 'protocol' as const, code: -32700, message: 'Parse error' };
    host.put('operation', 'op-e', operation({ id: 'op-e', sessionId, verb, status: 'failed', fault, resultSeq: 9 }));
    return { operationId: 'op-e' };
  });
  const { write, user } = await composer(host);
  await write('{}');
  await user.click(screen.getByRole('button', { name: /^Send/ }));
  await screen.findByText('Answered with error -32700');
  expect(screen.getByText('Parse error')).toBeTruthy();
  host.patch('session', 'ses1', { state: { at: 'closed', reason: 'exited' } });
  await screen.findByText(/is not connected. Connect it, then write the message/);
});
