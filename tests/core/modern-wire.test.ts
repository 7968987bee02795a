import { describe, expect, it } from 'vitest';
import { encodeHeaderValue } from '#core/era/headers.ts';
import type { JsonObject } from '#shared/json.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, modernHandlers, Wrong } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const NS = 'io.modelcontextprotocol/';
const FORM = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
const text = (value: string) => ({ resultType: 'complete', content: [{ type: 'text', text: value }] });

interface StartOptions {
  http?: boolean;
  capabilities?: JsonObject;
  config?: JsonObject;
  roundLimit?: () => number;
}

function start(more: Handlers, options: StartOptions = {}) {
  const { http = true, capabilities, config, ...rest } = options;
  return new Harness({
    servers: [fakeServer(modernHandlers(more, capabilities))],
    http,
    config: { era: 'modern', ...config },
    ...rest,
  }).start();
}

describe('headers and metadata', () => {
  it.each([
    ['tools.call', { name: 'tööl', args: {} }, 'tools/call', 'tööl'],
    ['prompts.get', { name: 'p', args: {} }, 'prompts/get', 'p'],
    ['resources.read', { uri: 'file:///x y' }, 'resources/read', 'file:///x y'],
    ['tasks.get', { taskId: 't1' }, 'tasks/get', 't1'],
    ['tasks.cancel', { taskId: 't1' }, 'tasks/cancel', 't1'],
  ] as const)('[HTTP-04] [HTTP-05] [TASKX-11] %s names what it is about', async (verb, input, method, name) => {
    const h = await start({});
    await h.run(verb, input);
    expect(h.wire.got.find(({ message }) => message.method === method)?.headers).toEqual([
      ['MCP-Protocol-Version', '2026-07-28'],
      ['Mcp-Method', method],
      ['Mcp-Name', encodeHeaderValue(name)],
    ]);
  });

  it('[STD-06] [ERA-06] [ERA-07] [TASKX-01] every request says version, client and capabilities', async () => {
    const h = await start({ 'tools/call': () => text('ok') }, { http: false });
    await h.run('tools.call', { name: 'echo', args: {}, meta: { 'my.app/x': 1, progressToken: 'mine' } });
    for (const { message } of h.wire.got) {
      const meta = (message.params as JsonObject)._meta as JsonObject;
      expect(meta[`${NS}protocolVersion`]).toBe('2026-07-28');
      expect(meta[`${NS}clientInfo`]).toMatchObject({ name: 'wirebench' });
      expect(meta[`${NS}clientCapabilities`]).toMatchObject({ roots: {}, extensions: { [`${NS}tasks`]: {} } });
    }
    expect(h.wire.last('tools/call').params).toMatchObject({ _meta: { 'my.app/x': 1 } });
  });

  it('[SAMP-01] [ELIC-01] claims that are off are not declared', async () => {
    const claims = { sampling: false, roots: false, elicitationForm: true, elicitationUrl: false, tasks: false };
    const h = await start({}, { config: { claims } });
    const meta = (h.wire.last('server/discover').params as JsonObject)._meta as JsonObject;
    expect(meta[`${NS}clientCapabilities`]).toEqual({ elicitation: { form: {} } });
  });

  it('[LOG-02] the log level is stamped on what follows, and can be turned off', async () => {
    const h = await start({});
    const levelOf = async () => {
      await h.run('tools.list', {});
      return ((h.wire.last('tools/list').params as JsonObject)._meta as JsonObject)[`${NS}logLevel`];
    };
    expect(await levelOf()).toBeUndefined();
    expect(h.entity('operation', h.session.run('logging.level', { level: 'debug' })).verb).toBe('logging.level');
    expect(await levelOf()).toBe('debug');
    await h.run('logging.level', { level: 'off' });
    expect(await levelOf()).toBeUndefined();
    expect(h.wire.methods()).not.toContain('logging/setLevel');
  });

  it('[HTTP-07] mirrored arguments; [HTTP-10] after a mismatch the list is read again and the call retried once', async () => {
    let header = 'Old';
    let wrong = 0;
    const h = await start({
      'tools/list': () => ({
        tools: [
          {
            name: 'echo',
            inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': header } } },
          },
        ],
      }),
      'tools/call': ({ got }) => {
        const names = got.headers.map(([name]) => name);
        if (names.includes('Mcp-Param-New')) return text('ok');
        wrong += 1;
        throw new Wrong(-32020, 'header mismatch', { status: 400 });
      },
    });
    header = 'New';
    const op = await h.run('tools.call', { name: 'echo', args: { a: 'v' } });
    expect(op.status).toBe('done');
    expect(h.wire.got.at(-1)?.headers).toContainEqual(['Mcp-Param-New', 'v']);
    header = 'Other';
    expect(await h.run('tools.call', { name: 'echo', args: {} })).toMatchObject({
      status: 'failed',
      fault: { code: -32020 },
    });
    expect(wrong).toBe(3);
  });

  it('[SEC-09] a call that no person made is not sent again under another definition than was allowed', async () => {
    let header = 'Old';
    let calls = 0;
    const h = await start({
      'tools/list': () => ({
        tools: [
          {
            name: 'echo',
            inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': header } } },
            _meta: { made: calls },
          },
        ],
      }),
      'tools/call': ({ got }) => {
        calls += 1;
        if (got.headers.some(([name]) => name === 'Mcp-Param-New')) return text('ok');
        throw new Wrong(-32020, 'header mismatch', { status: 400 });
      },
    });
    const run = async () => {
      const by = { kind: 'model' as const, name: 'gpt-x of Local' };
      const id = h.session.run('tools.call', { name: 'echo', args: { a: 'v' } }, { by });
      await settle();
      return h.entity('operation', id);
    };
    header = 'New';
    expect(await run()).toMatchObject({
      status: 'failed',
      fault: { code: -32020, todo: expect.stringMatching(/^The server now defines echo in another way/) },
    });
    expect(calls).toBe(1);
    expect(await run()).toMatchObject({ status: 'done' });
    expect(h.notes('request.by')).toContain('The model gpt-x of Local started tools/call.');
    expect(h.notes('operation').at(-1)).toBe('The model gpt-x of Local runs tools.call.');
    // What is not new in its meaning may be sent again.
    header = 'Other';
    await h.run('tools.list', {});
    const before = calls;
    expect(await run()).toMatchObject({ status: 'failed', fault: { code: -32020 } });
    expect(calls).toBe(before + 2);
  });

  it('[HTTP-08] [HTTP-09] a tool with bad annotations is left out over HTTP, with the reason, and only there', async () => {
    const tools = {
      'tools/list': () => ({
        tools: [
          { name: 'bad', inputSchema: { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } } },
          { name: 'good', inputSchema: { type: 'object' } },
        ],
      }),
    };
    const h = await start(tools);
    expect(h.entity('catalog')).toMatchObject({
      count: 1,
      refused: [{ name: 'bad', reason: expect.stringContaining('only allowed on') }],
    });
    expect(h.notes('left-out')[0]).toContain('bad was left out');
    expect(await h.run('tools.call', { name: 'bad', args: {} })).toMatchObject({
      status: 'failed',
      fault: { kind: 'local' },
    });
    expect(h.wire.methods()).not.toContain('tools/call');
    const stdio = await start(tools, { http: false });
    expect(stdio.entity('catalog').count).toBe(2);
  });
});

