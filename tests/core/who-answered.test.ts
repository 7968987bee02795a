import { expect, test } from 'vitest';
import { ThreadReader } from '#core/fold/thread.ts';
import { objectAt } from '#shared/json.ts';
import type { WireRecord } from '#shared/records.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const FORM = { message: 'Name?', requestedSchema: { type: 'object', properties: { name: {} } } };
const TOOLS = { tools: {} };

function notes(records: readonly WireRecord[]) {
  return records.flatMap((record) => (record.k === 'note' && record.what === 'input.answered' ? [record.data] : []));
}

/** Titles of the story of the first call, as it is read from what the session recorded. */
function titles({ records }: Harness): string[] {
  const call = records.find((record) => record.k === 'frame' && record.text?.includes('"tools/call"'));
  const reader = new ThreadReader(`x${call?.seq}`);
  for (const record of records) if (call && record.seq >= call.seq) reader.apply(record);
  return reader.steps().map(({ title }) => title);
}

test('the log says who answered a question inside a result, before the retry is sent', async () => {
  const inputRequests = { who: { method: 'elicitation/create', params: FORM }, where: { method: 'roots/list' } };
  const handlers = modernHandlers({
    'tools/call': ({ params }) =>
      params.inputResponses === undefined
        ? { resultType: 'input_required', inputRequests }
        : { resultType: 'complete', content: [] },
  });
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'modern' } }).start();
  await h.run('tools.call', { name: 't', args: {} });
  const asked = h.records.find((record) => record.k === 'frame' && record.text?.includes('input_required'));
  const pending = h.changes.findLast(
    (change) => change.op === 'put' && change.topic === 'pending' && change.value.key === 'who',
  );
  h.session.answer(pending?.op === 'put' ? pending.id : '', { action: 'accept', content: { name: 'Ada' } }, 'script');
  await settle();
  expect(notes(h.records)).toEqual([
    { seq: asked?.seq, key: 'where', by: 'rule', status: 'accepted' },
    { seq: asked?.seq, key: 'who', by: 'script', status: 'accepted' },
  ]);
  expect(titles(h)).toEqual([
    'Request sent',
    'Server needs input',
    'The script accepted',
    'A rule answered',
    'Retried with the answer',
    'Result',
  ]);
});

test('the log says who answered a request of a legacy server; one that expired was answered by nobody', async () => {
  const handlers = legacyHandlers({ 'tools/call': () => undefined }, TOOLS);
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'legacy' } }).start();
  await h.run('tools.call', { name: 't', args: {} });
  for (const id of ['q1', 'q2']) h.wire.say({ jsonrpc: '2.0', id, method: 'elicitation/create', params: FORM });
  await settle();
  h.wire.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'q1' } });
  await settle();
  h.session.answer('s1/in2', { action: 'decline' });
  await settle();
  const second = h.records.find((record) => record.k === 'frame' && record.text?.includes('"q2"'));
  expect(notes(h.records)).toEqual([{ seq: second?.seq, by: 'person', status: 'declined' }]);
  expect(titles(h)).toEqual([
    'Request sent',
    'Server needs input',
    'Server needs input',
    'The server took the question back',
    'You declined',
  ]);
});

test('[MRTR-11] a question of a round can be left out: the others are sent without it, and the server asks again', async () => {
  const ask = { method: 'elicitation/create', params: FORM };
  const handlers = modernHandlers({
    'tools/call': ({ params }) => {
      const { inputResponses } = params;
      if (inputResponses === undefined)
        return { resultType: 'input_required', inputRequests: { who: ask, where: ask } };
      return 'where' in (inputResponses as object)
        ? { resultType: 'complete', content: [] }
        : { resultType: 'input_required', inputRequests: { where: ask } };
    },
  });
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'modern' } }).start();
  const asks = () =>
    h.changes.flatMap((change) => (change.op === 'put' && change.topic === 'pending' ? [change.value] : []));
  const sent = () => objectAt(h.wire.last('tools/call'), 'params') ?? {};
  const openAsk = (key: string) => asks().findLast((one) => one.key === key);
  const { id } = await h.run('tools.call', { name: 't', args: {} });
  const [who, where] = [openAsk('who'), openAsk('where')];
  expect(who?.group).toBe(where?.group);
  expect(who).toMatchObject({ round: 1, group: expect.any(String) });
  h.session.leaveOut(where?.id ?? '');
  await settle();
  expect(sent().inputResponses).toBeUndefined();
  h.session.answer(who?.id ?? '', { action: 'accept', content: { name: 'Ada' } });
  await settle();
  const content = { name: 'Ada' };
  expect(sent().inputResponses).toEqual({ who: { action: 'accept', content } });
  expect(asks().findLast((one) => one.id === where?.id)).toMatchObject({ status: 'left-out' });
  const again = openAsk('where');
  expect(again).toMatchObject({ status: 'waiting', round: 2 });
  expect(again).not.toHaveProperty('group');
  // Alone in its round it can only be answered.
  expect(() => h.session.leaveOut(again?.id ?? '')).toThrow('cannot be left out');
  h.session.answer(again?.id ?? '', { action: 'decline' });
  await settle();
  expect(h.entity('operation', id).status).toBe('done');
  expect(titles(h)).toEqual([
    'Request sent',
    'Server needs input',
    'You accepted',
    'Left out',
    'Retried with the answer',
    'Server needs input',
    'You declined',
    'Retried with the answer',
    'Result',
  ]);
});
