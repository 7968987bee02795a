import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, HttpAnswer, legacyHandlers, Wrong } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const FORM = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const silent = () => undefined;

function start(more: Handlers, options: { http?: boolean; capabilities?: JsonObject; config?: JsonObject } = {}) {
  const { http = false, capabilities, config } = options;
  return new Harness({
    servers: [fakeServer(legacyHandlers(more, capabilities))],
    http,
    config: { era: 'legacy', ...config },
  }).start();
}

describe('what a server can make of any size is bounded where the page mirrors it', () => {
  const long = 'x'.repeat(1_000_000);
  it('instructions', async () => {
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {}, instructions: long };
    const h = await start({ initialize: () => hello });
    expect(h.entity('session').hello?.instructions).toHaveLength(100_000);
  });

  it('words and data of an error', async () => {
    const fails = () => {
      throw new Wrong(-1, long, { data: { long } });
    };
    const h = await start({ 'tools/call': fails });
    const { fault } = await h.run('tools.call', { name: 'a', args: {} });
    expect(fault?.message).toHaveLength(10_000);
    expect(fault).not.toHaveProperty('data');
  });

  it('exchanges of one operation', async () => {
    const asks = async ({ ask }: { ask(method: string, params: JsonObject): Promise<unknown> }) => {
      for (let n = 0; n < 600; n += 1) void ask('elicitation/create', FORM);
      return text('done');
    };
    const h = await start({ 'tools/call': asks });
    const id = h.session.run('tools.call', { name: 'a', args: {} });
    const [first] = h.entity('operation', id).exchangeIds;
    await expect.poll(() => h.entity('operation', id).exchangeIds.length).toBe(500);
    expect(h.entity('operation', id).exchangeIds[0]).toBe(first);
  });
});

describe('handshake', () => {
  it('[ERA-02] [ERA-03] nothing is sent before the answer to initialize, a question right after it is shown', async () => {
    const h = await start({ initialize: silent });
    expect(() => h.session.run('tools.list', {})).toThrow('not connected');
    expect(h.wire.methods()).toEqual(['initialize']);
    h.wire.say({ jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} } });
    h.wire.say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: FORM });
    await settle();
    expect(h.wire.methods()).toEqual(['initialize', 'notifications/initialized']);
    const pending = h.entity('pending');
    expect(pending).toMatchObject({ status: 'waiting', operationCertain: true });
    expect(pending.operationId).toBeUndefined();
  });

  it('[HSL-02] the transport learns the version before initialized is sent', async () => {
    const seen: unknown[] = [];
    const h = await start(
      { 'notifications/initialized': ({ wire }) => void seen.push(wire.agreement) },
      { http: true },
    );
    expect(seen).toEqual([{ era: 'legacy', version: '2025-11-25' }]);
    expect(h.wire.got.every(({ headers }) => headers.length === 0)).toBe(true);
  });

  it('[ERA-23] [RPC-14] odd capabilities and instructions are taken as they are', async () => {
    const h = await start({
      initialize: () => ({
        protocolVersion: '2024-11-05',
        capabilities: [],
        serverInfo: [],
        instructions: 'hi',
        extra: 1,
      }),
    });
    expect(h.entity('session').hello).toMatchObject({
      version: '2024-11-05',
      capabilities: {},
      serverInfo: {},
      instructions: 'hi',
    });
  });

  it('[DBG-07] every state change, and an illegal one, is in the log', async () => {
    const h = await start({});
    h.session.authorized();
    await h.session.stop();
    const notes = h.notes('state').join('\n');
    expect(notes).toContain('Session is negotiating, waiting for the first answer.');
    expect(notes).toContain('Ignored: stepped-up cannot happen while the session is ready.');
    expect(notes).toContain('Session is closed (user).');
  });
});

