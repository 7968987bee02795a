import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { HostError } from '#shared/errors.ts';
import { type MessagePortLike, memoryPair, messagePort, type WebSocketLike, webSocketPort } from '#shared/ports.ts';
import { call, type Handlers, type Port, stream } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';
import { serve } from '#shared/rpc-server.ts';

const contract = {
  double: call(z.object({ n: z.number() }), z.object({ n: z.number() })),
  fail: call(z.object({ code: z.enum(['CONFLICT', 'plain']) }), z.undefined().optional()),
  nothing: call(z.object({}), z.undefined().optional()),
  lie: call(z.object({}), z.object({ n: z.number() })),
  count: stream('log', z.object({ upTo: z.number() }), z.object({ n: z.number() })),
  state: stream('state', z.object({}), z.object({ n: z.number() })),
};

interface Pair {
  host: Port;
  page: Port;
  close(): Promise<void> | void;
}

const pipes: Record<string, () => Promise<Pair>> = {
  memory: async () => {
    const [host, page] = memoryPair((fn) => setImmediate(fn));
    return { host, page, close: () => page.close() };
  },
  MessageChannel: async () => {
    const { port1, port2 } = new MessageChannel();
    // Node's port has the DOM's methods; only its event types are wider.
    const wrap = (port: unknown) => messagePort(port as MessagePortLike);
    return { host: wrap(port1), page: wrap(port2), close: () => port2.close() };
  },
  WebSocket: async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const accepted = new Promise<WebSocket>((resolve) => sockets.once('connection', resolve));
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await new Promise((resolve) => client.once('open', resolve));
    const wrap = (socket: unknown) => webSocketPort(socket as WebSocketLike); // ws offers the DOM's event methods
    return {
      host: wrap(await accepted),
      page: wrap(client),
      close: () =>
        new Promise<void>((resolve) => {
          client.terminate();
          sockets.close();
          server.close(() => resolve());
        }),
    };
  },
};

const schedule = (fn: () => unknown) => void setTimeout(fn, 1);

function handlers(over: Partial<Handlers<typeof contract>> = {}): Handlers<typeof contract> {
  return {
    double: ({ n }) => ({ n: n * 2 }),
    fail: ({ code }) => {
      if (code === 'plain') throw new Error('plain words');
      throw new HostError(code, 'taken', { by: 'someone' });
    },
    nothing: () => undefined,
    lie: () => ({ n: 'not a number' }) as never,
    count: ({ upTo }) => {
      let n = 0;
      return {
        take: (max) => Array.from({ length: Math.min(max, upTo - n) }, () => ({ n: ++n })),
        close: () => undefined,
      };
    },
    state: () => ({ take: () => [], close: () => undefined }),
    ...over,
  };
}

const open: Pair[] = [];
afterEach(async () => {
  for (const pair of open.splice(0)) await pair.close();
});

