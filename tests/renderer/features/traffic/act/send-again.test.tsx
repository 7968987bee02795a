import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { SendAgainMenu } from '../../../../../src/renderer/features/traffic/send-again-menu.tsx';
import type { FakeHost } from '../../../support/fake-host.ts';
import { renderView } from '../../../support/render-view.tsx';
import { exchange, operation, server, session } from '../../../support/samples.ts';
import { actHost, PARAMS, withFeedback } from './act-kit.tsx';

// The text field that stands for the editor until it is there does for these tests.
vi.mock('../../../../../src/renderer/ui/monaco-setup.ts', () => ({ setUpMonaco: () => new Promise(() => undefined) }));
afterEach(() => vi.restoreAllMocks());

function Leaving({ over }: { readonly over: Partial<ReturnType<typeof exchange>> }) {
  const [here, setHere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
      {here && <SendAgainMenu sessionId="ses1" exchange={exchange(over)} />}
    </>
  );
}

async function shown(host: FakeHost, over: Partial<ReturnType<typeof exchange>> = {}) {
  const view = await renderView(host, withFeedback(<Leaving over={over} />));
  const choose = async (name: RegExp | string) => {
    await view.user.click(screen.getByRole('button', { name: 'Other ways to send it again' }));
    await view.user.click(await screen.findByRole('menuitem', { name }));
  };
  return { ...view, choose };
}

const sent = (host: FakeHost) =>
  host.inputs('operation.run').map(({ sessionId, verb, input }) => ({ sessionId, verb, input }));
const side = (sessionId: string, exchangeId: string) => ({ of: 'exchange', sessionId, exchangeId });

describe('Send again', () => {
  test('sends the exact params and offers to compare the answers', async () => {
    const host = actHost();
    const { user, wirebench } = await shown(host);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText('tools/call answered after 20 ms.');
    expect(sent(host)).toEqual([
      { sessionId: 'ses1', verb: 'request.send', input: { method: 'tools/call', params: PARAMS } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect(wirebench.page.getState().compare).toEqual({ a: side('ses1', 'ex1'), b: side('ses1', 'again-1') });
  });

  test('goes to the session that runs now, with its own envelope where another version is spoken', async () => {
    const host = actHost();
    const { hello } = session();
    host.put('server', 'srv1', server({ sessionId: 'ses2' }));
    host.put('session', 'ses2', session({ id: 'ses2', ...(hello && { hello: { ...hello, version: '2027-01-01' } }) }));
    host.patch('session', 'ses1', { state: { at: 'closed', reason: 'user' } });
    const { user } = await shown(host);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent(host)).toHaveLength(1));
    expect(sent(host)[0]).toMatchObject({ sessionId: 'ses2', input: { ownEnvelope: true } });
  });

  test('is off without a connection, and is not there for what the server asked', async () => {
    const host = actHost();
    host.patch('session', 'ses1', { state: { at: 'closed', reason: 'user' } });
    const { unmount, user } = await shown(host);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send again' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Other ways to send it again' }));
    expect((await screen.findByRole('menuitem', { name: /^Edit/ })).textContent).toContain(
      'orders-db is not connected',
    );
    unmount();
    const { container } = await shown(actHost(), { origin: 'server' });
    expect(within(container).queryByRole('button', { name: /Send|send/ })).toBeNull();
  });

  test('tells why it was refused, and what went wrong', async () => {
    const host = actHost();
    const { user } = await shown(host);
    host.on('operation.run', () => {
      throw new HostError('REFUSED', 'It holds a value that was hidden.');
    });
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText('Not sent. It holds a value that was hidden.');
    host.on('operation.run', ({ sessionId, verb }) => {
      const fault = { kind: 'protocol' as const, code: -32602, message: 'No such tool' };
      const failed = { status: 'failed' as const, fault, resultSeq: 100, exchangeIds: ['again-1'] };
      host.put('operation', 'bad', operation({ id: 'bad', sessionId, verb, ...failed }));
      return { operationId: 'bad' };
    });
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText('tools/call failed after 20 ms. No such tool');
  });

  test('with a trace id, and the trace id of a request is copied', async () => {
    const host = actHost();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traced = `{"id":1,"method":"tools/call","params":{"_meta":{"traceparent":"00-${traceId}-00f067aa0ba902b7-01"}}}`;
    host.setBody('ses1', 3, traced);
    const { choose, user } = await shown(host);
    await choose('Send with a trace id');
    await waitFor(() => expect(sent(host)[0]?.input).toMatchObject({ trace: true }));
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Other ways to send it again' }));
    await user.click(await screen.findByRole('menuitem', { name: /Copy trace id/ }));
    expect(write).toHaveBeenCalledWith(traceId);
  });
});