describe('a session that no person stops', () => {
  it('[CANC-08] says why, to the server, to its calls and to their questions', async () => {
    const why = 'The server was started again, because a.js changed.';
    const h = await start({ 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'a', args: {} });
    h.wire.say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: FORM });
    await settle();
    await h.session.stop(why);
    expect(h.entity('operation', op.id).fault?.message).toBe(`${why} It may have done part of the work.`);
    expect(h.entity('pending')).toMatchObject({ status: 'expired', closedBecause: why });
    const told = h.wire.got.filter(({ message }) => message.method === 'notifications/cancelled');
    expect(told.map(({ message }) => message.params)).toMatchObject([{ reason: why.replace(/\.$/, '') }]);
  });
});

describe('a server that goes away', () => {
  it('[STD-10] [STD-09] what is left of it is ended before the session is closed; the closing note is the last record', async () => {
    let release: (() => void) | undefined;
    const h = await start({ 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'a', args: {} });
    h.wire.holdClose = new Promise((resolve) => {
      release = resolve;
    });
    h.wire.end({ reason: 'lost', message: 'It closed its output.' });
    await settle();
    expect(h.entity('operation', op.id).fault?.message).toContain('It closed its output.');
    expect(h.session.state).toEqual({ at: 'closing', rung: 'stdin closed' });
    expect(() => h.session.run('tools.list', {})).toThrow('not connected');
    const stopped = h.session.stop();
    expect(h.wire.hurried).toBe(1);
    release?.();
    await stopped;
    expect(h.session.state).toMatchObject({ at: 'closed', reason: 'lost' });
    await h.clock.advance(120_000);
    expect(h.records.at(-1)).toMatchObject({ k: 'note', text: expect.stringContaining('closed (lost)') });
  });
});

