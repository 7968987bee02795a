import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Got, greetLegacy, json, open, result, serve, sse } from './http-kit.ts';

const ID = 'session-1';

interface LegacyOptions {
  get?(response: ServerResponse, got: Got): void;
  remove?(response: ServerResponse): void;
  post?(response: ServerResponse, got: Got): void;
  sessionId?: string;
}

/** A server of the legacy era: session id, 202 for notifications; the rest as the test says. */
function serveLegacy({ get, remove, post, sessionId = ID }: LegacyOptions = {}) {
  return serve((got, response) => {
    if (got.method === 'GET') return get ? get(response, got) : void response.writeHead(405).end();
    if (got.method === 'DELETE') return remove ? remove(response) : void response.writeHead(200).end();
    const message: { id?: number; method?: string } = JSON.parse(got.body);
    if (message.method === 'initialize')
      return json(response, result(message.id ?? 0), { 'mcp-session-id': sessionId });
    if (message.id === undefined) return void response.writeHead(202).end();
    if (post) return post(response, got);
    json(response, result(message.id));
  });
}

describe('legacy session', () => {
  test('[HSL-02] [HSL-03] [HSL-05] [HSL-08] version and session id go with everything after the greeting', async () => {
    const { origin, got } = await serveLegacy();
    const opened = await open(origin);
    await greetLegacy(opened);
    await opened.call('tools/list', 2);
    await opened.events.until(() => opened.events.streamStates().includes('refused'));
    const rungs: string[] = [];
    await opened.transport.close((rung) => rungs.push(rung));
    const seen = got.map(({ method, headers }) => [method, headers['mcp-protocol-version'], headers['mcp-session-id']]);
    expect(seen[0]).toEqual(['POST', undefined, undefined]);
    expect(
      seen
        .slice(1)
        .map(([method]) => method)
        .sort(),
    ).toEqual(['DELETE', 'GET', 'POST', 'POST']);
    for (const [, version, id] of seen.slice(1)) expect([version, id]).toEqual(['2025-11-25', ID]);
    expect(got.find((request) => request.method === 'GET')?.headers.accept).toBe('text/event-stream');
    expect(got.at(-1)?.method).toBe('DELETE');
    expect(rungs).toEqual(['Ending the session on the server']);
    expect(opened.events.order.at(-1)).toBe('closed');
  });

  test('[HSL-05] DELETE answered 405 is accepted without a word', async () => {
    const { origin, got } = await serveLegacy({ remove: (response) => void response.writeHead(405).end() });
    const opened = await open(origin);
    await greetLegacy(opened);
    await opened.transport.close(() => undefined);
    expect(got.filter((request) => request.method === 'DELETE')).toHaveLength(1);
    expect(opened.events.notes.filter((note) => note.level === 'warn' || note.level === 'error')).toEqual([]);
    expect(opened.events.closes).toEqual([{ reason: 'closed' }]);
  });

  test('[HSL-05] a DELETE without an answer does not hold up a hurried close', async () => {
    const { origin, got } = await serveLegacy({ remove: () => undefined });
    const opened = await open(origin);
    await greetLegacy(opened);
    const closed = opened.transport.close(() => undefined);
    await opened.events.until(() => opened.events.https.some((event) => event.method === 'DELETE'));
    const before = Date.now();
    opened.transport.hurry();
    await closed;
    expect(Date.now() - before).toBeLessThan(1500);
    expect(got.filter((request) => request.method === 'DELETE').length).toBeLessThanOrEqual(1);
  });

  test('[HSL-05] a DELETE without an answer is given up after its limit', async () => {
    const { origin } = await serveLegacy({ remove: () => undefined });
    const opened = await open(origin);
    await greetLegacy(opened);
    await opened.transport.close(() => undefined);
    expect(opened.events.https.at(-1)).toMatchObject({
      what: 'error',
      text: expect.stringContaining('did not confirm'),
    });
    expect(opened.events.closes).toEqual([{ reason: 'closed' }]);
  });

  test('[HSL-04] a new greeting on the same transport goes without the old id and takes the new one', async () => {
    const { origin, got } = await serveLegacy();
    const opened = await open(origin);
    await greetLegacy(opened);
    await greetLegacy(opened);
    await opened.call('tools/list', 2);
    const greetings = got.filter((request) => request.body.includes('"initialize"'));
    expect(greetings.map((request) => request.headers['mcp-session-id'])).toEqual([undefined, undefined]);
    expect(got.find((request) => request.body.includes('tools/list'))?.headers['mcp-session-id']).toBe(ID);
  });

  test('[HTTP-20] a modern server that sends a session id gets none back, no GET and no DELETE', async () => {
    const { origin, got } = await serve((_got, response) => json(response, result(1), { 'Mcp-Session-Id': ID }));
    const { transport, call } = await open(origin);
    await call('server/discover');
    transport.agree({ era: 'modern', version: '2026-07-28' });
    await call('tools/list', 2);
    await call('tools/list', 3);
    await transport.close(() => undefined);
    expect(got.map((request) => [request.method, request.headers['mcp-session-id']])).toEqual([
      ['POST', undefined],
      ['POST', undefined],
      ['POST', undefined],
    ]);
  });
});

