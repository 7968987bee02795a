import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ThreadReader } from '#core/fold/thread.ts';
import { threadPhases } from '#core/fold/thread-timing.ts';
import { type RecordDraft, WireRecord } from '#shared/records.ts';
import type { ThreadStep } from '#shared/traffic.ts';
import { modernMeta } from './collect.ts';

function trace(name: string): WireRecord[] {
  const text = readFileSync(new URL(`../../traces/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => WireRecord.parse(JSON.parse(line)));
}

function read(records: readonly WireRecord[], root: number): ThreadReader {
  const reader = new ThreadReader(`x${root}`);
  for (const record of records) if (record.seq >= root) reader.apply(record);
  return reader;
}

const shown = ({ kind, title, detail, text, count }: ThreadStep) =>
  [kind, title, detail, text, count].filter((part) => part !== undefined).join(' | ');

/** Records made by hand, a millisecond apart. */
function records(drafts: readonly RecordDraft[]): WireRecord[] {
  return drafts.map((draft, at) => {
    const stamp = { seq: at + 1, t: 1_790_000_000_000_000 + at * 1000, m: at * 1000 };
    return { ...stamp, ...draft } as WireRecord; // a draft with its stamp is a record
  });
}
const frame = (dir: 'in' | 'out', message: object, ch = 'stdio'): RecordDraft => ({
  k: 'frame',
  dir,
  ch,
  text: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const note = (what: string, data: unknown): RecordDraft => ({ k: 'note', what, text: what, level: 'debug', data });
const steps = (drafts: readonly RecordDraft[]) => read(records(drafts), 1).steps().map(shown);
const call = (id: number, params: object = {}) =>
  frame('out', { id, method: 'tools/call', params: { name: 'sync', arguments: { board: 1 }, ...params } });

test('[RPC-19] an error without an id ends the call of its own HTTP exchange at once, whatever comes later', () => {
  const told = read(
    records([
      frame('out', { id: 7, method: 'tools/call', params: { name: 'sync' } }, 'h1'),
      frame('in', { id: null, error: { code: -32600, message: 'What?' } }, 'h1'),
      frame('out', { id: 8, method: 'ping' }, 'h2'),
      frame('in', { id: 8, result: {} }, 'h2'),
    ]),
    1,
  );
  expect(told.over).toBe(true);
  expect(told.steps().at(-1)).toMatchObject({ title: 'Error -32600', text: 'What?', after: 1000, seq: 2 });
});

test('[RPC-19] an error without an id on a stream for all is told in the only call that waits, as a guess', () => {
  const stray = frame('in', { id: null, error: { code: -32600, message: 'What?' } }, 'h1');
  const post = (id: number, ch: string) => frame('out', { id, method: 'tools/call', params: { name: 'sync' } }, ch);
  const one = read(records([post(7, 'h2'), stray]), 1);
  expect(one.over).toBe(false);
  expect(one.steps().at(-1)).toMatchObject({
    kind: 'note',
    tone: 'warn',
    title: 'Error -32600 without an id',
    text: 'Likely the answer to this request: no other one waited. It says: What?',
    seq: 2,
  });
  // Of two that wait it is neither's.
  expect(read(records([post(7, 'h2'), post(8, 'h3'), stray]), 1).steps()).toHaveLength(1);
});

describe('recorded sessions', () => {
  test('a modern call that asked twice is one story with its questions, replies and retries', () => {
    const reader = read(trace('modern-input-required'), 18);
    expect(reader.steps().map(shown)).toMatchInlineSnapshot(`
      [
        "sent | Request sent | id 7",
        "ask | Server needs input | input_required | 1 request: name, a form with 1 field. requestState 17 bytes, opaque.",
        "reply | Accepted",
        "retry | Retried with the answer | id 8",
        "ask | Server needs input | input_required | 1 request: name, a form with 1 field. requestState 17 bytes, opaque.",
        "reply | Accepted",
        "retry | Retried with the answer | id 9",
        "result | Result | complete | 1 content block.",
      ]
    `);
    expect(reader.over).toBe(true);
    expect(reader.rounds.map(({ exchange }) => exchange.id)).toEqual(['x18', 'x20', 'x22']);
    expect(reader.rounds[0]?.returned?.newId).toBe(true);
    expect(reader.rounds[0]?.returned?.state).toBe(reader.rounds[0]?.state);
    const reply = reader.steps().find(({ kind }) => kind === 'reply');
    expect(reply).toMatchObject({ seq: 20, path: ['params', 'inputResponses', 'name', 'content'], waitedUs: 1000 });
    expect(reader.waits).toHaveLength(2);
  });

  test('two questions of one round are told apart', () => {
    expect(read(trace('modern-input-required'), 25).steps().map(shown)).toMatchInlineSnapshot(`
      [
        "sent | Request sent | id 10",
        "ask | Server needs input | input_required | 2 requests: name, a form with 1 field; where, the folders it may know of. requestState 17 bytes, opaque.",
        "reply | Accepted | name",
        "reply | Answered | where",
        "retry | Retried with the answer | id 11",
        "result | Result | complete | 1 content block.",
      ]
    `);
  });

  test('a legacy call shows the request of the server inside it', () => {
    const reader = read(trace('legacy-elicitation'), 21);
    expect(reader.steps().map(shown)).toMatchInlineSnapshot(`
      [
        "sent | Request sent | id 7",
        "ask | Server needs input | elicitation/create, id "fixture-1" | It asks for a form with 1 field. “What is your name?”",
        "reply | Accepted",
        "result | Result | complete | 1 content block.",
      ]
    `);
    expect(reader.steps()[2]).toMatchObject({ kind: 'reply', seq: 23, path: ['result', 'content'] });
  });

  test('the request of a legacy server has a story of its own', () => {
    expect(read(trace('legacy-elicitation'), 22).steps().map(shown)).toMatchInlineSnapshot(`
      [
        "ask | Server needs input | elicitation/create, id "fixture-1" | It asks for a form with 1 field. “What is your name?”",
        "reply | Accepted",
      ]
    `);
  });

  test('a task is followed to its result in both eras, its polls folded', () => {
    expect(read(trace('legacy-task'), 21).steps().map(shown)).toMatchInlineSnapshot(`
      [
        "sent | Request sent | id 7",
        "task | Became a task | task-1 | working",
        "task | 1 poll of the task | completed",
        "result | Result | complete | 1 content block.",
      ]
    `);
    const modern = read(trace('modern-task'), 18).steps();
    expect(modern.map(shown)).toMatchInlineSnapshot(`
      [
        "sent | Request sent | id 7",
        "task | Became a task | task-1 | working",
        "task | 1 poll of the task | completed",
        "result | Result | complete | 1 content block.",
      ]
    `);
    expect(modern.at(-1)?.path).toEqual(['result', 'result']);
  });

  test('a subscription shows what was asked for and what was honoured, and its end', () => {
    expect(read(trace('modern-input-required'), 11).steps().map(shown)).toMatchInlineSnapshot(`
      [
        "sent | Request sent | id 6",
        "note | Acknowledged",
        "result | Stopped | No answer was waited for any more. Part of the work may be done.",
      ]
    `);
  });
});

describe('made by hand', () => {
  test('three progress updates and more are one step with the last of them; fewer stand alone', () => {
    const token = { _meta: { progressToken: 1 } };
    const progress = (value: number, message: string) =>
      frame('in', {
        method: 'notifications/progress',
        params: { progressToken: 1, progress: value, total: 4, message },
      });
    const answer = frame('in', { id: 1, result: { content: [] } });
    const two = [call(1, token), progress(1, 'a'), progress(2, 'b'), answer];
    expect(steps(two)).toEqual([
      'sent | Request sent | id 1',
      'progress | Progress 1 of 4 | a',
      'progress | Progress 2 of 4 | b',
      'result | Result | complete | 0 content blocks.',
    ]);
    const many = read(
      records([call(1, token), ...['a', 'b', 'c', 'd'].map((m, at) => progress(at + 1, m)), answer]),
      1,
    );
    const step = many.steps()[1];
    expect(step).toMatchObject({
      title: '4 progress updates',
      text: 'last: d',
      progress: { value: 4, total: 4 },
      count: 4,
    });
    expect(step?.items?.map(({ text, after }) => [text, after])).toEqual([
      ['a', 1000],
      ['b', 2000],
      ['c', 3000],
      ['d', 4000],
    ]);
    expect(many.rounds[0]?.progress).toBe(4);
  });

  test('log messages on stdio only came meanwhile; those on the channel of the call are its own', () => {
    const log = (data: string) => ({ method: 'notifications/message', params: { level: 'info', data } });
    const answer = { id: 1, result: { content: [] } };
    expect(steps([call(1), frame('in', log('x')), frame('in', log('y')), frame('in', answer)])[1]).toBe(
      'log | 2 log messages meanwhile | last: y | 2',
    );
    const http = [
      frame('out', { id: 1, method: 'tools/call', params: { name: 'sync' } }, 'h1'),
      frame('in', log('other'), 'h0'),
      frame('in', log('own'), 'h1'),
      frame('in', answer, 'h1'),
    ];
    expect(steps(http)).toEqual([
      'sent | Request sent | id 1',
      'log | Log message | own',
      'result | Result | complete | 0 content blocks.',
    ]);
  });

  test('a call that waits ends in the reply that is due and the retry that follows; the state stays opaque', () => {
    const asked = frame('in', {
      id: 1,
      result: {
        resultType: 'input_required',
        requestState: 'sécret',
        inputRequests: {
          severity: {
            method: 'elicitation/create',
            params: { requestedSchema: { type: 'object', properties: { severity: {}, notify: {} } } },
          },
        },
      },
    });
    const waiting = steps([call(1, { _meta: modernMeta }), asked]);
    expect(waiting).toEqual([
      'sent | Request sent | id 1',
      'ask | Server needs input | input_required | 1 request: severity, a form with 2 fields. requestState 7 bytes, opaque.',
      'waiting | Your reply | The call goes on once you have answered.',
      'future | Retry with your reply, as a new request',
    ]);
    expect(waiting.join(' ')).not.toContain('sécret');
    const declined = steps([call(1, { _meta: modernMeta }), asked, note('round.ended', { seq: 2, how: 'declined' })]);
    expect(declined.slice(2)).toEqual([
      'reply | You declined',
      'result | Stopped | No retry follows, so the call ends here.',
    ]);
    const closed = steps([call(1, { _meta: modernMeta }), asked, note('state', { at: 'closed', reason: 'user' })]);
    expect(closed.at(-1)).toMatch(/^result \| Stopped/);
    const answered = { inputResponses: { severity: { action: 'accept', content: { severity: 'high' } } } };
    const titles = (by: string) =>
      steps([
        call(1, { _meta: modernMeta }),
        asked,
        note('input.answered', { seq: 2, key: 'severity', by }),
        call(2, { _meta: modernMeta, requestState: 'sécret', ...answered }),
      ])[2];
    expect(['person', 'rule', 'script', 'provider', 'nobody'].map(titles)).toEqual([
      'reply | You accepted',
      'reply | A rule accepted',
      'reply | The script accepted',
      'reply | The model provider accepted',
      'reply | Accepted',
    ]);
  });

  test('[ELIC-25] a page that was opened is not done: the call waits for the person in the browser', () => {
    const page = {
      method: 'elicitation/create',
      params: { mode: 'url', message: 'Sign in', url: 'https://x.example' },
    };
    const result = { resultType: 'input_required', requestState: 's', inputRequests: { page, other: page } };
    const asked = [call(1, { _meta: modernMeta }), frame('in', { id: 1, result })];
    expect(steps(asked)[2]).toBe('waiting | Your replies, 2 | The call goes on once you have answered.');
    expect(steps([...asked, note('input.opened', { seq: 2, key: 'page' })])[2]).toBe(
      'waiting | Waiting for you in the browser | The call goes on once you are back.',
    );
    const done = note('input.answered', { seq: 2, key: 'page', by: 'person' });
    const both = { page: { action: 'accept' }, other: { action: 'decline' } };
    const retry = call(2, { _meta: modernMeta, requestState: 's', inputResponses: both });
    expect(steps([...asked, note('input.opened', { seq: 2, key: 'page' }), done, retry]).at(-1)).toMatch(/^retry/);
  });

  test.each([
    ['a person', ['person', 'person'], 'person'],
    ['a rule', ['rule', 'rule'], 'rule'],
    ['a model', ['provider', 'provider'], 'provider'],
    ['a script', ['script', 'script'], 'script'],
    ['a rule and a person', ['rule', 'person'], 'person'],
    ['nobody knows', [], 'person'],
  ])('the time until %s had answered is told as its own', (_who, answerers, what) => {
    const ask = { method: 'elicitation/create', params: { message: 'How?' } };
    const result = { resultType: 'input_required', requestState: 's', inputRequests: { a: ask, b: ask } };
    const answers = answerers.map((by, at) => note('input.answered', { seq: 2, key: 'ab'[at], by }));
    const inputResponses = { a: { action: 'decline' }, b: { action: 'decline' } };
    const lines = [
      call(1, { _meta: modernMeta }),
      frame('in', { id: 1, result }),
      ...answers,
      call(2, { _meta: modernMeta, requestState: 's', inputResponses }),
      frame('in', { id: 2, result: { resultType: 'complete', content: [] } }),
    ];
    const phases = threadPhases(read(records(lines), 1), () => undefined, 9000);
    expect(phases.map((phase) => phase.what)).toEqual(['server', what, 'server']);
  });

  test('of questions that overlap no time is told twice', () => {
    const ask = (id: number) => frame('in', { id, method: 'elicitation/create', params: { message: 'How?' } });
    const reply = (id: number) => frame('out', { id, result: { action: 'decline' } });
    const done = frame('in', { id: 1, result: { content: [] } });
    const lines = [call(1), ask(7), ask(8), reply(7), reply(8), done];
    const phases = threadPhases(read(records(lines), 1), () => undefined, 9000);
    const waited = phases.filter(({ what }) => what === 'person');
    expect(waited.length).toBeGreaterThan(0);
    const spent = waited.reduce((sum, { from, to }) => sum + to - from, 0);
    expect(spent).toBe(Math.max(...waited.map(({ to }) => to)) - Math.min(...waited.map(({ from }) => from)));
  });

  test('a call without an answer says how it ended', () => {
    expect(steps([call(1), note('request.timeout', { id: 1 })]).at(-1)).toMatch(/^result \| Timed out/);
    expect(steps([call(1), note('request.stopped', { id: 1 })]).at(-1)).toMatch(/^result \| Stopped/);
    expect(steps([call(1), note('state', { at: 'closed', reason: 'exited' })]).at(-1)).toMatch(/^result \| Lost/);
    expect(steps([call(1), frame('in', { id: 1, error: { code: -32602, message: 'no board' } })]).at(-1)).toBe(
      'result | Error -32602 | no board',
    );
    const failed = { isError: true, content: [{ type: 'text', text: 'disk full' }] };
    expect(steps([call(1), frame('in', { id: 1, result: failed })]).at(-1)).toBe(
      'result | Tool error | isError | disk full',
    );
    const open = read(records([call(1)]), 1);
    expect(open.over).toBe(false);
    open.end('lost', 5000);
    expect(open.steps().at(-1)).toMatchObject({ title: 'Lost', tone: 'error', after: 5000 });
  });
});
