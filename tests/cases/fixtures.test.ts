import * as schemas from '@modelcontextprotocol/core';
import { afterEach, describe, expect, test } from 'vitest';
import { type RawClient, rawClient } from '../servers/raw-client.ts';
import type { FixtureName } from '../servers/servers.ts';

const clients: RawClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((c) => c.stop()));
});

function start(name: FixtureName, ...args: string[]): RawClient {
  const client = rawClient(name, args);
  clients.push(client);
  return client;
}

async function startLegacy(name: FixtureName, ...args: string[]): Promise<RawClient> {
  const client = start(name, ...args);
  const capabilities = { elicitation: {}, sampling: {}, roots: {} };
  const clientInfo = { name: 'raw', version: '0' };
  await client.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  client.send({ method: 'notifications/initialized' });
  return client;
}

const call = (client: RawClient, name: string, args: object = {}, more: object = {}) =>
  client.request('tools/call', { name, arguments: args, ...more });

describe('legacy.mjs', () => {
  test('refuses the probe and work before initialize, then agrees on a version', async () => {
    const client = start('legacy');
    expect((await client.request('server/discover', {})).error?.code).toBe(-32601);
    expect((await client.request('tools/list')).error?.code).toBe(-32600);
    const answer = await client.request('initialize', { protocolVersion: '2025-06-18', capabilities: {} });
    expect(schemas.InitializeResultSchema.parse(answer.result).protocolVersion).toBe('2025-06-18');
    expect((await client.request('ping')).result).toEqual({});
  });

  test('lists and reads what it has, in the shapes of the official schemas', async () => {
    const client = await startLegacy('legacy', '--page=4');
    const first = schemas.ListToolsResultSchema.parse((await client.request('tools/list')).result);
    expect(first.tools).toHaveLength(4);
    const second = await client.request('tools/list', { cursor: first.nextCursor });
    expect(schemas.ListToolsResultSchema.parse(second.result).tools[0]?.name).toBe('image');
    schemas.ListResourcesResultSchema.parse((await client.request('resources/list')).result);
    schemas.ListResourceTemplatesResultSchema.parse((await client.request('resources/templates/list')).result);
    schemas.ListPromptsResultSchema.parse((await client.request('prompts/list')).result);
    const item = await client.request('resources/read', { uri: 'fixture://item/7' });
    expect(schemas.ReadResourceResultSchema.parse(item.result).contents[0]).toMatchObject({ text: '{"id":"7"}' });
    expect((await client.request('resources/read', { uri: 'fixture://none' })).error?.code).toBe(-32002);
    const greeting = await client.request('prompts/get', { name: 'greet', arguments: { name: 'Ada' } });
    schemas.GetPromptResultSchema.parse(greeting.result);
  });

  test('runs its plain tools', async () => {
    const client = await startLegacy('legacy');
    expect((await call(client, 'echo', { text: 'hé' })).result).toEqual({ content: [{ type: 'text', text: 'hé' }] });
    expect((await call(client, 'fail')).result).toMatchObject({ isError: true });
    expect((await call(client, 'refuse')).error).toMatchObject({ code: -32603, data: { reason: 'fixture' } });
    schemas.CallToolResultSchema.parse((await call(client, 'image')).result);
    await call(client, 'slow', { ms: 30 }, { _meta: { progressToken: 0 } });
    const progress = client.seen.filter((m) => m.method === 'notifications/progress');
    expect(progress.map((m) => m.params?.progress)).toEqual([1, 2, 3]);
  });

  test('asks for input and passes on what it got', async () => {
    const client = await startLegacy('legacy');
    const asked = async (tool: string, method: string, result: object) => {
      const answer = call(client, tool);
      const question = await client.until((m) => m.method === method);
      client.send({ id: question.id, result });
      return JSON.stringify((await answer).result);
    };
    expect(await asked('ask', 'elicitation/create', { action: 'decline' })).toContain('decline');
    expect(await asked('sample', 'sampling/createMessage', { role: 'assistant' })).toContain('assistant');
    expect(await asked('roots', 'roots/list', { roots: [] })).toContain('roots');
  });

  test('honours cancel, log level, list changes and resource subscriptions', async () => {
    const client = await startLegacy('legacy');
    client.send({ id: 'gone', method: 'tools/call', params: { name: 'slow', arguments: { ms: 60_000 } } });
    client.send({ method: 'notifications/cancelled', params: { requestId: 'gone' } });
    await client.request('logging/setLevel', { level: 'critical' });
    await call(client, 'log');
    const logged = client.seen.filter((m) => m.method === 'notifications/message');
    expect(logged.map((m) => m.params?.level)).toEqual(['critical', 'alert', 'emergency']);
    await call(client, 'touch');
    await client.request('resources/subscribe', { uri: 'fixture://readme' });
    await call(client, 'change');
    await call(client, 'touch');
    expect(client.seen.filter((m) => m.method === 'notifications/resources/updated')).toHaveLength(1);
    expect(client.seen.filter((m) => m.method === 'notifications/tools/list_changed')).toHaveLength(1);
    expect(client.seen.some((m) => m.id === 'gone')).toBe(false);
  });

  test('runs a task', async () => {
    const client = await startLegacy('legacy');
    const answer = await call(client, 'build', { ms: 20 }, { task: { ttl: 1000 } });
    const { task } = schemas.CreateTaskResultSchema.parse(answer.result);
    const result = await client.request('tasks/result', { taskId: task.taskId });
    expect(schemas.CallToolResultSchema.parse(result.result).content).toEqual([{ type: 'text', text: 'built' }]);
    const after = await client.request('tasks/get', { taskId: task.taskId });
    expect(schemas.GetTaskResultSchema.parse(after.result).status).toBe('completed');
    expect((await client.request('tasks/cancel', { taskId: task.taskId })).error?.code).toBe(-32602);
  });
});

