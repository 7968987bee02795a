import { describe, expect, test } from 'vitest';
import { trafficTest } from '#core/fold/row-filter.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { Collected, modernMeta } from './collect.ts';

/** Places of the folded rows, such as `0.1`. */
const places = (rows: TrafficRow[]) => rows.map((row) => (row.under === undefined ? '' : `${row.under}.${row.nth}`));

describe('a call with several rounds', () => {
  const params = { name: 'book', _meta: modernMeta };
  const who = { method: 'elicitation/create', params: { message: 'Who?' } };
  const ask = { resultType: 'input_required', requestState: 's', inputRequests: { who } };
  const retry = { ...params, requestState: 's', inputResponses: { who: { action: 'accept' } } };

  test('its first row tells of the whole: newest status, time and bytes of all, without the waiting', () => {
    const c = new Collected();
    c.request(1, 'tools/call', params);
    c.answer(1, ask);
    expect(c.row(0)).toMatchObject({ status: 'input_required', tookUs: 1000, members: 2 });
    c.add(
      {
        k: 'frame',
        dir: 'out',
        ch: 'stdio',
        text: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: retry }),
      },
      9_000_000,
    );
    expect(c.row(0).status).toBe('running');
    expect(c.row(0).tookUs).toBeUndefined();
    c.answer(2, { resultType: 'complete', content: [], structuredContent: {} });
    const [whole, first, , second] = c.rows;
    expect(places(c.rows)).toEqual(['', '0.1', '0.2', '0.3']);
    expect(whole).toMatchObject({ status: 'complete', tookUs: 2000, waitedUs: 9_000_000, has: ['structured'] });
    expect(whole?.bytes).toBe((first?.bytes ?? 0) + (second?.bytes ?? 0));
    expect(first).toMatchObject({
      status: 'input_required',
      tookUs: 1000,
      exchangeId: 'x1',
      rpcId: 1,
      seq: 2,
      m: 1000,
    });
    expect(second).toMatchObject({ status: 'complete', tookUs: 1000, exchangeId: 'x3', rpcId: 2 });
  });

  test('a round that fails makes the whole fail', () => {
    const c = new Collected();
    c.request(1, 'tools/call', params);
    c.answer(1, ask);
    c.request(2, 'tools/call', retry);
    c.in({ id: 2, error: { code: -32000, message: 'no' } });
    expect(c.row(0)).toMatchObject({ status: '-32000', membersWorst: 'error' });
  });

  test('a second answer to the first round changes that round and leaves the whole as it is', () => {
    const c = new Collected();
    c.request(1, 'tools/call', params);
    c.answer(1, ask);
    c.request(2, 'tools/call', retry);
    c.answer(2, { resultType: 'complete' });
    const before = c.row(0).bytes;
    c.answer(1, ask);
    expect(c.row(0)).toMatchObject({ status: 'complete', bytes: before });
    expect(c.row(1).status).toBe('input_required');
  });

  test('a log that ends between the rounds loses the whole', () => {
    const c = new Collected();
    c.request(1, 'tools/call', params);
    c.answer(1, ask);
    c.fold.close(5000);
    expect(c.rows.map((row) => row.status)).toEqual(['lost', 'input_required', 'lost']);
  });
});

test('a question of the legacy era is a member of the call that was open; a ping is not', () => {
  const c = new Collected();
  c.request(1, 'tools/call', { name: 'slow' });
  c.in({ id: 'p', method: 'ping' });
  c.in({ id: 'a', method: 'elicitation/create', params: { message: 'Who?' } });
  expect(places(c.rows)).toEqual(['', '', '0.1']);
  expect(c.row(0)).toMatchObject({ group: 'rounds', members: 1, status: 'waiting' });
});

