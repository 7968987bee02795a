import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { PendingInput } from '#shared/entities.ts';
import { ApprovalBar } from '../../../../src/renderer/parts/ask/approval-ask.tsx';
import { AskSheet } from '../../../../src/renderer/parts/ask/ask-sheet.tsx';
import { askLine, askTitle, endWords } from '../../../../src/renderer/parts/ask/ask-words.ts';
import { useLastAction } from '../../../../src/renderer/parts/use-last-action.ts';
import { useEntities } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { pending, server } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

const asked = (over: Partial<PendingInput> = {}): PendingInput => {
  const { operationId: _call, ...base } = pending();
  return {
    ...base,
    kind: 'approval',
    method: 'tools/call',
    via: 'app',
    tool: 'get_order',
    params: { name: 'get_order', arguments: { id: 'o-17' } },
    approval: { asker: { kind: 'model', name: 'gpt-x of Local' }, mayRemember: true },
    ...over,
  };
};

const DESTRUCTIVE = asked({
  tool: 'drop_table',
  params: { name: 'drop_table', arguments: {}, annotations: { destructiveHint: true } },
  approval: { asker: { kind: 'model', name: 'gpt-x of Local' }, mayRemember: false },
});

/** The bars of these questions that wait, one at a time. */
function Bars({ ids }: { readonly ids: readonly string[] }) {
  const decided = useLastAction();
  const ask = useEntities(({ pending: all }) => ids.map((id) => all.get(id)).find((one) => one?.status === 'waiting'));
  return ask ? <ApprovalBar key={ask.id} {...{ ask, decided }} /> : null;
}

async function open(ask: PendingInput) {
  const host = new FakeHost();
  host.put('server', ask.serverId, server({ id: ask.serverId }));
  host.put('pending', ask.id, ask);
  const view = await renderView(host, <Bars ids={[ask.id, 'next']} />);
  return { host, ...view };
}

const enabled = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  return button;
};

test('[SEC-09] [TOOL-04] who wants which tool with which arguments is said, and a press decides', async () => {
  const { host, user, container } = await open(asked());
  const bar = await screen.findByRole('region', { name: /^gpt-x of Local wants to run get_order on / });
  expect(within(bar).getByText('It does not say what it may change.')).toBeTruthy();
  expect(bar.textContent).toContain('o-17');
  await user.click(await enabled('Allow once'));
  await waitFor(() => expect(host.inputs('pending.answer')).toHaveLength(1));
  expect(host.inputs('pending.answer')[0]).toMatchObject({ reply: { action: 'accept' } });
  expect(host.inputs('pending.answer')[0]?.reply).not.toHaveProperty('content');
  const { violations } = await axe.run(container, {
    rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
  });
  expect(violations).toEqual([]);
});