describe('rounds', () => {
  const rounds = (until: number): Handlers => ({
    'tools/call': ({ params }) => {
      const at = typeof params.requestState === 'string' ? Number(params.requestState) : 0;
      if (at > 0 && Object.keys(params.inputResponses as JsonObject).join() !== `q${at}`)
        throw new Wrong(-32602, 'foreign keys');
      if (at >= until) return text(`after ${at}`);
      const inputRequests = { [`q${at + 1}`]: { method: 'elicitation/create', params: FORM } };
      return { resultType: 'input_required', requestState: String(at + 1), inputRequests };
    },
  });

  async function answerAll(h: Harness): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      const pending = h.changes.findLast((c) => c.op === 'put' && c.topic === 'pending');
      if (pending?.op !== 'put' || pending.topic !== 'pending' || pending.value.status !== 'waiting') return;
      h.session.answer(pending.id, { action: 'accept', content: {} });
      await settle();
    }
  }

  it("[MRTR-04] [MRTR-08] [MRTR-09] each round is a new request with this round's keys; a result in the last one counts", async () => {
    const h = await start(rounds(12));
    const op = await h.run('tools.call', { name: 'ask', args: { a: 1 } });
    await answerAll(h);
    const done = h.entity('operation', op.id);
    expect(done).toMatchObject({ status: 'done', rounds: 12 });
    expect(new Set(done.exchangeIds).size).toBe(13);
    expect(h.wire.last('tools/call').params).toMatchObject({ name: 'ask', arguments: { a: 1 } });
  });

  it('[MRTR-09] an endless server is stopped with the number of rounds', async () => {
    const h = await start(rounds(1000));
    const op = await h.run('tools.call', { name: 'ask', args: {} });
    await answerAll(h);
    expect(h.entity('operation', op.id)).toMatchObject({
      status: 'failed',
      rounds: 12,
      fault: { kind: 'local', message: expect.stringContaining('12 rounds') },
    });
  });

  it('[MRTR-09] the limit of rounds is a setting, and counts from the next round on', async () => {
    let limit = 3;
    const h = await start(rounds(1000), { roundLimit: () => limit });
    const { id } = await h.run('tools.call', { name: 'ask', args: {} });
    limit = 2;
    await answerAll(h);
    expect(h.entity('operation', id)).toMatchObject({ status: 'failed', rounds: 2 });
    expect(h.entity('operation', id).fault).toMatchObject({
      message: expect.stringContaining('Stopped after 2 rounds'),
      todo: expect.stringContaining('raise the limit in Settings'),
    });
  });

  it('[MRTR-05] two calls at once keep their own questions and states', async () => {
    const h = await start({
      'tools/call': ({ params }) => {
        const { name, requestState, inputResponses } = params;
        if (requestState === undefined) {
          return {
            resultType: 'input_required',
            requestState: `state of ${String(name)}`,
            inputRequests: { q: { method: 'elicitation/create', params: { ...FORM, message: name } } },
          };
        }
        return text(`${String(name)} ${String(requestState)} ${JSON.stringify(inputResponses)}`);
      },
    });
    const first = await h.run('tools.call', { name: 'one', args: {} });
    const one = h.entity('pending');
    const second = await h.run('tools.call', { name: 'two', args: {} });
    const two = h.entity('pending');
    expect([one.operationId, two.operationId]).toEqual([first.id, second.id]);
    h.session.answer(two.id, { action: 'accept', content: { v: 2 } });
    h.session.answer(one.id, { action: 'accept', content: { v: 1 } });
    await settle();
    expect(h.resultText(first.id)).toContain('one state of one');
    expect(h.resultText(first.id)).toContain('\\"v\\":1');
    expect(h.resultText(second.id)).toContain('two state of two');
  });

  it.each([
    ['text that looks like JSON', '{"a": 1.0e2,"a":2}'],
    ['characters of all kinds', ' \u0000\t\u2028é\ud83d\ude00\ud800 %2F+='],
    ['nothing', ''],
    ['an object', { b: 1, a: [null, 'x'], nested: { é: true } }],
    ['a number', 1e21],
    ['a megabyte', 'ab\\"'.repeat(250_000)],
  ])('[MRTR-02] [MRTR-03] %s as a state goes back as it came', async (_name, requestState) => {
    const h = await start({
      'tools/call': ({ params }) =>
        'requestState' in params ? text('ok') : { resultType: 'input_required', requestState },
    });
    const op = await h.run('tools.call', { name: 'wait', args: {} });
    await h.clock.advance(300);
    expect(h.entity('operation', op.id).status).toBe('done');
    expect(JSON.stringify((h.wire.last('tools/call').params as JsonObject).requestState)).toBe(
      JSON.stringify(requestState),
    );
  });

  it.each(['ping', 'vendor/x', 'tools/call', ''])('[MRTR-10] %j inside inputRequests is refused', async (method) => {
    const inputRequests = { q: { method, params: {} } };
    const h = await start({ 'tools/call': () => ({ resultType: 'input_required', inputRequests }) });
    const op = await h.run('tools.call', { name: 'x', args: {} });
    expect(op).toMatchObject({ status: 'failed', fault: { kind: 'local', code: -32601 } });
    expect(h.wire.methods().filter((one) => one === 'tools/call')).toHaveLength(1);
  });

  it('[SAMP-06] [SAMP-07] messages that cannot go to a model end the call before a person is asked', async () => {
    const messages = [{ role: 'user', content: { type: 'tool_result', toolUseId: 't1', content: [] } }];
    const inputRequests = { q: { method: 'sampling/createMessage', params: { messages, maxTokens: 5 } } };
    const h = await start({ 'tools/call': () => ({ resultType: 'input_required', inputRequests }) });
    const op = await h.run('tools.call', { name: 'x', args: {} });
    expect(op).toMatchObject({ status: 'failed', fault: { kind: 'local', message: 'Tool result without a tool use' } });
    expect(h.changes.some((change) => change.op === 'put' && change.topic === 'pending')).toBe(false);
  });

  it('[SAMP-13] [SAMP-14] [SEC-10] a model reply is given by a person only, each from its own request', async () => {
    const asks = ['one', 'two'].map((said) => ({
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'text', text: said } }], maxTokens: 5 },
    }));
    let at = 0;
    const h = await start({
      'tools/call': ({ params }) =>
        params.inputResponses ? text('ok') : { resultType: 'input_required', inputRequests: { q: asks[at++] } },
    });
    const replyOf = async (op: { id: string }) => {
      const sent = h.wire.got.length;
      await h.clock.advance(3_600_000);
      expect(h.entity('operation', op.id).status).toBe('waiting');
      expect(h.wire.got).toHaveLength(sent);
      const said = JSON.stringify(h.entity('pending').params.messages);
      h.session.answer(h.entity('pending').id, { action: 'accept', content: { role: 'assistant', said } });
      await settle();
      return (h.wire.last('tools/call').params as JsonObject).inputResponses;
    };
    const first = await replyOf(await h.run('tools.call', { name: 'x', args: {} }));
    const second = await replyOf(await h.run('tools.call', { name: 'x', args: {} }));
    expect(first).toEqual({ q: { role: 'assistant', said: JSON.stringify(asks[0]?.params.messages) } });
    expect(second).toEqual({ q: { role: 'assistant', said: JSON.stringify(asks[1]?.params.messages) } });
  });

  it('[MRTR-06] a new state without questions is sent back after a moment', async () => {
    const h = await start({
      'tools/call': ({ params }) =>
        params.requestState === undefined
          ? { resultType: 'input_required', requestState: 's' }
          : text(JSON.stringify(params)),
    });
    const op = await h.run('tools.call', { name: 'wait', args: {} });
    await h.clock.advance(300);
    expect(h.entity('operation', op.id).status).toBe('done');
    expect(h.resultText(op.id)).not.toContain('inputResponses');
  });

  it('[MRTR-01] a declined sampling request ends the round; the other question closes with it', async () => {
    const h = await start({
      'tools/call': () => ({
        resultType: 'input_required',
        inputRequests: {
          a: { method: 'elicitation/create', params: FORM },
          b: { method: 'sampling/createMessage', params: {} },
        },
      }),
    });
    const op = await h.run('tools.call', { name: 'ask', args: {} });
    const sampling = h.entity('pending');
    expect(sampling.kind).toBe('sampling');
    h.session.answer(sampling.id, { action: 'decline' });
    await settle();
    expect(h.entity('pending', 's1/in1')).toMatchObject({ status: 'expired' });
    expect(h.entity('operation', op.id).status).toBe('cancelled');
    const ended = h.records.filter((record) => record.k === 'note' && record.what === 'round.ended');
    expect(ended).toEqual([
      expect.objectContaining({ data: { seq: expect.any(Number), how: 'declined', by: 'person' } }),
    ]);
  });

  it('cancelling a call that waits for a person closes the question and sends nothing', async () => {
    const h = await start(rounds(1));
    const op = await h.run('tools.call', { name: 'ask', args: {} });
    const before = h.wire.got.length;
    h.session.cancel(op.id);
    await settle();
    expect(h.entity('pending')).toMatchObject({
      status: 'expired',
      closedBecause: 'You stopped the call.',
    });
    expect(h.wire.got).toHaveLength(before);
    expect(h.entity('operation', op.id).status).toBe('cancelled');
  });

  it('[RPC-04] [MRTR-07] results of an unknown type, or asking where that is not allowed, are invalid', async () => {
    const h = await start({
      'tools/call': () => ({ resultType: 'bogus' }),
      'completion/complete': () => ({ resultType: 'input_required', inputRequests: {} }),
    });
    const bogus = await h.run('tools.call', { name: 'x', args: {} });
    expect(bogus).toMatchObject({
      status: 'failed',
      fault: { kind: 'protocol', message: expect.stringContaining('"bogus"') },
    });
    const input = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
    expect(await h.run('completion.complete', input)).toMatchObject({ status: 'failed', fault: { kind: 'protocol' } });
  });

  it('[RPC-05] a result without a type is complete', async () => {
    const h = await start({ 'tools/call': () => ({ content: [] }) });
    expect((await h.run('tools.call', { name: 'x', args: {} })).status).toBe('done');
  });

  it.each([
    [-32001, 'Something of its own', 200],
    [-32019, 'Something else of its own', 200],
    [-32020, 'Header mismatch', 400],
    [-32021, 'Missing capability', 400],
    [-32022, 'Unsupported version', 400],
    [-32602, 'Missing _meta', 400],
  ])(
    '[RPC-07] [RPC-08] [HTTP-21] error %i is the error of its request, with words and data as they came',
    async (code, message, status) => {
      const data = { requiredCapabilities: { sampling: {} }, supported: ['2030-01-01'], requested: 'x' };
      let wrong = true;
      const h = await start({
        'prompts/get': () => {
          if (wrong) throw new Wrong(code, message, { data, status });
          return { resultType: 'complete', messages: [] };
        },
      });
      const op = await h.run('prompts.get', { name: 'p', args: {} });
      expect(op).toMatchObject({ status: 'failed', fault: { kind: 'protocol', code, message, data } });
      expect(h.session.state.at).toBe('ready');
      wrong = false;
      expect((await h.run('prompts.get', { name: 'p', args: {} })).status).toBe('done');
      expect(h.wires).toHaveLength(1);
    },
  );

  it('[ERA-21] each request stands for itself: one that broke takes nothing with it, and nothing is said before the next', async () => {
    const h = await start({
      'tools/call': ({ wire, ch, params }) => {
        if (params.name !== 'break') return text('ok');
        wire.ended({ ch, error: { code: 'ECONNRESET', message: 'reset' } });
        return undefined;
      },
    });
    expect((await h.run('tools.call', { name: 'break', args: {} })).status).toBe('failed');
    const before = h.wire.got.length;
    expect((await h.run('tools.call', { name: 'echo', args: {} })).status).toBe('done');
    const sent = h.wire.got.slice(before);
    expect(sent.map(({ message }) => message.method)).toEqual(['tools/call']);
    const meta = (h.wire.last('tools/call').params as JsonObject)._meta as JsonObject;
    const keys = [`${NS}protocolVersion`, `${NS}clientInfo`, `${NS}clientCapabilities`];
    expect(Object.keys(meta)).toEqual(expect.arrayContaining(keys));
    expect(new Set(h.wire.got.map(({ ch }) => ch)).size).toBe(h.wire.got.length);
  });

  it('[ERA-09] discover is asked first and says versions, capabilities, identity and instructions', async () => {
    const h = await start({
      'server/discover': () => ({
        resultType: 'complete',
        supportedVersions: ['2026-07-28', '2025-11-25'],
        capabilities: { tools: {} },
        instructions: 'Read me.',
        _meta: { [`${NS}serverInfo`]: { name: 'new', version: '2' } },
      }),
    });
    expect(h.wire.methods()[0]).toBe('server/discover');
    expect(h.entity('session').hello).toMatchObject({
      via: 'server/discover',
      supported: ['2026-07-28', '2025-11-25'],
      capabilities: { tools: {} },
      serverInfo: { name: 'new', version: '2' },
      instructions: 'Read me.',
    });
  });

  it('[ERA-20] what a server calls itself changes nothing on the wire', async () => {
    const said = async (serverInfo: JsonObject) => {
      const discover = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
      const h = await start({
        'server/discover': () => ({ ...discover, _meta: { [`${NS}serverInfo`]: serverInfo } }),
        'tools/call': () => text('ok'),
      });
      await h.run('tools.call', { name: 'echo', args: {} });
      return h.wire.got.map((got) => [got.text, got.headers]);
    };
    const plain = await said({ name: 'x', version: '1' });
    expect(plain).toHaveLength(3);
    for (const name of ['wirebench', 'server-everything', 'github-mcp-server', '__proto__'])
      expect(await said({ name, version: '99.0.0', title: 'Trusted' })).toEqual(plain);
  });

  it('[ERA-18] [ERA-19] extensions have a prefix and an empty object; a server without them is used without them', async () => {
    const h = await start({ 'tools/call': () => text('plain') });
    const meta = (h.wire.last('server/discover').params as JsonObject)._meta as JsonObject;
    const { extensions } = meta[`${NS}clientCapabilities`] as { extensions: JsonObject };
    expect(Object.keys(extensions).length).toBeGreaterThan(0);
    for (const [id, settings] of Object.entries(extensions)) {
      expect(id).toMatch(
        /^([a-z]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?\/[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/,
      );
      expect(settings).toEqual({});
    }
    expect((await h.run('tools.call', { name: 'echo', args: {} })).status).toBe('done');
    expect(await h.run('tasks.list', {})).toMatchObject({ status: 'failed', fault: { kind: 'local' } });
    const get = await h.run('tasks.get', { taskId: 't1' });
    expect(get).toMatchObject({ status: 'failed', fault: { kind: 'protocol', code: -32601 } });
  });

  it('[ROOT-07] roots are given in answer to a result; a change of them is not told', async () => {
    const inputRequests = { where: { method: 'roots/list' } };
    const h = await start({
      'tools/call': ({ params }) =>
        params.inputResponses ? text('ok') : { resultType: 'input_required', inputRequests },
    });
    const meta = (h.wire.last('server/discover').params as JsonObject)._meta as JsonObject;
    expect((meta[`${NS}clientCapabilities`] as JsonObject).roots).toEqual({});
    h.roots.push({ uri: 'file:///one' });
    h.session.rootsChanged();
    await settle();
    expect(h.wire.methods()).not.toContain('notifications/roots/list_changed');
    expect((await h.run('tools.call', { name: 'x', args: {} })).status).toBe('done');
    expect(h.wire.last('tools/call').params).toMatchObject({
      inputResponses: { where: { roots: [{ uri: 'file:///one' }] } },
    });
  });

  it('ping does not exist', async () => {
    const h = await start({});
    expect(await h.run('ping', {})).toMatchObject({ status: 'failed', fault: { kind: 'local' } });
    expect(h.wire.methods()).not.toContain('ping');
  });
});
