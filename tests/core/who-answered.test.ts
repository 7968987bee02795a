import { expect, test } from 'vitest';
import { ThreadReader } from '#core/fold/thread.ts';
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
    { seq: asked?.seq, key: 'where', by: 'rule' },
    { seq: asked?.seq, key: 'who', by: 'script' },
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
  expect(notes(h.records)).toEqual([{ seq: second?.seq, by: 'person' }]);
  expect(titles(h)).toEqual([
    'Request sent',
    'Server needs input',
    'Server needs input',
    'The server took the question back',
    'You declined',
  ]);
});
