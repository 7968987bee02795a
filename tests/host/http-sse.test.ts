import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Got, json, make, open, result, serve, sse } from './http-kit.ts';

/** An old server: GET /sse is the stream; `post` answers the messages and may write to the stream. */
async function serveOld(
  endpoint: (origin: string) => string,
  post?: (answer: ServerResponse, stream: ServerResponse, got: Got) => void,
) {
  let stream: ServerResponse | undefined;
  const served = await serve((got, response) => {
    if (got.method === 'GET' && got.path === '/a/sse') {
      stream = sse(response);
      stream.write(`event: endpoint\ndata: ${endpoint(served.origin)}\n\n`);
    } else if (got.method === 'POST' && stream && post) post(response, stream, got);
    else response.writeHead(404).end();
  });
  return {
    ...served,
    url: `${served.origin}/a/sse`,
    drop: () => stream?.destroy(),
    write: (text: string) => stream?.write(text),
  };
}

const accepted = (answer: ServerResponse, stream: ServerResponse): void => {
  answer.writeHead(202).end('Accepted');
  stream.write(`event: message\ndata: ${result(1)}\n\n`);
};

describe('HTTP+SSE of 2024-11-05', () => {
  test.each([
    ['/messages?s=1', '/messages?s=1'],
    ['messages', '/a/messages'],
    ['?s=1', '/a/sse?s=1'],
  ])('[SSE-01] endpoint %j is resolved against the stream, and answers come on the stream', async (endpoint, path) => {
    const { url, got } = await serveOld(() => endpoint, accepted);
    const { events, send } = await open(url, { kind: 'sse' });
    const ch = await send({ id: 1, method: 'initialize' });
    await events.until(() => events.messages.length === 1);
    expect(events.messages[0]).toEqual({ ch: 'h1', payload: { text: result(1) } });
    expect(got.map((seen) => [seen.method, seen.path])).toEqual([
      ['GET', '/a/sse'],
      ['POST', path],
    ]);
    expect(got[0]?.headers.accept).toBe('text/event-stream');
    await events.until(() => events.https.some((event) => event.ch === ch && event.what === 'end'));
    // The answer comes elsewhere, so the accepted POST does not end the channel of the call.
    expect(events.ends).toEqual([]);
  });

  test('[SSE-01] an absolute endpoint of the same origin is used', async () => {
    const { url, got } = await serveOld((origin) => `${origin}/m`, accepted);
    const { events, send } = await open(url, { kind: 'sse' });
    await send({ id: 1, method: 'a' });
    await events.until(() => events.messages.length === 1);
    expect(got[1]?.path).toBe('/m');
  });

  test('[SSE-02] [HTTP-22] an endpoint on another origin is refused with both origins, and nothing is sent there', async () => {
    const other = await serve((_got, response) => json(response, result(1)));
    const { url, origin } = await serveOld(() => `${other.origin}/m`);
    const { transport, events } = make(url, { kind: 'sse', headers: [{ name: 'Authorization', value: 'Bearer t' }] });
    const failure = await transport.open(events).catch((error: unknown) => error);
    expect(failure).toMatchObject({ failure: { rule: 'SSE-02', why: expect.stringContaining(origin) } });
    expect(failure).toMatchObject({ failure: { why: expect.stringContaining(other.origin) } });
    expect(other.got).toEqual([]);
  });

  test.each([
    ['200 ok', (answer: ServerResponse) => void answer.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok'), 0],
    ['204', (answer: ServerResponse) => void answer.writeHead(204).end(), 0],
    ['the answer itself', (answer: ServerResponse) => json(answer, result(1)), 1],
  ])('a POST answered with %s is accepted', async (_name, answer, messages) => {
    const { url } = await serveOld(() => '/m', answer);
    const { events, send } = await open(url, { kind: 'sse' });
    const ch = await send({ id: 1, method: 'a' });
    await events.until(() => events.https.some((event) => event.ch === ch && event.what === 'end'));
    const notified = await send({ method: 'notifications/x' });
    expect((await events.endOf(notified)).error).toBeUndefined();
    expect(events.messages).toHaveLength(messages);
    expect(events.ends).toHaveLength(1);
  });

  test('a refused POST ends its channel with status and body', async () => {
    const { url } = await serveOld(() => '/m');
    const { call } = await open(url, { kind: 'sse' });
    expect(await call('a')).toEqual({ ch: 'h2', status: 404 });
  });

  test('[SSE-04] when the stream drops, the session is lost and says why', async () => {
    const { url, drop } = await serveOld(() => '/m', accepted);
    const { transport, events, send } = await open(url, { kind: 'sse' });
    drop();
    await events.until(() => events.closes.length > 0);
    expect(events.closes).toEqual([
      { reason: 'lost', message: expect.stringContaining('The stream of the server ended') },
    ]);
    await expect(send({ id: 1, method: 'a' })).rejects.toMatchObject({ name: 'TransportError' });
    await transport.close(() => undefined);
    expect(events.closes).toHaveLength(1);
  });

  test.each([
    ['404', (response: ServerResponse) => void response.writeHead(404).end(), /was answered 404/],
    [
      'HTML',
      (response: ServerResponse) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('x'),
      /200 with text\/html/,
    ],
    ['an empty stream', (response: ServerResponse) => void sse(response).end(), /before it named an address/],
    ['a cut', (response: ServerResponse) => void response.destroy(), /closed the connection/],
  ])('%s instead of an endpoint event is explained', async (_name, answer, why) => {
    const { origin } = await serve((_got, response) => answer(response));
    const { transport, events } = make(`${origin}/sse`, { kind: 'sse' });
    await expect(transport.open(events)).rejects.toMatchObject({
      failure: { title: 'No HTTP+SSE stream at this address', why: expect.stringMatching(why) },
    });
  });

  test('close while the endpoint event is awaited ends the opening', async () => {
    const { origin } = await serve((_got, response) => void sse(response));
    const { transport, events } = make(`${origin}/sse`, { kind: 'sse' });
    const opening = transport.open(events).catch((error: unknown) => error);
    await events.until(() => events.https.some((event) => event.what === 'response'));
    await transport.close(() => undefined);
    expect(await opening).toMatchObject({ name: 'TransportError' });
  });

  test('the version header goes along from 2025-06-18 on', async () => {
    const { url, got } = await serveOld(() => '/m', accepted);
    const { transport, events, send } = await open(url, { kind: 'sse' });
    transport.agree({ era: 'legacy', version: '2024-11-05' });
    await events.endOf(await send({ method: 'notifications/x' }));
    transport.agree({ era: 'legacy', version: '2025-06-18' });
    await events.endOf(await send({ method: 'notifications/y' }));
    expect(got.slice(1).map((seen) => seen.headers['mcp-protocol-version'])).toEqual([undefined, '2025-06-18']);
  });
});
