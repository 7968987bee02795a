import { afterEach, describe, expect, test } from 'vitest';
import { origin, type RawClient, type RawMessage, rawClient } from '../servers/raw-client.ts';
import type { FixtureName } from '../servers/servers.ts';

const clients: RawClient[] = [];
afterEach(async () => {
  const codes = await Promise.all(clients.splice(0).map((c) => c.stop()));
  // SIGTERM is an ordinary end for them.
  expect(codes.filter((code) => code !== 0)).toEqual([]);
});

async function start(name: FixtureName, ...args: string[]): Promise<string> {
  const client = rawClient(name, args);
  clients.push(client);
  return origin(client);
}

const both = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

function post(url: string, message: object, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  return fetch(url, { method: 'POST', headers: { ...both, ...headers }, body, signal: AbortSignal.timeout(5000) });
}

interface SseEvent {
  readonly event?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly data?: string;
}

/** Yields the events of a stream until it ends. */
async function* events(response: Response): AsyncGenerator<SseEvent> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      yield Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    }
  }
}

async function messages(response: Response): Promise<RawMessage[]> {
  const found: RawMessage[] = [];
  // What a fixture sends is looked at field by field below.
  for await (const e of events(response)) if (e.data) found.push(JSON.parse(e.data) as RawMessage);
  return found;
}

const initialize = {
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'raw', version: '0' },
  },
};
const callOf = (name: string, args: object = {}) => ({
  id: 7,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { progressToken: 'p' } },
});

