import { expect, it } from 'vitest';
import { scriptOfThread } from '#shared/script/script-of-thread.ts';
import type { ThreadStep } from '#shared/traffic.ts';
import { FakeHost } from '../support/fake-host.ts';
import { openWirebench } from '../support/render-view.tsx';
import { session } from '../support/samples.ts';

const elicit = { method: 'elicitation/create', params: { mode: 'form' } };
const accepted = { action: 'accept', content: { name: 'Ada' } };
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask', arguments: { city: 'Oslo' } } };

async function made(steps: readonly Partial<ThreadStep>[], messages: Record<number, object>, of = session()) {
  const host = new FakeHost();
  for (const [seq, message] of Object.entries(messages)) host.setBody('ses1', Number(seq), JSON.stringify(message));
  const thread = steps.map((step): ThreadStep => ({ kind: 'note', title: '', after: 0, ...step }));
  host.on('exchange.thread', () => ({ steps: thread, phases: [], passed: [], found: [] }));
  const { link } = await openWirebench(host);
  return scriptOfThread(link.client(), of, 'x1');
}

const EXPECTED = [
  { do: 'call', with: { name: 'ask', args: { city: 'Oslo' } } },
  { do: 'answer', with: { kind: 'form', content: { name: 'Ada' } }, expect: { ok: true } },
];

it('reads the answers of the modern era out of the retry', async () => {
  const steps = [
    { kind: 'sent', seq: 1 },
    { kind: 'ask', seq: 2 },
    { kind: 'reply', seq: 3 },
    { kind: 'retry', seq: 3 },
    { kind: 'result', title: 'Result', seq: 4 },
  ] as const;
  const retry = { ...call, id: 2, params: { ...call.params, inputResponses: { name: accepted } } };
  const script = await made(steps, { 1: call, 2: { result: { inputRequests: { name: elicit } } }, 3: retry });
  expect(script.servers).toEqual({ 'orders-db': { saved: 'orders-db' } });
  expect(script.steps).toMatchObject(EXPECTED);
});

it('reads those of the legacy era out of the response to the question', async () => {
  const steps = [
    { kind: 'sent', seq: 1 },
    { kind: 'ask', seq: 2 },
    { kind: 'reply', seq: 3 },
    { kind: 'result', title: 'Result', seq: 4 },
  ] as const;
  const script = await made(steps, { 1: call, 2: { id: 9, ...elicit }, 3: { id: 9, result: accepted } });
  expect(script.steps).toMatchObject(EXPECTED);
});

it.each(['You declined', 'A rule declined', 'The script declined', 'Declined'])(
  'a question with the end “%s” is declined again',
  async (title) => {
    const steps = [
      { kind: 'sent', seq: 1 },
      { kind: 'ask', seq: 2 },
      { kind: 'reply', title },
      { kind: 'result', title: 'Stopped' },
    ] as const;
    const model = { method: 'sampling/createMessage', params: {} };
    const script = await made(steps, { 1: call, 2: { result: { inputRequests: { model } } } });
    expect(script.steps.at(-1)).toMatchObject({ do: 'answer', with: { action: 'decline' }, expect: { ok: false } });
  },
);

const page = (name: string) => ({ elicitationId: name, url: `https://x.test/${name}`, message: `Visit ${name}` });
const refusal = { error: { code: -32042, message: 'first', data: { elicitations: [page('a'), page('b')] } } };

it('[ELIC-20] reads what was said to pages that a call was refused for; a refusal too early is told once', async () => {
  const agreed = (key: string) => ({ kind: 'reply', reply: { key, action: 'accept' } }) as const;
  const steps = [
    { kind: 'sent', seq: 1 },
    { kind: 'result', title: 'Error -32042', seq: 2 },
    { kind: 'ask', seq: 2 },
    agreed('1'),
    agreed('0'),
    { kind: 'retry', seq: 3 },
    { kind: 'result', title: 'Error -32042', seq: 4 },
    { kind: 'ask', seq: 4 },
    agreed('0'),
    agreed('1'),
    { kind: 'retry', seq: 5 },
    { kind: 'result', title: 'Result', seq: 6 },
  ] as const;
  const script = await made(steps, { 1: call, 2: refusal, 4: refusal });
  expect(script.steps.slice(1)).toEqual([
    { do: 'answer', with: { kind: 'url', key: '0' } },
    { do: 'answer', with: { kind: 'url', key: '1' }, expect: { ok: true } },
  ]);
});

it('[ELIC-20] a page that was declined is declined again, and the call ends without a result', async () => {
  const steps = [
    { kind: 'sent', seq: 1 },
    { kind: 'result', title: 'Error -32042', seq: 2 },
    { kind: 'ask', seq: 2 },
    { kind: 'reply', reply: { key: '0', action: 'accept' } },
    { kind: 'reply', reply: { key: '1', action: 'cancel' } },
    { kind: 'result', title: 'Stopped' },
  ] as const;
  const script = await made(steps, { 1: call, 2: refusal });
  expect(script.steps.slice(1)).toEqual([
    { do: 'answer', with: { kind: 'url', key: '0' } },
    { do: 'answer', with: { kind: 'url', action: 'cancel', key: '1' }, expect: { ok: false } },
  ]);
});

it('names the era of the demo server where it was chosen', async () => {
  const steps = [
    { kind: 'sent', seq: 1 },
    { kind: 'result', title: 'Result', seq: 2 },
  ] as const;
  const own = session();
  const endpoint = { kind: 'builtin', name: 'demo', era: 'both' } as const;
  const legacy = { ...own, config: { ...own.config, endpoint, era: 'legacy' } };
  expect((await made(steps, { 1: call }, legacy)).servers).toEqual({
    [own.config.name]: { builtin: 'demo', era: 'legacy' },
  });
  const auto = { ...legacy, config: { ...legacy.config, era: 'auto' } };
  expect((await made(steps, { 1: call }, auto)).servers).toEqual({ [own.config.name]: { builtin: 'demo' } });
});
