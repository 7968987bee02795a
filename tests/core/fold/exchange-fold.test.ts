import { describe, expect, test } from 'vitest';
import { Collected, modernMeta } from './collect.ts';

describe('requests and answers', () => {
  test('a request and its answer are one row, and text ids differ from number ids', () => {
    const c = new Collected();
    const one = c.request(1, 'tools/call', { name: 'echo' });
    const two = c.request('1', 'ping');
    expect(c.rows.map((row) => row.status)).toEqual(['running', 'running']);
    c.answer('1');
    c.answer(1, { content: [] });
    expect(c.rows).toHaveLength(2);
    expect(c.row(0)).toMatchObject({
      method: 'tools/call',
      name: 'echo',
      status: 'complete',
      tookUs: 3000,
      kind: 'call',
    });
    expect(c.exchange(one)).toMatchObject({ status: 'complete', requestSeq: 1, responseSeq: 4, rpcId: 1 });
    expect(c.exchange(two)).toMatchObject({ status: 'complete', responseSeq: 3, rpcId: '1' });
  });

  test('errors, tool errors and tasks have their own status words', () => {
    const c = new Collected();
    c.request(1, 'tools/call');
    c.in({ id: 1, error: { code: -32602, message: 'No such tool\nat all' } });
    c.request(2, 'tools/call');
    c.answer(2, { isError: true, content: [] });
    c.request(3, 'tools/call');
    c.answer(3, { task: { taskId: 't1' } });
    expect(c.rows.map((row) => row.status)).toEqual(['-32602', 'tool error', 'task']);
    expect(c.fold.exchange('x1')).toMatchObject({ errorCode: -32602, errorMessage: 'No such tool at all' });
  });

  test('a stop, a time-out and the end of the session', () => {
    const c = new Collected();
    c.request(1, 'tools/call');
    c.out({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'stop' } });
    c.request(2, 'tools/call');
    c.out({ method: 'notifications/cancelled', params: { requestId: 2 } });
    c.add({ k: 'note', what: 'request.timeout', text: 'No result after 60 s.', level: 'warn', data: { id: 2 } });
    c.request(3, 'tools/call');
    c.add({
      k: 'note',
      what: 'state',
      text: 'Closed.',
      level: 'info',
      data: { at: 'closed', reason: 'exited' },
    });
    const calls = c.rows.filter((row) => row.kind === 'call').map((row) => row.status);
    expect(calls).toEqual(['stopped', 'timed out', 'lost']);
    expect(c.row(1).parent).toBe(0);
  });

  test('our own time-out says so in its cancel, and a new process loses what the old one was asked', () => {
    const c = new Collected();
    c.request(1, 'tools/call');
    c.out({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'timed out' } });
    c.request(2, 'server/discover');
    c.add({ k: 'note', what: 'process.started', text: 'started, pid 2', level: 'info', data: { pid: 2 } });
    c.request(3, 'initialize');
    expect(c.rows.filter((row) => row.kind === 'call').map((row) => row.status)).toEqual([
      'timed out',
      'lost',
      'running',
    ]);
  });

  test('an answer after the stop is kept as late, a second one is a duplicate', () => {
    const c = new Collected();
    const request = c.request(1, 'tools/call');
    c.out({ method: 'notifications/cancelled', params: { requestId: 1 } });
    c.in({ id: 1, result: {} }, 'stdio', 3_000_000);
    c.answer(1);
    expect(c.rules).toEqual(['CANC-07', 'RPC-18']);
    expect(c.findings[0]?.text).toContain('3000 ms');
    expect(c.exchange(request)).toMatchObject({ status: 'stopped', responseSeq: 3 });
    expect(c.row(0)).toMatchObject({ status: 'stopped', worst: 'error' });
    expect(c.rows).toHaveLength(2);
  });
});

describe('asks', () => {
  test('[DBG-05] a legacy ask belongs to the only open call, and its wait is not counted as work', () => {
    const c = new Collected();
    const call = c.request(1, 'tools/call', { name: 'ask' });
    c.in({ id: 'a', method: 'elicitation/create', params: { message: 'Name?' } });
    expect(c.row(1)).toMatchObject({ kind: 'ask', parent: 0, status: 'waiting', preview: 'Name?' });
    expect(c.row(0).status).toBe('waiting');
    c.add(
      { k: 'frame', dir: 'out', ch: 'stdio', text: '{"jsonrpc":"2.0","id":"a","result":{"action":"decline"}}' },
      50_000,
    );
    expect(c.row(1).status).toBe('declined');
    expect(c.row(0).status).toBe('running');
    c.answer(1);
    expect(c.exchange(call)).toMatchObject({ tookUs: 2000, waitedUs: 50_000 });
  });

  test('with several open calls, or none, no parent is guessed and a finding says why', () => {
    const c = new Collected();
    c.in({ id: 'a', method: 'elicitation/create', params: {} });
    c.request(1, 'tools/call');
    c.request(2, 'tools/call');
    c.in({ id: 'b', method: 'sampling/createMessage', params: {} });
    expect(c.rows.filter((row) => row.kind === 'ask').map((row) => row.parent)).toEqual([undefined, undefined]);
    expect(c.findings.map((finding) => finding.text)).toEqual([
      'The server asked while no call was open.',
      'The server asked while 2 calls were open. This version of the protocol does not say which one it is for.',
    ]);
  });

  test('[DBG-05] rounds of the modern era hang under the first request, each by its own state', () => {
    const c = new Collected();
    const params = { name: 'book', _meta: modernMeta };
    const ask = (state: string) => ({
      resultType: 'input_required',
      requestState: state,
      inputRequests: { who: { method: 'elicitation/create', params: { message: state } } },
    });
    c.request(1, 'tools/call', params);
    c.request(2, 'tools/call', params);
    c.answer(1, ask('one'));
    c.answer(2, ask('two'));
    c.request(3, 'tools/call', { ...params, requestState: 'two', inputResponses: { who: { action: 'accept' } } });
    c.answer(3, ask('three'));
    c.request(4, 'tools/call', { ...params, requestState: 'three', inputResponses: { who: { action: 'cancel' } } });
    const rows = c.rows.map((row) => [row.kind, row.under, row.nth, row.status, row.kind === 'call' && row.preview]);
    expect(rows).toEqual([
      ['call', undefined, undefined, 'input_required', undefined],
      ['call', undefined, undefined, 'running', undefined],
      ['call', 0, 1, 'input_required', 'round 1'],
      ['ask', 0, 2, 'waiting', false],
      ['call', 1, 1, 'input_required', 'round 1'],
      ['ask', 1, 2, 'answered', false],
      ['call', 1, 3, 'input_required', 'round 2'],
      ['ask', 1, 4, 'cancelled', false],
      ['call', 1, 5, 'running', 'round 3'],
    ]);
    expect(c.rows.map((row) => row.parent)).toEqual(c.rows.map((row) => row.under));
    expect(c.rows.slice(0, 2)).toMatchObject([
      { group: 'rounds', members: 2 },
      { group: 'rounds', members: 5 },
    ]);
    expect(c.rules).toEqual([]);
  });
});