describe('questions of the server', () => {
  it('with several calls the view can only say probably; clocks of all of them stand still', async () => {
    const h = await start({ 'tools/call': silent });
    const first = await h.run('tools.call', { name: 'a', args: {}, timeoutMs: 5000 });
    const second = await h.run('tools.call', { name: 'b', args: {}, timeoutMs: 5000 });
    h.wire.say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: FORM });
    await settle();
    expect(h.entity('pending')).toMatchObject({ operationId: second.id, operationCertain: false });
    await h.clock.advance(20_000);
    expect(h.entity('operation', first.id).status).toBe('running');
    expect(h.entity('operation', second.id).status).toBe('waiting');
    h.session.answer(h.entity('pending').id, { action: 'cancel' });
    await h.clock.advance(5100);
    expect(h.entity('operation', first.id).fault?.kind).toBe('timeout');
  });

  it('[CANC-01] a question of a task that no running call is stops the clock of none', async () => {
    const h = await start({ 'tools/call': silent });
    const call = await h.run('tools.call', { name: 'a', args: {}, timeoutMs: 5000 });
    const _meta = { 'io.modelcontextprotocol/related-task': { taskId: 'of-before' } };
    h.wire.say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: { ...FORM, _meta } });
    await settle();
    expect(h.entity('pending')).toMatchObject({ status: 'waiting', taskId: 'of-before' });
    await h.clock.advance(5100);
    expect(h.entity('operation', call.id).fault?.kind).toBe('timeout');
  });

  it('[HSL-09] over HTTP the exchange tells which call asks', async () => {
    const h = await start({ 'tools/call': silent }, { http: true });
    const first = await h.run('tools.call', { name: 'a', args: {} });
    await h.run('tools.call', { name: 'b', args: {} });
    const ch = h.wire.got.find(({ message }) => message.method === 'tools/call')?.ch;
    h.wire.say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: FORM }, ch);
    await settle();
    expect(h.entity('pending')).toMatchObject({ operationId: first.id, operationCertain: true });
  });

  it('[CANC-10] a question that is taken back closes and is not answered; the next answer goes to its own request', async () => {
    const h = await start({ 'tools/call': silent });
    await h.run('tools.call', { name: 'a', args: {} });
    for (const id of ['q1', 'q2']) h.wire.say({ jsonrpc: '2.0', id, method: 'elicitation/create', params: FORM });
    await settle();
    h.wire.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'q1' } });
    await settle();
    expect(h.entity('pending', 's1/in1')).toMatchObject({
      status: 'expired',
      closedBecause: 'The server took the question back.',
    });
    h.session.answer('s1/in2', { action: 'accept', content: { v: 1 } });
    await settle();
    const answers = h.wire.got.flatMap(({ message }) => ('result' in message ? [message] : []));
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 'q2', result: { action: 'accept', content: { v: 1 } } }]);
  });

  it('a call that ends closes its question, and the server gets cancel for it', async () => {
    const h = await start({ 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'a', args: {} });
    h.wire.say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: FORM });
    await settle();
    h.wire.say({ jsonrpc: '2.0', id: h.wire.last('tools/call').id, result: text('done anyway') });
    await settle();
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'done' });
    expect(h.entity('pending')).toMatchObject({
      status: 'expired',
      closedBecause: 'The call ended before you answered.',
    });
    expect(h.wire.got.at(-1)?.message).toEqual({ jsonrpc: '2.0', id: 'q', result: { action: 'cancel' } });
  });

  it.each([
    ['the call', 'You stopped the call.'],
    ['the session', 'You stopped the session.'],
  ])('a question of a call says that its person stopped %s', async (what, closedBecause) => {
    const h = await start({ 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'a', args: {} });
    h.wire.say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: FORM });
    await settle();
    if (what === 'the call') h.session.cancel(op.id);
    else void h.session.stop();
    await settle();
    expect(h.entity('pending')).toMatchObject({ status: 'expired', closedBecause });
  });

  it('[ELIC-02] [ELIC-21] a mode that was not offered gets -32602, a request without a mode is a form', async () => {
    const claims = { roots: true, sampling: true, elicitationForm: true, elicitationUrl: false };
    const h = await start({}, { config: { claims } });
    h.wire.say({
      jsonrpc: '2.0',
      id: 'u',
      method: 'elicitation/create',
      params: { mode: 'url', url: 'https://x.test' },
    });
    h.wire.say({ jsonrpc: '2.0', id: 'f', method: 'elicitation/create', params: FORM });
    await settle();
    expect(h.wire.got.at(-1)?.message).toMatchObject({ id: 'u', error: { code: -32602 } });
    expect(h.entity('pending').kind).toBe('form');
  });

  it('[RPC-12] [RPC-13] ping and roots are answered while a question is open; vendor requests get -32601', async () => {
    const h = await start({ 'tools/call': silent });
    await h.run('tools.call', { name: 'a', args: {} });
    for (const [id, method] of [
      ['q', 'elicitation/create'],
      ['p', 'ping'],
      ['r', 'roots/list'],
      ['v', 'vendor/x'],
    ]) {
      h.wire.say({ jsonrpc: '2.0', id, method, params: FORM });
    }
    await settle();
    const answers = h.wire.got.flatMap(({ message }) => (message.method === undefined ? [message] : []));
    expect(answers.map(({ id }) => id)).toEqual(['p', 'r', 'v']);
    expect(answers[2]?.error).toMatchObject({ code: -32601 });
  });

  it('[ELIC-20] -32042: each page is offered, then the call is sent again; declined, it ends', async () => {
    let opened = false;
    const elicitations = [1, 2].map((n) => ({
      mode: 'url',
      elicitationId: `e${n}`,
      url: `https://x.test/${n}`,
      message: 'Visit',
    }));
    const h = await start({
      'tools/call': () => {
        if (opened) return text('in');
        throw new Wrong(-32042, 'visit first', { data: { elicitations } });
      },
    });
    const op = await h.run('tools.call', { name: 'locked', args: {} });
    expect(h.entity('pending', 's1/in1').kind).toBe('url');
    opened = true;
    for (const id of ['s1/in1', 's1/in2']) h.session.answer(id, { action: 'accept' });
    await settle();
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'done', rounds: 2 });
    opened = false;
    const again = await h.run('tools.call', { name: 'locked', args: {} });
    h.session.answer('s1/in3', { action: 'decline' });
    h.session.answer('s1/in4', { action: 'accept' });
    await settle();
    expect(h.entity('operation', again.id).status).toBe('cancelled');
  });

  it('[ELIC-20] the pages of two calls are two rounds', async () => {
    const elicitations = ['a', 'b'].map((id) => ({ elicitationId: id, url: `https://x.test/${id}`, message: 'Visit' }));
    const h = await start({
      'tools/call': () => {
        throw new Wrong(-32042, 'visit first', { data: { elicitations } });
      },
    });
    for (const name of ['one', 'two']) await h.run('tools.call', { name, args: {} });
    const groups = ['s1/in1', 's1/in2', 's1/in3', 's1/in4'].map((id) => h.entity('pending', id).group);
    expect(groups[0]).toBe(groups[1]);
    expect(groups[2]).toBe(groups[3]);
    expect(new Set(groups).size).toBe(2);
    expect(groups.join()).not.toContain('undefined');
  });

  it('[ELIC-20] broken data of -32042 is an ordinary error', async () => {
    const h = await start({
      'tools/call': () => {
        throw new Wrong(-32042, 'visit first', { data: { elicitations: 'none' } });
      },
    });
    expect(await h.run('tools.call', { name: 'x', args: {} })).toMatchObject({
      status: 'failed',
      fault: { code: -32042 },
    });
  });

  it('[ELIC-18] a page that is done counts by its id, once; a call that waited for it goes on', async () => {
    const done = (elicitationId: unknown) => ({
      jsonrpc: '2.0',
      method: 'notifications/elicitation/complete',
      params: { elicitationId },
    });
    const page = { mode: 'url', elicitationId: 'e1', url: 'https://x.test/1', message: 'Visit' };
    let ready = false;
    const h = await start({
      'tools/call': () => {
        if (ready) return text('in');
        throw new Wrong(-32042, 'visit first', { data: { elicitations: [page] } });
      },
    });
    const op = await h.run('tools.call', { name: 'locked', args: {} });
    for (const id of ['e9', 7, undefined]) h.wire.say(done(id));
    await settle();
    expect(h.entity('operation', op.id).status).toBe('waiting');
    expect(h.entity('pending')).not.toHaveProperty('doneAt');
    ready = true;
    h.session.pageOpened('s1/in1');
    await settle();
    expect(h.entity('operation', op.id).status).toBe('waiting');
    h.wire.say(done('e1'));
    await settle();
    expect(h.entity('operation', op.id).status).toBe('done');
    expect(h.entity('pending')).toMatchObject({ status: 'accepted', answeredBy: 'person', doneAt: expect.any(Number) });
    const before = h.changes.length;
    h.wire.say(done('e1'));
    await settle();
    expect(h.changes).toHaveLength(before);
  });

  it('[ELIC-20] a page that is done before anybody agreed to open it sends nothing again until it is opened', async () => {
    const page = { mode: 'url', elicitationId: 'e1', url: 'https://x.test/1', message: 'Visit' };
    let asked = 0;
    const h = await start({
      'tools/call': () => {
        asked += 1;
        if (asked > 1) return text('in');
        throw new Wrong(-32042, 'visit first', { data: { elicitations: [page] } });
      },
    });
    const op = await h.run('tools.call', { name: 'locked', args: {} });
    h.wire.say({
      jsonrpc: '2.0',
      method: 'notifications/elicitation/complete',
      params: { elicitationId: 'e1' },
    });
    await settle();
    expect(asked).toBe(1);
    expect(h.entity('pending')).toMatchObject({ status: 'waiting', doneAt: expect.any(Number) });
    h.session.pageOpened('s1/in1');
    await settle();
    expect(h.entity('operation', op.id).status).toBe('done');
    expect(h.entity('pending')).toMatchObject({ status: 'accepted', answeredBy: 'person' });
  });

  it('[ELIC-13] [ELIC-25] a page nobody has agreed to is not agreed to by the server; agreeing is not being done', async () => {
    const h = await start({});
    const params = { mode: 'url', elicitationId: 'e1', url: 'https://x.test/1', message: 'Visit' };
    const done = { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params };
    for (const id of ['a', 'b']) h.wire.say({ jsonrpc: '2.0', id, method: 'elicitation/create', params });
    await settle();
    h.session.answer('s1/in1', { action: 'accept' });
    await settle();
    expect(h.entity('pending', 's1/in1')).toMatchObject({ status: 'accepted' });
    expect(h.entity('pending', 's1/in1')).not.toHaveProperty('doneAt');
    const sent = h.wire.got.length;
    expect(() => h.session.pageOpened('s1/in9')).toThrow('asks for no page');
    h.wire.say(done);
    await settle();
    expect(h.entity('pending', 's1/in1')).toMatchObject({ status: 'accepted', doneAt: expect.any(Number) });
    expect(h.entity('pending', 's1/in2')).toMatchObject({ status: 'waiting' });
    expect(h.wire.got).toHaveLength(sent);
  });

  it('[ELIC-22] [SAMP-11] [SEC-13] a server may have a thousand questions open; more are given back at once', async () => {
    const h = await start({});
    for (let n = 1; n <= 1010; n += 1) {
      const method = n % 2 === 0 ? 'sampling/createMessage' : 'elicitation/create';
      h.wire.say({ jsonrpc: '2.0', id: `q${n}`, method, params: FORM });
    }
    await settle();
    const answers = h.wire.got.flatMap(({ message }) => (message.method === undefined ? [message] : []));
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `q${1001 + at}`));
    expect(answers[0]?.result).toEqual({ action: 'cancel' });
    expect(answers[1]?.error).toMatchObject({ code: -1 });
  });

  it.each([
    [
      'SAMP-06',
      'Tool results mixed with other content',
      [
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'a', input: {} }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', toolUseId: 't1', content: [] },
            { type: 'text', text: 'x' },
          ],
        },
      ],
    ],
    [
      'SAMP-07',
      'Tool result missing in request',
      [
        { role: 'assistant', content: { type: 'tool_use', id: 't1', name: 'a', input: {} } },
        { role: 'user', content: { type: 'text', text: 'go on' } },
      ],
    ],
    [
      'SAMP-07',
      'Tool result missing in request',
      [
        { role: 'assistant', content: ['t1', 't2'].map((id) => ({ type: 'tool_use', id, name: 'a', input: {} })) },
        { role: 'user', content: { type: 'tool_result', toolUseId: 't1', content: [] } },
      ],
    ],
    [
      'SAMP-07',
      'Tool result without a tool use',
      [{ role: 'user', content: { type: 'tool_result', toolUseId: 't1' } }],
    ],
  ])('[SAMP-06] [SAMP-07] %s: %s is refused', async (_id, message, messages) => {
    const h = await start({});
    const params = { messages, maxTokens: 5 };
    h.wire.say({ jsonrpc: '2.0', id: 's', method: 'sampling/createMessage', params });
    await settle();
    expect(h.wire.got.at(-1)?.message).toMatchObject({ id: 's', error: { code: -32602, message } });
    expect(h.changes.some((change) => change.op === 'put' && change.topic === 'pending')).toBe(false);
  });

  it('[SAMP-07] tool uses with all their results are put before a person, whatever else the messages hold', async () => {
    const h = await start({});
    const messages = [
      'odd',
      { role: 'user', content: { type: 'text', text: 'Weather?' } },
      { role: 'assistant', content: ['t1', 't2'].map((id) => ({ type: 'tool_use', id, name: 'a', input: {} })) },
      { role: 'user', content: ['t2', 't1'].map((toolUseId) => ({ type: 'tool_result', toolUseId, content: [] })) },
      { role: 'assistant', content: { type: 'text', text: 'Sunny.' } },
    ];
    h.wire.say({ jsonrpc: '2.0', id: 's', method: 'sampling/createMessage', params: { messages, maxTokens: 5 } });
    await settle();
    expect(h.entity('pending')).toMatchObject({ kind: 'sampling', status: 'waiting', params: { messages } });
  });

  it('[SAMP-08] tools without the capability get an error', async () => {
    const h = await start({}, { config: { claims: { sampling: false } } });
    expect((h.wire.last('initialize').params as JsonObject).capabilities).not.toHaveProperty('sampling');
    const params = { messages: [], maxTokens: 5, tools: [], toolChoice: { mode: 'auto' } };
    h.wire.say({ jsonrpc: '2.0', id: 's', method: 'sampling/createMessage', params });
    await settle();
    expect(h.wire.got.at(-1)?.message).toMatchObject({ id: 's', error: { code: -32601 } });
  });

  it('[RPC-03] notifications are never answered, however odd', async () => {
    const h = await start({});
    const before = h.wire.got.length;
    const odd = [{ method: 'vendor/x' }, { method: 'notifications/progress' }, { method: 'ping', params: [1] }, {}];
    for (const one of odd) h.wire.say({ jsonrpc: '2.0', ...one });
    h.wire.say({ jsonrpc: '2.0', method: 'elicitation/create', params: FORM });
    await settle();
    expect(h.wire.got).toHaveLength(before);
    expect(h.session.state.at).toBe('ready');
  });

  it('[RPC-09] errors of ours have codes of the specification only', async () => {
    const h = await start({}, { config: { claims: { elicitationUrl: false } } });
    const asks: [string, JsonObject][] = [
      ['vendor/x', {}],
      ['elicitation/create', { mode: 'url' }],
      ['elicitation/create', { mode: 'odd' }],
      ['sampling/createMessage', { messages: [{ role: 'user', content: { type: 'tool_result' } }] }],
      ['sampling/createMessage', {}],
      ['roots/list', {}],
    ];
    Object.defineProperty(h, 'roots', { value: null });
    for (const [at, [method, params]] of asks.entries()) h.wire.say({ jsonrpc: '2.0', id: `q${at}`, method, params });
    await settle();
    h.session.answer('s1/in1', { action: 'decline' });
    await settle();
    const codes = h.wire.got.flatMap(({ message }) => (message.error ? [(message.error as JsonObject).code] : []));
    expect(codes.sort()).toEqual([-1, -32601, -32602, -32602, -32602, -32603]);
  });

  it('[ROOT-05] a change of roots is told when it was offered', async () => {
    const h = await start({ 'notifications/roots/list_changed': silent });
    h.session.rootsChanged();
    await settle();
    expect(h.wire.methods()).toContain('notifications/roots/list_changed');
    const off = await start({}, { config: { claims: { roots: false } } });
    off.session.rootsChanged();
    await settle();
    expect(off.wire.methods()).not.toContain('notifications/roots/list_changed');
  });

  it('[LOG-01] the level is one request, and there is no way to turn it off', async () => {
    const h = await start({ 'logging/setLevel': () => ({}) });
    expect((await h.run('logging.level', { level: 'warning' })).status).toBe('done');
    expect(h.wire.last('logging/setLevel').params).toMatchObject({ level: 'warning' });
    expect(await h.run('logging.level', { level: 'off' })).toMatchObject({
      status: 'failed',
      fault: { kind: 'local' },
    });
  });

  it('log messages are counted on the only running call', async () => {
    const h = await start({ 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'a', args: {} });
    for (let n = 0; n < 500; n += 1)
      h.wire.say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: n } });
    const before = h.changes.length;
    await h.clock.advance(100);
    expect(h.entity('operation', op.id).noticeCount).toBe(500);
    expect(h.changes.length - before).toBe(1);
  });
});

