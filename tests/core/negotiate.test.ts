import { describe, expect, it } from 'vitest';
import { fakeServer, HttpAnswer, legacyHandlers, MODERN, modernHandlers, Wrong } from './support/fake-server.ts';
import type { FakeTransport } from './support/fake-transport.ts';
import { Harness } from './support/harness.ts';

const silent = () => undefined;
const legacy = fakeServer(legacyHandlers());
const modern = fakeServer(modernHandlers());
const refusing = (code: number) =>
  fakeServer(
    legacyHandlers({
      'server/discover': () => {
        throw new Wrong(code, 'initialize first');
      },
    }),
  );
const exiting = (exit = { code: 1, signal: null }) =>
  fakeServer({
    'server/discover': ({ wire }) => wire.end({ reason: 'exited', exit }),
    initialize: ({ wire }) => wire.end({ reason: 'exited', exit }),
  });

describe('stdio, auto', () => {
  it('[ERA-10] [STD-13] a discover result means modern; it is the very first line', async () => {
    const h = await new Harness({ servers: [modern] }).start();
    expect(h.wire.methods()).toEqual(['server/discover', 'tools/list']);
    expect(h.entity('session').hello).toMatchObject({ era: 'modern', version: MODERN, serverInfo: { name: 'new' } });
    expect(h.session.state.at).toBe('ready');
    expect(h.remembered).toEqual([{ era: 'modern', version: MODERN }]);
    expect(h.wire.agreement).toEqual({ era: 'modern', version: MODERN });
  });

  it.each([-32601, -32602, -32000, -32001, -32600])(
    '[ERA-10] [ERA-11] error %i leads to initialize in the same process',
    async (code) => {
      const h = await new Harness({ servers: [refusing(code)] }).start();
      expect(h.wire.methods()).toEqual(['server/discover', 'initialize', 'notifications/initialized', 'tools/list']);
      expect(h.wires).toHaveLength(1);
      expect(h.entity('session').hello).toMatchObject({ era: 'legacy', version: '2025-11-25', via: 'initialize' });
    },
  );

  it('[ERA-10] an error with a null id does not stall the probe', async () => {
    const server = fakeServer(
      legacyHandlers({
        'server/discover': () => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'bad' } }),
      }),
    );
    const h = await new Harness({ servers: [server] }).start();
    expect(h.session.state.at).toBe('ready');
  });

  it('[ERA-10] [ERA-22] silence for 3 s: initialize goes into the same process and the wait is shown', async () => {
    const h = await new Harness({ servers: [fakeServer(legacyHandlers({ 'server/discover': silent }))] }).start();
    await h.clock.advance(2900);
    expect(h.session.state).toMatchObject({ at: 'negotiating', waitingFor: 'an answer to server/discover' });
    await h.clock.advance(200);
    expect(h.session.state.at).toBe('ready');
    expect(h.wires).toHaveLength(1);
    const waits = h.changes.flatMap((c) =>
      c.op === 'put' && c.topic === 'session' && c.value.state.at === 'negotiating' ? [c.value.state.waitingFor] : [],
    );
    expect(waits).toContain('an answer to initialize; server/discover stayed unanswered for 3 s');
  });

  it('[ERA-10] a discover result that comes late wins over initialize', async () => {
    const held: (() => void)[] = [];
    const server = fakeServer({
      ...modernHandlers(),
      'server/discover': (call) =>
        new Promise((resolve) => held.push(() => resolve(modernHandlers()['server/discover']?.(call)))),
      initialize: silent,
    });
    const h = await new Harness({ servers: [server] }).start();
    await h.clock.advance(3100);
    expect(h.wire.methods()).toEqual(['server/discover', 'initialize']);
    held[0]?.();
    await h.clock.advance(3100);
    expect(h.entity('session').hello?.era).toBe('modern');
    expect(h.wires).toHaveLength(1);
    h.wire.say({ jsonrpc: '2.0', id: 2, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: {} } });
    await h.clock.advance(1);
    expect(h.entity('session').hello?.era).toBe('modern');
    expect(h.notes('era').join(' ')).toContain('answered late');
  });

  it('[ERA-10] a late discover result and an initialize result: a fresh process gets server/discover alone', async () => {
    const held: (() => void)[] = [];
    type Handlers = ReturnType<typeof modernHandlers>;
    const late =
      (method: string, handlers: Handlers): NonNullable<Handlers[string]> =>
      (call) =>
        new Promise((resolve) => held.push(() => resolve(handlers[method]?.(call))));
    const slow = fakeServer({
      'server/discover': late('server/discover', modernHandlers()),
      initialize: late('initialize', legacyHandlers()),
    });
    const h = await new Harness({ servers: [slow, modern] }).start();
    await h.clock.advance(3100);
    for (const answer of held) answer();
    await h.clock.advance(1);
    expect(h.wires.map((wire) => wire.methods())).toEqual([
      ['server/discover', 'initialize'],
      ['server/discover', 'tools/list'],
    ]);
    expect(h.wires[0]?.isClosed).toBe(true);
    expect(h.entity('session').hello?.era).toBe('modern');
    expect(h.notes('era').join(' ')).toContain('Both greetings were answered');
  });

  it('[ERA-10] exit on the probe: a fresh process gets initialize, request ids and record numbers go on', async () => {
    const h = await new Harness({ servers: [exiting(), legacy] }).start();
    expect(h.wires.map((wire) => wire.methods()[0])).toEqual(['server/discover', 'initialize']);
    expect(h.wires[1]?.last('initialize').id).toBe(2);
    expect(h.session.state.at).toBe('ready');
    expect(h.records.map((record) => record.seq)).toEqual(h.records.map((_, at) => at + 1));
  });

  it('[ERA-10] neither answer 10 s later with stderr quiet: a fresh process', async () => {
    const mute = fakeServer({ 'server/discover': silent, initialize: silent });
    const h = await new Harness({ servers: [mute, legacy] }).start();
    await h.clock.advance(5000);
    h.wire.stderr('starting');
    await h.clock.advance(9000);
    expect(h.wires).toHaveLength(1);
    await h.clock.advance(1500);
    expect(h.wires).toHaveLength(2);
    expect(h.wires[0]?.isClosed).toBe(true);
    expect(h.session.state.at).toBe('ready');
  });

  it('a server that crashes each time is closed as exited, with the exit', async () => {
    const h = await new Harness({ servers: [exiting()] }).start();
    expect(h.session.state).toMatchObject({ at: 'closed', reason: 'exited', exit: { code: 1 } });
    expect(h.entity('session').ladder.find((step) => step.key === 'answer')).toMatchObject({ state: 'failed' });
  });

  it.each([-32020, -32021])('[ERA-12] error %i never leads to initialize', async (code) => {
    const h = await new Harness({ servers: [refusing(code)] }).start();
    expect(h.wire.methods()).toEqual(['server/discover']);
    expect(h.session.state).toMatchObject({ at: 'closed', reason: 'refused' });
  });

  it('[ERA-08] [ERA-12] -32022 without a common version names both lists', async () => {
    const server = fakeServer({
      'server/discover': () => {
        throw new Wrong(-32022, 'no', { data: { supported: ['2031-01-01'], requested: MODERN } });
      },
    });
    const h = await new Harness({ servers: [server] }).start();
    expect(h.wire.methods()).toEqual(['server/discover']);
    const { state } = h.session;
    expect(state.at === 'closed' && state.failure?.why).toContain('2031-01-01');
    expect(state.at === 'closed' && state.failure?.why).toContain(MODERN);
  });

  it('[ERA-08] -32022 that names the very version it refused: asked once more, not for ever', async () => {
    const refuse = () => {
      throw new Wrong(-32022, 'not now', { data: { supported: [MODERN], requested: MODERN } });
    };
    let times = 0;
    const { 'server/discover': answer = silent } = modernHandlers();
    const once = fakeServer(modernHandlers({ 'server/discover': (on) => (times++ === 0 ? refuse() : answer(on)) }));
    const h = await new Harness({ servers: [once] }).start();
    expect(h.wire.methods()).toEqual(['server/discover', 'server/discover', 'tools/list']);
    expect(h.session.state.at).toBe('ready');

    const always = await new Harness({ servers: [fakeServer({ 'server/discover': refuse })] }).start();
    expect(always.wire.methods()).toEqual(['server/discover', 'server/discover']);
    expect(always.session.state).toMatchObject({ at: 'closed', reason: 'refused', failure: { rule: 'dx-era' } });
  });

  it('[ERA-10] an empty result is no discover result: initialize follows', async () => {
    const server = fakeServer(legacyHandlers({ 'server/discover': () => ({}) }));
    const h = await new Harness({ servers: [server] }).start();
    expect(h.wire.methods().slice(0, 2)).toEqual(['server/discover', 'initialize']);
    expect(h.entity('session').hello?.era).toBe('legacy');
  });

  it('[ERA-08] a discover result that only names other versions is refused with both lists', async () => {
    const server = fakeServer({ 'server/discover': () => ({ supportedVersions: ['2031-01-01'], capabilities: {} }) });
    const h = await new Harness({ servers: [server] }).start();
    expect(h.session.state).toMatchObject({ at: 'closed', reason: 'refused', failure: { rule: 'dx-era' } });
  });

  it('both greetings refused: both answers are shown', async () => {
    const server = fakeServer({
      'server/discover': silent,
      initialize: ({ wire }) => {
        wire.say({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no discover' } });
        throw new Wrong(-32603, 'no initialize');
      },
    });
    const h = await new Harness({ servers: [server] }).start();
    await h.clock.advance(3100);
    const { state } = h.session;
    expect(state.at === 'closed' && state.failure?.why).toContain('no discover');
    expect(state.at === 'closed' && state.failure?.why).toContain('no initialize');
  });
});

