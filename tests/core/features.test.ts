import { describe, expect, it } from 'vitest';
import { type JsonObject, objectAt } from '#shared/json.ts';
import type { Verb } from '#shared/verbs.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const FORM = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
const NS = 'io.modelcontextprotocol/';

function legacy(more: Handlers, capabilities: JsonObject): Promise<Harness> {
  return new Harness({ servers: [fakeServer(legacyHandlers(more, capabilities))], config: { era: 'legacy' } }).start();
}
function modern(more: Handlers, capabilities?: JsonObject): Promise<Harness> {
  return new Harness({ servers: [fakeServer(modernHandlers(more, capabilities))], config: { era: 'modern' } }).start();
}
const said = (method: string, params: JsonObject = {}) => ({ jsonrpc: '2.0', method, params });
const idsOf = (h: Harness, kind: 'resources' | 'templates' | 'prompts', key: string) =>
  h.session.items(kind).items.map((item) => item[key]);

describe('lists', () => {
  it('[RES-07] a change of resources is a change of templates too', async () => {
    let version = 1;
    const h = await legacy(
      {
        'resources/list': () => ({ resources: [{ uri: `a://${version}`, name: 'r' }] }),
        'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: `a://${version}/{x}`, name: 't' }] }),
      },
      { resources: { listChanged: true } },
    );
    version = 2;
    h.wire.say(said('notifications/resources/list_changed'));
    expect(h.entity('catalog', 's1:resources').stale).toBe(true);
    expect(h.entity('catalog', 's1:templates').stale).toBe(true);
    await h.clock.advance(200);
    expect(idsOf(h, 'resources', 'uri')).toEqual(['a://2']);
    expect(idsOf(h, 'templates', 'uriTemplate')).toEqual(['a://2/{x}']);
    expect(h.entity('catalog', 's1:templates')).toMatchObject({ stale: false, status: 'ready' });
  });

  it('[PROMPT-05] [PROMPT-03] a change of prompts reads the list again and runs none of them', async () => {
    let names = ['a'];
    const h = await legacy(
      { 'prompts/list': () => ({ prompts: names.map((name) => ({ name })) }) },
      { prompts: { listChanged: true } },
    );
    names = ['a', 'b'];
    h.wire.say(said('notifications/prompts/list_changed'));
    await h.clock.advance(200);
    expect(idsOf(h, 'prompts', 'name')).toEqual(['a', 'b']);
    expect(h.wire.methods()).not.toContain('prompts/get');
  });

  it('[PROMPT-07] [PAGE-03] pages may have any size, none at all included', async () => {
    const sizes = [1, 0, 7, 2];
    const h = await legacy(
      {
        'prompts/list': ({ params }) => {
          const page = params.cursor === undefined ? 0 : Number(params.cursor);
          const prompts = Array.from({ length: sizes[page] ?? 0 }, (_, at) => ({ name: `p${page}.${at}` }));
          return { prompts, ...(page < sizes.length - 1 ? { nextCursor: String(page + 1) } : {}) };
        },
      },
      { prompts: {} },
    );
    expect(h.entity('catalog', 's1:prompts')).toMatchObject({ status: 'ready', count: 10, pages: 4 });
    expect(new Set(idsOf(h, 'prompts', 'name')).size).toBe(10);
  });

  it('[PROMPT-07] a server that declares no prompts is not asked for them', async () => {
    const h = await legacy({}, { tools: {} });
    expect(h.entity('catalog', 's1:prompts').status).toBe('unsupported');
    expect(h.wire.methods().filter((method) => String(method).startsWith('prompts/'))).toEqual([]);
  });
});

describe('questions inside a call', () => {
  it.each<[string, Verb, JsonObject, string, JsonObject]>([
    ['[TOOL-17]', 'tools.call', { name: 't', args: { a: 1 } }, 'tools/call', { content: [] }],
    ['[RES-10]', 'resources.read', { uri: 'a://gated' }, 'resources/read', { contents: [] }],
    ['[PROMPT-06]', 'prompts.get', { name: 'p', args: { b: '2' } }, 'prompts/get', { messages: [] }],
  ])('%s %s is asked, answered, and sent again with the answer', async (_id, verb, input, method, result) => {
    const h = await modern({
      [method]: ({ params }) =>
        params.inputResponses === undefined
          ? {
              resultType: 'input_required',
              requestState: 's1',
              inputRequests: { who: { method: 'elicitation/create', params: FORM } },
            }
          : { resultType: 'complete', ...result },
    });
    const op = await h.run(verb, input);
    expect(op.status).toBe('waiting');
    expect(h.entity('pending')).toMatchObject({ kind: 'form', operationId: op.id, params: FORM });
    h.session.answer(h.entity('pending').id, { action: 'accept', content: { name: 'Ada' } });
    await settle();
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'done', rounds: 1 });
    const sent = h.wire.got.filter(({ message }) => message.method === method).map(({ message }) => message);
    const [before, after] = sent.map(({ params }) => ({ ...objectAt({ params }, 'params'), _meta: undefined }));
    const inputResponses = { who: { action: 'accept', content: { name: 'Ada' } } };
    expect(after).toEqual({ ...before, requestState: 's1', inputResponses });
    expect(sent[1]?.id).not.toBe(sent[0]?.id);
  });
});

