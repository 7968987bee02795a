import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { PendingInput } from '#shared/entities.ts';
import { UrlAsk } from '../../../../src/renderer/parts/ask/url-ask.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, START, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

const ADDRESS = 'https://connect.hosting.example/link?n=7';

function Shown() {
  const ask = useEntity('pending', 'ask1');
  return ask ? <UrlAsk ask={ask} serverName="orders-db" onKeep={kept} onSent={sent} /> : null;
}

const kept = vi.fn();
const sent = vi.fn();

interface Given {
  readonly url?: string;
  readonly era?: 'legacy' | 'modern';
  readonly ask?: Partial<PendingInput>;
}

async function show({ url = ADDRESS, era = 'modern', ask = {} }: Given = {}) {
  kept.mockClear();
  sent.mockClear();
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session({ hello: { ...session().hello, era } as never }));
  host.put('operation', 'op1', operation({ label: 'deploy_preview', status: 'waiting' }));
  const params = { mode: 'url', message: 'Connect your account.', url };
  const via = era === 'legacy' ? 'server-request' : 'input-required';
  host.put('pending', 'ask1', pending({ id: 'ask1', kind: 'url', operationId: 'op1', params, via, ...ask }));
  const view = await renderView(host, <Shown />);
  const dialog = await screen.findByRole('alertdialog', { name: 'orders-db wants to open a web page' });
  return { host, dialog, ...view };
}

const button = (name: string) => screen.getByRole('button', { name });

test('[ELIC-12] [ELIC-13] [ELIC-15] a web page is opened only by its button, in the system browser; Decline has the focus', async () => {
  const { host, dialog, user } = await show();
  await waitFor(() => expect(document.activeElement).toBe(button('Decline')));
  expect(within(dialog).getByText('hosting.example').tagName).toBe('B');
  expect(within(dialog).queryByRole('link')).toBeNull();
  expect(host.inputs('shell.open')).toEqual([]);
  // Nothing in the page could fetch it either.
  expect(document.querySelector('iframe, img, webview, object, embed, link[href*="hosting"]')).toBeNull();
  await user.click(button('Open in browser'));
  await waitFor(() => expect(host.inputs('shell.open')).toEqual([{ url: ADDRESS }]));
  // A modern server learns it with the retry. The dialog has done its work.
  await waitFor(() => expect(kept).toHaveBeenCalledOnce());
  expect(host.inputs('pending.opened')).toEqual([{ id: 'ask1' }]);
  expect(host.inputs('pending.answer')).toEqual([]);
});

test('[ELIC-12] a double click on Open in browser opens the page once, and tells the host once', async () => {
  const { host } = await show();
  for (const detail of [1, 2]) {
    fireEvent.mouseDown(button('Open in browser'), { detail });
    fireEvent.click(button('Open in browser'), { detail });
  }
  await waitFor(() => expect(kept).toHaveBeenCalledOnce());
  expect(host.inputs('shell.open')).toEqual([{ url: ADDRESS }]);
  expect(host.inputs('pending.opened')).toEqual([{ id: 'ask1' }]);
});

test('[ELIC-25] the dialog stays while the host has not heard that the page was opened', async () => {
  const { host, user } = await show();
  host.on('pending.opened', () => {
    throw new Error('The host is busy.');
  });
  await user.click(button('Open in browser'));
  expect((await screen.findByRole('alert')).textContent).toContain('The host is busy.');
  expect(kept).not.toHaveBeenCalled();
});

test('[ELIC-19] what was opened is known again after the ask was put aside', async () => {
  const { host, user } = await show({ ask: { openedAt: START } });
  expect(await screen.findByText('Waiting for you in the browser')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open again' })).toBeTruthy();
  await user.click(button('Open again'));
  await waitFor(() => expect(host.inputs('shell.open')).toHaveLength(1));
  await user.click(button('Cancel request'));
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'cancel' } }]));
});

test('[ELIC-11] a legacy server that asked by a request hears of the consent from the host, which takes no refusal then', async () => {
  const { host, user } = await show({ era: 'legacy' });
  expect(screen.getByText(/tells the server that you agreed/)).toBeTruthy();
  await user.click(button('Open in browser'));
  await waitFor(() => expect(host.inputs('pending.opened')).toEqual([{ id: 'ask1' }]));
  expect(host.inputs('pending.answer')).toEqual([]);
  host.patch('pending', 'ask1', { openedAt: START, consentedAt: START });
  expect(await screen.findByText('Waiting for you in the browser')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull());
  expect(button('Open again')).toBeTruthy();
});