describe.each(Object.keys(pipes))('RPC over %s', (name) => {
  const start = async (over: Partial<Handlers<typeof contract>> = {}, maxItems = 1000) => {
    const pair = await (pipes[name] as () => Promise<Pair>)();
    open.push(pair);
    serve(pair.host, contract, handlers(over), { schedule, maxItems });
    return { ...pair, client: connect(pair.page, contract) };
  };

  test('a call is answered', async () => {
    const { client } = await start();
    expect(await client.double({ n: 21 })).toEqual({ n: 42 });
  });

  test('a call is told when its caller is gone, once, also when that was before', async () => {
    const gone: string[] = [];
    let late: (() => void) | undefined;
    const pair = await start({
      double: ({ n }, caller) => {
        caller?.onGone(() => gone.push('told'));
        caller?.onGone(() => gone.push('taken back'))();
        late = () => void caller?.onGone(() => gone.push('late'));
        return { n };
      },
    });
    await pair.client.double({ n: 1 });
    expect(gone).toEqual([]);
    pair.page.close();
    await expect.poll(() => gone).toEqual(['told']);
    late?.();
    expect(gone).toEqual(['told', 'late']);
  });

  test('a call without an answer value resolves', async () => {
    const { client } = await start();
    expect(await client.nothing({})).toBeUndefined();
  });

  test('[SEC-06] bad input is refused by the host with the field named', async () => {
    const { client } = await start();
    const error = await client.double({ n: 'x' as unknown as number }).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'BAD_INPUT' });
    expect((error as HostError).message).toContain('n');
  });

  test('an unknown call is refused', async () => {
    const { page } = await start();
    const other = connect(page, { unheard: call(z.object({}), z.unknown()) });
    await expect(other.unheard({})).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('errors keep code, words and data', async () => {
    const { client } = await start();
    await expect(client.fail({ code: 'CONFLICT' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'taken',
      data: { by: 'someone' },
    });
    await expect(client.fail({ code: 'plain' })).rejects.toMatchObject({ code: 'INTERNAL', message: 'plain words' });
  });

  test('an answer in an unknown form is an error, not a value', async () => {
    const { client } = await start();
    await expect(client.lie({})).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  test('a stream delivers everything in order, at most so many a batch', async () => {
    const { client } = await start({}, 10);
    const sizes: number[] = [];
    const seen: number[] = [];
    await new Promise<void>((resolve) => {
      client.count({ upTo: 95 }, (items) => {
        sizes.push(items.length);
        seen.push(...items.map((item) => item.n));
        if (seen.length === 95) resolve();
      });
    });
    expect(seen).toEqual(Array.from({ length: 95 }, (_, i) => i + 1));
    expect(Math.max(...sizes)).toBe(10);
  });

  test('a slow reader holds at most two batches, and answers still pass it', async () => {
    let taken = 0;
    const pair = await (pipes[name] as () => Promise<Pair>)();
    open.push(pair);
    const endless = handlers({
      count: () => ({
        take: (max) => {
          taken += 1;
          return Array.from({ length: max }, () => ({ n: taken }));
        },
        close: () => undefined,
      }),
    });
    serve(pair.host, contract, endless, { schedule, maxItems: 5 });
    const answers: unknown[] = [];
    pair.page.onMessage((message) => answers.push(message));
    pair.page.post({ t: 'open', id: 1, name: 'count', input: { upTo: 1 } });
    pair.page.post({ t: 'call', id: 2, name: 'double', input: { n: 1 } });
    await expect.poll(() => answers.filter((a) => (a as { t: string }).t === 'batch').length).toBe(2);
    await expect.poll(() => answers.some((a) => (a as { t: string }).t === 'ok')).toBe(true);
    expect(taken).toBe(2);
    pair.page.post({ t: 'ack', id: 1 });
    await expect.poll(() => taken).toBe(3);
  });

  test('small entities go before log rows', async () => {
    const one = (n: number) => {
      let left = 1;
      return { take: () => (left-- > 0 ? [{ n }] : []), close: () => undefined };
    };
    const { page } = await start({ count: () => one(1), state: () => one(2) });
    const batches: number[] = [];
    page.onMessage((m) => {
      const message = m as { t: string; items: { n: number }[] };
      if (message.t === 'batch') batches.push(message.items[0]?.n ?? 0);
    });
    page.post({ t: 'open', id: 1, name: 'count', input: { upTo: 1 } });
    page.post({ t: 'open', id: 2, name: 'state', input: {} });
    await expect.poll(() => batches.length).toBe(2);
    expect(batches).toEqual([2, 1]);
  });

  test('the pace is told whether a source of the lane floods', async () => {
    const pair = await (pipes[name] as () => Promise<Pair>)();
    open.push(pair);
    const told: [string, boolean][] = [];
    const flooded = handlers({
      count: () => ({ take: () => [], close: () => undefined, floods: true }),
    });
    serve(pair.host, contract, flooded, {
      schedule: (fn, lane) => void setTimeout(() => told.push([lane, fn()]), 1),
    });
    pair.page.post({ t: 'open', id: 1, name: 'state', input: {} });
    pair.page.post({ t: 'open', id: 2, name: 'count', input: { upTo: 1 } });
    await expect.poll(() => told.length).toBe(2);
    expect(Object.fromEntries(told)).toEqual({ state: false, log: true });
  });

  test('a source that fails ends its stream with the reason, and nothing else', async () => {
    let closed = 0;
    const { client } = await start({
      state: () => ({
        take: () => {
          throw new RangeError('too deep');
        },
        close: () => void closed++,
      }),
    });
    const failed = await new Promise((resolve) => client.state({}, () => undefined, resolve));
    expect(failed).toMatchObject({ code: 'INTERNAL', message: 'too deep' });
    expect(closed).toBe(1);
    expect(await client.double({ n: 1 })).toEqual({ n: 2 });
  });

  test('a stream number that is used again closes the source it had', async () => {
    let closed = 0;
    const { page } = await start({ state: () => ({ take: () => [], close: () => void closed++ }) });
    page.post({ t: 'open', id: 7, name: 'state', input: {} });
    page.post({ t: 'open', id: 7, name: 'state', input: {} });
    await expect.poll(() => closed).toBe(1);
  });

  test('closing a stream closes its source', async () => {
    let closed = 0;
    const { client } = await start({ state: () => ({ take: () => [], close: () => void closed++ }) });
    const stop = client.state({}, () => undefined);
    stop();
    await expect.poll(() => closed).toBe(1);
  });

  test('a broken link rejects what waits and closes the sources', async () => {
    let closed = 0;
    const { client, page } = await start({
      double: () => new Promise(() => undefined),
      state: () => ({ take: () => [], close: () => void closed++ }),
    });
    const failed: string[] = [];
    client.state(
      {},
      () => undefined,
      (error) => failed.push(error.code),
    );
    const waiting = client.double({ n: 1 }).catch((e: unknown) => e);
    await new Promise((resolve) => setTimeout(resolve, 20));
    page.close();
    expect(await waiting).toMatchObject({ code: 'CLOSED' });
    expect(failed).toEqual(['CLOSED']);
    await expect.poll(() => closed).toBe(1);
    await expect(client.double({ n: 1 })).rejects.toMatchObject({ code: 'CLOSED' });
  });
});
