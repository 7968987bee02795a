import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Failure, Session } from '#shared/session.ts';
import { startFixture } from '../support/fixture-server.ts';
import { httpServer } from '../support/test-host.ts';
import { brokenStep, diagnosisKit, portOf, SHORT } from './diagnosis-kit.ts';

const kit = diagnosisKit();
const TLS = new URL('../../cases/files/tls/', import.meta.url);

/** Answers every request with this. */
function always(status: number, headers: Record<string, string> = {}, body = ''): RequestListener {
  return (_request, response) => void response.writeHead(status, headers).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<{ id?: number; method?: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // without an encoding they are buffers
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
}

function rpc(response: ServerResponse, status: number, message: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

/** What waits for a sign-in says of it. */
async function signIn(handle: RequestListener): Promise<{ session: Session; failure: Failure }> {
  const origin = await kit.answering(handle);
  const sessionId = await kit.host().start(await kit.host().add(httpServer(`${origin}/mcp`)));
  const waits = ({ id, state }: Session) => id === sessionId && (state.at === 'authorizing' || state.at === 'closed');
  const session = await kit.host().waitFor('session', waits);
  if (session.state.at !== 'authorizing' || !session.state.failure) throw new Error(JSON.stringify(session.state));
  return { session, failure: session.state.failure };
}

const actions = ({ fixes = [] }: Failure) => fixes.map(({ action }) => action);

describe('the way to an address', () => {
  test('[HTTP-23] dx-dns: a name that does not exist', async () => {
    const { failure, session } = await kit.fails(httpServer('http://wirebench-no-such-name.invalid/mcp?key=private'));
    expect(failure).toMatchObject({ rule: 'dx-dns', title: 'The name is unknown' });
    expect(failure.evidence).toMatch(/^from the error (?:ENOTFOUND|EAI_AGAIN)$/);
    expect(actions(failure)[0]).toEqual({ do: 'edit', field: 'url' });
    expect(brokenStep(session)).toBe('name');
    expect(JSON.stringify(failure)).not.toContain('private');
  });

  test('[HTTP-23] dx-refused: nothing listens', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const port = portOf(server);
    await new Promise((resolve) => server.close(resolve));
    const { failure, session } = await kit.fails(httpServer(`http://localhost:${port}/mcp`));
    expect(failure).toMatchObject({ rule: 'dx-refused', title: 'Nothing listens there' });
    expect(failure.evidence).toBe('from the error ECONNREFUSED');
    expect(actions(failure)[0]).toEqual({ do: 'retry' });
    expect(brokenStep(session)).toBe('connected');
    // The addresses of the name are known, though nothing listens at them.
    expect(session.ladder.find(({ key }) => key === 'name')).toMatchObject({ state: 'ok', detail: '127.0.0.1, ::1' });
  });

  test('dx-timeout: no answer in time', async () => {
    const { failure, session } = await kit.fails(httpServer(await kit.answering(() => undefined)), SHORT);
    expect(failure).toMatchObject({ rule: 'dx-timeout', title: 'No answer', evidence: 'from the silence' });
    expect(actions(failure)[0]).toEqual({ do: 'wait-longer' });
    expect(brokenStep(session)).toBe('http');
    expect(session.ladder.find(({ key }) => key === 'connected')).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    });
  });

  test('[HTTP-23] dx-tls: a certificate nobody knows, with its chain in the log', async () => {
    const { failure, session } = await kit.fails(httpServer(`${await kit.answeringSecurely(always(200))}/mcp`));
    expect(failure).toMatchObject({ rule: 'dx-tls', title: 'The certificate was rejected' });
    expect(failure.evidence).toBe('from the certificate');
    const print = expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(actions(failure).slice(0, 2)).toEqual([
      { do: 'trust-certificate', fingerprint: print },
      { do: 'edit', field: 'tls' },
    ]);
    const copy = actions(failure).find((action) => action.do === 'copy');
    expect(copy).toMatchObject({ text: print });
    expect(brokenStep(session)).toBe('secure');
    const rows = await kit.host().rows(session.id, 'client');
    const note = rows.find(({ text }) => text.startsWith('The certificate was read over'));
    const record = await kit.host().client['log.body']({ sessionId: session.id, seq: note?.seq ?? 0 });
    expect(record.text).toContain('over which nothing was sent');
  });

  test('dx-tls: a server without encryption, and the fix says so', async () => {
    const plain = await kit.answering(always(200));
    const { failure } = await kit.fails(httpServer(plain.replace('http:', 'https:')));
    expect(failure).toMatchObject({ rule: 'dx-tls', title: 'The secure connection failed' });
    expect(actions(failure)[0]).toEqual({ do: 'set-url', url: `${plain}/` });
  });

  test('the connection breaks', async () => {
    const { failure } = await kit.fails(httpServer(await kit.answering((request) => request.socket.destroy())), SHORT);
    expect(failure).toMatchObject({ rule: 'dx-cut', evidence: 'from the error ECONNRESET' });
  });
});

