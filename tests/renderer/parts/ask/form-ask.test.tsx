import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import { AskSheet } from '../../../../src/renderer/parts/ask/ask-sheet.tsx';
import { savedPart } from '../../../../src/renderer/store/page.ts';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

const sent = vi.fn();

function Sheet() {
  const ask = useEntity('pending', 'ask1');
  return ask ? <AskSheet ask={ask} serverName="orders-db" onKeep={() => undefined} onSent={sent} /> : null;
}

type Ask = Parameters<typeof pending>[0];

async function open(properties: object, ...more: Ask[]) {
  const host = new FakeHost();
  const requestedSchema = { type: 'object', properties };
  const base = { params: { message: 'Fill in.', requestedSchema }, operationId: 'op1' };
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.put('operation', 'op1', operation({ label: 'refund_create', status: 'waiting' }));
  for (const [at, one] of [{}, ...more].entries()) {
    const id = `ask${at + 1}`;
    host.put('pending', id, pending({ id, ...base, ...(more.length > 0 ? { group: 'g', round: 2 } : {}), ...one }));
  }
  sent.mockClear();
  const view = await renderView(host, <Sheet />);
  await screen.findByRole('heading', { name: 'orders-db asks for input' });
  return { host, requestedSchema, ...view };
}

const answers = (host: FakeHost) => host.inputs('pending.answer');
const accept = () => screen.getByRole('button', { name: /Accept and send/ });

test('[ELIC-06] [ELIC-07] [ELIC-08] every flat kind of field is drawn as it should be, defaults filled in', async () => {
  const titled = [
    { const: 'a', title: 'First' },
    { const: 'b', title: 'Second' },
  ];
  const { host, user, container } = await open({
    mail: { type: 'string', format: 'email', default: 'ines@northwind.example' },
    page: { type: 'string', format: 'uri' },
    day: { type: 'string', format: 'date', default: '2026-11-30' },
    at: { type: 'string', format: 'date-time', default: '2026-11-30T10:00:00Z' },
    amount: { type: 'number', title: 'Refund amount', minimum: 0.01, maximum: 248.9, default: 1.5 },
    count: { type: 'integer', default: 3 },
    notify: { type: 'boolean', title: 'Tell the customer', default: true },
    plain: { type: 'string', enum: ['x', 'y'], default: 'y' },
    named: { type: 'string', oneOf: titled, default: 'b' },
    old: { type: 'string', enum: ['a', 'b'], enumNames: ['First old', 'Second old'], default: 'a' },
    many: { type: 'string', enum: ['1', '2', '3', '4', '5', '6', '7'] },
    labels: { type: 'array', title: 'Labels', maxItems: 2, items: { anyOf: titled }, default: ['a'] },
    tags: { type: 'array', maxItems: 2, items: { type: 'string', enum: ['p', 'q', 'r'] }, default: ['p', 'q'] },
  });
  expect(screen.queryByText('The protocol does not allow this form')).toBeNull();
  expect(within(screen.getByRole('radiogroup', { name: 'named' })).getAllByRole('radio')).toHaveLength(2);
  expect(screen.getByRole('radio', { name: /Second\s*b/ })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: /First old\s*a/ })).toHaveProperty('checked', true);
  expect(screen.getByRole('combobox', { name: /many/ })).toBeTruthy();
  expect(screen.getByRole('switch', { name: /Tell the customer/ }).getAttribute('aria-checked')).toBe('true');
  const tags = screen.getAllByRole('group', { name: 'tags' })[0] as HTMLElement;
  // No more than the limit can be chosen.
  expect(within(tags).getByRole('button', { name: 'r' })).toHaveProperty('disabled', true);
  expect(screen.getByText('2 of 2 chosen')).toBeTruthy();
  await user.click(within(tags).getByRole('button', { name: 'p' }));
  await user.click(within(tags).getByRole('button', { name: 'r' }));
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await user.click(accept());
  const content = {
    mail: 'ines@northwind.example',
    day: '2026-11-30',
    at: '2026-11-30T10:00:00Z',
    amount: 1.5,
    count: 3,
    notify: true,
    plain: 'y',
    named: 'b',
    old: 'a',
    labels: ['a'],
    tags: ['q', 'r'],
  };
  await waitFor(() => expect(answers(host)).toEqual([{ id: 'ask1', reply: { action: 'accept', content } }]));
});

