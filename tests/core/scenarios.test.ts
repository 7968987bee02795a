import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import { settle } from './support/fake-clock.ts';
import { type Call, fakeServer, type Handlers, legacyHandlers, modernHandlers, Wrong } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const FORM = {
  mode: 'form',
  message: 'Name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const silent = () => undefined;

/** How each era lets a tool ask for something and go on with the answer. */
interface EraRow {
  era: 'legacy' | 'modern';
  http: boolean;
  handlers(more: Handlers, capabilities?: JsonObject): Handlers;
  asking(method: string, params: JsonObject, then: (answer: JsonObject) => unknown): (call: Call) => unknown;
}

const legacyAsking: EraRow['asking'] = (method, params, then) => async (call) => {
  const answer = await call.ask(method, params);
  return then((answer.result ?? answer.error ?? {}) as JsonObject); // the client's answer has one of them
};
const modernAsking: EraRow['asking'] = (method, params, then) => (call) => {
  const answers = call.params.inputResponses as Record<string, JsonObject> | undefined; // as the client sent it
  if (!answers)
    return { resultType: 'input_required', requestState: ' #1 "é\\', inputRequests: { q: { method, params } } };
  if (call.params.requestState !== ' #1 "é\\') throw new Wrong(-32602, 'requestState was changed');
  return { resultType: 'complete', ...(then(answers.q ?? {}) as JsonObject) }; // then gives a result object
};

const ROWS: EraRow[] = [
  { era: 'legacy', http: false, handlers: legacyHandlers, asking: legacyAsking },
  { era: 'legacy', http: true, handlers: legacyHandlers, asking: legacyAsking },
  { era: 'modern', http: false, handlers: modernHandlers, asking: modernAsking },
  { era: 'modern', http: true, handlers: modernHandlers, asking: modernAsking },
];

function start(
  row: EraRow,
  more: Handlers,
  options: { capabilities?: JsonObject; config?: JsonObject } = {},
): Promise<Harness> {
  const { capabilities, config } = options;
  const server = fakeServer(row.handlers(more, capabilities));
  return new Harness({ servers: [server], http: row.http, config: { era: row.era, ...config } }).start();
}

describe.each(ROWS)('$era, http $http', (row) => {
  it('[TOOL-02] [RPC-01] a call ends with its result and where it lies', async () => {
    const h = await start(row, { 'tools/call': ({ params }) => text(JSON.stringify(params.arguments)) });
    const op = await h.run('tools.call', { name: 'echo', args: { a: 'é\n' } });
    expect(op).toMatchObject({
      status: 'done',
      label: 'echo',
      rounds: 0,
      exchangeIds: [expect.stringMatching(/^x\d+$/)],
    });
    expect(h.resultText(op.id)).toContain('é\\\\n');
    expect(op.resultBytes).toBe(new TextEncoder().encode(h.resultText(op.id)).length);
  });

  it('[TOOL-11] a tool error is a result, a protocol error is a fault', async () => {
    const h = await start(row, {
      'tools/call': ({ params }) => {
        if (params.name === 'bad') throw new Wrong(-32602, 'no such tool', { data: { name: 'bad' } });
        return { isError: true, ...text('it failed') };
      },
    });
    expect(await h.run('tools.call', { name: 'echo', args: {} })).toMatchObject({ status: 'done', toolError: true });
    const op = await h.run('tools.call', { name: 'bad', args: {} });
    expect(op).toMatchObject({
      status: 'failed',
      fault: { kind: 'protocol', code: -32602, message: 'no such tool', data: { name: 'bad' } },
    });
    expect(h.session.resultOf(op.id)).toEqual({ fault: op.fault });
  });

  it('[ELIC-10] [MRTR-01] [MRTR-02] [MRTR-04] a form is asked, answered, and the call goes on', async () => {
    const h = await start(row, {
      'tools/call': row.asking('elicitation/create', FORM, (answer) => text(JSON.stringify(answer))),
    });
    const op = await h.run('tools.call', { name: 'ask', args: { keep: 1 } });
    expect(op.status).toBe('waiting');
    const pending = h.entity('pending');
    expect(pending).toMatchObject({
      kind: 'form',
      status: 'waiting',
      operationId: op.id,
      operationCertain: true,
      params: FORM,
    });
    expect(pending.via).toBe(row.era === 'legacy' ? 'server-request' : 'input-required');
    await h.clock.advance(5000);
    h.session.answer(pending.id, { action: 'accept', content: { name: 'Ada' } });
    await settle();
    expect(h.entity('pending')).toMatchObject({ status: 'accepted', answeredBy: 'person' });
    const done = h.entity('operation', op.id);
    expect(done).toMatchObject({ status: 'done', rounds: 1, waitedMs: 5000 });
    expect(h.resultText(op.id)).toContain('Ada');
    const ids = done.exchangeIds;
    expect(new Set(ids).size).toBe(2);
    expect(() => h.session.answer(pending.id, { action: 'cancel' })).toThrow('This question is over');
  });

  it.each(['decline', 'cancel'] as const)(
    '[ELIC-04] [ELIC-10] %s reaches the server without content',
    async (action) => {
      let seen: JsonObject = {};
      const h = await start(row, {
        'tools/call': row.asking('elicitation/create', FORM, (answer) => {
          seen = answer;
          return text('ok');
        }),
      });
      await h.run('tools.call', { name: 'ask', args: {} });
      h.session.answer(h.entity('pending').id, { action });
      await settle();
      expect(seen).toEqual({ action });
    },
  );

  it('[ELIC-11] a page that was opened is accepted without content', async () => {
    let seen: JsonObject = {};
    const url = { mode: 'url', message: 'Open it', url: 'https://example.test/', elicitationId: 'e1' };
    const h = await start(row, {
      'tools/call': row.asking('elicitation/create', url, (answer) => {
        seen = answer;
        return text('ok');
      }),
    });
    await h.run('tools.call', { name: 'ask', args: {} });
    expect(h.entity('pending').kind).toBe('url');
    h.session.answer(h.entity('pending').id, { action: 'accept', content: { x: 1 } });
    await settle();
    expect(seen).toEqual({ action: 'accept' });
  });

  it('[SAMP-09] [SAMP-10] [MRTR-12] sampling: the reply is the result; a refusal is what the era asks for', async () => {
    const seen: JsonObject[] = [];
    const ask = row.asking('sampling/createMessage', { messages: [], maxTokens: 5 }, (answer) => {
      seen.push(answer);
      return text('ok');
    });
    const h = await start(row, { 'tools/call': ask });
    await h.run('tools.call', { name: 'ask', args: {} });
    const reply = { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'me' };
    h.session.answer(h.entity('pending').id, { action: 'accept', content: reply });
    await settle();
    expect(seen).toEqual([reply]);
    const op = await h.run('tools.call', { name: 'ask', args: {} });
    const before = h.wire.got.length;
    h.session.answer(h.entity('pending').id, { action: 'decline' });
    await settle();
    if (row.era === 'legacy') expect(seen[1]).toEqual({ code: -1, message: 'User rejected sampling request' });
    else {
      expect(h.entity('operation', op.id)).toMatchObject({
        status: 'cancelled',
        fault: { message: 'Ended, you declined to answer.' },
      });
      expect(h.wire.got).toHaveLength(before);
    }
  });

  it('[ROOT-01] [ROOT-02] roots are answered by the setting and shown as answered', async () => {
    const h = await start(row, {
      'tools/call': row.asking('roots/list', {}, (answer) => text(JSON.stringify(answer))),
    });
    h.roots.push({ uri: 'file:///home/me', name: 'Me' });
    const op = await h.run('tools.call', { name: 'ask', args: {} });
    expect(h.entity('pending')).toMatchObject({ kind: 'roots', status: 'accepted', answeredBy: 'rule' });
    expect(op.status).toBe('done');
    expect(h.resultText(op.id)).toContain('file:///home/me');
  });

  it('[SAMP-01] [ROOT-06] [MRTR-10] what was not offered is refused without asking anybody', async () => {
    const claims = { sampling: false, roots: false, elicitationForm: false, elicitationUrl: false };
    const seen: JsonObject[] = [];
    const methods = ['roots/list', 'sampling/createMessage', 'elicitation/create', 'vendor/thing'];
    for (const method of methods) {
      const h = await start(
        row,
        {
          'tools/call': row.asking(method, {}, (answer) => {
            seen.push(answer);
            return text('ok');
          }),
        },
        { config: { claims } },
      );
      const op = await h.run('tools.call', { name: 'ask', args: {} });
      expect(h.changes.some((change) => change.op === 'put' && change.topic === 'pending')).toBe(false);
      if (row.era === 'modern' && method !== 'elicitation/create') {
        expect(op).toMatchObject({ status: 'failed', fault: { kind: 'local' } });
      } else expect(op.status).toBe('done');
    }
    if (row.era === 'legacy') expect(seen.map((one) => one.code)).toEqual([-32601, -32601, -32601, -32601]);
    else expect(seen).toEqual([{ action: 'decline' }]);
  });

  it('[STD-07] [HTTP-16] [HSL-12] [CANC-12] a cancelled call: the server is told in the way of the era', async () => {
    const h = await start(row, { 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'slow', args: {} });
    await h.clock.advance(12_000);
    h.session.cancel(op.id);
    await settle();
    const done = h.entity('operation', op.id);
    expect(done).toMatchObject({ status: 'cancelled', fault: { kind: 'cancelled' } });
    expect(done.fault?.message).toBe('You stopped the call after 12 s. It may have done part of the work.');
    const told = h.wire.methods().includes('notifications/cancelled');
    expect(told).toBe(!(row.era === 'modern' && row.http));
    if (told) {
      const { params } = h.wire.last('notifications/cancelled');
      expect(params).toMatchObject({ requestId: h.wire.last('tools/call').id });
    }
    const call = h.wire.got.find(({ message }) => message.method === 'tools/call');
    if (row.http) expect(h.wire.aborted).toEqual([call?.ch]);
  });

  it('[CANC-07] [CANC-09] [RPC-02] an answer after the cancel is recorded and changes nothing', async () => {
    const h = await start(row, { 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'slow', args: {} });
    h.session.cancel(op.id);
    await settle();
    const before = h.records.length;
    const { message, ch } = h.wire.got.find((got) => got.message.method === 'tools/call') ?? {};
    h.wire.say({ jsonrpc: '2.0', id: message?.id, result: text('late') }, ch);
    await settle();
    expect(h.records).toHaveLength(before + 1);
    expect(h.entity('operation', op.id).status).toBe('cancelled');
  });

  it('[CANC-01] [TOOL-07] [RPC-11] a timeout names the limit, tells the server and is not our cancel', async () => {
    const h = await start(row, { 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'slow', args: {}, timeoutMs: 2000 });
    await h.clock.advance(1900);
    expect(h.entity('operation', op.id).status).toBe('running');
    await h.clock.advance(200);
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'failed', fault: { kind: 'timeout' } });
    expect(h.entity('operation', op.id).fault?.message).toContain('No result after 2 s.');
    expect(h.entity('operation', op.id).fault).not.toHaveProperty('code');
    expect(h.wire.methods().includes('notifications/cancelled')).toBe(!(row.era === 'modern' && row.http));
  });

  it('[CANC-02] [PROG-04] [PROG-08] progress resets the limit and is counted; the last one with the answer too', async () => {
    const calls: Call[] = [];
    const h = await start(row, {
      'tools/call': (call) => {
        calls.push(call);
        return undefined;
      },
    });
    const op = await h.run('tools.call', { name: 'long', args: {}, timeoutMs: 2000 });
    const { id, ch, params, notify } = calls[0] ?? expect.fail('not called');
    const progressToken = (params._meta as JsonObject).progressToken;
    expect(progressToken).toBe(id);
    for (let step = 1; step <= 3; step += 1) {
      await h.clock.advance(1500);
      notify('notifications/progress', { progressToken, progress: step, total: 4, message: `step ${step}` });
    }
    await h.clock.advance(1500);
    expect(h.entity('operation', op.id)).toMatchObject({
      status: 'running',
      progressCount: 3,
      progress: { value: 3, total: 4 },
    });
    notify('notifications/progress', { progressToken, progress: 'odd' });
    h.wire.say({ jsonrpc: '2.0', id, result: text('done') }, ch);
    await settle();
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'done', progressCount: 4, progress: { value: 3 } });
  });

  it('[CANC-03] a limit in all holds whatever the progress', async () => {
    const h = await start(row, { 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'long', args: {}, timeoutMs: 1000 });
    const call = h.wire.got.find(({ message }) => message.method === 'tools/call');
    for (let step = 0; step < 80 && h.entity('operation', op.id).status === 'running'; step += 1) {
      h.wire.say(
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: call?.message.id, progress: step },
        },
        call?.ch,
      );
      await h.clock.advance(900);
    }
    expect(h.entity('operation', op.id).fault?.message).toContain('No result after 60 s');
  });

  it('[MRTR-09] [ELIC-23] the clock of a call stands still while a person is asked', async () => {
    const h = await start(row, {
      'tools/call': row.asking('elicitation/create', FORM, () => text('ok')),
    });
    const op = await h.run('tools.call', { name: 'ask', args: {}, timeoutMs: 5000 });
    await h.clock.advance(60_000);
    expect(h.entity('operation', op.id).status).toBe('waiting');
    h.session.answer(h.entity('pending').id, { action: 'accept', content: {} });
    await settle();
    expect(h.entity('operation', op.id).status).toBe('done');
  });

  it('[STD-10] [HTTP-15] [HSL-16] a server that goes away fails the call at once and says that it may have run', async () => {
    const h = await start(row, {
      'tools/call': ({ wire, ch }) => {
        if (row.http) wire.ended({ ch, status: 200, contentType: 'text/event-stream' });
        else wire.end({ reason: 'exited', exit: { code: 3, signal: null } });
        return undefined;
      },
    });
    const op = await h.run('tools.call', { name: 'die', args: {} });
    expect(op.status).toBe('failed');
    if (row.http) {
      expect(op.fault).toMatchObject({ kind: 'http', message: expect.stringContaining('ended without an answer') });
      expect(h.session.state.at).toBe('ready');
    } else {
      expect(op.fault?.kind).toBe('lost');
      expect(op.fault?.message).toContain('exit code 3');
      expect(op.fault?.message).toContain('may have taken effect');
      expect(h.session.state).toMatchObject({ at: 'closed', reason: 'exited', exit: { code: 3 } });
      expect(() => h.session.run('tools.call', { name: 'x', args: {} })).toThrow('not connected');
    }
  });

  it('[CANC-10] a question ends with its server, the reason is kept', async () => {
    const h = await start(row, { 'tools/call': row.asking('elicitation/create', FORM, () => text('ok')) });
    const op = await h.run('tools.call', { name: 'ask', args: {} });
    h.wire.end({ reason: 'lost', message: 'reset' });
    await settle();
    expect(h.entity('pending')).toMatchObject({ status: 'expired', closedBecause: 'The server has gone.' });
    expect(h.entity('operation', op.id).fault?.kind).toBe('lost');
    expect(h.session.state).toMatchObject({ at: 'closed', reason: 'lost' });
  });

  it('[TOOL-01] [PAGE-01] [PAGE-04] all pages of a list are read, cursors are handed back as they came', async () => {
    const cursors: unknown[] = [];
    const h = await start(row, {
      'tools/list': ({ params }) => {
        cursors.push(params.cursor);
        if (params.cursor === undefined) return { tools: [{ name: 'a' }], nextCursor: ' =p2 ' };
        return { tools: [{ name: 'b' }, { name: 'c' }] };
      },
    });
    expect(cursors).toEqual([undefined, ' =p2 ']);
    expect(h.entity('catalog')).toMatchObject({ kind: 'tools', status: 'ready', count: 3, pages: 2, stale: false });
    expect(h.session.items('tools').items.map((tool) => tool.name)).toEqual(['a', 'b', 'c']);
    expect(h.entity('session').ladder.at(-1)).toMatchObject({ key: 'lists', state: 'ok' });
  });

  it('[RPC-12] [RPC-17] [STD-03] a request of the server: answered in the legacy era, never in the modern one', async () => {
    const h = await start(row, {});
    const before = h.wire.got.length;
    h.wire.say({ jsonrpc: '2.0', id: 'p1', method: 'ping' }, row.http ? 'get' : 'stdio');
    await settle();
    const answers = h.wire.got.slice(before).map(({ message }) => message);
    if (row.era === 'legacy') expect(answers).toEqual([{ jsonrpc: '2.0', id: 'p1', result: {} }]);
    else {
      expect(answers).toEqual([]);
      expect(h.notes('server-request')).toHaveLength(1);
    }
  });

  it('[STD-02] everything sent is one valid message without a line break, whatever it carries', async () => {
    const h = await start(row, {
      'tools/call': row.asking('elicitation/create', FORM, () => text('ok')),
    });
    const odd = 'a\nb\r\n\u2028\u0000\ud800';
    await h.run('tools.call', { name: odd, args: { [odd]: [odd] } });
    h.session.answer(h.entity('pending').id, { action: 'accept', content: { v: odd } });
    await settle();
    const op = await h.run('resources.read', { uri: odd });
    h.session.cancel(op.id);
    await h.run('logging.level', { level: 'debug' });
    await h.run('completion.complete', { ref: { type: 'ref/prompt', name: odd }, argument: { name: odd, value: odd } });
    expect(h.wire.got.length).toBeGreaterThan(5);
    for (const got of h.wire.got) {
      expect(got.text).not.toMatch(/[\r\n]/);
      const { jsonrpc, method, id, result, error } = JSON.parse(got.text);
      expect(jsonrpc).toBe('2.0');
      if (method === undefined)
        expect([id !== undefined, result !== undefined || error !== undefined]).toEqual([true, true]);
      else expect(typeof method).toBe('string');
    }
  });

  it('[DBG-03] raw text goes out as it is; one request is followed to its answer', async () => {
    const h = await start(row, { 'vendor/x': () => ({ ok: true }) });
    const sent = '{"id":"mine","method":"vendor/x",  "extra":1}';
    const op = await h.run('raw.send', { text: sent });
    expect(h.wire.got.at(-1)?.text).toBe(sent);
    expect(op).toMatchObject({ status: 'done', exchangeIds: [expect.stringMatching(/^x\d+$/)] });
    expect(h.resultText(op.id)).toContain('"ok":true');
    const broken = await h.run('raw.send', { text: '{oops' });
    expect(h.wire.got.at(-1)?.text).toBe('{oops');
    expect(broken.status).toBe('done');
    expect(h.session.resultOf(broken.id)).toBeUndefined();
  });

  it('[COMP-02] [COMP-03] [PROMPT-02] [RES-02] the other verbs send what the protocol says', async () => {
    const h = await start(row, {
      'completion/complete': () => ({ completion: { values: [] } }),
      'prompts/get': () => ({ messages: [] }),
      'resources/read': () => ({ contents: [] }),
    });
    await h.run('completion.complete', {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: 'x' },
      context: { b: 'y' },
    });
    expect(h.wire.last('completion/complete').params).toMatchObject({
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: 'x' },
      context: { arguments: { b: 'y' } },
    });
    await h.run('prompts.get', { name: 'p', args: { b: 'y' } });
    expect(h.wire.last('prompts/get').params).toMatchObject({ name: 'p', arguments: { b: 'y' } });
    const op = await h.run('resources.read', { uri: 'file:///x', meta: { 'a.b/c': 1 } });
    expect(h.wire.last('resources/read').params).toMatchObject({ uri: 'file:///x', _meta: { 'a.b/c': 1 } });
    expect(op).toMatchObject({ status: 'done', label: 'file:///x' });
  });

  it('stop ends running calls as stopped, closes the ladder and is final; a second call hurries', async () => {
    const h = await start(row, { 'tools/call': silent });
    const op = await h.run('tools.call', { name: 'slow', args: {} });
    let release: (() => void) | undefined;
    h.wire.holdClose = new Promise((resolve) => {
      release = resolve;
    });
    const stopped = h.session.stop();
    await settle();
    expect(h.session.state).toEqual({ at: 'closing', rung: 'stdin closed' });
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'cancelled' });
    void h.session.stop();
    expect(h.wire.hurried).toBe(1);
    release?.();
    await stopped;
    expect(h.session.state).toMatchObject({ at: 'closed', reason: 'user' });
  });
});