it('[RES-09] an https resource is read through the server like any other', async () => {
  const h = await modern({ 'resources/read': ({ params }) => ({ contents: [{ uri: params.uri, text: 'page' }] }) });
  const op = await h.run('resources.read', { uri: 'https://example.test/page' });
  expect(h.resultText(op.id)).toContain('page');
  expect(h.wire.last('resources/read').params).toMatchObject({ uri: 'https://example.test/page' });
  expect(h.wires).toHaveLength(1);
});

it.each([[[1, 'two', null]], ['text'], [3.5], [false], [null]])(
  '[SCHEMA-09] structuredContent %j reaches the reader as it is',
  async (structuredContent) => {
    const h = await modern({ 'tools/call': () => ({ resultType: 'complete', content: [], structuredContent }) });
    const op = await h.run('tools.call', { name: 'echo', args: {} });
    expect(op.status).toBe('done');
    expect(JSON.parse(h.resultText(op.id)).result.structuredContent).toEqual(structuredContent);
  },
);

it('[TOOL-20] arguments that break the schema are sent when a person wants it', async () => {
  const h = await modern({
    'tools/list': () => ({ tools: [{ name: 't', inputSchema: { type: 'object', required: ['a'] } }] }),
    'tools/call': () => ({ resultType: 'complete', isError: true, content: [{ type: 'text', text: 'a is missing' }] }),
  });
  const op = await h.run('tools.call', { name: 't', args: { b: [{}] } });
  expect(h.wire.last('tools/call').params).toMatchObject({ arguments: { b: [{}] } });
  expect(op).toMatchObject({ status: 'done', toolError: true });
  expect(h.resultText(op.id)).toContain('a is missing');
});

describe('_meta', () => {
  const VENDOR = { 'com.example/trace': { deep: [1, null] } };

  it('[META-03] unknown keys stay on tools, contents, results and notifications', async () => {
    const h = await modern({
      'tools/list': () => ({
        tools: [{ name: 'echo', inputSchema: { type: 'object' }, _meta: VENDOR }],
        _meta: VENDOR,
      }),
      'tools/call': ({ notify }) => {
        notify('notifications/message', { level: 'info', data: 'x', _meta: VENDOR });
        return { resultType: 'complete', content: [{ type: 'text', text: 'x', _meta: VENDOR }], _meta: VENDOR };
      },
    });
    expect(h.session.items('tools').items[0]?._meta).toEqual(VENDOR);
    const op = await h.run('tools.call', { name: 'echo', args: {}, meta: VENDOR });
    const { result } = JSON.parse(h.resultText(op.id)) as { result: JsonObject }; // the answer of the fake server
    expect(result).toMatchObject({ _meta: VENDOR, content: [{ _meta: VENDOR }] });
    expect(h.wire.last('tools/call').params).toMatchObject({ _meta: VENDOR });
    const notice = h.records.find((one) => one.k === 'frame' && one.text?.includes('notifications/message'));
    expect(JSON.parse((notice?.k === 'frame' && notice.text) || '{}').params._meta).toEqual(VENDOR);
  });

  it.each([7, 'text', null, [], { name: 5, version: {} }, { name: ['x'] }])(
    '[META-02] %j in the place of reserved values breaks nothing',
    async (odd) => {
      const keys = ['serverInfo', 'subscriptionId', 'related-task', 'protocolVersion', 'logLevel'];
      const meta = Object.fromEntries(keys.map((key) => [`${NS}${key}`, odd]));
      const h = await modern({
        'server/discover': () => ({
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          _meta: meta,
        }),
        'tools/call': ({ notify }) => {
          notify('notifications/message', { level: 'info', data: 'x', _meta: meta });
          notify('notifications/progress', { progressToken: odd, progress: odd, _meta: odd });
          return { resultType: 'complete', content: [], _meta: meta };
        },
      });
      expect(h.session.state.at).toBe('ready');
      expect(await h.run('tools.call', { name: 'echo', args: {} })).toMatchObject({ status: 'done', progressCount: 0 });
    },
  );

  it('[META-05] serverInfo of the greeting is shown; another one in a later result decides nothing', async () => {
    const h = await modern({
      'tools/call': () => ({
        resultType: 'complete',
        content: [],
        _meta: { [`${NS}serverInfo`]: { name: 'somebody else', version: '9' } },
      }),
    });
    expect(h.entity('session').hello?.serverInfo).toMatchObject({ name: 'new', version: '2' });
    const op = await h.run('tools.call', { name: 'echo', args: {} });
    expect(h.resultText(op.id)).toContain('somebody else');
    expect(h.entity('session').hello?.serverInfo).toMatchObject({ name: 'new', version: '2' });
    expect(h.session.state.at).toBe('ready');
  });
});