test('[ELIC-10] the buttons say which action the server receives', async () => {
  await open({ name: { type: 'string' } });
  expect(screen.getByRole('button', { name: 'Decline' }).title).toBe('The server receives the action decline');
  expect(screen.getByRole('button', { name: 'Cancel request' }).title).toBe('The server receives the action cancel');
  expect(accept().title).toContain('the action accept');
});

test('a schema outside of what forms may have is told; what can be drawn is drawn, the rest is JSON', async () => {
  const { host, user } = await open({
    name: { type: 'string', pattern: '^a' },
    address: { type: 'object', properties: { street: { type: 'string' } } },
    free: {},
  });
  expect(screen.getByText('The protocol does not allow this form')).toBeTruthy();
  for (const remark of ['name uses pattern.', 'address is an object.', 'free has no plain type.'])
    expect(screen.getByText(remark)).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /^name/ }), 'Ada');
  await user.click(accept());
  const reply = { action: 'accept', content: { name: 'Ada' } };
  await waitFor(() => expect(answers(host)).toEqual([{ id: 'ask1', reply }]));
});

test('[ELIC-09] focus goes to the first problem, and the reply can be sent anyway', async () => {
  const { host, user, wirebench } = await open({
    name: { type: 'string' },
    amount: { type: 'number', maximum: 248.9 },
  });
  const problem = { path: '/amount', message: 'Enter 248.90 or less.', keyword: 'maximum' };
  host.on('schema.check', () => ({ checked: true, problems: [problem] }));
  const amount = screen.getByRole('textbox', { name: /amount/ });
  await user.type(amount, '260');
  screen.getByRole('textbox', { name: /name/ }).focus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Enter 248.90 or less.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(amount));
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  expect(wirebench.page.getState().askDrafts.ask1).toMatchObject({ problems: 1 });
  expect(answers(host)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send anyway' }));
  await waitFor(() =>
    expect(answers(host)).toEqual([{ id: 'ask1', reply: { action: 'accept', content: { amount: 260 } } }]),
  );
});

test('[ELIC-09] a result of any shape can be sent as it stands, what is no object cannot', async () => {
  const { host, user } = await open({ name: { type: 'string' } });
  await user.click(screen.getByRole('button', { name: 'Reply and request as JSON' }));
  const text = screen.getByRole('textbox', { name: 'Exact reply' });
  const write = async (json: string) => {
    await user.clear(text);
    await user.click(text);
    await user.paste(json);
  };
  await write('[1]');
  expect(screen.getByText('A result is a JSON object.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull();
  await write('{"action":"decline","content":{}}');
  expect(screen.getByText('A reply that says decline has no content.')).toBeTruthy();
  await write('{"action":"perhaps","n":12345678901234567890}');
  await user.click(accept());
  expect(answers(host)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send anyway' }));
  const resultText = '{"action":"perhaps","n":12345678901234567890}';
  await waitFor(() => expect(answers(host)).toEqual([{ id: 'ask1', reply: { action: 'accept', resultText } }]));
});

test('a reply is saved under a name and fills the form again; nothing is sent by that', async () => {
  const { host, user, requestedSchema } = await open({ amount: { type: 'number' }, token: { type: 'string' } });
  const of = { serverId: 'srv1', tool: 'refund_create', kind: 'form', schema: requestedSchema };
  await waitFor(() => expect(host.inputs('reply.list')).toEqual([of]));
  host.on('reply.save', () => ({ id: 'r1', leftOut: ['/token'] }));
  host.on('reply.list', () => ({
    replies: [{ id: 'r1', name: 'Small', at: 1, text: '{"amount":1.5}', leftOut: ['/token'] }],
  }));
  await user.type(screen.getByRole('textbox', { name: /amount/ }), '1.5');
  await user.click(screen.getByRole('button', { name: 'Saved replies' }));
  expect(screen.getByText('No reply is saved for this form yet.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Name of the reply' }), 'Small');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved Small, without token.')).toBeTruthy();
  expect(host.inputs('reply.save')).toEqual([{ ...of, name: 'Small', text: '{"amount":1.5}' }]);
  await user.keyboard('{Escape}');
  await user.clear(screen.getByRole('textbox', { name: /amount/ }));
  await user.click(screen.getByRole('button', { name: 'Saved replies' }));
  await user.click(await screen.findByRole('button', { name: /Small.*without 1 secret/ }));
  expect(screen.getByRole('textbox', { name: /amount/ })).toHaveProperty('value', '1.5');
  expect(answers(host)).toEqual([]);
});

test('[MRTR-01] the asks of a round are steps: replies are kept and sent together', async () => {
  const { host, user } = await open({ name: { type: 'string' } }, { key: 'second' });
  const steps = screen.getByRole('group', { name: 'Requests of this round' });
  expect(
    within(steps)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['1 of 2', '2 of 2']);
  expect(screen.getByText(/refund_create, round 2/)).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /name/ }), 'Ada');
  await user.click(screen.getByRole('button', { name: /Keep and go on/ }));
  expect(await within(steps).findByRole('button', { name: '1 of 2, accept' })).toBeTruthy();
  expect(answers(host)).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /name/ })));
  await user.keyboard('Bob');
  await user.click(screen.getByRole('button', { name: /Send 2 replies/ }));
  const reply = (name: string) => ({ action: 'accept', content: { name } });
  await waitFor(() =>
    expect(answers(host)).toEqual([
      { id: 'ask1', reply: reply('Ada') },
      { id: 'ask2', reply: reply('Bob') },
    ]),
  );
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(host.inputs('pending.leaveOut')).toEqual([]);
});