describe('remembered era', () => {
  it('[ERA-14] legacy: no probe', async () => {
    const h = await new Harness({ servers: [legacy], recall: { era: 'legacy', version: '2025-11-25' } }).start();
    expect(h.wire.methods()[0]).toBe('initialize');
    expect(h.session.state.at).toBe('ready');
  });

  it('[ERA-14] legacy proves wrong: the era is detected again', async () => {
    const upgraded = fakeServer(
      modernHandlers({
        initialize: () => {
          throw new Wrong(-32022, 'too old', { data: { supported: [MODERN] } });
        },
      }),
    );
    const h = await new Harness({ servers: [upgraded], recall: { era: 'legacy', version: '2025-11-25' } }).start();
    expect(h.entity('session').hello?.era).toBe('modern');
    expect(h.remembered).toEqual([{ era: 'modern', version: MODERN }]);
  });

  it('[ERA-14] it is forgotten when it fails', async () => {
    const h = await new Harness({ servers: [exiting()], recall: { era: 'legacy', version: '2025-11-25' } }).start();
    expect(h.session.state.at).toBe('closed');
    expect(h.remembered).toEqual([undefined]);
  });
});

describe('pinned', () => {
  it('[ERA-15] [ERA-01] legacy: initialize is first, initialized follows', async () => {
    const h = await new Harness({ servers: [legacy], config: { era: 'legacy' } }).start();
    expect(h.wire.methods().slice(0, 2)).toEqual(['initialize', 'notifications/initialized']);
    expect(h.wire.last('initialize').params).toMatchObject({
      protocolVersion: '2025-11-25',
      clientInfo: { name: 'wirebench' },
      capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } },
    });
  });

  it('[ERA-16] modern on a legacy server: no fallback, and what to do', async () => {
    const h = await new Harness({ servers: [refusing(-32601)], config: { era: 'modern' } }).start();
    expect(h.wire.methods()).toEqual(['server/discover']);
    const { state } = h.session;
    expect(state.at === 'closed' && state.failure?.todo).toContain('Auto or Legacy');
  });

  it('[ERA-17] legacy on a modern-only server: its versions are named', async () => {
    const server = fakeServer({
      initialize: () => {
        throw new Wrong(-32022, 'modern only', { data: { supported: [MODERN] } });
      },
    });
    const h = await new Harness({ servers: [server], config: { era: 'legacy' } }).start();
    const { state } = h.session;
    expect(state.at === 'closed' && state.failure?.why).toContain(`The server names ${MODERN}`);
  });

  it('[ERA-15] one exact version is asked for, and another answer is refused', async () => {
    const exact = await new Harness({ servers: [legacy], config: { era: '2025-03-26' } }).start();
    expect(exact.entity('session').hello?.version).toBe('2025-03-26');
    const other = fakeServer(
      legacyHandlers({ initialize: () => ({ protocolVersion: '2024-11-05', capabilities: {} }) }),
    );
    const h = await new Harness({ servers: [other], config: { era: '2025-03-26' } }).start();
    expect(h.session.state).toMatchObject({ at: 'closed', reason: 'refused' });
  });

  it('[ERA-04] [ERA-24] a version nobody knows ends the session and is named', async () => {
    const server = fakeServer(
      legacyHandlers({ initialize: () => ({ protocolVersion: '1999-01-01', capabilities: {} }) }),
    );
    const h = await new Harness({ servers: [server], config: { era: 'legacy' } }).start();
    const { state } = h.session;
    expect(state.at === 'closed' && state.failure?.why).toContain('1999-01-01');
    expect(h.wire.methods()).toEqual(['initialize']);
    expect(h.wire.isClosed).toBe(true);
  });

  it('[ERA-24] a refusal of initialize that names versions is followed once', async () => {
    const server = fakeServer(
      legacyHandlers({
        initialize: ({ params }) => {
          if (params.protocolVersion !== '2024-11-05')
            throw new Wrong(-32602, 'old', { data: { supported: ['2024-11-05'] } });
          return { protocolVersion: '2024-11-05', capabilities: {} };
        },
      }),
    );
    const h = await new Harness({ servers: [server], config: { era: 'legacy' } }).start();
    expect(h.entity('session').hello?.version).toBe('2024-11-05');
  });
});

