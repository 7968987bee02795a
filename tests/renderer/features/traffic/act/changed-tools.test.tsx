import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DriftMark } from '#shared/drift.ts';
import { calledTools, rawCalledTools } from '../../../../../src/renderer/features/traffic/act/called-tools.ts';
import { RawComposer } from '../../../../../src/renderer/features/traffic/raw-composer.tsx';
import { SendAgainMenu } from '../../../../../src/renderer/features/traffic/send-again-menu.tsx';
import { ChangedAsks } from '../../../../../src/renderer/parts/drift/changed-asks.tsx';
import { stubDom } from '../../../support/dom.ts';
import type { FakeHost } from '../../../support/fake-host.ts';
import { renderView } from '../../../support/render-view.tsx';
import { exchange, operation, START, server, session } from '../../../support/samples.ts';
import { actHost, REQUEST, withFeedback } from './act-kit.tsx';

// The text field that stands for the editor until it is there does for these tests.
vi.mock('../../../../../src/renderer/ui/monaco-setup.ts', () => ({ setUpMonaco: () => new Promise(() => undefined) }));
beforeEach(() => stubDom());
afterEach(() => vi.restoreAllMocks());

const MARK: DriftMark = { kind: 'tools', name: 'echo', change: 'changed', at: START };

function driftHost(): FakeHost {
  const host = actHost();
  let drift = [MARK];
  host.patch('server', 'srv1', { drift });
  host.on('drift.get', () => ({
    acceptedAt: START,
    items: [{ ...MARK, before: '{}', now: '{"description":"x"}', words: ['The description says something else.'] }],
  }));
  host.on('drift.accept', () => {
    drift = [];
    host.patch('server', 'srv1', { drift });
  });
  return host;
}

const sent = (host: FakeHost) => host.inputs('operation.run').length;
const question = () => screen.findByRole('dialog', { name: 'echo changed since you accepted it' });

async function again(host: FakeHost) {
  const menu = <SendAgainMenu sessionId="ses1" exchange={exchange({ name: 'echo' })} />;
  const view = await renderView(
    host,
    withFeedback(
      <>
        {menu}
        <ChangedAsks />
      </>,
    ),
  );
  const choose = async (name: RegExp | string) => {
    await view.user.click(screen.getByRole('button', { name: 'Other ways to send it again' }));
    await view.user.click(await screen.findByRole('menuitem', { name }));
  };
  return { ...view, choose };
}

describe('a call of a changed tool from Traffic', () => {
  test('asks with the difference; nothing is sent when a person would rather not; it asks once', async () => {
    const host = driftHost();
    const { user } = await again(host);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    const dialog = await question();
    expect(await within(dialog).findByText('The description says something else.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Not sent. You chose not to send it.');
    expect(sent(host)).toBe(0);

    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await user.click(within(await question()).getByRole('button', { name: 'Send all the same' }));
    await waitFor(() => expect(sent(host)).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent(host)).toBe(2));
    expect(host.inputs('drift.accept')).toEqual([]);
  });

  test('is accepted with the same press that sends it', async () => {
    const host = driftHost();
    const { user } = await again(host);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await user.click(within(await question()).getByRole('button', { name: 'Accept and send' }));
    await waitFor(() => expect(sent(host)).toBe(1));
    expect(host.inputs('drift.accept')).toEqual([
      { serverId: 'srv1', items: [{ kind: 'tools', name: 'echo', at: START }] },
    ]);
  });

  test('that was run in Tools since it changed asks no more', async () => {
    const host = driftHost();
    host.put(
      'operation',
      'run',
      operation({ id: 'run', sessionId: 'ses1', verb: 'tools.call', label: 'echo', startedAt: START + 1 }),
    );
    const { user } = await again(host);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent(host)).toBe(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('asks once before a series, and the series does not begin without a yes', async () => {
    const host = driftHost();
    const { choose, user } = await again(host);
    await choose('Send many times…');
    const start = await screen.findByRole('button', { name: 'Send 20 times' });
    await waitFor(() => expect((start as HTMLButtonElement).disabled).toBe(false));
    await user.click(start);
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(sent(host)).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Send 20 times' }));
    await user.click(within(await question()).getByRole('button', { name: 'Send all the same' }));
    await waitFor(() => expect(sent(host)).toBe(20));
  });

  test('asks before the other era is started, and about the other server that it is sent to', async () => {
    const host = driftHost();
    host.on('exchange.otherEra', () => ({ sessionId: 'ses9', exchangeId: 'x5' }));
    host.put('server', 'srv2', {
      ...server({ id: 'srv2', sessionId: 'ses2', order: 1 }),
      drift: [{ ...MARK, at: START + 5 }],
    });
    host.put('session', 'ses2', session({ id: 'ses2', serverId: 'srv2' }));
    const { choose, user } = await again(host);
    await choose('Send in the legacy era and compare');
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(host.inputs('exchange.otherEra')).toEqual([]);
    host.patch('server', 'srv1', { drift: [] });
    await choose('Send to another server…');
    await user.click(await screen.findByRole('button', { name: 'Send and compare' }));
    await question();
    await waitFor(() => expect(host.inputs('drift.get').at(-1)?.serverId).toBe('srv2'));
    expect(sent(host)).toBe(0);
  });

  test('written as a raw message asks as well, and the text is kept', async () => {
    const host = driftHost();
    const view = await renderView(
      host,
      withFeedback(
        <>
          <RawComposer />
          <ChangedAsks />
        </>,
      ),
    );
    view.wirebench.page.getState().set({ rawFor: 'srv1', heldDrafts: { 'srv1/raw': REQUEST } });
    await view.user.click(await screen.findByRole('button', { name: /^Send/ }));
    await view.user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('You chose not to send it.')).toBeTruthy();
    expect(sent(host)).toBe(0);
    expect(view.wirebench.page.getState().heldDrafts['srv1/raw']).toBe(REQUEST);
    await view.user.click(screen.getByRole('button', { name: /^Send/ }));
    await view.user.click(within(await question()).getByRole('button', { name: 'Send all the same' }));
    await waitFor(() => expect(sent(host)).toBe(1));
  });
});

test('which tools a text calls', () => {
  expect(calledTools('tools/call', '{"name":"a"}')).toEqual(['a']);
  expect(calledTools('prompts/get', '{"name":"a"}')).toEqual([]);
  expect(calledTools('tools/call', 'no json')).toEqual([]);
  expect(calledTools('tools/call', undefined)).toEqual([]);
  const call = (name: string) => `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"${name}"}}`;
  expect(rawCalledTools(`[${call('a')},${call('b')},1]`)).toEqual(['a', 'b']);
  expect(rawCalledTools('{"method":"tools/list"}')).toEqual([]);
});