describe('a second answer', () => {
  test('of the other era is opened beside the first', async () => {
    const host = actHost();
    host.on('exchange.otherEra', () => ({ sessionId: 'ses9', exchangeId: 'x5' }));
    const { choose, wirebench } = await shown(host);
    await choose('Send in the legacy era and compare');
    await waitFor(() =>
      expect(wirebench.page.getState().compare).toEqual({ a: side('ses1', 'ex1'), b: side('ses9', 'x5') }),
    );
    expect(host.inputs('exchange.otherEra')).toEqual([{ sessionId: 'ses1', exchangeId: 'ex1' }]);
  });

  test('that does not come is explained', async () => {
    const { choose } = await shown(actHost());
    await choose('Send in the legacy era and compare');
    const dialog = await screen.findByRole('dialog', { name: 'There is no other answer to compare' });
    expect(dialog.textContent).toContain('The server does not speak the other era.');
  });

  test('that comes when the person has moved on is offered, not opened', async () => {
    const host = actHost();
    const gate: { open?: () => void } = {};
    host.on('exchange.otherEra', async () => {
      await new Promise<void>((resolve) => {
        gate.open = resolve;
      });
      return { sessionId: 'ses9', exchangeId: 'x5' };
    });
    const { choose, user, wirebench } = await shown(host);
    await choose('Send in the legacy era and compare');
    await waitFor(() => expect(gate.open).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    gate.open?.();
    await screen.findByText('The other answer to tools/call is there.');
    expect(wirebench.page.getState().compare).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect(wirebench.page.getState().compare?.b).toEqual(side('ses9', 'x5'));
  });

  test('comes from another connected server, in the words of that server', async () => {
    const host = actHost();
    host.put('server', 'srv2', server({ id: 'srv2', name: 'staging', sessionId: 'ses5' }));
    host.put(
      'session',
      'ses5',
      session({ id: 'ses5', serverId: 'srv2', config: server({ id: 'srv2', name: 'staging' }).config }),
    );
    host.put('server', 'srv3', server({ id: 'srv3', name: 'off', sessionId: 'ses6' }));
    host.put('session', 'ses6', session({ id: 'ses6', serverId: 'srv3', state: { at: 'closed', reason: 'user' } }));
    const { choose, user, wirebench } = await shown(host);
    await choose('Send to another server…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Send to another server' }));
    expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      'staging, modern era, 2026-07-28',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Send and compare' }));
    await waitFor(() => expect(wirebench.page.getState().compare?.b).toEqual(side('ses5', 'again-1')));
    expect(sent(host)).toEqual([
      { sessionId: 'ses5', verb: 'request.send', input: { method: 'tools/call', params: PARAMS, ownEnvelope: true } },
    ]);
  });

  test('needs another server that is connected', async () => {
    const { choose } = await shown(actHost());
    await choose('Send to another server…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Send to another server' }));
    expect(dialog.getByText(/No other server is connected/)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send and compare' }).disabled).toBe(true);
  });
});

