import { expect, test } from 'vitest';
import { ThreadReader } from '#core/fold/thread.ts';
import type { RecordDraft } from '#shared/records.ts';
import { Collected, modernMeta } from './collect.ts';

const BY = { kind: 'model', name: 'gpt-x of Local' };
const by = (id: unknown, who: unknown = BY): RecordDraft => ({
  k: 'note',
  what: 'request.by',
  text: 'The model gpt-x of Local started tools/call.',
  level: 'debug',
  data: { id, by: who },
});
const ask = { method: 'elicitation/create', params: { message: 'Sure?', requestedSchema: { type: 'object' } } };

test('a call that a model started is told from one by hand, in its row and its exchange', () => {
  const told = new Collected();
  const first = told.request(1, 'tools/call', { name: 'look' });
  told.add(by(1));
  const second = told.request(2, 'tools/call', { name: 'look' });
  told.answer(1);
  told.answer(2);
  expect(told.row(0).by).toEqual(BY);
  expect(told.exchange(first).by).toEqual(BY);
  expect(told.row(1).by).toBeUndefined();
  expect(told.exchange(second)).not.toHaveProperty('by');
});

test('a note that comes after the answer still counts, and one that names nobody does not', () => {
  const told = new Collected();
  told.request(1, 'tools/call', { name: 'look' });
  told.answer(1);
  told.add(by(1, { kind: 'friend', name: 'x' }));
  told.add(by('nothing'));
  expect(told.row(0).by).toBeUndefined();
  told.add(by(1));
  expect(told.row(0).by).toEqual(BY);
});

test('every round of such a call is marked, and its whole', () => {
  const told = new Collected();
  told.request(1, 'tools/call', { name: 'look', _meta: modernMeta });
  told.add(by(1));
  told.answer(1, { resultType: 'input_required', inputRequests: { sure: ask }, requestState: 's' });
  const again = { name: 'look', _meta: modernMeta, requestState: 's', inputResponses: { sure: { action: 'accept' } } };
  told.request(2, 'tools/call', again);
  told.add(by(2));
  told.answer(2, { resultType: 'complete', content: [] });
  const calls = told.rows.filter(({ kind }) => kind === 'call');
  expect(calls).toHaveLength(3);
  for (const row of calls) expect(row.by).toEqual(BY);
});

test('the thread of such a call begins with who started it', () => {
  const told = new Collected();
  const records = [
    told.request(1, 'tools/call', { name: 'look', arguments: { a: 1 } }),
    told.add(by(1, { kind: 'script', name: 'Tour' })),
    told.answer(1, { content: [] }),
  ];
  const reader = new ThreadReader('x1');
  for (const record of records) reader.apply(record);
  const steps = reader.steps().map(({ kind, title, detail }) => [kind, title, detail]);
  expect(steps.slice(0, 2)).toEqual([
    ['started', 'A script ran a tool', 'Tour'],
    ['sent', 'Request sent', 'id 1'],
  ]);
});

test('what a legacy server asks a person takes their time and none of its own', () => {
  const told = new Collected();
  told.request(1, 'tools/call', { name: 'look' });
  told.in({ id: 's1', ...ask });
  told.add(
    { k: 'frame', dir: 'out', ch: 'stdio', text: '{"jsonrpc":"2.0","id":"s1","result":{"action":"accept"}}' },
    5_000_000,
  );
  told.answer(1);
  const [call, question] = told.rows;
  expect(question).toMatchObject({ kind: 'ask', waitedUs: 5_000_000 });
  expect(question?.tookUs).toBeUndefined();
  expect(call).toMatchObject({ waitedUs: 5_000_000, tookUs: 2000 });
});