describe('HTTP', () => {
  const post =
    (status: number, facts = {}) =>
    () => {
      throw new HttpAnswer(status, facts);
    };

  it('[ERA-13] [HTTP-03] [HTTP-04] a modern result; the probe carries the headers', async () => {
    const h = await new Harness({ servers: [modern], http: true }).start();
    expect(h.session.state.at).toBe('ready');
    expect(h.wire.got[0]?.headers).toEqual([
      ['MCP-Protocol-Version', MODERN],
      ['Mcp-Method', 'server/discover'],
    ]);
  });

  it.each([400, 404, 405, 406])(
    '[ERA-13] [HTTP-17] HTTP %i without a modern body leads to initialize',
    async (status) => {
      const h = await new Harness({
        servers: [fakeServer(legacyHandlers({ 'server/discover': post(status) }))],
        http: true,
      }).start();
      expect(h.wire.methods().slice(0, 2)).toEqual(['server/discover', 'initialize']);
      expect(h.entity('session').hello?.era).toBe('legacy');
      expect(h.variants).toEqual(['default']);
    },
  );

  it('[HTTP-18] 404 with a -32601 body reads as that error', async () => {
    const h = await new Harness({ servers: [legacy], http: true }).start();
    expect(h.notes('era').join(' ')).toContain('server/discover was refused');
    expect(h.session.state.at).toBe('ready');
  });

  it.each([-32020, -32021, -32022])('[ERA-12] [HTTP-17] 400 with %i never falls back', async (code) => {
    const server = fakeServer(
      legacyHandlers({
        'server/discover': () => {
          throw new Wrong(code, 'modern', { status: 400 });
        },
      }),
    );
    const h = await new Harness({ servers: [server], http: true }).start();
    expect(h.wire.methods()).toEqual(['server/discover']);
    expect(h.session.state).toMatchObject({ at: 'closed', reason: 'refused' });
  });

  it.each([500, 502, 503])('[ERA-13] HTTP %i is a failure, no evidence', async (status) => {
    const server = fakeServer(
      legacyHandlers({
        'server/discover': post(status, { body: '<title>Bad Gateway</title>', contentType: 'text/html' }),
      }),
    );
    const h = await new Harness({ servers: [server], http: true }).start();
    expect(h.wire.methods()).toEqual(['server/discover']);
    const { state } = h.session;
    expect(state.at === 'closed' && state.failure?.why).toContain(`HTTP ${status}. The page is called "Bad Gateway".`);
  });

  it('[ERA-22] silence is a failure after the connect time, never legacy', async () => {
    const h = await new Harness({
      servers: [fakeServer(legacyHandlers({ 'server/discover': silent }))],
      http: true,
    }).start();
    await h.clock.advance(30_100);
    expect(h.wire.methods()).toEqual(['server/discover']);
    expect(h.session.state).toMatchObject({ at: 'closed', reason: 'failed', failure: { rule: 'dx-silent' } });
  });

  it('[HSL-15] [SSE-01] initialize refused with 405: the older HTTP+SSE transport, answers come on the stream', async () => {
    const handlers = legacyHandlers();
    const sse = fakeServer({
      initialize: (call) => {
        call.wire.ended({ ch: call.ch, status: 202 });
        call.wire.say({ jsonrpc: '2.0', id: call.id, result: handlers.initialize?.(call) }, 'sse');
        return undefined;
      },
      'notifications/initialized': silent,
      'tools/list': (call) => {
        call.wire.ended({ ch: call.ch, status: 202 });
        call.wire.say({ jsonrpc: '2.0', id: call.id, result: { tools: [] } }, 'sse');
        return undefined;
      },
    });
    const old = fakeServer({ 'server/discover': post(405), initialize: post(405) });
    const h = await new Harness({ servers: [old], sse, http: true }).start();
    expect(h.variants).toEqual(['default', 'sse']);
    expect(h.session.state.at).toBe('ready');
    expect(h.entity('catalog').status).toBe('ready');
  });

  it('[HSL-15] an endpoint event in the answer to a POST means the older transport too', async () => {
    const endpoint: Parameters<typeof fakeServer>[0][string] = ({ wire, ch }) => {
      wire.head(ch, 200);
      wire.ended({ ch, status: 200, error: { code: 'ENDPOINT_EVENT', message: 'an endpoint event' } });
      return undefined;
    };
    const old = fakeServer({ 'server/discover': endpoint, initialize: endpoint });
    const h = await new Harness({ servers: [old], sse: legacy, http: true }).start();
    expect(h.variants).toEqual(['default', 'sse']);
    expect(h.session.state.at).toBe('ready');
  });

  it.each([
    ['dx-404', 'nothing here'],
    ['SSE-02', 'names another origin'],
  ])('[SSE-02] no MCP at this address (%s): the way that tells more is the failure', async (rule, words) => {
    const none = fakeServer({ 'server/discover': post(404), initialize: post(404, { body: 'nothing here' }) });
    let wires = 0;
    const prepare = (wire: FakeTransport) => {
      wires += 1;
      if (wires === 2) wire.openFailure = { rule, title: 't', why: 'names another origin', todo: 'd', short: 's' };
    };
    const h = await new Harness({ servers: [none], sse: legacy, http: true, prepare }).start();
    const { state } = h.session;
    expect(state.at === 'closed' && state.failure).toMatchObject({ rule, why: expect.stringContaining(words) });
  });

  it('a web page with status 200 is named as one', async () => {
    const page = post(200, { contentType: 'text/html', body: '<!doctype html><title>Login</title>' });
    const h = await new Harness({ servers: [fakeServer({ 'server/discover': page })], http: true }).start();
    expect(h.session.state).toMatchObject({ at: 'closed', failure: { rule: 'dx-html' } });
  });

  it.each([401, 403])('[AUTH-35] HTTP %i waits for a sign-in and decides nothing about the era', async (status) => {
    let signedIn = false;
    const server = fakeServer({
      ...modernHandlers(),
      'server/discover': (call) => {
        if (!signedIn) throw new HttpAnswer(status, { authenticate: 'Bearer realm="x"' });
        return modernHandlers()['server/discover']?.(call);
      },
    });
    const h = await new Harness({ servers: [server], http: true }).start();
    expect(h.session.state).toMatchObject({ at: 'authorizing', status });
    await h.clock.advance(120_000);
    expect(h.session.state.at).toBe('authorizing');
    signedIn = true;
    h.session.authorized();
    await h.clock.advance(1);
    expect(h.session.state.at).toBe('ready');
    expect(h.wire.methods().slice(0, 2)).toEqual(['server/discover', 'server/discover']);
  });
});

