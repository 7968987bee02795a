import { describe, expect, it } from 'vitest';
import { ThreadReader } from '#core/fold/thread.ts';
import type { RuledAnswer, RuledAsk, RuleVerdict } from '#core/rules.ts';
import type { PendingInput } from '#shared/entities.ts';
import type { ThreadStep } from '#shared/traffic.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, legacyHandlers, modernHandlers, Wrong } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const FORM = { message: 'Name?', requestedSchema: { type: 'object', properties: { name: {} } } };
const TOOLS = { tools: {} };
const MARK = { id: 'r1', title: 'Decline forms of orders-db' };

function asks(h: Harness): PendingInput[] {
  const all = new Map<string, PendingInput>();
  for (const change of h.changes)
    if (change.op === 'put' && change.topic === 'pending') all.set(change.id, change.value);
  return [...all.values()];
}

/** Every state in which the questions were shown, in order. */
const states = (h: Harness) =>
  h.changes.flatMap((change) => (change.op === 'put' && change.topic === 'pending' ? [change.value.status] : []));

function steps({ records }: Harness): readonly ThreadStep[] {
  const call = records.find((record) => record.k === 'frame' && record.text?.includes('"tools/call"'));
  const reader = new ThreadReader(`x${call?.seq}`);
  for (const record of records) if (call && record.seq >= call.seq) reader.apply(record);
  return reader.steps();
}

const titles = (h: Harness) => steps(h).map(({ title }) => title);

const answer = (over: Partial<RuledAnswer> = {}): RuledAnswer => ({
  rule: MARK,
  by: 'rule',
  delayMs: 0,
  reply: () => ({ action: 'decline' }),
  ...over,
});

/** A session whose tool asks once with one method, and what its rules were asked. */
async function modern(verdict: RuleVerdict, method = 'elicitation/create', params: object = FORM) {
  const asked: RuledAsk[] = [];
  const handlers = modernHandlers({
    'tools/call': (request) =>
      request.params.inputResponses === undefined
        ? { resultType: 'input_required', inputRequests: { who: { method, params } } }
        : { resultType: 'complete', content: [{ type: 'text', text: JSON.stringify(request.params.inputResponses) }] },
  });
  const judge = (ask: RuledAsk) => {
    asked.push(ask);
    return verdict;
  };
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'modern' }, judge }).start();
  const operation = await h.run('tools.call', { name: 'greet', args: {} });
  return { h, asked, operation };
}

describe('a rule that answers at once', () => {
  it('[ELIC-10] declines a form before anybody sees it wait, and says so in the story, the ask and the log', async () => {
    const { h, asked, operation } = await modern({ schemaHash: 'aa', answer: answer() });
    expect(asked).toEqual([{ kind: 'form', params: FORM, tool: 'greet' }]);
    expect(states(h)).toEqual(['declined']);
    expect(asks(h)[0]).toMatchObject({ answeredBy: 'rule', rule: MARK, tool: 'greet', schemaHash: 'aa' });
    expect(h.resultText(operation.id)).toContain('decline');
    expect(steps(h).find(({ title }) => title === 'A rule declined')?.text).toBe(MARK.title);
    expect(h.notes('input.answered')).toEqual([`A rule declined elicitation/create (${MARK.title}).`]);
  });

  it('[SAMP-09] declines a model reply: the call ends, and a rule ended it', async () => {
    const { h, operation } = await modern({ answer: answer() }, 'sampling/createMessage', { messages: [] });
    expect(h.entity('operation', operation.id)).toMatchObject({ status: 'cancelled' });
    expect(h.entity('operation', operation.id).fault?.message).toBe('Ended, a rule declined to answer.');
    expect(titles(h).slice(-2)).toEqual(['A rule declined', 'Stopped']);
  });

  it('[ROOT-07] replaces the roots of the settings', async () => {
    const roots = [{ uri: 'file:///fixed' }];
    const reply = () => ({ action: 'accept' as const, content: { roots } });
    const { h, operation } = await modern({ answer: answer({ reply }) }, 'roots/list', {});
    expect(h.resultText(operation.id)).toContain('file:///fixed');
    expect(asks(h)[0]).toMatchObject({ kind: 'roots', status: 'accepted', rule: MARK });
  });
});

it('[SAMP-09] a legacy server hears the refusal of a rule as one of a person', async () => {
  const handlers = legacyHandlers({ 'tools/call': () => undefined }, TOOLS);
  const judge = () => ({ answer: answer() });
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'legacy' }, judge }).start();
  await h.run('tools.call', { name: 't', args: {} });
  h.wire.say({ jsonrpc: '2.0', id: 'q1', method: 'sampling/createMessage', params: { messages: [] } });
  await settle();
  const refusal = h.records.findLast((record) => record.k === 'frame' && record.dir === 'out');
  expect(refusal?.k === 'frame' && JSON.parse(refusal.text ?? '')).toMatchObject({
    id: 'q1',
    error: { code: -1, message: 'User rejected sampling request' },
  });
  expect(titles(h).at(-1)).toBe('A rule declined');
});

