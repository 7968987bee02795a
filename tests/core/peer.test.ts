import { beforeEach, describe, expect, it } from 'vitest';
import type { RpcFault } from '#core/fault.ts';
import { IdSource } from '#core/id-source.ts';
import { Peer, type RequestOptions } from '#core/peer.ts';
import type { ServerRequest } from '#core/server-request.ts';
import { createTap } from '#core/tap.ts';
import type { WireRecord } from '#shared/records.ts';
import { FakeClock, settle } from './support/fake-clock.ts';
import { FakeTransport } from './support/fake-transport.ts';

let clock: FakeClock;
let wire: FakeTransport;
let peer: Peer;
let records: WireRecord[];
let requests: ServerRequest[];
let notices: string[];

async function open(kind: 'stdio' | 'http', answersElsewhere = false): Promise<void> {
  clock = new FakeClock();
  records = [];
  requests = [];
  notices = [];
  wire = new FakeTransport(kind, () => undefined);
  const tap = createTap({ clock, sink: (record) => void records.push(record) });
  const none = () => undefined;
  const handlers = {
    request: (request: ServerRequest) => void requests.push(request),
    notification: ({ method }: { method: string }) => void notices.push(method),
    http: none,
    stderr: none,
    started: none,
    closed: none,
  };
  peer = new Peer({ transport: wire, tap, clock, ids: new IdSource(), handlers, answersElsewhere });
  await wire.open(tap.events(peer.hooks));
}

const fault = (promise: Promise<unknown>): Promise<RpcFault> =>
  promise.then(
    () => expect.fail('it was answered'),
    (error) => error,
  );
const call = (options: RequestOptions = {}) => peer.request('m', {}, options);
const watch = (promise: Promise<unknown>) => {
  let state = 'open';
  promise.then(
    () => {
      state = 'answered';
    },
    () => {
      state = 'failed';
    },
  );
  return () => state;
};

