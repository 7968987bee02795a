import { describe, expect, it } from 'vitest';
import { ThreadReader } from '#core/fold/thread.ts';
import { isObject } from '#shared/json.ts';
import { settle } from './support/fake-clock.ts';
import { type Call, fakeServer, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const FORM = { message: 'More?', requestedSchema: { type: 'object', properties: { more: {} } } };
const MARK = { id: 'r1', title: 'Made-up values for forms' };
const accept = () => ({ action: 'accept' as const, content: {} });
const judge = () => ({ answer: { rule: MARK, by: 'rule' as const, delayMs: 0, reply: accept } });

/** Asks again after each answer, until one is no. */
async function endlessly({ ask }: Call): Promise<object> {
  for (;;) {
    const { result } = await ask('elicitation/create', FORM);
    if (!isObject(result) || result.action !== 'accept') return { content: [] };
  }
}

const ERAS = {
  legacy: legacyHandlers({ 'tools/call': endlessly }),
  modern: modernHandlers({
    'tools/call': ({ params }) =>
      JSON.stringify(params).includes('decline')
        ? { resultType: 'complete', content: [] }
        : { resultType: 'input_required', inputRequests: { more: { method: 'elicitation/create', params: FORM } } },
  }),
};

async function begun(era: 'legacy' | 'modern', roundLimit = 12) {
  const options = { servers: [fakeServer(ERAS[era])], config: { era }, judge, roundLimit: () => roundLimit };
  const h = await new Harness(options).start();
  const id = h.session.run('tools.call', { name: 'ask_forever', args: {} });
  for (let rounds = 0; rounds < 40; rounds += 1) await settle();
  return { h, id };
}

const answered = (h: Harness) => h.notes('input.answered').filter((text) => text.startsWith('A rule')).length;

describe.each(['legacy', 'modern'] as const)('a %s server that asks without end', (era) => {
  it('[ELIC-22] [MRTR-09] [SAMP-11] is answered by a rule ten times in a call, then a person is asked', async () => {
    const { h, id } = await begun(era);
    expect(answered(h)).toBe(10);
    const ask = h.entity('pending');
    expect(ask).toMatchObject({ status: 'waiting', ruleStopped: { ...MARK, answers: 10 } });
    expect(ask).not.toHaveProperty('rule');
    expect(h.entity('operation', id).status).toBe('waiting');
    expect(h.notes('rule.stopped')).toEqual([
      'The rule “Made-up values for forms” did not answer elicitation/create: it has answered 10 times in this call, so a person is asked.',
    ]);
    const call = h.records.find((record) => record.k === 'frame' && record.text?.includes('"tools/call"'));
    const reader = new ThreadReader(`x${call?.seq}`);
    for (const record of h.records) if (call && record.seq >= call.seq) reader.apply(record);
    const told = reader.steps().filter(({ title }) => title === 'A rule answers no more in this call');
    expect(told.map(({ text }) => text)).toEqual([
      'Made-up values for forms: it has answered 10 times, so you are asked.',
    ]);
    h.session.answer(ask.id, { action: 'decline' });
    await settle();
    expect(h.entity('operation', id).status).toBe('done');
  });

  it('the limit moves with the rounds that a call may have; another call begins anew', async () => {
    const { h } = await begun(era, 5);
    expect(answered(h)).toBe(3);
    h.session.run('tools.call', { name: 'ask_forever', args: {} });
    for (let rounds = 0; rounds < 40; rounds += 1) await settle();
    expect(answered(h)).toBe(6);
  });
});

it('what a legacy server asks beside every call is answered so often within a minute', async () => {
  const h = await new Harness({ servers: [fakeServer(ERAS.legacy)], config: { era: 'legacy' }, judge }).start();
  const ask = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      h.wire.say({ jsonrpc: '2.0', id: `q${Math.random()}`, method: 'elicitation/create', params: FORM });
    await settle();
  };
  await ask(12);
  expect(answered(h)).toBe(10);
  expect(h.entity('pending').ruleStopped).toEqual({ ...MARK, answers: 10 });
  expect(h.notes('rule.stopped').at(-1)).toContain('it has answered 10 times within a minute, so a person is asked');
  await h.clock.advance(60_000);
  await ask(1);
  expect(answered(h)).toBe(11);
});

it('[SEC-13] the questions of one round are one turn, and rules for roots go on', async () => {
  const form = { method: 'elicitation/create', params: FORM };
  const inputRequests = { a: form, b: form, c: { method: 'roots/list', params: {} } };
  let rounds = 0;
  const handlers = modernHandlers({
    'tools/call': () => {
      rounds += 1;
      return { resultType: 'input_required', inputRequests };
    },
  });
  const options = { servers: [fakeServer(handlers)], config: { era: 'modern' }, judge, roundLimit: () => 6 };
  const h = await new Harness(options).start();
  h.session.run('tools.call', { name: 't', args: {} });
  for (let turn = 0; turn < 40; turn += 1) await settle();
  expect(rounds).toBe(5);
  const waiting = h.changes.flatMap((change) =>
    change.op === 'put' && change.topic === 'pending' && change.value.status === 'waiting' ? [change.value] : [],
  );
  expect(new Set(waiting.map(({ key }) => key))).toEqual(new Set(['a', 'b']));
});

it('[ELIC-22] [SAMP-11] a round of a hundred questions is answered by a rule fifty times, then a person is asked', async () => {
  const inputRequests = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`q${at}`, { method: 'elicitation/create', params: FORM }]),
  );
  const handlers = modernHandlers({ 'tools/call': () => ({ resultType: 'input_required', inputRequests }) });
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'modern' }, judge }).start();
  h.session.run('tools.call', { name: 'ask', args: {} });
  for (let rounds = 0; rounds < 10; rounds += 1) await settle();
  expect(answered(h)).toBe(50);
  expect(h.entity('pending')).toMatchObject({ status: 'waiting', ruleStopped: { ...MARK, answers: 50 } });
});