describe('progress of one request', () => {
  test('is one row: the first update, with the count and the newest one in its summary', () => {
    const c = new Collected();
    c.request(1, 'tools/call', { _meta: { progressToken: 'p' } });
    const tell = (progress: number, message: string) =>
      c.in({ method: 'notifications/progress', params: { progressToken: 'p', progress, total: 4, message } });
    tell(1, 'one');
    expect(c.row(1).group).toBeUndefined();
    tell(2, 'two');
    tell(3, 'three');
    expect(places(c.rows)).toEqual(['', '', '1.1', '1.2']);
    expect(c.row(1)).toMatchObject({
      group: 'progress',
      members: 2,
      preview: '1 of 4: one',
      summary: '3 updates, last 3 of 4: three',
    });
    const bytes = c.rows.slice(1).reduce((all, row) => all + row.bytes, 0);
    expect(c.row(1).sums).toEqual({ bytes, bytesIn: bytes });
    expect(trafficTest({ query: `size:=${bytes}` })?.(c.row(1))).toBe(true);
    tell(3, 'again');
    expect(c.row(1).membersWorst).toBe('warn');
  });

  test('of two requests stays apart', () => {
    const c = new Collected();
    for (const id of [1, 2]) c.request(id, 'tools/call', { _meta: { progressToken: id } });
    for (const progress of [1, 2]) {
      for (const progressToken of [1, 2])
        c.in({ method: 'notifications/progress', params: { progressToken, progress } });
    }
    expect(places(c.rows)).toEqual(['', '', '', '', '2.1', '3.1']);
  });
});

describe('requests that are repeated', () => {
  /** One request and its answer, some time after the last one. */
  function ask(
    c: Collected,
    afterUs: number,
    { method = 'ping', params = {} }: { method?: string; params?: object } = {},
  ): void {
    const id = c.seq + 1;
    c.add(
      { k: 'frame', dir: 'out', ch: 'stdio', text: JSON.stringify({ jsonrpc: '2.0', id, method, params }) },
      afterUs,
    );
    c.in({ id, result: {} }, 'stdio', 0);
  }

  test('three within two seconds are one row, and those that follow soon join it', () => {
    const c = new Collected();
    ask(c, 0);
    ask(c, 900_000);
    expect(places(c.rows)).toEqual(['', '']);
    ask(c, 900_000);
    expect(places(c.rows)).toEqual(['', '0.1', '0.2']);
    expect(c.changes).toContain(1);
    ask(c, 1_900_000);
    expect(c.row(0)).toMatchObject({ group: 'same', members: 3, summary: '4 pings' });
    expect(c.row(0).ticks).toEqual([0, 900_000, 1_800_000, 3_700_000]);
    ask(c, 2_100_000);
    expect(c.row(4).under).toBeUndefined();
  });

  test('three over a longer time are not, and the window moves on', () => {
    const c = new Collected();
    for (const after of [0, 1_500_000, 1_500_000, 400_000]) ask(c, after);
    expect(places(c.rows)).toEqual(['', '', '1.1', '1.2']);
  });

  test('only the same method and name count, and tools stay rows of their own', () => {
    const c = new Collected();
    for (const taskId of ['a', 'b', 'a', 'b', 'a']) ask(c, 10, { method: 'tasks/get', params: { taskId } });
    for (let i = 0; i < 3; i += 1) ask(c, 10, { method: 'tools/call', params: { name: 'echo' } });
    expect(places(c.rows)).toEqual(['', '', '0.1', '', '0.2', '', '', '']);
    expect(c.row(0)).toMatchObject({ summary: '3 polls', taskId: 'a' });
  });

  test('size and time are those of all of them, and the state of the task that of the newest poll', () => {
    const c = new Collected();
    const poll = { method: 'tasks/get', params: { taskId: 'a' } };
    for (let i = 0; i < 3; i += 1) ask(c, 10, poll);
    c.request('last', 'tasks/get', { taskId: 'a' });
    c.in({ id: 'last', result: { taskId: 'a', status: 'working' } });
    const parts = c.rows;
    const sum = (of: (row: (typeof parts)[number]) => number | undefined) =>
      parts.reduce((all, row) => all + (of(row) ?? 0), 0);
    expect(c.row(0)).toMatchObject({ members: 3, status: 'complete', taskStatus: 'working' });
    expect(c.row(0).sums).toEqual({
      bytes: sum(({ bytes }) => bytes),
      bytesOut: sum(({ bytesOut }) => bytesOut),
      bytesIn: sum(({ bytesIn }) => bytesIn),
      tookUs: sum(({ tookUs }) => tookUs),
    });
    expect(c.row(0).sums?.tookUs).toBe(1000);
    expect(c.row(1).sums).toBeUndefined();
  });

  test('a member that fails is told on the folded row', () => {
    const c = new Collected();
    for (let i = 0; i < 2; i += 1) ask(c, 10);
    c.request('x', 'ping');
    expect(c.row(0).membersWorst).toBeUndefined();
    c.in({ id: 'x', error: { code: -32603, message: 'no' } });
    expect(c.row(0)).toMatchObject({ members: 2, membersWorst: 'error', status: 'complete' });
  });

  test('a thousand at most are folded under one row', () => {
    const c = new Collected();
    for (let i = 0; i < 1010; i += 1) ask(c, 10);
    expect(c.row(0).members).toBe(1000);
    expect(c.row(1001).under).toBeUndefined();
    expect(c.row(1003).under).toBe(1001);
  });
});

