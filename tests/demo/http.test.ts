import { request as nodeRequest } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { runDemoOverHttp } from '#demo/http.ts';
import { all, messages, openSession, post, postModern, startHttp, stopHttp } from './http-peer.ts';
import { type Message, modern } from './line-peer.ts';

afterEach(stopHttp);

/** The one answer of a request; fails when there are several messages. */
async function only(answer: Promise<Response>): Promise<Message> {
  const list = await all(await answer);
  expect(list).toHaveLength(1);
  return list[0] ?? {};
}

describe('demo over HTTP, legacy era', () => {
  test('gives a session, serves it, ends it on DELETE', async () => {
    const { url, lines } = await startHttp('both');
    const session = await openSession(url);
    expect(session.hello?.result.protocolVersion).toBe('2025-11-25');
    expect(session.id).not.toBe('');
    const params = { name: 'echo', arguments: { text: 'hi' } };
    const echo = await only(post(url, { id: 1, method: 'tools/call', params }, session.headers));
    expect(echo.result.content[0].text).toBe('hi');
    expect((await fetch(url, { method: 'DELETE', headers: session.headers })).status).toBe(200);
    expect((await post(url, { id: 2, method: 'tools/list' }, session.headers)).status).toBe(404);
    expect(lines.filter((line) => line.startsWith('session'))).toEqual([
      `session ${session.id} started`,
      `session ${session.id} ended`,
    ]);
  });

  test('a request without a session is refused and leaves none behind', async () => {
    const { url, lines } = await startHttp('both');
    expect((await post(url, { id: 1, method: 'tools/list' })).status).toBe(400);
    expect(lines.filter((line) => line.startsWith('session'))).toEqual([]);
  });

  test('asks inside the stream of the call and takes the answer in a POST', async () => {
    const { url } = await startHttp('both');
    const { headers } = await openSession(url);
    const response = await post(url, { id: 1, method: 'tools/call', params: { name: 'ask_name' } }, headers);
    const seen: Message[] = [];
    for await (const message of messages(response)) {
      seen.push(message);
      if (message.method !== 'elicitation/create') continue;
      const result = { action: 'accept', content: { name: 'Ada' } };
      expect((await post(url, { id: message.id, result }, headers)).status).toBe(202);
    }
    expect(seen.map((message) => message.method ?? message.result.content[0].text)).toEqual([
      'elicitation/create',
      'Hello, Ada.',
    ]);
  });

  test('a GET stream of another session hears of a deleted item', async () => {
    const { url } = await startHttp('both');
    const listener = await openSession(url);
    const actor = await openSession(url);
    const stream = await fetch(url, { headers: { ...listener.headers, accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    const params = { name: 'delete_item', arguments: { id: 'anvil' } };
    const answer = await all(await post(url, { id: 1, method: 'tools/call', params }, actor.headers));
    expect(answer.at(-1)?.result.content[0].text).toBe('Deleted "anvil".');
    const first = await messages(stream).next();
    expect(first.value?.method).toBe('notifications/resources/list_changed');
  });

  test('the oldest of too many sessions is ended', async () => {
    const { url } = await startHttp('legacy');
    const oldest = await openSession(url);
    await Promise.all(Array.from({ length: 64 }, () => openSession(url)));
    expect((await post(url, { id: 1, method: 'tools/list' }, oldest.headers)).status).toBe(404);
  });
});

describe('demo over HTTP, modern era', () => {
  test('serves single requests without a session', async () => {
    const { url } = await startHttp('both');
    const response = await postModern(url, 'server/discover');
    expect(response.headers.get('mcp-session-id')).toBeNull();
    expect((await only(Promise.resolve(response))).result.supportedVersions).toEqual(['2026-07-28']);
    const image = await only(postModern(url, 'tools/call', { name: 'image', arguments: { side: 2 } }));
    expect(image.result.content[0].mimeType).toBe('image/png');
  });

  test('streams progress before the result', async () => {
    const { url } = await startHttp('both');
    const params = { name: 'slow', arguments: { steps: 2, delayMs: 1 } };
    const list = await all(await postModern(url, 'tools/call', params, { progressToken: 'p' }));
    expect(list.map((message) => message.params?.progress ?? message.result?.content[0].text)).toEqual([
      1,
      2,
      'Finished 2 steps.',
    ]);
  });

  test('an ask and its retry work although they are two unrelated requests', async () => {
    const { url } = await startHttp('modern');
    const first = await only(postModern(url, 'tools/call', { name: 'ask_name', arguments: {} }));
    const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };
    const { requestState } = first.result;
    const retry = { name: 'ask_name', arguments: {}, requestState, inputResponses };
    expect((await only(postModern(url, 'tools/call', retry))).result.content[0].text).toBe('Hello, Ada.');
  });

  test('a subscription hears of a deleted item', async () => {
    const { url } = await startHttp('both');
    const stream = messages(
      await postModern(url, 'subscriptions/listen', { notifications: { resourcesListChanged: true } }),
    );
    expect((await stream.next()).value?.method).toBe('notifications/subscriptions/acknowledged');
    await only(postModern(url, 'tools/call', { name: 'delete_item', arguments: { id: 'drill' } }));
    expect((await stream.next()).value?.method).toBe('notifications/resources/list_changed');
  });

  test('a call is cancelled when its client goes away', async () => {
    const { url, lines } = await startHttp('modern');
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'slow' };
    const params = modern({ name: 'slow', arguments: { steps: 100, delayMs: 10_000 } });
    const leave = new AbortController();
    const call = post(url, { id: 1, method: 'tools/call', params }, headers, leave.signal);
    const gone = expect(call).rejects.toThrow();
    await expect.poll(() => lines.join('\n')).toContain('call 1: slow');
    leave.abort();
    await gone;
    await expect.poll(() => lines.join('\n')).toContain('slow: cancelled in step 1 of 100');
  });
});

describe('demo over HTTP, which eras and whom it serves', () => {
  test('legacy: a discover is refused the way an old server does it', async () => {
    const { url } = await startHttp('legacy');
    const response = await postModern(url, 'server/discover');
    expect(response.status).toBe(400);
    expect((await only(Promise.resolve(response))).error?.code).toBe(-32000);
    const { headers } = await openSession(url);
    const discover = await only(post(url, { id: 5, method: 'server/discover', params: {} }, headers));
    expect(discover.error?.code).toBe(-32601);
  });

  test('modern: initialize is refused and the supported versions are named', async () => {
    const { url } = await startHttp('modern');
    const { hello, id } = await openSession(url);
    expect(hello?.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
    expect(id).toBe('');
  });

  test('[SEC-16] refuses a Host and an Origin that are not this computer', async () => {
    const { url, lines } = await startHttp('both');
    const status = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asking = nodeRequest(url, { method: 'POST', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asking.on('error', reject);
        asking.end('{}');
      });
    expect(await status({ host: 'rebound.example' })).toBe(403);
    for (const origin of ['http://rebound.example', 'null']) expect(await status({ origin })).toBe(403);
    expect(lines.filter((line) => line.startsWith('refused'))).toHaveLength(3);
    expect(await status({ origin: 'http://localhost:5173', 'content-type': 'application/json' })).not.toBe(403);
  });

  test('answers 404 elsewhere, rejects for a taken port, and closes open streams', async () => {
    const { url, close } = await startHttp('both');
    expect((await fetch(new URL('/other', url))).status).toBe(404);
    const port = Number(new URL(url).port);
    await expect(runDemoOverHttp({ port, era: 'both', log: () => undefined })).rejects.toThrow('EADDRINUSE');
    const { headers } = await openSession(url);
    const stream = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' } });
    await close();
    await expect(
      stream.text().then(
        () => 'ended',
        () => 'ended',
      ),
    ).resolves.toBe('ended');
    await expect(fetch(url)).rejects.toThrow();
  });
});
