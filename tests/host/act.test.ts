import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runDemoOverHttp } from '#demo/http.ts';
import type { HostError } from '#shared/errors.ts';
import { fixture } from '../servers/servers.ts';
import { recordsOf } from './support/on-disk.ts';
import { httpServer, nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await openTestHost();
});
afterAll(() => host.close());

/** The demo server as a program of its own; it speaks both eras. */
const program = () => nodeScript(inject('entries').cli, ['demo-server']);

async function called(sessionId: string, name: string, args: object = {}): Promise<string> {
  const operation = await host.run(sessionId, 'tools.call', { name, args });
  return operation.exchangeIds[0] ?? '';
}

async function result(sessionId: string, exchangeId: string): Promise<{ method: string; result: unknown }> {
  const { exchange } = await host.client['exchange.get']({ sessionId, exchangeId });
  const body = await host.client['log.body']({ sessionId, seq: exchange.responseSeq ?? 0 });
  return { method: exchange.method, result: (JSON.parse(body.text) as { result: unknown }).result };
}

const refusal = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => undefined,
    (thrown: HostError) => thrown,
  );
  expect(error?.code).toBe('REFUSED');
  return error?.message ?? '';
};

describe('a request in the other era', () => {
  test('goes to a program of its own that ends when the answer is there, and keeps its log', async () => {
    const session = await host.open(program(), { era: 'modern', name: 'both' });
    const exchangeId = await called(session.id, 'weather', { city: 'Oslo' });
    const servers = host.state.all('server').length;
    const other = await host.client['exchange.otherEra']({ sessionId: session.id, exchangeId });
    const here = await result(session.id, exchangeId);
    const there = await result(other.sessionId, other.exchangeId);
    expect(there).toMatchObject({ method: 'tools/call', result: { structuredContent: { city: 'Oslo' } } });
    expect(here.result).toMatchObject({ resultType: 'complete' });
    expect(there.result).not.toHaveProperty('resultType');
    const ended = await host.closed(other.sessionId);
    expect(ended).toMatchObject({ state: { reason: 'user' }, hello: { era: 'legacy' } });
    expect(ended.pid).not.toBe(session.pid);
    expect(host.state.all('server')).toHaveLength(servers);
    const sent = (await recordsOf(host.dataDir, other.sessionId)).flatMap((record) =>
      record.k === 'frame' && record.dir === 'out' ? [record.text ?? ''] : [],
    );
    expect(sent.some((text) => text.includes('"method":"initialize"'))).toBe(true);
    const call = sent.find((text) => text.includes('"method":"tools/call"')) ?? '';
    const { params } = JSON.parse(call) as { params: { _meta: object } };
    expect(params).toMatchObject({ name: 'weather', arguments: { city: 'Oslo' } });
    // Of the modern envelope nothing is left; the token is that of the new request.
    expect(Object.keys(params._meta)).toEqual(['progressToken']);
    expect(host.state.get('session', session.id)?.state.at).toBe('ready');
  });

  test('goes over HTTP with the headers of that era', async () => {
    const demo = await runDemoOverHttp({ port: 0, era: 'both', log: () => undefined });
    try {
      const session = await host.open(httpServer(demo.url), { era: 'legacy' });
      const exchangeId = await called(session.id, 'echo', { text: 'hi' });
      const other = await host.client['exchange.otherEra']({ sessionId: session.id, exchangeId });
      expect((await result(other.sessionId, other.exchangeId)).result).toMatchObject({ resultType: 'complete' });
      const { http } = await host.client['exchange.get'](other);
      const headers = Object.fromEntries(http[0]?.requestHeaders ?? []);
      expect(headers).toMatchObject({ 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call' });
      expect(headers).not.toHaveProperty('Mcp-Session-Id');
      await host.closed(other.sessionId);

      const traced = await host.run(session.id, 'tools.call', { name: 'echo', args: { text: 'hi' }, trace: true });
      const seen = { sessionId: session.id, exchangeId: traced.exchangeIds[0] ?? '' };
      const {
        exchange,
        http: [sent],
      } = await host.client['exchange.get'](seen);
      const body = await host.client['log.body']({ sessionId: session.id, seq: exchange.requestSeq });
      const { traceparent } = (JSON.parse(body.text) as { params: { _meta: { traceparent: string } } }).params._meta;
      expect(traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
      expect(sent?.requestHeaders).toContainEqual(['traceparent', traceparent]);
    } finally {
      await demo.close();
    }
  });

  test('asks a person as usual and gives the answer of the last round', async () => {
    const session = await host.open(program(), { era: 'legacy' });
    const running = called(session.id, 'ask_name');
    const waiting = (id: string) =>
      host.waitFor('pending', (one) => one.status === 'waiting' && (one.sessionId === session.id) === (id === 'here'));
    const accept = (name: string) => ({ action: 'accept' as const, content: { name } });
    await host.client['pending.answer']({ id: (await waiting('here')).id, reply: accept('Ada') });
    const exchangeId = await running;
    const coming = host.client['exchange.otherEra']({ sessionId: session.id, exchangeId });
    await host.client['pending.answer']({ id: (await waiting('there')).id, reply: accept('Bea') });
    const other = await coming;
    expect(JSON.stringify((await result(other.sessionId, other.exchangeId)).result)).toContain('Hello, Bea.');
    await host.closed(other.sessionId);
  });

  test('[ELIC-10] [ROOT-03] is answered by the rules and roots of its own server', async () => {
    const session = await host.open(program(), { era: 'modern', name: 'ruled' });
    const { serverId } = session;
    await host.client['settings.save']({ roots: [{ uri: 'file:///only/here', servers: [serverId] }] });
    const asked = await called(session.id, 'ask_roots');
    const again = async (exchangeId: string) => {
      const other = await host.client['exchange.otherEra']({ sessionId: session.id, exchangeId });
      await host.closed(other.sessionId);
      return JSON.stringify((await result(other.sessionId, other.exchangeId)).result);
    };
    expect(await again(asked)).toContain('file:///only/here');
    const general = { kind: 'form', action: { do: 'reply', text: '{"name":"Anybody"}' } } as const;
    const own = { kind: 'form', action: { do: 'reply', text: '{"name":"Own"}' }, serverId } as const;
    const rules = await Promise.all([general, own].map((draft) => host.client['rule.save'](draft)));
    expect(await again(await called(session.id, 'ask_name'))).toContain('Hello, Own.');
    for (const { id } of rules) await host.client['rule.remove']({ id });
    await host.client['settings.save']({ roots: [] });
  });

  test('is refused in plain words where it cannot be', async () => {
    const session = await host.open(nodeScript(fixture('legacy')), { name: 'old one' });
    const sent = await host.run(session.id, 'ping');
    const ping = sent.exchangeIds[0] ?? '';
    const list = await host.run(session.id, 'tools.list');
    const before = host.state.all('session').length;
    const ref = (exchangeId: string) => ({ sessionId: session.id, exchangeId });
    expect(await refusal(host.client['exchange.otherEra'](ref(ping)))).toBe(
      'The modern era has no ping. Nothing takes its place.',
    );
    expect(host.state.all('session')).toHaveLength(before);
    expect(await refusal(host.client['exchange.otherEra'](ref(list.exchangeIds[0] ?? '')))).toMatch(
      /^old one does not speak the modern era\. .+ Nothing was sent\.$/,
    );
    const newest = host.state.all('session').at(-1);
    expect((await host.closed(newest?.id ?? '')).state.reason).not.toBe('user');
  });
});

describe('secrets in a request that is sent again', () => {
  test('are filled in for their own server, hidden in its log again, and kept from others', async () => {
    await host.client['secret.save']({ name: 'PLACE', value: 'Mün"chen-7' });
    const endpoint = { ...program(), env: { PLACE: { secret: 'PLACE' } } };
    const session = await host.open(endpoint, {});
    const params = '{"name":"echo","arguments":{"text":"in {{secret:PLACE}}"}}';
    const operation = await host.run(session.id, 'request.send', { method: 'tools/call', params, ownEnvelope: true });
    expect(operation.status).toBe('done');
    const texts = (await host.rows(session.id, 'wire')).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('in {{secret:PLACE}}'))).toHaveLength(2);
    expect(texts.some((text) => text.includes('Mün'))).toBe(false);
    // What the server got is the value: it counts the characters it echoes.
    expect((await host.rows(session.id, 'stderr')).some(({ text }) => text.includes('13 characters'))).toBe(true);

    const other = await host.open(program(), {});
    const send = (text: string) =>
      host.client['operation.run']({
        sessionId: other.id,
        verb: 'request.send',
        input: { method: 'ping', params: text },
      });
    expect(await refusal(send(params))).toContain('the secret “PLACE”, which this server does not have');
    expect(await refusal(send('{"token":"{{hidden:3}}"}'))).toContain('hidden in the log');
  });
});