describe('correlation', () => {
  beforeEach(() => open('stdio'));

  it('[RPC-01] [RPC-02] answers land on their own requests, in any order; ids are never used twice', async () => {
    const answers = [call(), call(), call()];
    for (const id of [3, 1, 2]) wire.say({ jsonrpc: '2.0', id, result: { n: id } });
    expect((await Promise.all(answers)).map(({ result, exchangeId }) => [result.n, exchangeId])).toEqual([
      [1, 'x1'],
      [2, 'x2'],
      [3, 'x3'],
    ]);
    void call();
    expect(wire.got.at(-1)?.message.id).toBe(4);
  });

  it('[RPC-18] an id of another type matches nothing and is recorded', async () => {
    const state = watch(call());
    wire.say({ jsonrpc: '2.0', id: '1', result: {} });
    await settle();
    expect(state()).toBe('open');
    expect(records.at(-1)).toMatchObject({ k: 'frame', dir: 'in' });
    wire.say({ jsonrpc: '2.0', id: 1, result: {} });
    await settle();
    expect(state()).toBe('answered');
  });

  it('[RPC-18] the first answer counts, a second one and a stray one change nothing', async () => {
    const answer = call();
    wire.say({ jsonrpc: '2.0', id: 1, result: { n: 'first' } });
    wire.say({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'second' } });
    wire.say({ jsonrpc: '2.0', id: 99, result: {} });
    expect((await answer).result).toEqual({ n: 'first' });
    expect(records.filter((record) => record.k === 'frame' && record.dir === 'in')).toHaveLength(3);
  });

  it('[RPC-06] code, message and data of an error are unchanged; malformed ones are faults too', async () => {
    const rich = fault(call());
    wire.say({ jsonrpc: '2.0', id: 1, error: { code: -32050, message: 'a\nb', data: [1] } });
    expect(await rich).toMatchObject({ kind: 'protocol', code: -32050, message: 'a\nb', data: [1], seq: 2 });
    const bare = fault(call());
    wire.say({ jsonrpc: '2.0', id: 2, error: 'oops' });
    expect(await bare).toMatchObject({ kind: 'protocol', message: 'oops' });
  });

  it('an empty array stands for an empty object', async () => {
    const answer = call();
    wire.say({ jsonrpc: '2.0', id: 1, result: [] });
    expect((await answer).result).toEqual({});
  });

  it('[RPC-19] an error without an id belongs to a greeting on stdio, and to nothing else', async () => {
    const state = watch(call());
    wire.say({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'what?' } });
    await settle();
    expect(state()).toBe('open');
    const greeting = fault(call({ takesNullId: true }));
    wire.say({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'what?' } });
    expect((await greeting).code).toBe(-32700);
  });

  it('a raw text takes the id it has, and later requests do not use it', async () => {
    const answer = peer.raw('{"id":7,"method":"x"}');
    wire.say({ jsonrpc: '2.0', id: 7, result: { ok: 1 } });
    expect(await answer).toMatchObject({ exchangeId: 'x1', result: { ok: 1 } });
    void call();
    expect(wire.got.at(-1)?.message.id).toBe(8);
    expect(await peer.raw('[{"id":1,"method":"x"}]')).toBeUndefined();
    void peer.raw(`{"id":${Number.MAX_SAFE_INTEGER},"method":"x"}`).catch(() => undefined);
    void call();
    void call();
    expect(wire.got.slice(-2).map(({ message }) => message.id)).toEqual([9, 10]);
  });

  it('[RPC-02] [DBG-03] ids of a raw batch are used for no later request: a late answer is no answer to another call', async () => {
    await peer.raw('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"ping"}]');
    const state = watch(call());
    expect(wire.got.at(-1)?.message.id).toBe(4);
    wire.say({ jsonrpc: '2.0', id: 1, result: { fromBatch: true } });
    wire.say({ jsonrpc: '2.0', id: 3, result: { fromBatch: true } });
    await settle();
    expect(state()).toBe('open');
  });

  it('[RPC-18] [DBG-03] ids are compared to the digit, and go back to the digit', async () => {
    const state = watch(peer.raw('{"jsonrpc":"2.0","id":12345678901234567890,"method":"x"}'));
    wire.say('{"jsonrpc":"2.0","id":12345678901234567000,"result":{}}');
    await settle();
    expect(state()).toBe('open');
    wire.say('[{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}]');
    await settle();
    expect(state()).toBe('answered');
  });

  it('[HSL-14] a batch array answers several requests', async () => {
    const both = [call(), call()];
    wire.say('[{"id":2,"result":{"n":2}},{"id":1,"result":{"n":1}}]');
    expect((await Promise.all(both)).map(({ seq, rpcId }) => [seq, rpcId])).toEqual([
      [3, 1],
      [3, 2],
    ]);
  });

  it('[STD-10] the end of the process fails what is open as lost, and what comes later as not sent', async () => {
    const open = fault(call());
    wire.end({ reason: 'exited', exit: { code: null, signal: 'SIGKILL' } });
    expect((await open).message).toContain('signal SIGKILL');
    expect((await open).message).toContain('may have taken effect');
    const late = await fault(call());
    expect(late).toMatchObject({ kind: 'lost', message: expect.stringContaining('was not sent, so it had no effect') });
    expect(wire.got).toHaveLength(1);
  });

  it('a text that could not be handed over is a fault with the reason', async () => {
    wire.sendFailure = {
      rule: 'x',
      title: 'The server closed its input',
      why: 'EPIPE.',
      todo: 'Reconnect.',
      short: 'x',
    };
    expect(await fault(call())).toMatchObject({
      kind: 'lost',
      message: 'The server closed its input. EPIPE.',
      todo: 'Reconnect.',
    });
  });

  it('[CANC-04] [CANC-05] a greeting that is given up tells the server nothing', async () => {
    const stop = new AbortController();
    const given = fault(call({ cancel: 'none', signal: stop.signal }));
    stop.abort();
    expect((await given).kind).toBe('cancelled');
    expect(wire.methods()).toEqual(['m']);
    const never = await fault(call({ signal: stop.signal }));
    expect(never.kind).toBe('cancelled');
    expect(wire.methods()).toEqual(['m']);
  });

  it('[PROG-02] progress for an unknown or a finished token changes nothing', async () => {
    const seen: unknown[] = [];
    const answer = call({ onProgress: ({ progress }) => void seen.push(progress) });
    const progress = (token: unknown, value: number) =>
      wire.say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: value } });
    progress('1', 1);
    progress(5, 1);
    progress(1, 2);
    wire.say({ jsonrpc: '2.0', id: 1, result: {} });
    progress(1, 3);
    await answer;
    expect(seen).toEqual([2]);
    expect(notices).toHaveLength(4);
  });

  it('pauses of a limit nest', async () => {
    let sent: Parameters<NonNullable<RequestOptions['onSent']>>[0] | undefined;
    const state = watch(
      call({
        limits: { idleMs: 1000, totalMs: 0 },
        onSent: (one) => {
          sent = one;
        },
      }),
    );
    sent?.pause();
    sent?.pause();
    await clock.advance(5000);
    sent?.resume();
    await clock.advance(5000);
    sent?.resume();
    await clock.advance(900);
    expect(state()).toBe('open');
    await clock.advance(200);
    expect(state()).toBe('failed');
    expect(clock.waiting).toBe(0);
  });
});

