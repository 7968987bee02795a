import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { json, open, result, serve, sse } from './http-kit.ts';

describe('redirects', () => {
  test.each([307, 308])('a %i within the origin keeps the POST, its body and its headers', async (status) => {
    const { origin, got } = await serve((seen, response) => {
      if (seen.path === '/mcp') response.writeHead(status, { Location: '/mcp/' }).end('moved');
      else json(response, result(1));
    });
    const { events, call } = await open(`${origin}/mcp`, { headers: [{ name: 'Authorization', value: 'Bearer t' }] });
    expect(await call('a')).toEqual({ ch: 'h1', status: 200, contentType: 'application/json' });
    expect(got.map((seen) => [seen.method, seen.path, seen.headers.authorization])).toEqual([
      ['POST', '/mcp', 'Bearer t'],
      ['POST', '/mcp/', 'Bearer t'],
    ]);
    expect(got[1]?.body).toBe(got[0]?.body);
    expect(events.https.map((event) => event.what)).toEqual([
      'request',
      'response',
      'chunk',
      'end',
      'request',
      'response',
      'chunk',
      'end',
    ]);
    expect(events.texts()).toEqual([result(1)]);
  });

  test('[HTTP-22] another origin is refused in words, and nothing is sent there', async () => {
    const other = await serve((_seen, response) => json(response, result(1)));
    const { origin } = await serve(
      (_seen, response) => void response.writeHead(307, { Location: `${other.origin}/x` }).end(),
    );
    const { call } = await open(origin, { headers: [{ name: 'Authorization', value: 'Bearer t' }] });
    const end = await call('a');
    expect(end).toMatchObject({ status: 307, error: { code: 'REDIRECT' } });
    expect(end.error?.message).toContain(`redirects to ${other.origin}/x, another origin than ${origin}`);
    expect(other.got).toEqual([]);
  });

  test.each([301, 302, 303])('a %i would turn the message into a GET, so it is explained instead', async (status) => {
    const { origin, got } = await serve(
      (_seen, response) => void response.writeHead(status, { Location: '/other' }).end(),
    );
    const { call } = await open(origin);
    const end = await call('a');
    expect(end.error).toMatchObject({
      code: 'REDIRECT',
      message: expect.stringContaining(`Use ${origin}/other as the address`),
    });
    expect(got).toHaveLength(1);
  });

  test('a loop ends after five redirects', async () => {
    const { origin, got } = await serve(
      (_seen, response) => void response.writeHead(307, { Location: '/again' }).end(),
    );
    const { call } = await open(origin);
    expect((await call('a')).error).toMatchObject({
      code: 'REDIRECT',
      message: expect.stringContaining('5 times in a row'),
    });
    expect(got).toHaveLength(6);
  });

  test('a redirect without an address is an answer like any other', async () => {
    const { origin } = await serve((_seen, response) => void response.writeHead(307).end());
    const { call } = await open(origin);
    expect(await call('a')).toEqual({ ch: 'h1', status: 307 });
  });
});

describe('compressed answers', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('%s is decoded; the chunks hold the decoded text, and a note says so', async (encoding, compress) => {
    const { origin } = await serve((_seen, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': encoding });
      response.end(compress(result(1, 'zażółć')));
    });
    const { events, call } = await open(origin);
    expect(await call('a')).toMatchObject({ status: 200 });
    expect(events.texts()).toEqual([result(1, 'zażółć')]);
    expect(events.https.find((event) => event.what === 'chunk')?.text).toBe(result(1, 'zażółć'));
    expect(events.notes).toEqual([expect.objectContaining({ what: 'encoding', level: 'debug' })]);
  });

  test('a compressed stream is read event by event', async () => {
    const notice = '{"jsonrpc":"2.0","method":"n"}';
    let finish: () => void = () => undefined;
    const { origin } = await serve((_seen, response) => {
      const zip = createGzip({ flush: constants.Z_SYNC_FLUSH });
      zip.pipe(sse(response, { 'Content-Encoding': 'gzip' }));
      zip.write(`data: ${notice}\n\n`);
      finish = () => void zip.end(`data: ${result(1)}\n\n`);
    });
    const { events, send } = await open(origin);
    const ch = await send({ id: 1, method: 'a' });
    await events.until(() => events.messages.length === 1);
    finish();
    await events.endOf(ch);
    expect(events.texts()).toEqual([notice, result(1)]);
  });

  test.each([
    ['zstd', Buffer.from('x'), 'ENCODING'],
    ['gzip', Buffer.from('this is not gzip'), 'Z_DATA_ERROR'],
  ])('%s that cannot be read ends the channel with the reason', async (encoding, body, code) => {
    const { origin } = await serve((_seen, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': encoding }).end(body);
    });
    const { call } = await open(origin);
    expect(await call('a')).toMatchObject({ status: 200, error: { code } });
  });
});