describe('http.mjs, legacy', () => {
  async function open(...args: string[]): Promise<{ url: string; session: Record<string, string>; answer: Response }> {
    const url = `${await start('http', ...args)}/mcp`;
    const answer = await post(url, initialize);
    return { url, answer, session: { 'mcp-session-id': answer.headers.get('mcp-session-id') ?? '' } };
  }

  test('keeps sessions: missing 400, unknown 404, deleted 404', async () => {
    const { url, session, answer } = await open();
    expect((await messages(answer))[0]?.result).toMatchObject({ protocolVersion: '2025-11-25' });
    const ping = { id: 1, method: 'ping' };
    expect((await post(url, { method: 'notifications/initialized' }, session)).status).toBe(202);
    expect((await post(url, ping)).status).toBe(400);
    expect((await post(url, ping, { 'mcp-session-id': 'other' })).status).toBe(404);
    expect((await post(url, ping, { ...session, 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect(await messages(await post(url, ping, session))).toMatchObject([{ id: 1, result: {} }]);
    expect((await fetch(url, { method: 'DELETE', headers: session })).status).toBe(200);
    expect((await post(url, ping, session)).status).toBe(404);
  });

  test('sends progress and then the answer on the stream of the call', async () => {
    const { url, session } = await open();
    const all = await messages(await post(url, callOf('slow', { ms: 30 }), session));
    expect(all.map((m) => m.method ?? m.id)).toEqual([...Array(3).fill('notifications/progress'), 7]);
  });

  test('answers as JSON, and asks on the GET stream', async () => {
    const { url, session, answer } = await open('--answer=json');
    expect(answer.headers.get('content-type')).toBe('application/json');
    const headers = { ...session, accept: 'text/event-stream' };
    const stream = events(await fetch(url, { headers, signal: AbortSignal.timeout(5000) }));
    const called = post(url, callOf('ask'), session);
    const question = JSON.parse((await stream.next()).value?.data ?? '') as RawMessage; // a message of the fixture
    expect(question.method).toBe('elicitation/create');
    await post(url, { id: question.id, result: { action: 'cancel' } }, session);
    expect(JSON.stringify(await (await called).json())).toContain('cancel');
  });

  test('lets a client fetch the answer of a dropped stream', async () => {
    const { url, session } = await open('--drop');
    const seen: SseEvent[] = [];
    for await (const e of events(await post(url, callOf('echo', { text: 'late' }), session))) seen.push(e);
    expect(seen).toMatchObject([{ retry: '50', data: '' }]);
    const headers = { ...session, accept: 'text/event-stream', 'last-event-id': seen[0]?.id ?? '' };
    const rest = await messages(await fetch(url, { headers, signal: AbortSignal.timeout(5000) }));
    expect(rest).toMatchObject([{ id: 7, result: { content: [{ text: 'late' }] } }]);
  });

  test('forgets sessions when told to, and works without sessions or GET', async () => {
    const { url, session } = await open();
    await fetch(new URL('/__forget', url), { method: 'POST' });
    expect((await post(url, { id: 1, method: 'ping' }, session)).status).toBe(404);
    const plain = await open('--sessions=off', '--get=off');
    expect(plain.answer.headers.get('mcp-session-id')).toBeNull();
    expect(await messages(await post(plain.url, { id: 1, method: 'ping' }))).toMatchObject([{ result: {} }]);
    expect((await fetch(plain.url, { headers: both })).status).toBe(405);
  });
});

describe('http.mjs, modern', () => {
  const key = (name: string) => `io.modelcontextprotocol/${name}`;
  const _meta = { [key('protocolVersion')]: '2026-07-28', [key('clientCapabilities')]: {}, progressToken: 'p' };
  const request = (method: string, params: object = {}) => ({ id: 3, method, params: { ...params, _meta } });
  const headersOf = (method: string, name?: string) => ({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  });

  test.each(['sse', 'json'])('answers by %s', async (answer) => {
    const url = `${await start('http', '--era=modern', `--answer=${answer}`)}/mcp`;
    const response = await post(
      url,
      request('tools/call', { name: 'slow', arguments: { ms: 3 } }),
      headersOf('tools/call', 'slow'),
    );
    const all = answer === 'sse' ? await messages(response) : [(await response.json()) as RawMessage];
    expect(all).toHaveLength(answer === 'sse' ? 4 : 1);
    expect(all.at(-1)).toMatchObject({ id: 3, result: { resultType: 'complete' } });
  });

  test('checks headers against the body, and uses status codes for errors', async () => {
    const url = `${await start('http', '--era=modern')}/mcp`;
    const status = async (message: object, headers: Record<string, string>) => {
      const response = await post(url, message, headers);
      const { error } = (await response.json()) as RawMessage;
      return [response.status, error?.code];
    };
    expect(await status(request('tools/list'), headersOf('tools/call'))).toEqual([400, -32020]);
    expect(await status(request('tools/list'), {})).toEqual([400, -32020]);
    const echo = request('tools/call', { name: 'echo', arguments: {} });
    expect(await status(echo, headersOf('tools/call', 'other'))).toEqual([400, -32020]);
    const encoded = `=?base64?${Buffer.from('échö').toString('base64')}?=`;
    const unknown = request('tools/call', { name: 'échö' });
    const answer = await messages(await post(url, unknown, headersOf('tools/call', encoded)));
    expect(answer).toMatchObject([{ error: { code: -32602 } }]);
    expect(await status(request('no/such'), headersOf('no/such'))).toEqual([404, -32601]);
    expect(await status(initialize, {})).toEqual([400, -32022]);
    const ask = request('tools/call', { name: 'ask' });
    expect(await status(ask, headersOf('tools/call', 'ask'))).toEqual([400, -32021]);
    const bare = { id: 3, method: 'tools/list', params: {} };
    expect(await status(bare, { 'mcp-method': 'tools/list' })).toEqual([400, -32602]);
    expect((await fetch(url, { headers: both })).status).toBe(405);
  });

  test('wants an annotated argument as a header', async () => {
    const url = `${await start('http', '--era=modern')}/mcp`;
    const message = request('tools/call', { name: 'region', arguments: { region: 'eu' } });
    const headers = headersOf('tools/call', 'region');
    expect((await post(url, message, headers)).status).toBe(400);
    expect((await post(url, message, { ...headers, 'mcp-param-region': 'eu' })).status).toBe(200);
    const log = (await (await fetch(new URL('/__log', url))).json()) as { headers: Record<string, string> }[];
    expect(log.map((entry) => entry.headers['mcp-param-region'])).toEqual([undefined, 'eu']);
  });

  test('keeps a subscription open until the client closes it', async () => {
    const url = `${await start('http', '--era=modern', '--answer=json')}/mcp`;
    const listen = request('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const change = () =>
      post(url, request('tools/call', { name: 'change' }), headersOf('tools/call', 'change')).then((r) => r.json());
    const stream = events(await post(url, listen, headersOf('subscriptions/listen')));
    expect((await stream.next()).value?.data).toContain('notifications/subscriptions/acknowledged');
    await change();
    expect((await stream.next()).value?.data).toContain('notifications/tools/list_changed');
    await stream.return(undefined);
    expect(JSON.stringify(await change())).toContain('extra-2');
  });
});

test('http-sse-old.mjs names its endpoint and answers on the stream', async () => {
  const url = await start('http-sse-old');
  expect((await post(`${url}/sse`, initialize)).status).toBe(405);
  const stream = events(await fetch(`${url}/sse`, { signal: AbortSignal.timeout(5000) }));
  const endpoint = (await stream.next()).value;
  expect(endpoint?.event).toBe('endpoint');
  expect((await post(new URL(endpoint?.data ?? '', url).href, initialize)).status).toBe(202);
  const answer = JSON.parse((await stream.next()).value?.data ?? '') as RawMessage; // a message of the fixture
  expect(answer.result).toMatchObject({ protocolVersion: '2024-11-05' });
  await stream.return(undefined);
});