test('[MRTR-01] after a reload a round stands at the first step without a reply', async () => {
  const { host, unmount } = await open({ name: { type: 'string' } }, { key: 'second' });
  unmount();
  await renderView(host, <Sheet />, { heldTexts: { ask1: '{"action":"accept","content":{"name":"Ada"}}' } });
  const kept = await screen.findByRole('button', { name: '1 of 2, accept' });
  expect(kept.getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByRole('button', { name: /Send 2 replies/ })).toBeTruthy();
});

test('[SAMP-09] [MRTR-01] a declined model reply is sent last: it ends the call', async () => {
  const sampling = { kind: 'sampling', method: 'sampling/createMessage', params: { messages: [] } } as const;
  const { host, user } = await open(
    {},
    { key: 'b', createdAt: 1, ...sampling },
    { key: 'c', createdAt: 2, ...sampling },
  );
  host.on('pending.answer', ({ id, reply }) => {
    const { kind, status } = host.get('pending', id);
    if (status !== 'waiting') throw new HostError('NOT_FOUND', 'This question is over.');
    host.patch('pending', id, { status: reply.action === 'accept' ? 'accepted' : 'declined' });
    if (kind !== 'sampling') return;
    for (const other of ['ask1', 'ask2', 'ask3'])
      if (host.get('pending', other).status === 'waiting') host.patch('pending', other, { status: 'expired' });
  });
  for (const step of ['1 of 3', '2 of 3', '3 of 3']) {
    await user.click(screen.getByRole('button', { name: step }));
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
  }
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const reply = { action: 'decline' };
  expect(answers(host)).toEqual([
    { id: 'ask1', reply },
    { id: 'ask2', reply },
  ]);
  expect(screen.queryByText('The replies did not arrive')).toBeNull();
});

test('[ELIC-20] two pages declined together: the call ended with the first, so the other needs no answer', async () => {
  const page = { kind: 'url' as const, params: { mode: 'url', message: 'Visit.', url: 'https://x.example/' } };
  const { host, user } = await open({}, { key: 'b', createdAt: 1, ...page }, { key: 'c', createdAt: 2, ...page });
  host.patch('pending', 'ask1', { kind: 'url', params: page.params });
  host.on('pending.answer', ({ id }) => {
    if (host.get('pending', id).status !== 'waiting') throw new HostError('NOT_FOUND', 'This question is over.');
    for (const one of ['ask1', 'ask2', 'ask3'])
      host.patch('pending', one, { status: one === id ? 'declined' : 'expired' });
  });
  for (const step of ['1 of 3', '2 of 3', '3 of 3']) {
    await user.click(await screen.findByRole('button', { name: step }));
    await user.click(await screen.findByRole('button', { name: 'Decline' }));
  }
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(answers(host)).toHaveLength(3);
  expect(screen.queryByText('The replies did not arrive')).toBeNull();
});

