import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { runDemoOverStreams } from '#demo/stdio.ts';
import { greet, type LinePeer, modern, startDemo } from './line-peer.ts';

const call = (peer: LinePeer, name: string, more: object = {}, meta: object = {}) =>
  peer.request('tools/call', modern({ name, arguments: {}, ...more }, meta));

describe('demo over streams, modern era', () => {
  test('answers discover, then lists, reads and calls without a handshake', async () => {
    const { peer } = startDemo('both');
    const hello = await peer.request('server/discover', modern());
    expect(hello.result.supportedVersions).toEqual(['2026-07-28']);
    expect(hello.result.instructions).toContain('echo');
    const list = await peer.request('tools/list', modern());
    expect(list.result).toMatchObject({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' });
    const echo = await call(peer, 'echo', { arguments: { text: 'hi' } });
    expect(echo.result.content).toEqual([{ type: 'text', text: 'hi' }]);
    const read = await peer.request('resources/read', modern({ uri: 'demo://items/drill' }));
    expect(JSON.parse(read.result.contents[0].text).name).toBe('Hand drill');
    const prompt = await peer.request('prompts/get', modern({ name: 'describe_item', arguments: { id: 'drill' } }));
    expect(prompt.result.messages).toHaveLength(2);
  });

  test('slow logs only when the request names a level', async () => {
    const { peer } = startDemo('both');
    await call(peer, 'slow', { arguments: { steps: 1, delayMs: 0 } }, { progressToken: 5 });
    expect(peer.notices('notifications/progress')).toHaveLength(1);
    expect(peer.notices('notifications/message')).toHaveLength(0);
    await call(peer, 'slow', { arguments: { steps: 2, delayMs: 0 } }, { 'io.modelcontextprotocol/logLevel': 'info' });
    expect(peer.notices('notifications/message')).toHaveLength(2);
  });

  test('ask_name returns input_required and greets on the retry', async () => {
    const { peer } = startDemo('both');
    const first = await call(peer, 'ask_name');
    expect(first.result.resultType).toBe('input_required');
    expect(first.result.inputRequests.name.method).toBe('elicitation/create');
    const { requestState } = first.result;
    const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };
    const second = await call(peer, 'ask_name', { requestState, inputResponses });
    expect(second.result).toMatchObject({ resultType: 'complete', content: [{ text: 'Hello, Ada.' }] });
    const declined = await call(peer, 'ask_name', { requestState, inputResponses: { name: { action: 'decline' } } });
    expect(declined.result.content[0].text).toBe('The person declined to give a name.');
  });

  test('a requestState that is changed, missing or of another tool is refused', async () => {
    const { peer } = startDemo('both');
    const { requestState } = (await call(peer, 'ask_model')).result;
    const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };
    const changed = await call(peer, 'ask_name', { requestState: `${requestState}x`, inputResponses });
    expect(changed.error?.code).toBe(-32602);
    for (const state of [{}, { requestState }]) {
      const refused = await call(peer, 'ask_name', { ...state, inputResponses });
      expect(refused.result.isError).toBe(true);
      expect(refused.result.content[0].text).toContain('requestState');
    }
  });

  test('ask_model returns input_required for sampling and shows the reply on the retry', async () => {
    const { peer } = startDemo('both');
    const first = await call(peer, 'ask_model', { arguments: { question: 'Rivers?' } });
    expect(first.result.inputRequests.model.method).toBe('sampling/createMessage');
    expect(first.result.inputRequests.model.params.messages[0].content.text).toBe('Rivers?');
    const model = { role: 'assistant', model: 'toy-1', content: { type: 'text', text: 'Po.' } };
    const retry = {
      arguments: { question: 'Rivers?' },
      requestState: first.result.requestState,
      inputResponses: { model },
    };
    expect((await call(peer, 'ask_model', retry)).result.content[0].text).toBe('toy-1 said: Po.');
  });

  test('a client that cannot do forms gets the missing capability named', async () => {
    const { peer } = startDemo('both');
    const refused = await call(peer, 'ask_name', {}, { 'io.modelcontextprotocol/clientCapabilities': {} });
    expect(refused.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
  });

  test('a subscription hears of a deleted item', async () => {
    const { peer } = startDemo('both');
    peer.send({
      id: 'listen-1',
      method: 'subscriptions/listen',
      params: modern({ notifications: { resourcesListChanged: true } }),
    });
    await peer.next((message) => message.method === 'notifications/subscriptions/acknowledged');
    await call(peer, 'delete_item', { arguments: { id: 'easel' } });
    const notice = await peer.next((message) => message.method === 'notifications/resources/list_changed');
    expect(notice.params._meta['io.modelcontextprotocol/subscriptionId']).toBe('listen-1');
  });
});

describe('demo over streams, which eras it speaks', () => {
  test('both: a probe may fall back to initialize in the same process', async () => {
    const { peer } = startDemo('both');
    expect((await peer.request('server/discover', modern())).result.supportedVersions).toEqual(['2026-07-28']);
    expect((await greet(peer)).result.protocolVersion).toBe('2025-11-25');
    const deleted = await peer.request('tools/call', { name: 'delete_item', arguments: { id: 'bell' } });
    expect(deleted.result.content[0].text).toBe('Deleted "bell".');
    expect(peer.notices('notifications/resources/list_changed')).toHaveLength(1);
  });

  test('legacy: server/discover is an unknown method and the newest offer is 2025-11-25', async () => {
    const { peer } = startDemo('legacy');
    expect((await peer.request('server/discover', modern())).error?.code).toBe(-32601);
    expect((await greet(peer, '2026-07-28')).result.protocolVersion).toBe('2025-11-25');
    expect((await peer.request('server/discover', modern())).error?.code).toBe(-32601);
    const echo = await peer.request('tools/call', { name: 'echo', arguments: { text: 'old' } });
    expect(echo.result).toEqual({ content: [{ type: 'text', text: 'old' }] });
  });

  test('modern: initialize is refused and the supported versions are named', async () => {
    const { peer } = startDemo('modern');
    expect((await greet(peer)).error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
    expect((await peer.request('tools/list')).error?.code).toBe(-32022);
    expect((await peer.request('server/discover', modern())).result.supportedVersions).toEqual(['2026-07-28']);
  });
});

describe('demo over streams, its end', () => {
  test.each(['both', 'legacy', 'modern'] as const)('%s: ends when stdin ends, with work still running', async (era) => {
    const demo = startDemo(era);
    if (era !== 'modern') await greet(demo.peer);
    const params = { name: 'slow', arguments: { steps: 100, delayMs: 10_000 } };
    demo.peer.send({ id: 99, method: 'tools/call', params: era === 'modern' ? modern(params) : params });
    await expect.poll(demo.log).toContain('call 1: slow');
    demo.stdin.end();
    await demo.ended;
    await expect.poll(demo.log).toContain('stopped: the client closed the connection');
    expect(demo.log()).toContain(`ready on stdio, era ${era}`);
    await expect.poll(demo.log).toContain('slow: cancelled in step 1 of 100');
  });

  test('ends when stdout breaks', async () => {
    const stdin = new PassThrough();
    const stderr = new PassThrough();
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('broken pipe')) });
    const ended = runDemoOverStreams({ stdin, stdout, stderr, era: 'both' });
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: modern() })}\n`);
    await ended;
    expect(String(stderr.read())).toContain('remark: broken pipe');
  });

  test('a line that is not a message is remarked and the next one is served', async () => {
    const demo = startDemo('legacy');
    demo.stdin.write('{"jsonrpc":"2.0","id":1}\n');
    await expect.poll(demo.log).toContain('remark:');
    expect((await greet(demo.peer)).result.serverInfo.name).toBe('wirebench-demo');
  });
});