describe('modern.mjs', () => {
  const key = (name: string) => `io.modelcontextprotocol/${name}`;
  const capabilities = { elicitation: {}, sampling: {}, roots: {}, extensions: { [key('tasks')]: {} } };
  const meta = (more: object = {}) => ({
    _meta: { [key('protocolVersion')]: '2026-07-28', [key('clientCapabilities')]: capabilities, ...more },
  });

  test('discovers, and demands the metadata and the version', async () => {
    const client = start('modern');
    const found = schemas.DiscoverResultSchema.parse((await client.request('server/discover', meta())).result);
    expect(found).toMatchObject({ supportedVersions: ['2026-07-28'], resultType: 'complete' });
    expect((await client.request('tools/list', {})).error?.code).toBe(-32602);
    const other = await client.request('tools/list', meta({ [key('protocolVersion')]: '2027-01-01' }));
    expect(other.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'], requested: '2027-01-01' } });
    const old = await client.request('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    expect(old.error).toMatchObject({ code: -32022, data: { requested: '2025-11-25' } });
    expect((await client.request('ping', meta())).error?.code).toBe(-32601);
    const tools = (await client.request('tools/list', meta())).result;
    expect(tools).toMatchObject({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' });
    schemas.ListToolsResultSchema.parse(tools);
  });

  test('asks in rounds, and insists on its state byte for byte', async () => {
    const client = start('modern');
    const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };
    const first = (await call(client, 'ask', { rounds: 2 }, meta())).result;
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: { name: { method: 'elicitation/create' } },
    });
    const again = (state: unknown, more: object = { inputResponses }) =>
      call(client, 'ask', { rounds: 2 }, { ...meta(), requestState: state, ...more });
    expect((await again(String(first?.requestState).trim())).error?.code).toBe(-32602);
    expect((await again(first?.requestState, {})).error?.code).toBe(-32602);
    const second = (await again(first?.requestState)).result;
    expect(second?.requestState).not.toBe(first?.requestState);
    expect(JSON.stringify((await again(second?.requestState)).result)).toContain('Ada');
    const bare = await call(client, 'ask', {}, meta({ [key('clientCapabilities')]: {} }));
    expect(bare.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: {} } } });
  });

  test('delivers only what was subscribed, until either side ends it', async () => {
    const client = start('modern');
    const listen = (id: string, notifications: object) =>
      client.send({ id, method: 'subscriptions/listen', params: { ...meta(), notifications } });
    listen('a', { toolsListChanged: true, promptsListChanged: true });
    listen('b', { resourceSubscriptions: ['fixture://readme'] });
    const from = (id: string) => client.seen.filter((m) => subscriptionOf(m) === id);
    await call(client, 'change', {}, meta());
    await call(client, 'touch', {}, meta());
    client.send({ method: 'notifications/cancelled', params: { requestId: 'a' } });
    await call(client, 'change', {}, meta());
    await call(client, 'end-listening', {}, meta());
    expect(from('a').map((m) => m.method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
    ]);
    expect(from('a')[0]?.params?.notifications).toEqual({ toolsListChanged: true });
    expect(from('b').map((m) => m.method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/resources/updated',
    ]);
    const end = await client.until((m) => m.id === 'b');
    expect(schemas.SubscriptionsListenResultSchema.parse(end.result)._meta[key('subscriptionId')]).toBe('b');
  });

  test('logs only for a request that sets a level', async () => {
    const client = start('modern');
    await call(client, 'log', {}, meta());
    expect(client.seen.some((m) => m.method === 'notifications/message')).toBe(false);
    await call(client, 'log', {}, meta({ [key('logLevel')]: 'alert' }));
    expect(client.seen.filter((m) => m.method === 'notifications/message')).toHaveLength(2);
  });

  test('runs a task for a client that knows tasks', async () => {
    const client = start('modern');
    const task = (await call(client, 'build', { ms: 1 }, meta())).result;
    expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 60_000 });
    const cancelled = (await call(client, 'build', { ms: 60_000 }, meta())).result;
    await client.request('tasks/cancel', { ...meta(), taskId: cancelled?.taskId });
    const after = await client.request('tasks/get', { ...meta(), taskId: cancelled?.taskId });
    expect(after.result).toMatchObject({ resultType: 'complete', status: 'cancelled' });
    expect((await call(client, 'build', {}, meta({ [key('clientCapabilities')]: {} }))).error?.code).toBe(-32021);
  });
});