describe('Edit and send', () => {
  const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });

  test('shows the request as text that keeps every digit, and sends what was written', async () => {
    const host = actHost();
    const { choose, user } = await shown(host);
    await choose('Edit and send…');
    await screen.findByRole('dialog', { name: 'Edit and send' });
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Params as JSON' });
    expect(text.value).toContain('"n": 90071992547409931234');
    expect(text.value.match(/"a": /g)).toHaveLength(2);
    await user.clear(text);
    await user.click(text);
    await user.paste('{"name":"echo","arguments":{"n":1e400}}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(host)[0]?.input).toMatchObject({
      method: 'tools/call',
      params: '{"name":"echo","arguments":{"n":1e400}}',
      ownEnvelope: false,
      trace: false,
    });
    await screen.findByText('tools/call answered after 20 ms.');
  });

  test('remarks on what is odd and stops only what is no request', async () => {
    const host = actHost();
    host.setItems('ses1', 'tools', [{ name: 'echo', inputSchema: { type: 'object' } }]);
    host.on('schema.check', () => ({
      checked: true,
      problems: [{ path: '/n', message: 'must be a string', keyword: 'type' }],
    }));
    const { choose, user } = await shown(host);
    await choose('Edit and send…');
    const remarks = await screen.findByRole('list', { name: 'Remarks' });
    await waitFor(() => expect(remarks.textContent).toContain('/arguments/n must be a string'));
    expect(remarks.textContent).toContain('_meta has no protocolVersion, clientInfo, clientCapabilities.');
    const send = screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ });
    expect(send.disabled).toBe(false);
    await user.clear(field('Method'));
    await user.type(field('Method'), 'notifications/x');
    expect(screen.getByText('A notification gets no answer. Send it as a raw message.')).toBeTruthy();
    expect(send.disabled).toBe(true);
  });

  test('keeps what was typed over Escape, and gives the request back on demand', async () => {
    const { choose, user } = await shown(actHost());
    await choose('Edit and send…');
    await screen.findByRole('textbox', { name: 'Method' });
    await user.type(field('Method'), '/more');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await choose('Edit and send…');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Method' })).value).toBe('tools/call/more');
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(field('Method').value).toBe('tools/call');
  });

  test('keeps the text when the host refuses it', async () => {
    const host = actHost();
    host.on('operation.run', () => {
      throw new HostError('REFUSED', 'It holds a value that was hidden.');
    });
    const { choose, user } = await shown(host);
    await choose('Edit and send…');
    await user.type(await screen.findByRole('textbox', { name: 'Method' }), '2');
    await user.click(screen.getByRole('button', { name: /^Send/ }));
    await screen.findByText('It holds a value that was hidden.');
    expect(field('Method').value).toBe('tools/call2');
  });
});

describe('Send many times', () => {
  test('sends that often, counts, sums up the latency and copies it', async () => {
    const host = actHost();
    const { choose, user } = await shown(host);
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await choose('Send many times…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Send many times' }));
    expect(dialog.getByText(/does not say that it only reads/)).toBeTruthy();
    const often = dialog.getByRole('textbox', { name: 'How often' });
    await user.clear(often);
    await user.type(often, '1');
    expect(dialog.getByText('A whole number from 2 to 1000')).toBeTruthy();
    await user.type(often, '2');
    await user.click(dialog.getByRole('button', { name: 'Send 12 times' }));
    await dialog.findByText('Done. 12 of 12, 12 results, 0 errors');
    expect(sent(host)).toHaveLength(12);
    expect(dialog.getAllByText('20 ms')).not.toHaveLength(0);
    expect(dialog.getByRole('img', { name: /most, 12, took/ })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Table' }));
    expect(dialog.getByRole('cell', { name: '12' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Copy as CSV' }));
    expect(String(write.mock.calls[0]?.[0]).split('\r\n').slice(0, 2)).toEqual(['n,id,end,ms,error', '1,1,result,20,']);
  });

  test('says of no read-only tool that it may change something, and stops on demand', async () => {
    const host = actHost();
    host.setItems('ses1', 'tools', [{ name: 'orders_search', annotations: { readOnlyHint: true } }]);
    host.on('operation.run', ({ sessionId, verb }) => {
      const id = `op-${host.inputs('operation.run').length}`;
      host.put('operation', id, operation({ id, sessionId, verb, status: 'running' }));
      return { operationId: id };
    });
    const { choose, user } = await shown(host);
    await choose('Send many times…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Send many times' }));
    await waitFor(() => expect(dialog.queryByText(/only reads/)).toBeNull());
    const width = dialog.getByRole('textbox', { name: 'At a time' });
    await user.clear(width);
    await user.type(width, '3');
    await user.click(dialog.getByRole('button', { name: 'Send 20 times' }));
    await waitFor(() => expect(sent(host)).toHaveLength(3));
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    await dialog.findByText('Stopped. 3 of 20, 0 results, 0 errors, 3 stopped');
    expect(host.inputs('operation.cancel')).toHaveLength(3);
    expect(sent(host)).toHaveLength(3);
  });
});