describe('connect time', () => {
  it('waitLonger gives the time again', async () => {
    const h = await new Harness({ servers: [fakeServer({ initialize: silent })], config: { era: 'legacy' } }).start();
    await h.clock.advance(29_000);
    h.session.waitLonger();
    await h.clock.advance(29_000);
    expect(h.session.state.at).toBe('negotiating');
    await h.clock.advance(1500);
    expect(h.session.state).toMatchObject({ at: 'closed', failure: { rule: 'dx-silent' } });
    expect(h.wire.isClosed).toBe(true);
  });

  it('a download on stderr extends it once by itself', async () => {
    const h = await new Harness({ servers: [fakeServer({ initialize: silent })], config: { era: 'legacy' } }).start();
    h.wire.stderr('Downloading package 12 %');
    await h.clock.advance(59_000);
    expect(h.session.state.at).toBe('negotiating');
    await h.clock.advance(2000);
    expect(h.session.state).toMatchObject({ at: 'closed', failure: { rule: 'dx-slow' } });
  });

  it('[CANC-05] a session that is stopped while it connects never cancels initialize', async () => {
    const h = await new Harness({ servers: [fakeServer({ initialize: silent })], config: { era: 'legacy' } }).start();
    await h.session.stop();
    expect(h.wire.methods()).toEqual(['initialize']);
    expect(h.session.state).toEqual({ at: 'closed', reason: 'user' });
  });
});