function subscriptionOf(message: { params?: Record<string, unknown> }): unknown {
  const meta = message.params?._meta;
  return typeof meta === 'object' && meta ? Reflect.get(meta, 'io.modelcontextprotocol/subscriptionId') : undefined;
}

describe('hostile.mjs', () => {
  // All that came around the answer to `echo`; the call of `heard` shows that nothing more follows.
  async function lines(flag: string, count: number): Promise<unknown[]> {
    const client = await startLegacy('hostile', flag);
    const rest = () => client.seen.filter((m) => m.id !== 1 && m.id !== 51);
    client.send({ id: 50, method: 'tools/call', params: { name: 'echo', arguments: { text: 'x' } } });
    await client.until(() => rest().length >= count);
    client.send({ id: 51, method: 'tools/call', params: { name: 'heard' } });
    await client.until((m) => m.id === 51);
    return rest();
  }
  const good = { id: 50, result: { content: [{ type: 'text', text: 'x' }] } };

  test.each([
    ['unknown-id', [{ id: 'nobody-asked' }, good]],
    ['duplicate', [good, { id: 50, result: { content: [{ text: 'second answer' }] } }]],
    ['batch', [{ method: 'notifications/message' }, good]],
    ['extra-keys', [{ ...good, 'x-trace': 7 }]],
    ['changed-id', [{ id: '50' }]],
    ['both', [{ ...good, error: { code: -32603 } }]],
    ['unknown-notification', [{ method: 'notifications/fixture/unheard' }, good]],
    ['unknown-request', [{ id: 'hostile-1', method: 'fixture/unheard' }, good]],
    ['noise', [{ junk: 'about to answer echo' }, good]],
  ])('%s', async (flag, expected) => {
    expect(await lines(flag, expected.length)).toMatchObject(expected);
  });

  test('bad-tool hides among good ones', async () => {
    const client = await startLegacy('hostile', 'bad-tool');
    const { result } = await client.request('tools/list');
    expect(schemas.ListToolsResultSchema.safeParse(result).success).toBe(false);
    const tools = result?.tools as ({ name: unknown } | null)[]; // a list in which items may be broken
    const names = tools.map((tool) => (tool === null ? null : tool.name));
    expect(names.slice(0, 6)).toEqual(['echo', 'no-schema', 7, null, 'odd-schema', 'slow']);
  });

  test('tells what the client said to it', async () => {
    const client = await startLegacy('hostile', 'unknown-request');
    await call(client, 'echo');
    client.send({ id: 'hostile-1', error: { code: -32601, message: 'no' } });
    expect(JSON.stringify((await call(client, 'heard')).result)).toContain('-32601');
  });

  test('refuses a flag it does not know', async () => {
    expect(await rawClient('hostile', ['no-such-flag']).stop()).toBe(2);
  });
});