describe('what comes from an address', () => {
  const PAGE = { 'content-type': 'text/html; charset=utf-8' };

  test('dx-html: a web page', async () => {
    const origin = await kit.answering(always(200, PAGE, '<!doctype html><title>My Shop</title>'));
    const { failure, session } = await kit.fails(httpServer(`${origin}/?key=private`));
    expect(failure).toMatchObject({ rule: 'dx-html', evidence: 'from the HTTP answer 200' });
    expect(failure.why).toContain('My Shop');
    expect(actions(failure)[0]).toEqual({ do: 'set-url', url: `${origin}/mcp` });
    expect(JSON.stringify(failure)).not.toContain('private');
    expect(brokenStep(session)).toBe('answer');
    expect(session.ladder.find(({ key }) => key === 'http')?.detail).toBe('HTTP 200');
    expect(session.ladder.find(({ key }) => key === 'signin')).toMatchObject({ state: 'skipped' });
  });

  test.each([
    [404, 'streamable', { do: 'set-transport', transport: 'sse' }],
    [405, 'streamable', { do: 'set-transport', transport: 'sse' }],
    [404, 'sse', { do: 'set-transport', transport: 'auto' }],
    [404, 'auto', { do: 'set-url', url: expect.stringMatching(/\/api\/mcp$/) }],
  ] as const)('dx-404: HTTP %i with the transport %s', async (status, transport, first) => {
    const origin = await kit.answering(always(status, {}, 'nothing here'));
    const { failure } = await kit.fails({ kind: 'http', url: `${origin}/api`, headers: [], transport });
    expect(failure.rule).toBe('dx-404');
    expect(failure.evidence).toBe('from the HTTP answer 404'.replace('404', String(status)));
    expect(actions(failure)[0]).toEqual(first);
  });

  test('dx-401: a sign-in', async () => {
    const { failure, session } = await signIn(always(401, { 'www-authenticate': 'Bearer realm="maps"' }));
    expect(failure).toMatchObject({ rule: 'dx-401', title: 'Sign-in needed', evidence: 'from the HTTP answer 401' });
    expect(failure.why).toContain('Bearer realm="maps"');
    expect(actions(failure).slice(0, 3)).toEqual([
      { do: 'set-header', name: 'Authorization', scheme: 'Bearer' },
      { do: 'edit', field: 'headers' },
      { do: 'edit', field: 'auth' },
    ]);
    expect(session.ladder.find(({ key }) => key === 'signin')?.state).toBe('running');
  });

  test('dx-403: another account', async () => {
    const { failure } = await signIn(always(403, {}, 'only for administrators'));
    expect(failure).toMatchObject({ rule: 'dx-403', title: 'This account is not allowed' });
    expect(failure.evidence).toBe('from the HTTP answer 403');
    expect(failure.why).toContain('only for administrators');
    expect(actions(failure)[0]).toEqual({ do: 'edit', field: 'auth' });
  });

  test('dx-origin: a refusal that no sign-in helps against', async () => {
    const origin = await kit.answering(always(403, {}, 'Invalid Origin header'));
    const { failure, session } = await kit.fails(httpServer(`${origin}/mcp`));
    expect(failure).toMatchObject({ rule: 'dx-origin', title: 'The server rejects this origin' });
    expect(failure.why).toContain(`Sent were Host: ${new URL(origin).host} and no Origin header.`);
    expect(actions(failure)[0]).toEqual({ do: 'edit', field: 'headers' });
    expect(brokenStep(session)).toBe('http');
  });

  test('dx-proxy: a proxy that wants a sign-in', async () => {
    const origin = await kit.answering(always(407, { 'proxy-authenticate': 'Basic realm="office"' }));
    const { failure } = await kit.fails(httpServer(`${origin}/mcp`));
    expect(failure).toMatchObject({ rule: 'dx-proxy', title: 'The proxy needs a sign-in' });
    expect(failure.evidence).toBe('from the HTTP answer 407');
    expect(actions(failure)[0]).toEqual({ do: 'edit', field: 'proxy' });
  });

  test('dx-header: headers that no longer say what the body says', async () => {
    const origin = await kit.answering(async (request, response) => {
      const { id } = await bodyOf(request);
      rpc(response, 400, { id, error: { code: -32020, message: 'Header mismatch: Mcp-Method' } });
    });
    const { failure } = await kit.fails(httpServer(`${origin}/mcp`));
    expect(failure).toMatchObject({ rule: 'dx-header', title: 'A proxy changed the request headers' });
    expect(failure.evidence).toBe('from the error -32020');
    expect(failure.why).toContain('Mcp-Method "server/discover", in the body "server/discover"');
    expect(failure.why).toMatch(/MCP-Protocol-Version "2026-07-28", in the body "2026-07-28"/);
    expect(actions(failure)[0]).toEqual({ do: 'edit', field: 'headers' });
  });

  test('dx-session: the server forgets the session and gives no other', async () => {
    let greeted = 0;
    const origin = await kit.answering(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method } = await bodyOf(request);
      if (method === 'server/discover') return rpc(response, 200, { id, error: { code: -32601, message: 'no' } });
      if (method === 'initialize') {
        greeted += 1;
        if (greeted > 1) return void response.writeHead(503).end();
        const result = {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'forgetful', version: '1' },
        };
        return rpc(response, 200, { id, result }, { 'mcp-session-id': 's1' });
      }
      response.writeHead(id === undefined ? 202 : 404).end();
    });
    const session = await kit.host().closed(await kit.host().start(await kit.host().add(httpServer(`${origin}/mcp`))));
    const { failure } = session.state;
    if (!failure) throw new Error(JSON.stringify(session.state));
    expect(failure).toMatchObject({ rule: 'dx-session', title: 'The server forgot the session' });
    expect(failure.evidence).toBe('from the HTTP answer 404');
    expect(actions(failure)[0]).toEqual({ do: 'retry' });
  });

  test('[ERA-08] dx-era: a server of versions that nobody else knows', async () => {
    const origin = await kit.answering(async (request, response) => {
      const { id } = await bodyOf(request);
      const data = { supported: ['2031-01-01'], requested: '2026-07-28' };
      rpc(response, 400, { id, error: { code: -32022, message: 'Unsupported protocol version', data } });
    });
    const { failure } = await kit.fails(httpServer(`${origin}/mcp`));
    expect(failure).toMatchObject({ rule: 'dx-era', title: 'No common protocol version' });
    expect(failure.why).toContain('2031-01-01');
    expect(actions(failure)[0]).toEqual({ do: 'set-era', era: '2031-01-01' });
  });
});

