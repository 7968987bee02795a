import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '#shared/config.ts';
import { contract, type PendingReply } from '#shared/contract.ts';
import type { Operation, PendingInput } from '#shared/entities.ts';
import type { LineRow, TrafficRow } from '#shared/exchange.ts';
import { memoryPair } from '#shared/ports.ts';
import { connect } from '#shared/rpc-client.ts';
import type { Session } from '#shared/session.ts';
import { type FixtureName, fixture } from '../servers/servers.ts';
import { type FixtureServer, startFixture } from './support/fixture-server.ts';
import { recordsOf } from './support/on-disk.ts';
import { demo, httpServer, nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

interface Target {
  name: string;
  era: 'legacy' | 'modern';
  fixture: FixtureName;
  flags?: string[];
  /** Path of the endpoint; absent means stdio. */
  path?: string;
  /** Streams that carry what belongs to no request. */
  streams: number;
}

const TARGETS: Target[] = [
  { name: 'legacy on stdio', era: 'legacy', fixture: 'legacy', flags: ['--page=4'], streams: 0 },
  { name: 'modern on stdio', era: 'modern', fixture: 'modern', flags: ['--page=4'], streams: 1 },
  { name: 'legacy on HTTP, SSE', era: 'legacy', fixture: 'http', path: '/mcp', streams: 1 },
  { name: 'legacy on HTTP, JSON', era: 'legacy', fixture: 'http', flags: ['--answer=json'], path: '/mcp', streams: 1 },
  { name: 'modern on HTTP', era: 'modern', fixture: 'http', flags: ['--era=modern'], path: '/mcp', streams: 1 },
  { name: 'HTTP+SSE of 2024', era: 'legacy', fixture: 'http-sse-old', path: '/sse', streams: 1 },
];

const FOLDER = { uri: 'file:///projects/one', name: 'one' };

/** The text of a tool's only text block. */
async function textOf(host: TestHost, operation: Operation): Promise<string> {
  const { content } = JSON.parse(await host.result(operation));
  return content[0].text;
}

const toolCall = (host: TestHost, { id }: Session, name: string, args: object = {}) =>
  host.run(id, 'tools.call', { name, args });

/** Calls a tool that asks, answers the question, and gives both. */
async function answered(
  host: TestHost,
  session: Session,
  tool: string,
  reply: PendingReply,
): Promise<{ operation: Operation; asked: PendingInput }> {
  const running = toolCall(host, session, tool);
  const mine = ({ sessionId, status }: PendingInput) => sessionId === session.id && status === 'waiting';
  const { id } = await host.waitFor('pending', mine);
  await host.client['pending.answer']({ id, reply });
  const operation = await running;
  return { operation, asked: await host.waitFor('pending', (one) => one.id === id && one.status !== 'waiting') };
}

describe.each(TARGETS)('$name', ({ era, fixture: name, flags = [], path, streams }) => {
  let host: TestHost;
  let server: FixtureServer | undefined;
  let session: Session;

  beforeAll(async () => {
    host = await openTestHost();
    await host.client['settings.save']({ roots: [FOLDER], loadAllPages: true });
    let endpoint: Endpoint = nodeScript(fixture(name), flags);
    if (path !== undefined) {
      server = await startFixture(name, flags);
      endpoint = httpServer(server.origin + path);
    }
    session = await host.open(endpoint);
    await host.waitFor('session', ({ id, streams: all }) => {
      return id === session.id && all.filter(({ state }) => state === 'open').length === streams;
    });
  });
  afterAll(async () => {
    await host?.close();
    await server?.close();
  });

  test('[TOOL-01] [RES-01] [PROMPT-01] the era is found out, and all lists are read to their end', async () => {
    expect(session.hello).toMatchObject({ era, serverInfo: { name: `fixture-${era}` } });
    expect(session.state).toEqual({ at: 'ready' });
    const { items, total } = await host.client['catalog.items']({ sessionId: session.id, kind: 'tools' });
    expect(total).toBeGreaterThan(10);
    expect(items.map((tool) => tool.name)).toContain(era === 'legacy' ? 'ping-client' : 'end-listening');
    const kinds = host.state.all('catalog').map(({ kind, status }) => `${kind} ${status}`);
    expect(kinds.sort()).toEqual(['prompts ready', 'resources ready', 'templates ready', 'tools ready']);
  });

  test('[TOOL-02] [RES-02] [PROMPT-02] a tool, a resource and a prompt give their exact results', async () => {
    const said = 'ünï\n"quoted" \u2028 end';
    const ran = [
      await toolCall(host, session, 'echo', { text: said }),
      await host.run(session.id, 'resources.read', { uri: 'fixture://readme' }),
      await host.run(session.id, 'prompts.get', { name: 'greet', args: { name: 'Ada' } }),
    ];
    expect(ran.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    for (const operation of ran) {
      const { text, bytes, more, seq } = await host.client['operation.result']({ operationId: operation.id });
      const body = await host.client['log.body']({ sessionId: session.id, seq });
      // Byte for byte what stands in the message.
      expect(body.text).toContain(`"result":${text}`);
      expect({ bytes, more, seq }).toEqual({ bytes: Buffer.byteLength(text), more: false, seq: operation.resultSeq });
      const exchangeId = operation.exchangeIds[0] ?? '';
      const { exchange } = await host.client['exchange.get']({ sessionId: session.id, exchangeId });
      expect(exchange).toMatchObject({ status: 'complete', responseSeq: seq });
    }
    const [echo, read, prompt] = await Promise.all(ran.map(async (one) => JSON.parse(await host.result(one))));
    expect(echo.content).toEqual([{ type: 'text', text: said }]);
    expect(read.contents).toEqual([{ uri: 'fixture://readme', mimeType: 'text/plain', text: 'Hello from a file.' }]);
    expect(prompt.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Greet Ada.' } }]);
  });

  test('[TOOL-11] an error of a tool and an error of the protocol are told apart', async () => {
    expect(await toolCall(host, session, 'fail')).toMatchObject({ status: 'done', toolError: true });
    const refused = await toolCall(host, session, 'refuse');
    expect(refused).toMatchObject({
      status: 'failed',
      fault: { kind: 'protocol', code: -32603, message: 'The tool refused.', data: { reason: 'fixture' } },
    });
  });

  test.each<[PendingReply, string, unknown]>([
    [{ action: 'accept', content: { name: 'Ada' } }, 'accepted', { action: 'accept', content: { name: 'Ada' } }],
    [{ action: 'decline' }, 'declined', { action: 'decline' }],
    [{ action: 'cancel' }, 'cancelled', { action: 'cancel' }],
  ])('[ELIC-04] a form answered by %j', async (reply, status, sent) => {
    const { operation, asked } = await answered(host, session, 'ask', reply);
    expect(asked).toMatchObject({
      kind: 'form',
      method: 'elicitation/create',
      status,
      answeredBy: 'person',
      operationId: operation.id,
      params: { message: 'What is your name?' },
    });
    expect(operation).toMatchObject({ status: 'done', rounds: 1 });
    const got = JSON.parse(await textOf(host, operation));
    expect(got).toEqual(era === 'legacy' ? sent : { name: sent });
  });

  test('[SAMP-02] a request for a model reply is answered by the person', async () => {
    const content = {
      role: 'assistant',
      content: { type: 'text', text: 'Hello.' },
      model: 'me',
      stopReason: 'endTurn',
    };
    const { operation, asked } = await answered(host, session, 'sample', { action: 'accept', content });
    expect(asked).toMatchObject({ kind: 'sampling', method: 'sampling/createMessage', status: 'accepted' });
    const got = JSON.parse(await textOf(host, operation));
    expect(got).toEqual(era === 'legacy' ? content : { reply: content });
  });

  test('[ROOT-02] the roots are given by themselves, and that is shown', async () => {
    const operation = await toolCall(host, session, 'roots');
    const got = JSON.parse(await textOf(host, operation));
    expect(got).toEqual(era === 'legacy' ? { roots: [FOLDER] } : { where: { roots: [FOLDER] } });
    const shown = await host.waitFor('pending', ({ kind }) => kind === 'roots');
    expect(shown).toMatchObject({ status: 'accepted', answeredBy: 'rule', sessionId: session.id });
  });

  test('[PROG-02] [CANC-08] a running call reports and can be stopped', async () => {
    const input = { name: 'slow', args: { ms: 20_000, steps: 200 } };
    const { operationId } = await host.client['operation.run']({ sessionId: session.id, verb: 'tools.call', input });
    await host.waitFor('operation', ({ id, progressCount }) => id === operationId && progressCount > 1);
    await host.client['operation.cancel']({ operationId });
    const over = await host.waitFor('operation', ({ id, status }) => id === operationId && status !== 'running');
    expect(over).toMatchObject({ status: 'cancelled', progress: { total: 200 }, fault: { kind: 'cancelled' } });
    const call = { sessionId: session.id, exchangeId: over.exchangeIds[0] ?? '' };
    await vi.waitFor(async () => {
      expect((await host.client['exchange.get'](call)).exchange.status).toBe('stopped');
    });
    expect((await toolCall(host, session, 'echo', { text: 'on' })).status).toBe('done');
  });

  test('[TOOL-16] a list that changed is read again by itself', async () => {
    const before = host.state.all('catalog').find(({ kind }) => kind === 'tools');
    await toolCall(host, session, 'change');
    const fresh = await host.waitFor('catalog', ({ kind, count, status }) => {
      return kind === 'tools' && status === 'ready' && count === (before?.count ?? 0) + 1;
    });
    expect(fresh.rev).toBeGreaterThan(before?.rev ?? 0);
    const { items } = await host.client['catalog.items']({ sessionId: session.id, kind: 'tools' });
    expect(items.at(-1)?.name).toBe('extra-1');
  });

  test('[RES-05] [RES-06] a watched resource tells that it changed, an unwatched one does not', async () => {
    const uri = 'fixture://readme';
    const updates = async () =>
      (await host.rows(session.id, 'notices')).filter((row) => row.method === 'notifications/resources/updated').length;
    expect((await host.run(session.id, 'resources.watch', { uri, on: true })).status).toBe('done');
    await toolCall(host, session, 'touch', { uri });
    await vi.waitFor(async () => expect(await updates()).toBe(1), 5000);
    expect((await host.run(session.id, 'resources.watch', { uri, on: false })).status).toBe('done');
    await toolCall(host, session, 'touch', { uri });
    // What the server would have sent stands before this answer.
    await toolCall(host, session, 'echo', { text: 'after' });
    expect(await updates()).toBe(1);
  });

  test('[DBG-01] [TOOL-08] the log is complete and in order, on disk as on the page', async () => {
    const { id } = session;
    await host.client['session.stop']({ sessionId: id });
    const closed = await host.closed(id);
    expect(closed.state).toMatchObject({ reason: 'user' });
    const records = recordsOf(host.dataDir, id);
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
    expect(records.map(({ m }) => m)).toEqual(records.map(({ m }) => m).sort((a, b) => a - b));
    const seqs = (fits: (record: (typeof records)[number]) => boolean) => records.filter(fits).map(({ seq }) => seq);
    const [wire, client, stderr, traffic] = [
      await host.rows(id, 'wire'),
      await host.rows(id, 'client'),
      await host.rows(id, 'stderr'),
      await host.rows(id, 'traffic'),
    ];
    expect(wire.map(({ seq }) => seq)).toEqual(
      seqs((one) => one.k === 'frame' || one.k === 'noise' || (one.k === 'http' && one.what !== 'end')),
    );
    expect(client.map(({ seq }) => seq)).toEqual(seqs(({ k }) => k === 'note'));
    expect(stderr.filter(({ k }) => k === 'stderr').map(({ seq }) => seq)).toEqual(seqs(({ k }) => k === 'stderr'));
    expect(traffic.map(({ row }) => row)).toEqual(traffic.map((_, at) => at));
    expect(traffic.filter(({ status }) => status === 'open')).toEqual([]);
    await vi.waitFor(() => {
      expect(host.state.get('session', id)?.counts).toMatchObject({
        wire: wire.length,
        client: client.length,
        stderr: stderr.length,
        traffic: traffic.length,
      });
    });
    // Every frame, read back by its number, is what the file has.
    const frames = records.filter(({ k }) => k === 'frame');
    for (const { seq, ...record } of frames) {
      const body = await host.client['log.body']({ sessionId: id, seq });
      expect(body.text).toBe('text' in record ? record.text : undefined);
    }
  });
});

describe('several servers at once', () => {
  let host: TestHost;
  const servers: FixtureServer[] = [];
  beforeAll(async () => {
    host = await openTestHost();
  });
  afterAll(async () => {
    await host?.close();
    for (const server of servers) await server.close();
  });

  test('eight servers of both eras and all transports work side by side, and end one by one', async () => {
    servers.push(await startFixture('http'), await startFixture('http', ['--era=modern']));
    servers.push(await startFixture('http-sse-old'));
    const [one, two, three] = servers.map(({ origin }) => origin);
    const endpoints: [Endpoint, string][] = [
      [demo('legacy'), 'legacy'],
      [demo('modern'), 'modern'],
      [demo('both'), 'modern'],
      [nodeScript(fixture('legacy')), 'legacy'],
      [nodeScript(fixture('modern')), 'modern'],
      [httpServer(`${one}/mcp`), 'legacy'],
      [httpServer(`${two}/mcp`), 'modern'],
      [httpServer(`${three}/sse`), 'legacy'],
    ];
    const sessions = await Promise.all(endpoints.map(([endpoint]) => host.open(endpoint)));
    expect(sessions.map(({ hello }) => hello?.era)).toEqual(endpoints.map(([, era]) => era));
    expect(
      host.state
        .all('server')
        .map(({ order }) => order)
        .sort(),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    // Many calls on each at the same time; every answer finds its own call.
    const calls = sessions.flatMap((session, at) =>
      Array.from({ length: 20 }, async (_, n) => {
        const text = `server ${at}, call ${n}`;
        return (await textOf(host, await toolCall(host, session, 'echo', { text }))) === text;
      }),
    );
    expect((await Promise.all(calls)).filter((right) => !right)).toEqual([]);
    for (const [at, { id }] of sessions.entries()) {
      await host.client['session.stop']({ sessionId: id });
      expect((await host.closed(id)).state.reason).toBe('user');
      const rest = sessions.slice(at + 1);
      expect(rest.map((other) => host.state.get('session', other.id)?.state.at)).toEqual(rest.map(() => 'ready'));
    }
  });

  test.each(['legacy', 'modern'] as const)('the demo server asks back in the %s era', async (era) => {
    const session = await host.open(demo(era));
    const content = { name: 'Ada', greeting: 'ahoy' };
    const { operation } = await answered(host, session, 'ask_name', { action: 'accept', content });
    expect(await textOf(host, operation)).toBe('Ahoy, Ada.');
    const reply = { role: 'assistant', content: { type: 'text', text: 'Rhine' }, model: 'me' };
    const asked = await answered(host, session, 'ask_model', { action: 'accept', content: reply });
    expect(await textOf(host, asked.operation)).toBe('me said: Rhine');
    const { text } = await host.client['operation.result']({
      operationId: (await toolCall(host, session, 'weather', { city: 'Bern' })).id,
    });
    const tools = await host.client['catalog.items']({ sessionId: session.id, kind: 'tools' });
    const schema = tools.items.find((tool) => tool.name === 'weather')?.outputSchema;
    const value = JSON.parse(text).structuredContent;
    expect(await host.client['schema.check']({ schema, value })).toEqual({ checked: true, problems: [] });
    const wrong = await host.client['schema.check']({ schema, value: { ...value, windKmh: -1 } });
    expect(wrong.problems).toMatchObject([{ path: '/windKmh', keyword: 'minimum' }]);
  });

  test.each(['wire', 'traffic'] as const)('[DBG-01] the watched %s rows are the ones that are paged', async (view) => {
    const { id } = await host.open(nodeScript(fixture('legacy')));
    const watched = new Map<number, LineRow | TrafficRow>();
    const holes: { from: number; to: number }[] = [];
    const stop = host.client['watch.log']({ sessionId: id, view, after: -1 }, (events) => {
      for (const event of events) {
        if (event.t === 'reset') holes.push({ from: 0, to: event.total });
        else if (event.t === 'gap') holes.push(event);
        else if (event.t === 'lines') for (const [n, row] of event.rows.entries()) watched.set(event.at + n, row);
        else if (event.t === 'traffic') for (const { at, row } of event.rows) watched.set(at, row);
      }
    });
    await vi.waitFor(() => expect(holes).toHaveLength(1));
    const session = await host.ready(id);
    await Promise.all(['echo', 'log', 'slow', 'fail'].map((name) => toolCall(host, session, name)));
    await host.client['session.stop']({ sessionId: id });
    await host.closed(id);
    await vi.waitFor(async () => {
      const paged: (LineRow | TrafficRow)[] = await host.rows(id, view);
      expect(holes.length).toBeGreaterThan(0);
      const inHole = (at: number) => holes.some(({ from, to }) => at >= from && at < to);
      // What was not sent lies in a hole that was told; what was sent is the newest form of the row.
      expect(paged.filter((_, at) => !watched.has(at) && !inHole(at))).toEqual([]);
      expect([...watched].filter(([at]) => at >= paged.length)).toEqual([]);
      expect([...watched.values()].sort((a, b) => a.row - b.row)).toEqual(paged.filter((_, at) => watched.has(at)));
      expect(watched.size).toBeGreaterThan(10);
    }, 5000);
    stop();
  });

  test('two pages see the same, and one may go', async () => {
    const [hostPort, pagePort] = memoryPair((fn) => void setImmediate(fn));
    host.host.attach(hostPort);
    const other = connect(pagePort, contract);
    const seen = new Set<string>();
    const stop = other['watch.state']({}, (changes) => {
      for (const change of changes) if (change.op === 'put' && change.topic === 'session') seen.add(change.id);
    });
    const session = await host.open(demo('modern'));
    await vi.waitFor(() => expect(seen).toContain(session.id));
    expect(seen.size).toBe(host.state.all('session').length);
    const { operationId } = await other['operation.run']({
      sessionId: session.id,
      verb: 'tools.call',
      input: { name: 'echo', args: { text: 'from the other page' } },
    });
    const done = await host.waitFor('operation', ({ id, status }) => id === operationId && status === 'done');
    expect(await textOf(host, done)).toBe('from the other page');
    stop();
    pagePort.close();
    expect((await toolCall(host, session, 'echo', { text: 'still here' })).status).toBe('done');
  });
});