test('[ELIC-19] after error -32042 a legacy call is retried by hand', async () => {
  const { host, user } = await show({ era: 'legacy', ask: { via: 'input-required' } });
  expect(screen.getByText('The call waits. Come back and choose I am done, retry.')).toBeTruthy();
  await user.click(button('Open in browser'));
  await waitFor(() => expect(host.inputs('pending.opened')).toEqual([{ id: 'ask1' }]));
  expect(host.inputs('pending.answer')).toEqual([]);
});

test('[ELIC-20] a page that is done before it was opened says so; the call is tried again only when the person wants that', async () => {
  const { host, user } = await show({ era: 'legacy', ask: { via: 'input-required' } });
  expect(screen.queryByText('The server says this page is done')).toBeNull();
  host.patch('pending', 'ask1', { doneAt: START });
  await screen.findByText('The server says this page is done');
  expect(host.inputs('pending.answer')).toEqual([]);
  expect(document.activeElement).toBe(button('Decline'));
  await user.click(button('Try again without opening it'));
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'accept' } }]));
  expect(host.inputs('shell.open')).toEqual([]);
});

test('[ELIC-04] [ELIC-23] decline and cancel are different replies; closing answers nothing', async () => {
  const { host, user } = await show();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(kept).toHaveBeenCalledOnce());
  await user.click(button('Keep for later in the Inbox'));
  expect(kept).toHaveBeenCalledTimes(2);
  expect(host.inputs('pending.answer')).toEqual([]);
  expect(host.inputs('shell.open')).toEqual([]);
  await user.click(button('Decline'));
  await waitFor(() => expect(host.inputs('pending.answer')).toEqual([{ id: 'ask1', reply: { action: 'decline' } }]));
});

test('[ELIC-14] an address of any length is shown whole before it can be opened', async () => {
  const url = `https://${'sub.'.repeat(40)}hosting.example/${'path/'.repeat(300)}?q=${'x'.repeat(500)}#end`;
  await show({ url });
  const shown = await screen.findByRole('region', { name: 'Full address' });
  expect(shown.querySelector('p')?.textContent).toBe(url);
  expect(screen.getByText(/The address is long/)).toBeTruthy();
});

test('[ELIC-16] a name with a letter that is none of ours is read out with the letter marked', async () => {
  const { dialog } = await show({ url: 'https://connect.xn--hostng-s9a.example/link' });
  expect(within(dialog).getByText('xn--hostng-s9a.example').tagName).toBe('B');
  expect(within(dialog).getByText('\u0131').tagName).toBe('MARK');
  expect(dialog.textContent).toContain('It reads as connect.host\u0131ng.example. The marked letter is not a plain i.');
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('[ELIC-16] a user name in an address is warned of; the site is the part in bold', async () => {
  const { dialog } = await show({ url: 'https://bank.example:word@evil.example/' });
  expect(within(dialog).getByText('The address contains a user name')).toBeTruthy();
  expect(dialog.textContent).toContain(
    'The site is evil.example. Your browser may pass it on as a name and a password.',
  );
  expect(within(dialog).getByText('evil.example').tagName).toBe('B');
  expect(within(dialog).getByText('https://bank.example:word@').className).toBe('t3');
  expect(document.activeElement).toBe(button('Decline'));
});

test.each([
  ['javascript:alert(1)', 'Addresses that begin with javascript: are not opened'],
  ['bank.example/login', 'This is not a web address'],
  [undefined as unknown as string, 'This is not a web address'],
])('[SEC-05] %s cannot be opened, which is explained', async (url, title) => {
  const { host } = await show({ url: url ?? '' });
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open in browser' })).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByText(/Opens in your browser/)).toBeNull();
  expect(button('Decline')).toBeTruthy();
  expect(host.inputs('shell.open')).toEqual([]);
});

test('a page that the host refuses to open is told', async () => {
  const { host, user } = await show();
  host.on('shell.open', () => {
    throw new Error('No browser was found.');
  });
  await user.click(button('Open in browser'));
  expect((await screen.findByRole('alert')).textContent).toContain('No browser was found.');
  expect(host.inputs('pending.opened')).toEqual([]);
});

test('[ELIC-25] [ELIC-18] an ask that ended says how, and takes no reply', async () => {
  const { host, user } = await show({ ask: { openedAt: START, via: 'input-required' } });
  host.patch('pending', 'ask1', { status: 'accepted', answeredBy: 'rule', answeredAt: START, doneAt: START });
  expect(await screen.findByText(/the server says it is done/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open again' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(kept).toHaveBeenCalledOnce();
});