describe('what else a row says', () => {
  test('a stream carries its notifications as ticks at most every ten milliseconds, the newest 64', () => {
    const c = new Collected();
    c.request(7, 'subscriptions/listen', { _meta: modernMeta, notifications: { toolsListChanged: true } });
    const note = (method: string, afterUs: number) =>
      c.in(
        { method: `notifications/${method}`, params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } } },
        'stdio',
        afterUs,
      );
    note('subscriptions/acknowledged', 1000);
    note('tools/list_changed', 1000);
    expect(c.row(0).ticks).toEqual([2000]);
    expect(c.row(1)).toMatchObject({ onStream: true, rpcId: 7, parent: 0 });
    for (let i = 0; i < 70; i += 1) note('tools/list_changed', 20_000);
    expect(c.row(0).ticks).toHaveLength(64);
    expect(c.row(0).ticks?.at(-1)).toBe(c.m);
  });

  test('a call over HTTP knows the time to the head of its answer, and bytes of both ways', () => {
    const c = new Collected();
    c.add({ k: 'http', ch: 'h1', what: 'request', method: 'POST', url: 'http://localhost/mcp', headers: [] });
    const sent = c.request(1, 'tools/list', { _meta: modernMeta }, 'h1');
    c.add(
      { k: 'http', ch: 'h1', what: 'response', status: 200, headers: [['content-type', 'application/json']] },
      4000,
    );
    const got = c.in({ id: 1, result: { resultType: 'complete', tools: [] } }, 'h1');
    const size = (record: object) => ('text' in record && typeof record.text === 'string' ? record.text.length : 0);
    expect(c.row(0)).toMatchObject({ firstUs: 4000, bytesOut: size(sent), bytesIn: size(got) });
  });

  test('a call knows how long it took to be sent: over HTTP with the way there, over a pipe where it took its time', () => {
    const c = new Collected();
    c.request(1, 'tools/call', { name: 'a' }, 'h1');
    c.add({ k: 'http', ch: 'h1', what: 'request', method: 'POST', url: 'http://localhost/mcp', headers: [] }, 500);
    const timing = { reused: false, tcpUs: 300, sentUs: 2000 };
    c.add({ k: 'http', ch: 'h1', what: 'response', status: 200, headers: [], timing }, 9000);
    expect(c.row(0)).toMatchObject({ sentUs: 2500, firstUs: 9500 });
    c.request(2, 'tools/call', { name: 'b' });
    c.add({ k: 'note', what: 'request.written', level: 'debug', text: '', data: { id: 2, us: 40_000 } });
    expect(c.row(1).sentUs).toBe(40_000);
    c.answer(2);
    c.request(3, 'tools/call', { name: 'c' });
    expect(c.row(2).sentUs).toBeUndefined();
  });

  test('a call that became a task carries its id, like the requests about it', () => {
    const c = new Collected();
    c.request(1, 'tools/call', { name: 'build', _meta: modernMeta });
    c.answer(1, { resultType: 'task', taskId: 't-1' });
    c.request(2, 'tasks/get', { taskId: 't-1', _meta: modernMeta });
    c.in({ method: 'notifications/tasks', params: { taskId: 't-1', status: 'working' } });
    expect(c.rows.map((row) => row.taskId)).toEqual(['t-1', 't-1', 't-1']);
  });
});