test('[MRTR-11] what there is of a round can be sent alone', async () => {
  const { host, user } = await open({ name: { type: 'string' } }, { key: 'second' });
  const more = () => user.click(screen.getByRole('button', { name: 'More for this round' }));
  await more();
  expect((await screen.findByRole('menuitem', { name: /Send what I have/ })).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(answers(host)).toEqual([]);
  await more();
  await user.click(await screen.findByRole('menuitem', { name: /Send what I have/ }));
  await waitFor(() => expect(host.inputs('pending.leaveOut')).toEqual([{ id: 'ask2' }]));
  expect(answers(host)).toEqual([{ id: 'ask1', reply: { action: 'decline' } }]);
});

test('title and name of a field, and of a choice, are heard as two words', async () => {
  const choices = [
    { const: '#0a6072', title: 'Petrol' },
    { const: '#b7791f', title: 'Amber' },
  ];
  const kind = { type: 'string', title: 'Kind', oneOf: choices };
  await open({ email: { type: 'string', title: 'Receipt' }, kind });
  expect(screen.getByRole('textbox', { name: 'Receipt email' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Petrol #0a6072' })).toBeTruthy();
});

test('a question that ended with its call says so once', async () => {
  const { host } = await open({ email: { type: 'string' } });
  host.patch('pending', 'ask1', { status: 'expired', closedBecause: 'The call ended before you answered.' });
  await waitFor(() => expect(screen.getAllByText(/^The call ended before you answered\.?$/)).toHaveLength(1));
});

test('what the person ended themselves is said so, without the words that a server adds', async () => {
  const { host } = await open({ email: { type: 'string' } });
  host.patch('pending', 'ask1', { status: 'expired', closedBecause: 'You stopped the call.' });
  expect(await screen.findByText(/, You stopped the call$/)).toBeTruthy();
  expect(screen.queryByText(/The call ended before/)).toBeNull();
  host.patch('pending', 'ask1', { closedBecause: 'The server took the question back. It says: sorry. Bye' });
  expect(await screen.findByText('The server took the question back')).toBeTruthy();
  expect(screen.getByText('The server took the question back. It says: sorry. Bye')).toBeTruthy();
});

test('the second click of a double one, meant for what lay there before the sheet, answers nothing', async () => {
  const { host } = await open({ name: { type: 'string' } });
  const decline = screen.getByRole('button', { name: 'Decline' });
  fireEvent.mouseDown(decline, { detail: 2 });
  fireEvent.click(decline, { detail: 2 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(answers(host)).toEqual([]);
  fireEvent.mouseDown(decline, { detail: 1 });
  fireEvent.click(decline, { detail: 1 });
  await waitFor(() => expect(answers(host)).toMatchObject([{ reply: { action: 'decline' } }]));
});

test('[MRTR-08] steps are gone through as fast as somebody clicks', async () => {
  const { host } = await open({ name: { type: 'string' } }, {}, {});
  for (const [at, name] of [/Keep and go on/, /Keep and go on/, /Send 3 replies/].entries()) {
    if (at > 0) await screen.findByRole('button', { name: `${at} of 3, accept` });
    const next = screen.getByRole('button', { name });
    fireEvent.mouseDown(next, { detail: at + 1 });
    fireEvent.click(next, { detail: at + 1 });
  }
  await waitFor(() => expect(answers(host)).toHaveLength(3));
});

test('keys that are still held from the run which led to the sheet send nothing', async () => {
  const { host, user } = await open({ name: { type: 'string' } });
  await user.click(screen.getByRole('textbox', { name: /name/ }));
  const held = { key: 'Enter', ctrlKey: true };
  fireEvent.keyDown(document.activeElement as Element, { ...held, repeat: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(answers(host)).toEqual([]);
  fireEvent.keyDown(document.activeElement as Element, held);
  await waitFor(() => expect(answers(host)).toHaveLength(1));
});

const FIELDS = {
  name: { type: 'string', default: 'nobody' },
  size: { type: 'string', enum: ['s', 'm'] },
  count: { type: 'integer' },
  password: { type: 'string' },
  token: { type: 'string', title: 'Anything' },
  remark: { type: 'string' },
};

test('what was typed comes back when the page is loaded anew, without what may be secret', async () => {
  const { host, user, wirebench, unmount } = await open(FIELDS);
  const box = (name: RegExp) => screen.getByRole('textbox', { name }) as HTMLInputElement;
  await user.clear(box(/^name/));
  await user.click(screen.getByRole('radio', { name: /m/ }));
  await user.type(box(/count/), '12345678901234567890');
  await user.type(screen.getByLabelText(/password/), 'hunter2');
  await user.type(screen.getByLabelText(/Anything/), 'sesame');
  await user.type(box(/remark/), 'ghp_0123456789');
  const saved = savedPart(wirebench.page.getState());
  for (const secret of ['hunter2', 'sesame', 'ghp_']) expect(JSON.stringify(saved)).not.toContain(secret);
  unmount();
  const next = await renderView(host, <Sheet />, JSON.parse(JSON.stringify(saved)));
  await screen.findByRole('heading', { name: 'orders-db asks for input' });
  // A field that was emptied does not get its default again.
  expect(box(/^name/).value).toBe('');
  expect(screen.getByRole('radio', { name: /m/ })).toHaveProperty('checked', true);
  expect(box(/count/).value).toBe('12345678901234567890');
  expect(box(/remark/).value).toBe('');
  expect(next.wirebench.page.getState().askDrafts.ask1).toBeTruthy();
});

test('a reply written as JSON comes back too, and damaged drafts are none', async () => {
  const { host, user, wirebench, unmount } = await open({ name: { type: 'string' } });
  await user.click(screen.getByRole('button', { name: 'Reply and request as JSON' }));
  const text = () => screen.getByRole('textbox', { name: 'Exact reply' }) as HTMLTextAreaElement;
  await user.clear(text());
  await user.click(text());
  await user.paste('{"action":"accept","content":{"name":1}}');
  const saved = savedPart(wirebench.page.getState());
  unmount();
  const next = await renderView(host, <Sheet />, saved);
  expect(await screen.findByText('The reply was changed as JSON')).toBeTruthy();
  next.unmount();
  await renderView(host, <Sheet />, { askTexts: { ask1: '{"entries":{"name":{"texts":3}},"json":5}' } });
  await screen.findByRole('heading', { name: 'orders-db asks for input' });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^name/ }).value).toBe('');
});

test('[MRTR-08] a reply of a round that is kept outlives the page, unless it has a secret in it; so does what is put aside', async () => {
  const { host, user, wirebench, unmount } = await open(
    { drink: { type: 'string' }, token: { type: 'string' } },
    {},
    {},
  );
  await user.type(screen.getByRole('textbox', { name: /^drink/ }), 'tea');
  await user.click(screen.getByRole('button', { name: /Keep and go on/ }));
  await screen.findByRole('button', { name: '1 of 3, accept' });
  await user.type(screen.getByLabelText(/^token/), 'sesame');
  await user.click(screen.getByRole('button', { name: /Keep and go on/ }));
  await screen.findByRole('button', { name: '2 of 3, accept' });
  wirebench.page.getState().set({ asksAside: new Set(['ask1']) });
  const saved = savedPart(wirebench.page.getState());
  expect(JSON.stringify(saved)).not.toContain('sesame');
  unmount();
  const next = await renderView(host, <Sheet />, JSON.parse(JSON.stringify(saved)));
  expect(await screen.findByRole('button', { name: '1 of 3, accept' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '2 of 3' })).toBeTruthy();
  expect([...next.wirebench.page.getState().asksAside]).toEqual(['ask1']);
  expect(answers(host)).toEqual([]);
});