describe('a rule that takes its time', () => {
  it('answers after its delay; until then the question says when', async () => {
    const { h } = await modern({ answer: answer({ delayMs: 3000 }) });
    const [ask] = asks(h);
    expect(ask).toMatchObject({ status: 'waiting', ruleDueAt: (ask?.createdAt ?? 0) + 3000 });
    await h.clock.advance(2999);
    expect(asks(h)[0]?.status).toBe('waiting');
    await h.clock.advance(1);
    expect(asks(h)[0]).toMatchObject({ status: 'declined', answeredBy: 'rule' });
  });

  it('is too late when a person was faster', async () => {
    const { h } = await modern({ answer: answer({ delayMs: 3000 }) });
    h.session.answer(asks(h)[0]?.id ?? '', { action: 'accept', content: { name: 'Ada' } });
    await h.clock.advance(5000);
    expect(asks(h)[0]).toMatchObject({ status: 'accepted', answeredBy: 'person' });
  });

  it('a provider answers later, and its work ends with the question', async () => {
    let stopped = false;
    let give: (reply: { action: 'accept'; content: Record<string, unknown> }) => void = () => undefined;
    const reply = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      return new Promise<{ action: 'accept'; content: Record<string, unknown> }>((resolve) => {
        give = resolve;
      });
    };
    const params = { messages: [] };
    const { h, operation } = await modern(
      { answer: answer({ by: 'provider', reply }) },
      'sampling/createMessage',
      params,
    );
    expect(asks(h)[0]).toMatchObject({ status: 'waiting', rule: MARK });
    give({ action: 'accept', content: { role: 'assistant', model: 'm', content: { type: 'text', text: 'hi' } } });
    await settle();
    expect(asks(h)[0]).toMatchObject({ status: 'accepted', answeredBy: 'provider' });
    expect(h.resultText(operation.id)).toContain('hi');
    expect(titles(h)).toContain('The model provider answered');
    expect(stopped).toBe(true);
  });
});

it('a rule that cannot answer leaves it to a person, with the reason', async () => {
  const reply = () => {
    throw new Error('it has a pattern');
  };
  const { h } = await modern({ answer: answer({ reply }) });
  expect(asks(h)[0]).toMatchObject({ status: 'waiting', ruleFailed: 'it has a pattern', rule: MARK });
  expect(h.notes('rule.failed')[0]).toContain('could not answer elicitation/create: it has a pattern');
  h.session.answer(asks(h)[0]?.id ?? '', { action: 'decline' });
  await settle();
  expect(h.notes('input.answered')).toEqual(['You declined elicitation/create.']);
});

it('a rule for an older schema does not answer, and that is said', async () => {
  const { h } = await modern({ missed: MARK });
  expect(asks(h)[0]).toMatchObject({ status: 'waiting', ruleMissed: MARK });
  expect(h.notes('rule.missed')[0]).toContain('the schema has changed since the rule was made');
});

describe('a question that ended without an answer was declined by nobody', () => {
  const EXPIRED = 'The request ended before it was answered';

  it.each([
    ['sampling/createMessage', { messages: [] }],
    ['roots/list', {}],
  ])('[SAMP-09] %s of a call that is stopped', async (method, params) => {
    const { h, operation } = await modern({ answer: answer({ delayMs: 3000 }) }, method, params);
    h.session.cancel(operation.id);
    await settle();
    expect(asks(h)[0]).toMatchObject({ status: 'expired' });
    expect(h.entity('operation', operation.id)).toMatchObject({ status: 'cancelled' });
    expect(h.notes('round.ended')).toEqual(['The call ended before it was answered.']);
    expect(titles(h).filter((title) => title.endsWith('declined'))).toEqual([]);
  });

  it('[SAMP-09] one that the app had no room for', async () => {
    const sampled = { method: 'sampling/createMessage', params: { messages: [] } };
    const inputRequests = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, sampled]));
    const handlers = modernHandlers({ 'tools/call': () => ({ resultType: 'input_required', inputRequests }) });
    const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'modern' } }).start();
    const { id } = await h.run('tools.call', { name: 'greet', args: {} });
    expect(h.entity('operation', id)).toMatchObject({ status: 'failed', fault: { kind: 'local', message: EXPIRED } });
    expect(h.notes('round.ended')).toEqual(['The call ended before it was answered.']);
  });
});

describe('[ELIC-20] the page of a refused call is not opened', () => {
  const elicitations = [{ elicitationId: 'e1', url: 'https://x.test/1', message: 'Visit' }];

  async function refused(verdict: RuleVerdict) {
    const handlers = legacyHandlers(
      {
        'tools/call': () => {
          throw new Wrong(-32042, 'visit first', { data: { elicitations } });
        },
      },
      TOOLS,
    );
    const judge = () => verdict;
    const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'legacy' }, judge }).start();
    const { id } = await h.run('tools.call', { name: 'locked', args: {} });
    return { h, fault: () => h.entity('operation', id).fault?.message };
  }

  it.each(['decline', 'cancel'] as const)('by a rule: %s', async (action) => {
    const { fault } = await refused({ answer: answer({ reply: () => ({ action }) }) });
    expect(fault()).toBe('Ended, a rule declined to answer.');
  });

  it('by a person', async () => {
    const { h, fault } = await refused({});
    h.session.answer(h.entity('pending').id, { action: 'decline' });
    await settle();
    expect(fault()).toBe('Ended, you declined to answer.');
  });

  it('by nobody, where there is no room for the question', async () => {
    const { h, fault } = await refused({});
    const form = { method: 'elicitation/create', params: FORM };
    for (let at = 0; at < 1000; at += 1) h.wire.say({ jsonrpc: '2.0', id: `q${at}`, ...form });
    await settle();
    const { id } = await h.run('tools.call', { name: 'locked', args: {} });
    expect(h.entity('operation', id).fault?.message).toBe('Ended before its questions were answered.');
    expect(fault()).toBeUndefined();
  });
});