test('a declined question of the modern era stops waiting, though nothing follows on the wire', () => {
  const c = new Collected();
  c.request(1, 'tools/call', { name: 'ask', _meta: modernMeta });
  const who = { method: 'sampling/createMessage', params: {} };
  const seq = c.answer(1, { resultType: 'input_required', inputRequests: { who } }).seq;
  expect(c.row(2).status).toBe('waiting');
  c.add(
    { k: 'note', what: 'round.ended', level: 'info', text: 'You declined.', data: { seq, how: 'declined' } },
    70_000,
  );
  expect(c.row(2)).toMatchObject({ status: 'declined', waitedUs: 70_000 });
  expect(c.row(0)).toMatchObject({ status: 'declined', waitedUs: 70_000, tookUs: 1000 });
});

describe('notifications', () => {
  test('progress goes to its call by the token, also the token 0', () => {
    const c = new Collected();
    const call = c.request(1, 'tools/call', { name: 'slow', _meta: { progressToken: 0 } });
    const progress = c.in({ method: 'notifications/progress', params: { progressToken: 0, progress: 1, total: 4 } });
    expect(c.row(1)).toMatchObject({ kind: 'notice', parent: 0, exchangeId: 'x1', rpcId: 1, preview: '1 of 4' });
    expect(c.exchange(call).noticeSeqs).toEqual([progress.seq]);
  });

  test('[PROG-02] [PROG-03] [PROG-05] unknown, late and stuck progress are findings, and the late one keeps its parent', () => {
    const c = new Collected();
    const progress = (progressToken: unknown, value: unknown) =>
      c.in({ method: 'notifications/progress', params: { progressToken, progress: value } });
    c.request(1, 'tools/call', { _meta: { progressToken: 'p' } });
    progress('nobody', 1);
    progress('p', 2);
    progress('p', 2);
    progress('p', '50%');
    c.answer(1);
    progress('p', 3);
    expect(c.rules).toEqual(['PROG-02', 'PROG-03', 'PROG-03', 'PROG-05']);
    expect(c.row(5).parent).toBe(0);
  });

  test('[LOG-03] log messages carry level, logger and a bounded preview of any data', () => {
    const c = new Collected();
    const data = { list: Array.from({ length: 10_000 }, (_, i) => `entry ${i}`) };
    c.in({ method: 'notifications/message', params: { level: 'warning', logger: 'db', data } });
    c.in({ method: 'notifications/message', params: { level: 'info', data: 'two\nlines' } });
    expect(c.row(0)).toMatchObject({ level: 'warning', logger: 'db' });
    expect(c.row(0).preview).toHaveLength(200);
    expect(c.row(1).preview).toBe('two lines');
  });

  test('a subscription is known by its id, and an unknown id is a finding', () => {
    const c = new Collected();
    c.request(7, 'subscriptions/listen', { _meta: modernMeta, notifications: { toolsListChanged: true } });
    const note = (id: unknown, method = 'tools/list_changed') =>
      c.in({
        method: `notifications/${method}`,
        params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
      });
    note(7, 'subscriptions/acknowledged');
    note(7);
    note(8);
    expect(c.row(0)).toMatchObject({ kind: 'stream', status: 'open' });
    expect(c.rows.slice(1).map((row) => row.parent)).toEqual([0, 0, undefined]);
    expect(c.rules).toEqual(['SUB-04']);
  });
});

describe('bounds', () => {
  test('of many calls the newest exchanges only are kept', () => {
    const c = new Collected();
    for (let id = 1; id <= 21_000; id += 1) {
      c.request(id, 'ping');
      c.answer(id);
    }
    expect(c.fold.exchange('x1')).toBeUndefined();
    expect(c.fold.exchange(`x${c.seq - 1}`)?.status).toBe('complete');
  }, 30_000);
});