describe('legacy GET stream', () => {
  test.each([404, 405, 406, 400, 501])('[HSL-07] refused with %i: said once, never tried again', async (status) => {
    const { origin, got } = await serveLegacy({ get: (response) => void response.writeHead(status).end() });
    const opened = await open(origin);
    await greetLegacy(opened);
    await opened.events.until(() => opened.events.streamStates().includes('refused'));
    await opened.call('tools/list', 2);
    expect(opened.events.streamStates()).toEqual(['opening', 'refused']);
    expect(opened.events.notes.at(-1)).toMatchObject({
      level: 'info',
      text: `The server offers no stream for its own messages (it said ${status}). Calls work without it.`,
    });
    expect(got.filter((request) => request.method === 'GET')).toHaveLength(1);
  });

  test('[HSL-07] an answer that is no event stream means no stream, and its type is named', async () => {
    const { origin, got } = await serveLegacy({
      get: (response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('hello'),
    });
    const opened = await open(origin);
    await greetLegacy(opened);
    await opened.events.until(() => opened.events.streamStates().includes('refused'));
    expect(opened.events.notes.at(-1)?.text).toContain('it answered with text/plain');
    expect(opened.events.messages.map(({ payload }) => payload.text)).not.toContain('hello');
    expect(got.filter((request) => request.method === 'GET')).toHaveLength(1);
  });

  test('[HSL-07] a stream that never sends its head holds nothing up', async () => {
    const { origin } = await serveLegacy({ get: () => undefined });
    const opened = await open(origin);
    await greetLegacy(opened);
    await opened.events.until(() => opened.events.streamStates().includes('opening'));
    expect(await opened.call('tools/list', 2)).toMatchObject({ status: 200 });
    await opened.transport.close(() => undefined);
    expect(opened.events.streamStates()).toEqual(['opening', 'closed']);
    expect(opened.events.order.at(-1)).toBe('closed');
  });

  test('[HSL-07] [HSL-10] [HSL-11] [HSL-13] a dropped stream is resumed after its last event, not before the pause it asked for', async () => {
    const note = (n: number): string => `{"jsonrpc":"2.0","method":"n${n}"}`;
    let streams = 0;
    const { origin, got } = await serveLegacy({
      get: (response) => {
        streams += 1;
        if (streams === 1) sse(response).end(`retry: 300\nid: ü7\ndata: ${note(1)}\n\n`);
        else sse(response).write(`data: ${note(2)}\n\n`);
      },
    });
    const opened = await open(origin);
    await greetLegacy(opened);
    await opened.events.until(() => opened.events.texts().includes(note(2)));
    const gets = got.filter((request) => request.method === 'GET');
    expect(gets.map((request) => request.headers['last-event-id'])).toEqual([
      undefined,
      Buffer.from('ü7').toString('latin1'),
    ]);
    expect((gets[1]?.at ?? 0) - (gets[0]?.at ?? 0)).toBeGreaterThanOrEqual(295);
    expect(opened.events.streamStates()).toEqual(['opening', 'open', 'dropped', 'opening', 'open']);
    expect(opened.events.texts().filter((text) => text === note(1))).toHaveLength(1);
  });

  test('a stream that brings nothing is given up after five tries', async () => {
    const { origin, got } = await serveLegacy({ get: (response) => void sse(response).end('retry: 1\n\n') });
    const opened = await open(origin);
    await greetLegacy(opened);
    await opened.events.until(() => opened.events.streamStates().includes('closed'));
    expect(got.filter((request) => request.method === 'GET')).toHaveLength(5);
    expect(opened.events.notes.at(-1)?.text).toContain('not tried again');
  });
});

describe('legacy answers as a stream', () => {
  test('[HSL-09] requests and notifications before the answer come in order on the channel of the call', async () => {
    const ask = '{"jsonrpc":"2.0","id":"s1","method":"elicitation/create","params":{}}';
    const { origin } = await serveLegacy({
      post: (response) => void sse(response).end(`data: ${ask}\n\ndata: ${result(2)}\n\n`),
    });
    const opened = await open(origin);
    await greetLegacy(opened);
    const end = await opened.call('tools/call', 2);
    expect(opened.events.messages.slice(-2).map(({ ch, payload }) => [ch, payload.text])).toEqual([
      [end.ch, ask],
      [end.ch, result(2)],
    ]);
  });

  test('[HSL-10] [HSL-11] a stream closed after its priming event is resumed, and the answer arrives on the same channel', async () => {
    const { origin, got } = await serveLegacy({
      post: (response) => void sse(response).end('retry: 200\nid: p1\ndata:\n\n'),
      get: (response, request) => {
        if (request.headers['last-event-id'] === undefined) response.writeHead(405).end();
        else sse(response).end(`id: p2\ndata: ${result(2)}\n\n`);
      },
    });
    const opened = await open(origin);
    await greetLegacy(opened);
    const end = await opened.call('tools/call', 2);
    expect(end).toMatchObject({ status: 200, contentType: 'text/event-stream' });
    expect(end.error).toBeUndefined();
    expect(opened.events.messages.at(-1)).toEqual({ ch: end.ch, payload: { text: result(2) } });
    const [call, resumed] = got.filter(({ body, headers }) => body.includes('tools/call') || headers['last-event-id']);
    expect(resumed?.headers).toMatchObject({
      'last-event-id': 'p1',
      'mcp-session-id': ID,
      accept: 'text/event-stream',
    });
    expect((resumed?.at ?? 0) - (call?.at ?? 0)).toBeGreaterThanOrEqual(195);
  });

  test('[HSL-16] a resume that is refused fails the call', async () => {
    const { origin } = await serveLegacy({
      post: (response) => void sse(response).end('retry: 1\nid: p1\ndata:\n\n'),
      get: (response) => void response.writeHead(404).end(),
    });
    const opened = await open(origin);
    await greetLegacy(opened);
    expect((await opened.call('tools/call', 2)).error).toEqual({
      code: 'STREAM_LOST',
      message: 'The stream ended before the answer, and the server did not let it be resumed (it said 404).',
    });
  });

  test('[RPC-19] a stream that brought an error without an id is answered: it is not resumed', async () => {
    const error = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'What?' } });
    const { origin, got } = await serveLegacy({
      post: (response) => void sse(response).end(`retry: 1\nid: p1\ndata: ${error}\n\n`),
    });
    const opened = await open(origin);
    await greetLegacy(opened);
    const end = await opened.call('tools/call', 2);
    expect(end.error).toBeUndefined();
    expect(opened.events.messages.at(-1)).toEqual({ ch: end.ch, payload: { text: error } });
    expect(opened.events.notes.filter(({ what }) => what === 'resume')).toEqual([]);
    expect(got.filter(({ headers }) => headers['last-event-id'] !== undefined)).toEqual([]);
  });

  test('a call stopped while it waits to resume ends at once', async () => {
    const { origin } = await serveLegacy({
      post: (response) => void sse(response).end('retry: 600000\nid: p\ndata:\n\n'),
    });
    const opened = await open(origin);
    await greetLegacy(opened);
    const ch = await opened.send({ id: 2, method: 'tools/call' });
    await opened.events.until(() => opened.events.notes.some((note) => note.what === 'resume'));
    opened.transport.abort(ch);
    expect(await opened.events.endOf(ch)).toMatchObject({ error: { code: 'ABORTED' } });
  });

  test('[HTTP-14] a modern stream with event ids is not resumed', async () => {
    const { origin, got } = await serve((_got, response) => void sse(response).end('id: 1\ndata:\n\n'));
    const { transport, call } = await open(origin);
    transport.agree({ era: 'modern', version: '2026-07-28' });
    expect(await call('tools/list')).toEqual({ ch: 'h1', status: 200, contentType: 'text/event-stream' });
    expect(got.map((request) => request.method)).toEqual(['POST']);
  });
});