describe('requests of the server', () => {
  beforeEach(() => open('stdio'));

  it('are answered once; the id goes back as it came', () => {
    wire.say({ jsonrpc: '2.0', id: '1', method: 'a' });
    requests[0]?.reply({ ok: true });
    requests[0]?.refuse(-1, 'too late');
    expect(wire.got.map(({ text }) => text)).toEqual(['{"jsonrpc":"2.0","id":"1","result":{"ok":true}}']);
  });

  it('[RPC-18] an id that no number holds goes back to the digit', () => {
    wire.say('{"jsonrpc":"2.0","id":12345678901234567890,"method":"a"}');
    requests[0]?.reply({ ok: true });
    expect(wire.got.map(({ text }) => text)).toEqual([
      '{"jsonrpc":"2.0","id":12345678901234567890,"result":{"ok":true}}',
    ]);
  });

  it('[CANC-10] a withdrawn one is never answered', () => {
    wire.say({ jsonrpc: '2.0', id: 5, method: 'a' });
    wire.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    expect(requests[0]?.signal.aborted).toBe(true);
    requests[0]?.reply({});
    expect(wire.got).toHaveLength(0);
  });

  it('end with the server', () => {
    wire.say({ jsonrpc: '2.0', id: 5, method: 'a' });
    wire.end({ reason: 'exited' });
    expect(requests[0]?.signal.reason).toBe('The server has gone.');
  });
});

describe('HTTP', () => {
  beforeEach(() => open('http'));

  it('[HTTP-15] [HSL-16] an exchange that ended without an answer fails its own request only', async () => {
    const first = fault(call());
    const second = watch(call());
    wire.ended({ ch: 'h1', status: 200, contentType: 'text/event-stream' });
    expect(await first).toMatchObject({ kind: 'http', status: 200 });
    expect(second()).toBe('open');
  });

  it('[HTTP-23] a status without a message, and a connection that broke, say what came', async () => {
    const page = fault(call());
    wire.ended({ ch: 'h1', status: 502, contentType: 'text/html', body: '<h1>' });
    expect((await page).message).toBe('The server answered HTTP 502 with text/html and no JSON-RPC message.');
    const cut = fault(call());
    wire.ended({ ch: 'h2', error: { code: 'ECONNRESET', message: 'reset by peer' } });
    expect((await cut).message).toContain('reset by peer');
  });

  it('[HTTP-18] [RPC-19] an error in the body counts, with its status, also when its id is null', async () => {
    const named = fault(call());
    wire.head('h1', 404);
    wire.say({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } }, 'h1');
    wire.ended({ ch: 'h1', status: 404 });
    expect(await named).toMatchObject({ kind: 'protocol', code: -32601, status: 404 });
    const other = watch(call());
    const nameless = fault(call());
    wire.head('h3', 400);
    wire.say({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'no session' } }, 'h3');
    expect(await nameless).toMatchObject({ kind: 'protocol', code: -32000, status: 400 });
    expect(other()).toBe('open');
  });

  it('[HTTP-13] a notification that was not taken is noted', async () => {
    await peer.notify('notifications/x', {});
    wire.ended({ ch: 'h1', status: 202 });
    await peer.notify('notifications/y', {});
    wire.ended({ ch: 'h2', status: 400 });
    const notes = records.flatMap((record) => (record.k === 'note' ? [record.text] : []));
    expect(notes).toEqual(['The server did not take notifications/y: HTTP 400']);
  });

  it('[RPC-19] [SSE-01] HTTP+SSE: an error without an id on the stream ends a greeting, and no other request', async () => {
    await open('http', true);
    const error = { code: -32600, message: 'what?' };
    const other = watch(call());
    wire.ended({ ch: 'h1', status: 202 });
    wire.say({ jsonrpc: '2.0', id: null, error }, 'sse');
    await settle();
    expect(other()).toBe('open');
    const greeting = fault(call({ takesNullId: true }));
    wire.ended({ ch: 'h2', status: 202 });
    wire.say({ jsonrpc: '2.0', id: null, error }, 'sse');
    expect((await greeting).code).toBe(-32600);
    expect(other()).toBe('open');
  });

  it('[SSE-01] HTTP+SSE: the POST ends and the answer comes on the stream', async () => {
    await open('http', true);
    const answer = call();
    wire.ended({ ch: 'h1', status: 202 });
    wire.say({ jsonrpc: '2.0', id: 1, result: { n: 1 } }, 'sse');
    expect((await answer).result).toEqual({ n: 1 });
    const refused = fault(call());
    wire.ended({ ch: 'h2', status: 500 });
    expect((await refused).status).toBe(500);
  });
});
