import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { json, make, open, result, serve, sse } from './http-kit.ts';

const both = 'application/json, text/event-stream';

describe('Streamable HTTP: requests', () => {
  test('[HTTP-01] [HTTP-02] [HSL-01] each message is its own POST with both Accept types, on its own channel', async () => {
    const { origin, got } = await serve((seen, response) => {
      if (seen.body.includes('"id"')) json(response, result(1));
      else response.writeHead(202).end();
    });
    const { events, send } = await open(`${origin}/mcp`);
    const first = await send({ id: 1, method: 'tools/list' });
    const second = await send({ method: 'notifications/x' });
    await Promise.all([events.endOf(first), events.endOf(second)]);
    expect([first, second]).toEqual(['h1', 'h2']);
    expect(got.map((seen) => [seen.method, seen.path, seen.headers.accept, seen.headers['content-type']])).toEqual([
      ['POST', '/mcp', both, 'application/json'],
      ['POST', '/mcp', both, 'application/json'],
    ]);
    expect(got.map((seen) => JSON.parse(seen.body).method)).toContain('notifications/x');
  });

  test('[HTTP-23] request headers are recorded exactly as they were written', async () => {
    const { origin, got } = await serve((_seen, response) => json(response, result(1)));
    const opened = await open(origin, {
      headers: [
        { name: 'X-Second', value: '2' },
        { name: 'x-FIRST', value: 'é' },
      ],
    });
    await opened.events.endOf(await opened.send({ id: 1, method: 'a' }, [['Mcp-Method', 'a']]));
    const request = opened.events.https.find((event) => event.what === 'request');
    const sent = got[0]?.raw.map(([name]) => name);
    expect(request?.headers?.map(([name]) => name)).toEqual(sent);
    expect(sent).toEqual([
      'Host',
      'User-Agent',
      'Accept',
      'Content-Type',
      'X-Second',
      'x-FIRST',
      'Mcp-Method',
      'Content-Length',
      'Connection',
    ]);
    expect(got[0]?.headers['x-first']).toBe('é');
    expect(request).toMatchObject({ ch: 'h1', method: 'POST', url: `${origin}/` });
  });

  test('configured headers replace our own, and headers of the message replace both', async () => {
    const { origin, got } = await serve((_seen, response) => json(response, result(1)));
    const opened = await open(origin, {
      headers: [
        { name: 'user-agent', value: 'mine' },
        { name: 'mcp-method', value: 'wrong' },
      ],
    });
    await opened.events.endOf(await opened.send({ id: 1, method: 'a' }, [['Mcp-Method', 'a']]));
    expect(got[0]?.raw.filter(([name]) => /user-agent|mcp-method/i.test(name))).toEqual([
      ['user-agent', 'mine'],
      ['Mcp-Method', 'a'],
    ]);
  });

  test('a secret header takes its value from the store; name and password of the address become a header', async () => {
    const { port, got } = await serve((_seen, response) => json(response, result(1)));
    const opened = await open(`http://me:p%40ss@127.0.0.1:${port}/mcp`, {
      headers: [{ name: 'X-Key', value: { secret: 'key' } }],
      secrets: { key: 'sesame' },
    });
    await opened.call('a');
    expect(got[0]?.headers['x-key']).toBe('sesame');
    expect(got[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(opened.events.https[0]?.url).toBe(`http://127.0.0.1:${port}/mcp`);
  });

  test('a percent sign in a password that begins no escape is sent as it is', async () => {
    const { port, got } = await serve((_seen, response) => json(response, result(1)));
    const opened = await open(`http://me:100%@127.0.0.1:${port}/mcp`);
    await opened.call('a');
    expect(got[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:100%').toString('base64')}`);
  });
});

describe('Streamable HTTP: header values [HTTP-23]', () => {
  test.each([
    ['Žofie', /Character 1 is “Ž” \(U\+017D\)/],
    ['ok 🐎', /Character 4 is “🐎” \(U\+1F40E\)/],
    ['abc\n', /Character 4 is a line break/],
    ['\u0001', /Character 1 is the control character U\+0001/],
  ])('%j is refused with its place, and nothing is sent', async (value, why) => {
    const { origin, got } = await serve((_seen, response) => json(response, result(1)));
    const { transport, events } = make(origin, { headers: [{ name: 'X-User', value }] });
    await expect(transport.open(events)).rejects.toMatchObject({
      failure: {
        title: 'The value of the header X-User cannot be sent',
        why: expect.stringMatching(why),
        todo: expect.stringContaining('percent-encoded'),
      },
    });
    expect(got).toEqual([]);
  });

  test('a header of a message that cannot be sent rejects that send only', async () => {
    const { origin, got } = await serve((_seen, response) => json(response, result(2)));
    const opened = await open(origin);
    await expect(opened.send({ id: 1, method: 'a' }, [['X-Bad', 'a\r\nb: c']])).rejects.toMatchObject({
      name: 'TransportError',
    });
    await opened.call('b', 2);
    expect(got).toHaveLength(1);
  });

  test('a secret that is not stored is named', async () => {
    const { transport, events } = make('http://127.0.0.1:9/', {
      headers: [{ name: 'X-Key', value: { secret: 'lost' } }],
    });
    await expect(transport.open(events)).rejects.toMatchObject({
      failure: { title: 'The header X-Key has no value', why: expect.stringContaining('“lost”') },
    });
  });

  test.each(['', 'not an address', 'ftp://example.test/'])('%j is no address', async (url) => {
    const { transport, events } = make(url);
    await expect(transport.open(events)).rejects.toMatchObject({ failure: { rule: 'dx-address' } });
  });
});

describe('Streamable HTTP: answers', () => {
  test('[HTTP-11] [HTTP-19] one JSON body: head in wire order and case, chunk, message, end, ended', async () => {
    const { origin } = await serve((_seen, response) => {
      response.writeHead(200, 'Fine', [
        'X-b',
        '1',
        'cOnTeNt-TyPe',
        'Application/JSON; charset=UTF-8',
        'x-A',
        '2',
        'X-b',
        '3',
      ]);
      response.end(result(1));
    });
    const { events, call } = await open(origin);
    expect(await call('a')).toEqual({ ch: 'h1', status: 200, contentType: 'application/json' });
    expect(events.order).toEqual(['http request', 'http response', 'http chunk', 'message', 'http end', 'ended']);
    expect(events.texts()).toEqual([result(1)]);
    const head = events.https[1];
    expect(head).toMatchObject({ status: 200, statusText: 'Fine', httpVersion: '1.1' });
    expect(head?.headers?.slice(0, 4)).toEqual([
      ['X-b', '1'],
      ['cOnTeNt-TyPe', 'Application/JSON; charset=UTF-8'],
      ['x-A', '2'],
      ['X-b', '3'],
    ]);
  });

  test('[HSL-14] a batch array is handed on whole', async () => {
    const batch = `[${result(1)},${result(2)}]`;
    const { origin } = await serve((_seen, response) => json(response, batch));
    const { events, call } = await open(origin);
    expect((await call('a')).body).toBeUndefined();
    expect(events.texts()).toEqual([batch]);
  });

  test('[HTTP-12] events cut inside characters, comments, retry, ids, other events, a missing blank line at the end', async () => {
    const notice = '{"jsonrpc":"2.0","method":"n","params":{"t":"日本 🐎"}}';
    const stream = Buffer.from(
      `\ufeff: hello\n\nid: 1\ndata:\n\nretry: 5\nevent: ping\ndata: {}\n\nevent: message\r\ndata: ${notice}\r\n\r\ndata: {"jsonrpc":"2.0",\ndata: "id":1,"result":{}}\n`,
    );
    const { origin } = await serve((_seen, response) => {
      sse(response);
      let at = 0;
      const next = (): void => {
        if (at >= stream.length) response.end();
        else response.write(stream.subarray(at, at + 7), () => setImmediate(next));
        at += 7;
      };
      next();
    });
    const { events, call } = await open(origin);
    expect(await call('a')).toEqual({ ch: 'h1', status: 200, contentType: 'text/event-stream' });
    expect(events.texts()).toEqual([notice, '{"jsonrpc":"2.0",\n"id":1,"result":{}}']);
    expect(events.notes.map((note) => note.what)).toEqual(['sse-cut']);
    const chunks = events.https.filter((event) => event.what === 'chunk');
    const bytes = chunks.map((chunk) =>
      chunk.b64 === undefined ? Buffer.from(chunk.text ?? '') : Buffer.from(chunk.b64, 'base64'),
    );
    expect(Buffer.concat(bytes).equals(stream)).toBe(true);
  });

  test('an answer is handed on as soon as its event is complete, though the stream stays open', async () => {
    const { origin } = await serve((_seen, response) => void sse(response).write(`data: ${result(1)}\n\n`));
    const { events, send } = await open(origin);
    await send({ id: 1, method: 'a' });
    await events.until(() => events.messages.length === 1);
    expect(events.ends).toEqual([]);
  });

  test('[HTTP-15] [HSL-16] a stream that ends without the answer ends its channel, without an error of ours', async () => {
    const { origin } = await serve((_seen, response) => void sse(response).end(': bye\n\n'));
    const { events, call } = await open(origin);
    expect(await call('a')).toEqual({ ch: 'h1', status: 200, contentType: 'text/event-stream' });
    expect(events.messages).toEqual([]);
  });

  test('[HTTP-15] a stream that is cut ends its channel with the reason', async () => {
    const { origin } = await serve((_seen, response) => {
      sse(response).write('data: {"jsonrpc":"2.0","id":1,', () => response.destroy());
    });
    const { events, call } = await open(origin);
    expect(await call('a')).toMatchObject({ status: 200, error: { code: 'ECONNRESET' } });
    expect(events.messages).toEqual([]);
    expect(events.https.at(-1)).toMatchObject({ what: 'error' });
  });

  test.each([
    [202, 'Accepted', 'application/json'],
    [204, '', undefined],
    [200, '', undefined],
    [200, 'null', 'application/json'],
    [200, '{}', 'application/json'],
  ])('[HTTP-13] a notification answered %i %j is taken, its body is only recorded', async (status, body, type) => {
    const { origin } = await serve((_seen, response) => {
      response.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end(body);
    });
    const { events, send } = await open(origin);
    const end = await events.endOf(await send({ method: 'notifications/x' }));
    expect(end).toEqual({ ch: 'h1', status, ...(type === undefined ? {} : { contentType: type }) });
    expect(events.messages).toEqual([]);
    const chunks = events.https.filter((event) => event.what === 'chunk');
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(body);
  });

  test('[HTTP-13] a notification answered 400 ends with its status and body', async () => {
    const { origin } = await serve((_seen, response) => {
      response.writeHead(400, { 'Content-Type': 'text/plain' }).end('no such session');
    });
    const { events, send } = await open(origin);
    const end = await events.endOf(await send({ method: 'notifications/x' }));
    expect(end).toEqual({ ch: 'h1', status: 400, contentType: 'text/plain', body: 'no such session' });
  });

  test('[HTTP-23] an HTML page is noise, and the end holds its first 4 KiB', async () => {
    const page = `<html><title>Bad Gateway</title>${'x'.repeat(9000)}</html>`;
    const { origin } = await serve((_seen, response) => {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end(page);
    });
    const { events, call } = await open(origin);
    const end = await call('a');
    expect(end).toEqual({ ch: 'h1', status: 502, contentType: 'text/html', body: page.slice(0, 4096) });
    expect(events.texts()).toEqual([page]);
  });

  test('[HTTP-17] [HTTP-18] a JSON-RPC error with status 404 is a message, not a body', async () => {
    const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}';
    const { origin } = await serve((_seen, response) => {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end(error);
    });
    const { events, call } = await open(origin);
    expect(await call('a')).toEqual({ ch: 'h1', status: 404, contentType: 'application/json' });
    expect(events.texts()).toEqual([error]);
  });

  test('a JSON body without a content type is read, and JSON that is no message is also given as body', async () => {
    const bodies = [result(1), '{"detail":"who are you"}'];
    const { origin } = await serve((_seen, response) => void response.writeHead(200).end(bodies.shift()));
    const { events, call } = await open(origin);
    expect(await call('a')).toEqual({ ch: 'h1', status: 200 });
    expect(await call('b', 2)).toEqual({ ch: 'h2', status: 200, body: '{"detail":"who are you"}' });
    expect(events.messages).toHaveLength(2);
  });

  test('401 gives WWW-Authenticate', async () => {
    const { origin } = await serve((_seen, response) => {
      response.writeHead(401, ['WWW-Authenticate', 'Basic realm="x"', 'www-authenticate', 'Bearer']).end();
    });
    const { call } = await open(origin);
    expect(await call('a')).toEqual({ ch: 'h1', status: 401, authenticate: 'Basic realm="x", Bearer' });
  });

  test('an endpoint event in the answer tells of an old server', async () => {
    const { origin } = await serve(
      (_seen, response) => void sse(response).write('event: endpoint\ndata: /messages\n\n'),
    );
    const { call } = await open(origin);
    expect(await call('initialize')).toMatchObject({ status: 200, error: { code: 'ENDPOINT_EVENT' } });
  });
});

describe('Streamable HTTP: sizes', () => {
  const large = result(1, '日'.repeat(500_000));

  test('a body over 1 MiB goes to the body store with its exact bytes', async () => {
    const { origin } = await serve((_seen, response) => json(response, large));
    const { events, call, stored } = await open(origin);
    await call('a');
    expect(events.messages[0]?.payload).toMatchObject({ text: large, body: { bytes: Buffer.byteLength(large) } });
    expect(stored[0]?.toString()).toBe(large);
  });

  test('an event over 1 MiB goes to the body store', async () => {
    const { origin } = await serve((_seen, response) => void sse(response).end(`data: ${large}\n\n`));
    const { events, call, stored } = await open(origin);
    await call('a');
    expect(events.messages[0]?.payload).toMatchObject({ text: large, body: { file: 'bodies/1' } });
    expect(stored[0]?.toString()).toBe(large);
  });

  test.each(['body', 'event'])('a %s over the limit ends the channel, and the rest is not read', async (form) => {
    const { origin } = await serve((_seen, response) => {
      if (form === 'body') json(response, large);
      else sse(response).write(`data: ${large}`);
    });
    const { events, call } = await open(origin, { maxBytes: 100_000 });
    expect((await call('a')).error).toEqual({
      code: 'TOO_LARGE',
      message: 'The answer is larger than 0.1 MiB, the limit set for this server.',
    });
    expect(events.messages).toEqual([]);
  });
});

describe('Streamable HTTP: connections', () => {
  test('[HTTP-23] a refused port ends the channel with code and words', async () => {
    const { origin, server } = await serve(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    const { events, call } = await open(origin);
    const { host } = new URL(origin);
    expect(await call('a')).toEqual({
      ch: 'h1',
      error: { code: 'ECONNREFUSED', message: `Nothing listens at ${host}. connect ECONNREFUSED ${host}` },
    });
    expect(events.order).toEqual(['http request', 'http error', 'ended']);
  });

  test('[HTTP-23] an unknown name, and an answer that is not HTTP', async () => {
    const { call } = await open('http://no-such-name.invalid/');
    expect((await call('a')).error?.code).toMatch(/ENOTFOUND|EAI_AGAIN/);
    const server = createServer((socket) => void socket.end('SSH-2.0-x\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const odd = await open(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
    expect((await odd.call('a')).error?.code).toMatch(/^HPE_/);
    server.close();
  });

  test('[HTTP-23] https to a port that speaks http says so', async () => {
    const { port } = await serve((_seen, response) => json(response, result(1)));
    const { call } = await open(`https://127.0.0.1:${port}/`);
    expect((await call('a')).error?.message).toContain('It may speak plain http, not https.');
  });

  test.each(['127.0.0.1', '::1'])('localhost finds a server that listens on %s only', async (host) => {
    const { port } = await serve((_seen, response) => json(response, result(1)), host);
    const { events, call } = await open(`http://localhost:${port}/mcp`);
    expect(await call('a')).toMatchObject({ status: 200 });
    expect(events.messages).toHaveLength(1);
  });

  test('localhost without a listener names both addresses', async () => {
    const { port, server } = await serve(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    const { call } = await open(`http://localhost:${port}/`);
    expect((await call('a')).error?.message).toMatch(/127\.0\.0\.1.*; .*::1/);
  });

  test('[HTTP-16] abort closes the response stream, and the server sees it', async () => {
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { origin, got } = await serve((_seen, response) => {
      response.on('close', closed);
      sse(response).write(': open\n\n');
    });
    const { transport, events, send } = await open(origin);
    const ch = await send({ id: 1, method: 'slow' });
    await events.until(() => events.https.some((event) => event.what === 'chunk'));
    transport.abort(ch);
    expect(await events.endOf(ch)).toMatchObject({ status: 200, error: { code: 'ABORTED' } });
    await gone;
    expect(got).toHaveLength(1);
  });

  test('close ends what is open, then reports closed once and last; afterwards nothing is sent', async () => {
    const { origin } = await serve((_seen, response) => void sse(response).write(': open\n\n'));
    const { transport, events, send } = await open(origin);
    const ch = await send({ id: 1, method: 'slow' });
    await Promise.all([transport.close(() => undefined), transport.close(() => undefined)]);
    expect(await events.endOf(ch)).toMatchObject({ error: { code: 'ABORTED' } });
    expect(events.closes).toEqual([{ reason: 'closed' }]);
    expect(events.order.at(-1)).toBe('closed');
    await expect(send({ id: 2, method: 'a' })).rejects.toMatchObject({ failure: { rule: 'dx-closed' } });
  });
});