test('it is denied, or allowed for good; a press right after it appeared allows nothing', async () => {
  const first = await open(asked());
  expect(screen.getByRole('button', { name: 'Allow once' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Always allow this tool' })).toHaveProperty('disabled', true);
  await first.user.click(await enabled('Deny'));
  await waitFor(() => expect(first.host.inputs('pending.answer')[0]).toMatchObject({ reply: { action: 'decline' } }));
  first.unmount();
  const { host, user } = await open(asked());
  await user.click(await enabled('Always allow this tool'));
  await waitFor(() =>
    expect(host.inputs('pending.answer')[0]).toMatchObject({ reply: { action: 'accept', content: { always: true } } }),
  );
});

test('[SEC-09] what the server marks as destructive is never allowed for good', async () => {
  await open(DESTRUCTIVE);
  expect(await screen.findByText('The server marks this tool as destructive')).toBeTruthy();
  expect(screen.getByText('Destructive')).toBeTruthy();
  await enabled('Allow once');
  expect(screen.queryByRole('button', { name: 'Always allow this tool' })).toBeNull();
});

test('the next question takes the focus of a decided one, on no button; one that comes by itself does not', async () => {
  const { host, user } = await open(asked());
  await screen.findByRole('region', { name: /wants to run/ });
  expect(document.activeElement).toBe(document.body);
  host.put('pending', 'next', asked({ id: 'next', tool: 'ship_order' }));
  screen.getByRole('button', { name: 'Deny' }).focus();
  await user.keyboard('{Enter}');
  const next = await screen.findByRole('region', { name: /wants to run ship_order/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
  await user.keyboard('{Enter} ');
  expect(host.inputs('pending.answer')).toHaveLength(1);
});

test('a tool that changed since it was accepted is shown with the change; numbers are shown to the digit', async () => {
  const host = new FakeHost();
  const exact = '{"id":12345678901234567890}';
  const ask = asked({ params: { name: 'get_order', arguments: { id: 1 }, argumentsText: exact } });
  const mark = { kind: 'tools' as const, name: 'get_order', change: 'changed' as const, at: 5 };
  host.put('server', ask.serverId, { ...server({ id: ask.serverId }), drift: [mark] });
  host.put('pending', ask.id, ask);
  const onSent = vi.fn();
  await renderView(host, <AskSheet ask={ask} serverName="orders" onKeep={() => undefined} onSent={onSent} />);
  expect(await screen.findByText('This tool changed since you accepted it')).toBeTruthy();
  expect(screen.getByText(exact)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reply and request as JSON' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'gpt-x of Local wants to run get_order on orders' })).toBeTruthy();
});

test('the words of an approval: its title, its line, how it ended', () => {
  const script = asked({ approval: { asker: { kind: 'script', name: 'Tour' }, mayRemember: false } });
  expect(askTitle(script, 'orders')).toBe('The script Tour wants to run get_order on orders');
  expect(askLine(asked())).toBe('{"id":"o-17"}');
  expect(askLine(DESTRUCTIVE)).toBe('Without arguments');
  expect(endWords(asked({ status: 'accepted', answeredBy: 'person' }))).toBe('call of get_order allowed');
  expect(endWords(asked({ status: 'accepted', answeredBy: 'rule' }))).toBe('call of get_order allowed, as always');
  expect(endWords(asked({ status: 'declined', answeredBy: 'person' }))).toBe('call of get_order denied');
  expect(endWords(asked({ status: 'expired' }))).toBe('call of get_order taken back');
  expect(endWords(asked({ status: 'cancelled', answeredBy: 'person' }))).toBe('call of get_order taken back');
});

test('long arguments are bounded: exact text unfolds bit by bit, and a shortened copy says that it is one', async () => {
  const argumentsText = `{"text":"${'x'.repeat(250_000)}"}`;
  const { host, container } = await open(asked({ params: { name: 'get_order', arguments: {}, argumentsText } }));
  await screen.findByRole('region', { name: /wants to run get_order/ });
  expect(container.textContent?.length).toBeLessThan(6000);
  expect(screen.getByRole('button', { name: /^Show more \(/ })).toBeTruthy();
  expect(screen.queryByText('Only a part of the arguments is shown')).toBeNull();
  host.patch('pending', 'ask1', { cutFrom: 3_400_000 });
  expect(await screen.findByText('Only a part of the arguments is shown')).toBeTruthy();
  expect(screen.getByText(/They have 3\.4 MB, and up to 256 KB are shown whole\./)).toBeTruthy();
});

test('an approval with a shortened copy is still one to allow or deny', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server());
  const ask = asked({ cutFrom: 3_400_000 });
  host.put('pending', ask.id, ask);
  await renderView(
    host,
    <AskSheet ask={ask} serverName="orders-db" onKeep={() => undefined} onSent={() => undefined} />,
  );
  expect(await screen.findByRole('button', { name: 'Allow once' })).toBeTruthy();
  expect(screen.queryByText('This request is too large for a form')).toBeNull();
});

test('[SEC-09] a tool that was always allowed of another command or address says so', async () => {
  const asker = { kind: 'model' as const, name: 'gpt-x of Local' };
  await open(asked({ approval: { asker, mayRemember: true, lapsed: true } }));
  expect(await screen.findByText('You always allowed this tool, but of another server')).toBeTruthy();
});
