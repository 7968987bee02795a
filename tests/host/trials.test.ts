import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PendingInput } from '#shared/entities.ts';
import type { Trial, TrialEvent } from '#shared/trials.ts';
import { type FakeProvider, sendChunk, sendError, sendStream, startProvider, words } from '../servers/provider.ts';
import { fixture } from '../servers/servers.ts';
import { demo, nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

const PARAMS = { messages: [{ role: 'user', content: { type: 'text', text: 'Why?' } }] };

interface Opened {
  fake: FakeProvider;
  host: TestHost;
  sessionId: string;
  /** Begins a trial and gives its id. */
  start(part?: { withTools?: boolean; prompt?: string; sessionId?: string }): Promise<string>;
  /** What happened in it so far, kept up to date. */
  follow(trialId: string): TrialEvent[];
  ended(trialId: string): Promise<Trial>;
}

async function open(): Promise<Opened> {
  const fake = await startProvider();
  const host = await openTestHost();
  onTestFinished(async () => {
    await host.close();
    await fake.close();
  });
  await host.client['provider.save']({ name: 'Local', baseUrl: fake.url, model: 'gpt-x' });
  const { id: sessionId } = await host.open(demo());
  return {
    fake,
    host,
    sessionId,
    start: async ({ withTools = false, prompt = 'explain', ...other } = {}) => {
      const order = { provider: 'Local', params: PARAMS, sessionId, prompt, operationId: 'op', withTools, ...other };
      return (await host.client['trial.start'](order)).trialId;
    },
    follow: (trialId) => {
      const all: TrialEvent[] = [];
      host.client['trial.follow']({ trialId }, (events) => all.push(...events));
      return all;
    },
    ended: (trialId) =>
      host.waitFor('trial', ({ id, status }) => id === trialId && status !== 'asking' && status !== 'calling'),
  };
}

const textOf = (events: readonly TrialEvent[]) =>
  events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('');

test('[SAMP-14] [SEC-08] a model answers the messages of a prompt; nothing but them goes out', async () => {
  const { fake, start, follow, ended } = await open();
  const trialId = await start();
  const events = follow(trialId);
  expect(await ended(trialId)).toMatchObject({ status: 'done', rounds: 1, prompt: 'explain', withTools: false });
  await expect.poll(() => events.at(-1)).toEqual({ kind: 'end' });
  expect(events.find(({ kind }) => kind === 'reply')).toMatchObject({
    reply: { result: { content: { type: 'text', text: 'Hello from the model.' } } },
  });
  const asked = fake.requests.filter(({ path }) => path.endsWith('/chat/completions'));
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toEqual({
    model: 'gpt-x',
    messages: [{ role: 'user', content: 'Why?' }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('a trial goes on without a page, and one that comes later gets all of it', async () => {
  const { fake, start, follow, ended } = await open();
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  fake.answer = async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    sendChunk(response, { delta: { content: 'One ' }, finish_reason: null });
    await held;
    sendChunk(response, { delta: { content: 'two' }, finish_reason: 'stop' });
    response.end('data: [DONE]\n\n');
  };
  const trialId = await start();
  const first = follow(trialId);
  await expect.poll(() => textOf(first)).toBe('One ');
  const second = follow(trialId);
  await expect.poll(() => textOf(second)).toBe('One ');
  goOn();
  await ended(trialId);
  await expect.poll(() => second.at(-1)).toEqual({ kind: 'end' });
  const late = follow(trialId);
  await expect.poll(() => late.map(({ kind }) => kind)).toEqual(['reply', 'end']);
});

test('what a provider says when it fails is told, and what it wrote before stays', async () => {
  const { fake, host, start, follow, ended } = await open();
  fake.answer = (_request, response) => sendError(response, 429, { message: 'slow down' });
  const failed = await start();
  expect(await ended(failed)).toMatchObject({ status: 'failed' });
  const events = follow(failed);
  await expect.poll(() => events.at(-1)).toMatchObject({ kind: 'end', problem: { kind: 'limit', said: 'slow down' } });
  fake.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    sendChunk(response, { delta: { content: 'Begin' }, finish_reason: null });
  };
  const stopped = await start();
  const begun = follow(stopped);
  await expect.poll(() => textOf(begun)).toBe('Begin');
  await start({ prompt: 'another' });
  await host.client['trial.stop']({ trialId: stopped });
  expect(await ended(stopped)).toMatchObject({ status: 'stopped' });
  await expect.poll(() => fake.aborted).toBe(1);
  const late = follow(stopped);
  await expect.poll(() => late.map(({ kind }) => kind)).toEqual(['text', 'end']);
});

test('a trial that is begun again takes the place of the one before, of the same prompt only', async () => {
  const { fake, start, ended, host } = await open();
  fake.answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' });
  const first = await start();
  const other = await start({ prompt: 'another' });
  await start();
  expect(await ended(first)).toMatchObject({ status: 'stopped' });
  expect(host.state.get('trial', other)).toMatchObject({ status: 'asking' });
  const gone = { provider: 'Local', params: PARAMS, prompt: 'x', operationId: 'op', withTools: false };
  await expect(host.client['trial.start']({ ...gone, sessionId: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

/** A provider that wants these tools, one reply each, and then says what it got. */
function wants(fake: FakeProvider, ...replies: { name: string; args?: object }[][]): void {
  fake.answer = ({ body }, response) => {
    const asked = body.messages.filter(({ role }: { role: string }) => role === 'assistant').length;
    const calls = replies[asked];
    if (!calls) return sendStream(response, words('Here you are.'));
    const tool_calls = calls.map(({ name, args = {} }, index) => ({
      index,
      id: `c${asked}-${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }));
    return sendStream(response, [{ tool_calls }], { finish_reason: 'tool_calls' });
  };
}

const ECHO = { name: 'echo', args: { text: 'number 5' } };
/** What the model was told of its calls. */
const toolMessages = (fake: FakeProvider) =>
  (fake.requests.at(-1)?.body.messages ?? []).filter(({ role }: { role: string }) => role === 'tool');
const calledOn = async (host: TestHost, sessionId: string) =>
  (await host.rows(sessionId, 'traffic')).filter(({ method }) => method === 'tools/call').length;

/** The question that waits now, without those that were seen. */
async function question(host: TestHost, seen: string[] = []): Promise<PendingInput> {
  const ask = await host.waitFor(
    'pending',
    ({ id, kind, status }) => kind === 'approval' && status === 'waiting' && !seen.includes(id),
  );
  seen.push(ask.id);
  return ask;
}

test('[SEC-07] [SEC-09] [TOOL-04] [SAMP-12] a tool runs only after a person allowed it, and its result goes back to the model', async () => {
  const { fake, host, sessionId, start, follow, ended } = await open();
  wants(fake, [ECHO]);
  const trialId = await start({ withTools: true });
  const events = follow(trialId);
  const ask = await question(host);
  expect(ask).toMatchObject({
    via: 'app',
    tool: 'echo',
    params: { name: 'echo', arguments: { text: 'number 5' } },
    approval: { asker: { kind: 'model', name: 'gpt-x-mini-2026 of Local' }, mayRemember: true },
  });
  expect(await calledOn(host, sessionId)).toBe(0);
  expect(host.state.get('trial', trialId)).toMatchObject({ status: 'calling' });
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept' } });
  expect(await ended(trialId)).toMatchObject({ status: 'done', rounds: 2 });
  expect(await calledOn(host, sessionId)).toBe(1);
  const told = fake.requests.find(({ body }) => body?.tools)?.body.tools;
  expect(told.map((tool: { function: { name: string } }) => tool.function.name)).toContain('echo');
  expect(toolMessages(fake)).toEqual([
    { role: 'tool', tool_call_id: 'c0-0', content: expect.stringContaining('number 5') },
  ]);
  await expect.poll(() => events.at(-1)).toEqual({ kind: 'end' });
  const calls = events.flatMap((event) => (event.kind === 'call' ? [event.call] : []));
  expect(calls.map(({ state }) => state)).toEqual(['asking', 'running', 'done']);
  expect(calls.at(-1)).toMatchObject({
    reply: 0,
    use: 0,
    pendingId: ask.id,
    text: expect.stringContaining('number 5'),
  });
  expect(host.state.get('pending', ask.id)).toMatchObject({ status: 'accepted', answeredBy: 'person' });
});

test('[SEC-09] [TOOL-04] a denied call is not made, and the model is told so; tools that are not there are no calls either', async () => {
  const { fake, host, sessionId, start, ended } = await open();
  wants(fake, [ECHO, { name: 'no_such_tool' }]);
  const trialId = await start({ withTools: true });
  const ask = await question(host);
  await expect(
    host.client['pending.answer']({ id: ask.id, reply: { action: 'accept' }, by: 'script' }),
  ).rejects.toMatchObject({ code: 'REFUSED' });
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'decline' } });
  expect(await ended(trialId)).toMatchObject({ status: 'done' });
  expect(await calledOn(host, sessionId)).toBe(0);
  expect(toolMessages(fake).map(({ content }: { content: string }) => content)).toEqual([
    'Error: The user denied this call, so it was not made.',
    'Error: There is no tool named "no_such_tool" on this server.',
  ]);
  await expect(host.client['pending.answer']({ id: ask.id, reply: { action: 'accept' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('Always allow holds for this tool, is kept on disk, and can be taken back', async () => {
  const { fake, host, start, ended } = await open();
  wants(fake, [ECHO], [ECHO]);
  const trialId = await start({ withTools: true });
  const ask = await question(host);
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept', content: { always: true } } });
  expect(await ended(trialId)).toMatchObject({ status: 'done', rounds: 3 });
  const byRule = await host.waitFor('pending', ({ answeredBy }) => answeredBy === 'rule');
  expect(byRule).toMatchObject({ kind: 'approval', status: 'accepted' });
  const allowed = await host.waitFor('allowed', ({ tools }) => tools.length === 1);
  const [tool] = allowed.tools;
  expect(tool).toMatchObject({ serverId: ask.serverId, tool: 'echo' });
  const kept = JSON.parse(await readFile(join(host.dataDir, 'allowed-tools.json'), 'utf8'));
  expect(kept).toEqual({ format: 1, tools: [tool] });
  await host.client['approval.forget']({ serverId: ask.serverId, tool: 'echo' });
  await host.waitFor('allowed', ({ tools }) => tools.length === 0);
  wants(fake, [ECHO]);
  await start({ withTools: true });
  expect(await question(host)).toMatchObject({ tool: 'echo' });
});

test('[SEC-09] what says it may destroy something is asked about each time, and cannot be allowed for good', async () => {
  const { fake, host, sessionId, start, ended } = await open();
  wants(fake, [{ name: 'delete_item', args: { id: 'lamp' } }]);
  const trialId = await start({ withTools: true });
  const ask = await question(host);
  expect(ask).toMatchObject({
    params: { annotations: { destructiveHint: true } },
    approval: { mayRemember: false },
  });
  const always = { action: 'accept' as const, content: { always: true } };
  await expect(host.client['pending.answer']({ id: ask.id, reply: always })).rejects.toMatchObject({ code: 'REFUSED' });
  expect(await calledOn(host, sessionId)).toBe(0);
  await host.client['trial.stop']({ trialId });
  expect(await ended(trialId)).toMatchObject({ status: 'stopped' });
  expect(await host.waitFor('pending', ({ id, status }) => id === ask.id && status === 'expired')).toMatchObject({
    closedBecause: 'You stopped the trial.',
  });
});

test('a model that always wants one more tool comes to an end; without the tick it gets no tools', async () => {
  const { fake, host, start, ended } = await open();
  wants(fake, ...Array.from({ length: 20 }, () => [ECHO]));
  const trialId = await start({ withTools: true });
  const ask = await question(host);
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept', content: { always: true } } });
  expect(await ended(trialId)).toMatchObject({ status: 'limit', rounds: 10 });
  expect(fake.requests.at(-1)?.body).toMatchObject({ tool_choice: 'none' });
  const plain = await start();
  expect(await ended(plain)).toMatchObject({ status: 'done', rounds: 1 });
  expect(fake.requests.at(-1)?.body.tools).toBeUndefined();
});

test('a trial whose server is removed asks no more, and does not come back', async () => {
  const { fake, host, sessionId, start, follow } = await open();
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  fake.answer = async (_request, response) => {
    await held;
    const call = { index: 0, id: 'c', type: 'function', function: { name: 'echo', arguments: '{"text":"hi"}' } };
    sendStream(response, [{ tool_calls: [call] }], { finish_reason: 'tool_calls' });
  };
  const trialId = await start({ withTools: true });
  const events = follow(trialId);
  await expect.poll(() => fake.requests.filter(({ body }) => body?.messages).length).toBe(1);
  const { serverId } = host.state.get('session', sessionId) ?? {};
  await host.client['server.remove']({ serverId: serverId ?? '' });
  await expect.poll(() => host.state.get('trial', trialId)).toBeUndefined();
  goOn();
  await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['end']);
  // What the host has told by now has arrived when this is answered.
  await host.client['provider.models']({ name: 'Local' });
  expect(host.state.get('trial', trialId)).toBeUndefined();
  expect(host.state.all('pending').filter(({ kind }) => kind === 'approval')).toEqual([]);
  expect(fake.requests.filter(({ body }) => body?.messages)).toHaveLength(1);
});

test('a script waits for a person where its tool says that it may destroy something, and nowhere else', async () => {
  const { host, sessionId } = await open();
  const by = { kind: 'script' as const, name: 'Tour' };
  const plain = await host.client['operation.run']({ sessionId, verb: 'tools.call', input: ECHO, by });
  await host.waitFor('operation', ({ id, status }) => id === plain.operationId && status === 'done');
  const seen: string[] = [];
  const remove = { name: 'delete_item', arguments: { id: 'lamp' } };
  const message = { jsonrpc: '2.0', id: 77, method: 'tools/call', params: remove };
  const exact = { name: remove.name, arguments: { id: 'lamp', many: 1 } };
  const digits = JSON.stringify({ ...message, params: exact }).replace('"many":1', '"many":12345678901234567890');
  const precise = host.client['operation.run']({ sessionId, verb: 'raw.send', input: { text: digits }, by });
  const refused = expect(precise).rejects.toMatchObject({ code: 'REFUSED' });
  const first = await question(host, seen);
  expect(first.params.argumentsText).toBe('{"id":"lamp","many":12345678901234567890}');
  await host.client['pending.answer']({ id: first.id, reply: { action: 'decline' } });
  await refused;
  const ways = [
    { verb: 'tools.call' as const, input: { name: remove.name, args: remove.arguments } },
    { verb: 'request.send' as const, input: { method: 'tools/call', params: JSON.stringify(remove) } },
    { verb: 'raw.send' as const, input: { text: JSON.stringify(message) } },
  ];
  for (const way of ways) {
    const run = host.client['operation.run']({ sessionId, ...way, by });
    const denied = expect(run).rejects.toMatchObject({ code: 'REFUSED', message: /^You denied/ });
    const ask = await question(host, seen);
    expect(ask).toMatchObject({ tool: 'delete_item', approval: { asker: by, mayRemember: false } });
    await host.client['pending.answer']({ id: ask.id, reply: { action: 'decline' } });
    await denied;
  }
  expect(await calledOn(host, sessionId)).toBe(1);
  const run = host.client['operation.run']({ sessionId, ...ways[0], verb: 'tools.call', by });
  await host.client['pending.answer']({ id: (await question(host, seen)).id, reply: { action: 'accept' } });
  const { operationId } = await run;
  await host.waitFor('operation', ({ id, status }) => id === operationId && status !== 'running');
  expect(await calledOn(host, sessionId)).toBe(2);
  const left = host.client['operation.run']({ sessionId, ...ways[0], verb: 'tools.call', by });
  const gone = expect(left).rejects.toMatchObject({ message: /the server was stopped/ });
  await question(host, seen);
  await host.client['session.stop']({ sessionId });
  await gone;
});

test('[SEC-13] a provider that gives its model an endless name is asked about like any other', async () => {
  const { fake, host, start, ended } = await open();
  fake.answer = ({ body }, response) => {
    if (body.messages.length > 1) return sendStream(response, words('Done.'));
    const call = { index: 0, id: 'c', type: 'function', function: { name: 'echo', arguments: '{"text":"hi"}' } };
    const choices = [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ model: 'm'.repeat(5000), choices })}\n\ndata: [DONE]\n\n`);
  };
  const trialId = await start({ withTools: true });
  const ask = await question(host);
  expect(ask.approval?.asker.name.length).toBeLessThanOrEqual(300);
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'decline' } });
  expect(await ended(trialId)).toMatchObject({ status: 'done' });
});

/** A legacy server that lists these tools, one on a page. */
async function paged(host: TestHost, tools: object[]): Promise<string> {
  const file = join(host.dataDir, 'tools.json');
  await writeFile(file, JSON.stringify({ tools, pageSize: 1 }));
  return (await host.open(nodeScript(fixture('drift'), [file]))).id;
}

const DANGER = { inputSchema: { type: 'object' }, annotations: { destructiveHint: true } };
const HARMLESS = { inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };

test('[SEC-09] a script is asked about a tool on a page of the list that was not read yet', async () => {
  const { host } = await open();
  const sessionId = await paged(host, [
    { name: 'look', ...HARMLESS },
    { name: 'wipe', ...DANGER },
  ]);
  const by = { kind: 'script' as const, name: 'Tour' };
  const call = (name: string) =>
    host.client['operation.run']({ sessionId, verb: 'tools.call', input: { name, args: {} }, by });
  const wipe = expect(call('wipe')).rejects.toMatchObject({ code: 'REFUSED' });
  const ask = await question(host);
  expect(ask).toMatchObject({ tool: 'wipe', params: { annotations: { destructiveHint: true } } });
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'decline' } });
  await wipe;
  expect(await calledOn(host, sessionId)).toBe(0);
  // The list is whole by now, and this one is not in it.
  await call('nothing');
});

test('[SEC-09] of several tools with one name the most dangerous claim counts', async () => {
  const { fake, host, start, ended } = await open();
  const sessionId = await paged(host, [
    { name: 'look', ...HARMLESS },
    { name: 'look', ...DANGER },
  ]);
  await host.run(sessionId, 'tools.list', { pages: 'all' });
  wants(fake, [{ name: 'look' }]);
  const trialId = await start({ withTools: true, sessionId });
  const ask = await question(host);
  expect(ask).toMatchObject({ approval: { mayRemember: false }, params: { annotations: { destructiveHint: true } } });
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept' } });
  expect(await ended(trialId)).toMatchObject({ status: 'done' });
  expect(await calledOn(host, sessionId)).toBe(1);
});

test('[SEC-09] a trial ends with its server and says why; without tools it goes on', async () => {
  const { fake, host, sessionId, start, follow, ended } = await open();
  wants(fake, [ECHO], [ECHO]);
  const trialId = await start({ withTools: true });
  const events = follow(trialId);
  const ask = await question(host);
  await host.client['session.stop']({ sessionId });
  expect(await ended(trialId)).toMatchObject({
    status: 'stopped',
    because: 'You stopped the session. So the model has no tools any more, and is not asked on.',
  });
  await expect.poll(() => events.at(-1)).toEqual({ kind: 'end' });
  expect(host.state.get('pending', ask.id)).toMatchObject({ status: 'expired' });
  expect(fake.requests.filter(({ body }) => body?.messages)).toHaveLength(1);
  await expect(start({ withTools: true })).rejects.toMatchObject({ code: 'REFUSED', message: /is not connected/ });
  expect(await ended(await start())).toMatchObject({ status: 'done' });
});

test('[SEC-09] what is always allowed is the tool of this server: another command or address is asked about again', async () => {
  const { fake, host, sessionId, start, ended } = await open();
  wants(fake, [ECHO]);
  const trialId = await start({ withTools: true });
  const ask = await question(host);
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept', content: { always: true } } });
  await ended(trialId);
  const { serverId } = ask;
  const config = host.state.get('server', serverId)?.config;
  if (config?.endpoint.kind !== 'builtin') throw new Error('the demo is built in');
  await host.client['server.save']({ ...config, endpoint: { ...config.endpoint, era: 'legacy' } });
  await host.waitFor('allowed', ({ tools }) => tools[0]?.lapsed === true);
  // The session that runs is of the server that was allowed.
  wants(fake, [ECHO]);
  expect(await ended(await start({ withTools: true }))).toMatchObject({ status: 'done' });
  await host.client['session.stop']({ sessionId });
  const { sessionId: other } = await host.client['session.start']({ serverId });
  await host.ready(other);
  await host.run(other, 'tools.list', {});
  wants(fake, [ECHO]);
  const again = await start({ withTools: true, sessionId: other });
  const asked = await question(host, [ask.id]);
  expect(asked.approval).toMatchObject({ mayRemember: true, lapsed: true });
  await host.client['pending.answer']({ id: asked.id, reply: { action: 'accept', content: { always: true } } });
  expect(await ended(again)).toMatchObject({ status: 'done' });
  const allowed = await host.waitFor('allowed', ({ tools }) => tools[0]?.lapsed === undefined);
  expect(allowed.tools).toHaveLength(1);
});

test('a call of a model or a script is marked in traffic, found by the filter, and kept in exports', async () => {
  const { fake, host, sessionId, start, ended } = await open();
  wants(fake, [ECHO]);
  const trialId = await start({ withTools: true });
  await host.client['pending.answer']({ id: (await question(host)).id, reply: { action: 'accept' } });
  await ended(trialId);
  await host.run(sessionId, 'tools.call', ECHO);
  const by = { kind: 'script' as const, name: 'Tour' };
  const batch = [5001, 5002].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
  const { operationId } = await host.client['operation.run']({
    ...{ sessionId, verb: 'raw.send', by },
    input: { text: JSON.stringify(batch) },
  });
  await host.waitFor('operation', ({ id, status }) => id === operationId && status !== 'running');
  const found = async (query: string) => {
    const page = await host.client['log.page']({ sessionId, view: 'traffic', from: 0, count: 500, filter: { query } });
    return (page.traffic ?? []).filter(({ kind }) => kind === 'call');
  };
  const model = { kind: 'model', name: 'gpt-x-mini-2026 of Local' };
  await expect.poll(() => found('by:model')).toMatchObject([{ method: 'tools/call', by: model }]);
  expect(await found('by:"mini-2026 of"')).toHaveLength(1);
  await expect
    .poll(() => found('by:tour'))
    .toMatchObject([
      { rpcId: 5001, by },
      { rpcId: 5002, by },
    ]);
  expect(await found('-by:model|script method:tools/call')).toHaveLength(1);
});

test('[SAMP-11] [SEC-13] one reply of a model runs 32 tools at most, also where they are always allowed', async () => {
  const { fake, host, sessionId, start, follow, ended } = await open();
  wants(
    fake,
    [ECHO],
    Array.from({ length: 40 }, () => ECHO),
  );
  const trialId = await start({ withTools: true });
  const events = follow(trialId);
  const ask = await question(host);
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept', content: { always: true } } });
  expect(await ended(trialId)).toMatchObject({ status: 'done', rounds: 3 });
  expect(await calledOn(host, sessionId)).toBe(33);
  const told = toolMessages(fake).map(({ content }: { content: string }) => content);
  expect(told.filter((text: string) => text.startsWith('Error: This call was not made'))).toHaveLength(8);
  await expect.poll(() => events.at(-1)).toEqual({ kind: 'end' });
  expect(events.filter((event) => event.kind === 'call' && event.call.state === 'refused')).toHaveLength(8);
});