describe('a session the server forgot', () => {
  function forgetful(http: { dead: boolean; gone: boolean }, more: Handlers = {}) {
    const check = (run: () => unknown) => () => {
      if (http.gone || http.dead) throw new HttpAnswer(404, { body: 'unknown session' });
      return run();
    };
    return legacyHandlers({
      initialize: ({ params }) => {
        http.gone = false;
        return { protocolVersion: params.protocolVersion, capabilities: { tools: {} } };
      },
      'tools/list': check(() => ({
        tools: [{ name: 'read', annotations: { readOnlyHint: true } }, { name: 'write' }],
      })),
      'tools/call': check(() => text('ok')),
      ...more,
    });
  }
  const open = (state: { dead: boolean; gone: boolean }) =>
    new Harness({ servers: [fakeServer(forgetful(state))], http: true, config: { era: 'legacy' } }).start();

  it('[HSL-04] a new session is made and a harmless call repeated by itself', async () => {
    const state = { dead: false, gone: false };
    const h = await open(state);
    state.gone = true;
    const op = await h.run('tools.call', { name: 'read', args: {} });
    expect(op.status).toBe('done');
    expect(h.wires).toHaveLength(2);
    expect(h.notes('session-lost')).toHaveLength(1);
    expect(h.session.state.at).toBe('ready');
  });

  it('[HSL-04] a call that may change something is not repeated by itself', async () => {
    const state = { dead: false, gone: false };
    const h = await open(state);
    state.gone = true;
    const op = await h.run('tools.call', { name: 'write', args: {} });
    expect(op).toMatchObject({
      status: 'failed',
      fault: { kind: 'lost', todo: expect.stringContaining('Run it again') },
    });
    expect((await h.run('tools.call', { name: 'write', args: {} })).status).toBe('done');
  });

  it('[HSL-04] where no new session can be made the session is lost, and says so', async () => {
    const state = { dead: false, gone: false };
    const usual = forgetful(state);
    const initialize: Handlers[string] = (call) => {
      if (state.gone) throw new HttpAnswer(503);
      return usual.initialize?.(call);
    };
    const servers = [fakeServer({ ...usual, initialize })];
    const h = await new Harness({ servers, http: true, config: { era: 'legacy' } }).start();
    state.gone = true;
    expect((await h.run('tools.call', { name: 'read', args: {} })).status).toBe('failed');
    expect(h.session.state).toMatchObject({
      at: 'closed',
      reason: 'lost',
      failure: { why: expect.stringContaining('a new one could not be made') },
    });
  });

  it('[HSL-04] a server that drops each new session is not asked for yet another one', async () => {
    const state = { dead: false, gone: false };
    const h = await open(state);
    state.dead = true;
    expect((await h.run('tools.call', { name: 'read', args: {} })).status).toBe('failed');
    expect((await h.run('tools.call', { name: 'read', args: {} })).status).toBe('failed');
    expect(h.wires).toHaveLength(2);
    expect(h.notes('session-lost').join(' ')).toContain('lost at once too');
    state.dead = false;
    state.gone = true;
    await h.clock.advance(31_000);
    expect((await h.run('tools.call', { name: 'read', args: {} })).status).toBe('done');
  });

  it('[HTTP-18] 404 with -32601 is an answer, no lost session', async () => {
    const h = await open({ dead: false, gone: false });
    const op = await h.run('prompts.list', {});
    expect(op).toMatchObject({ status: 'failed', fault: { kind: 'protocol', code: -32601 } });
    expect(h.wires).toHaveLength(1);
  });

  it.each([
    ['a page', { body: 'Bad Request: Unsupported protocol version' }, { kind: 'http' }],
    ['an error without an id', undefined, { kind: 'protocol', code: -32000 }],
  ])('[HSL-17] 400 for the version header, as %s, is the error of its request', async (_name, page, fault) => {
    let wrong = true;
    const error = { code: -32000, message: 'Bad Request: Unsupported protocol version' };
    const handlers = legacyHandlers({
      'tools/call': ({ wire, ch }) => {
        if (!wrong) return text('ok');
        if (page) throw new HttpAnswer(400, page);
        wire.head(ch, 400);
        wire.say({ jsonrpc: '2.0', id: null, error }, ch);
        wire.ended({ ch, status: 400, contentType: 'application/json' });
        return undefined;
      },
    });
    const h = await new Harness({ servers: [fakeServer(handlers)], http: true, config: { era: 'legacy' } }).start();
    const op = await h.run('tools.call', { name: 'echo', args: {} });
    expect(op).toMatchObject({ status: 'failed', fault });
    expect(op.fault?.message).toMatch(page ? /HTTP 400/ : /Unsupported protocol version/);
    expect(h.session.state.at).toBe('ready');
    wrong = false;
    expect((await h.run('tools.call', { name: 'echo', args: {} })).status).toBe('done');
    expect(h.wires).toHaveLength(1);
  });

  it('[AUTH-35] 401 in a ready session waits for a sign-in and comes back', async () => {
    const state = { dead: false, gone: false };
    const handlers = forgetful(state, {
      'tools/call': () => {
        throw new HttpAnswer(401, { authenticate: 'Bearer' });
      },
    });
    const h = await new Harness({ servers: [fakeServer(handlers)], http: true, config: { era: 'legacy' } }).start();
    expect(await h.run('tools.call', { name: 'read', args: {} })).toMatchObject({
      status: 'failed',
      fault: { kind: 'http' },
    });
    expect(h.session.state).toMatchObject({ at: 'authorizing', status: 401 });
    h.session.authorized();
    expect(h.session.state.at).toBe('ready');
  });
});