describe('a way that leads somewhere', () => {
  test('the ladder over HTTP has the address, the answer and the lists', async () => {
    const server = await startFixture('http', ['--era=legacy']);
    kit.owns(() => server.close());
    const { port } = new URL(server.origin);
    const { ladder } = await kit.host().open(httpServer(`http://localhost:${port}/mcp`));
    const facts = Object.fromEntries(ladder.map(({ key, detail }) => [key, detail]));
    expect(ladder.map(({ key }) => key)).toEqual([
      'config',
      'name',
      'connected',
      'http',
      'signin',
      'answer',
      'version',
      'lists',
    ]);
    expect(facts.name).toBe('127.0.0.1, ::1');
    expect(facts.connected).toBe(`127.0.0.1:${port}`);
    expect(facts.http).toBe('HTTP 200');
    expect(facts.signin).toBe('Not asked for');
    expect(ladder.find(({ key }) => key === 'answer')?.title).toBe('First MCP answer');
    expect(ladder.every(({ atMs }) => atMs !== undefined)).toBe(true);
  });

  test('a secure way has its protocol and whose certificate it is', async () => {
    const origin = await kit.answeringSecurely(async (request, response) => {
      const { id, method } = await bodyOf(request);
      if (id === undefined) return void response.writeHead(202).end();
      if (method !== 'initialize') return rpc(response, 200, { id, error: { code: -32601, message: 'no' } });
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'safe', version: '1' } };
      rpc(response, 200, { id, result });
    });
    const caFile = new URL('cert.pem', TLS).pathname;
    const session = await kit.host().open({
      kind: 'http',
      url: `${origin}/mcp`,
      headers: [{ name: 'Authorization', value: 'Bearer x' }],
      transport: 'streamable',
      trust: { caFile },
    });
    const facts = Object.fromEntries(session.ladder.map(({ key, detail }) => [key, detail]));
    expect(facts.secure).toMatch(/^TLSv1\.[23], certificate of \S+/);
    expect(facts.signin).toBe('With the Authorization header of the settings');
    const rows = await kit.host().rows(session.id, 'client');
    expect(rows.filter(({ text }) => text.startsWith('The server showed a certificate of'))).toHaveLength(1);
  });
});