it('[HSL-14] of two calls answered in one batch each keeps its own result', async () => {
  const h = await start({ 'tools/call': silent });
  const calls = ['a', 'b'].map((name) => h.session.run('tools.call', { name, args: {} }));
  await settle();
  const ids = h.wire.got.filter(({ message }) => message.method === 'tools/call').map(({ message }) => message.id);
  h.wire.say(JSON.stringify(ids.map((id) => ({ jsonrpc: '2.0', id, result: text(String(id)) }))));
  await settle();
  expect(calls.map((id) => h.session.resultOf(id))).toMatchObject(ids.map((rpcId) => ({ rpcId })));
});

it('[ROOT-06] a question that fails on this side is an internal error for the server and said in the log', async () => {
  const h = await start({});
  Object.defineProperty(h, 'roots', { value: null });
  h.wire.say({ jsonrpc: '2.0', id: 'r', method: 'roots/list' });
  await settle();
  expect(h.wire.got.at(-1)?.message).toMatchObject({ id: 'r', error: { code: -32603 } });
  expect(h.notes('input-failed')[0]).toContain('roots/list could not be answered');
});

describe('the listening stream', () => {
  it('[HSL-07] is read from the HTTP records: refused once, or open and dropped', async () => {
    const h = await start({}, { http: true });
    const get = { ch: 'g1', what: 'request', method: 'GET', headers: [['Accept', 'text/event-stream']] } as const;
    const stream = () => h.entity('session').streams[0];
    h.wire.events.http({ ...get, headers: [...get.headers.map(([k, v]): [string, string] => [k, v])] });
    expect(stream()).toMatchObject({ id: 'get', state: 'opening' });
    h.wire.events.http({ ch: 'g1', what: 'response', status: 405, headers: [] });
    expect(stream()).toMatchObject({ state: 'refused', text: expect.stringContaining('405') });
    h.wire.events.http({ ch: 'g2', what: 'request', method: 'GET', headers: [['accept', 'text/event-stream']] });
    h.wire.events.http({
      ch: 'g2',
      what: 'response',
      status: 200,
      headers: [['Content-Type', 'text/event-stream; charset=utf-8']],
    });
    expect(stream()?.state).toBe('open');
    h.wire.events.http({ ch: 'g2', what: 'error', text: 'reset' });
    expect(stream()).toMatchObject({ state: 'dropped', text: 'reset' });
    h.wire.events.http({ ch: 'g2', what: 'request', method: 'GET', headers: [['accept', 'text/event-stream']] });
    expect(stream()).toMatchObject({ state: 'dropped', text: 'reset It is tried again.' });
    expect(h.entity('session').streams).toHaveLength(1);
  });
});
