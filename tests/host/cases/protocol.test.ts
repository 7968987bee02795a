import { expect } from 'vitest';
import { caseEndpoint, proveCase } from '../support/prove-case.ts';
import {
  brief,
  callsOf,
  callText,
  exchangeOf,
  exchangeOfRow,
  namesIn,
  notesOf,
  stopAndFind,
} from '../support/session-facts.ts';
import { failureOf, type TestHost } from '../support/test-host.ts';

/** One version is asked for, so that the log begins with initialize. */
const LEGACY = { era: 'legacy' } as const;

proveCase('version-unsupported', (prove) => {
  const KNOWN = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2026-07-28'];
  prove(
    '[ERA-04] [ERA-24]',
    'The dialog names both versions (asked and answered) and which ones the client knows; a debugging client offers "connect anyway". It disconnects cleanly when the user declines.',
    async (host) => {
      const tried = async (version: string) => {
        const endpoint = caseEndpoint('version-unsupported', version === '1999-01-01' ? [] : [version]);
        const serverId = await host.add(endpoint);
        const session = await host.closed(await host.start(serverId));
        expect(session.state).toMatchObject({ reason: 'refused' });
        // Its input was closed, and it ended by itself.
        const rungs = (await notesOf(host, session.id)).filter((text) => /its input|SIG|exited/.test(text));
        expect(rungs).toEqual(['Closed its input', expect.stringContaining('exited with code 0')]);
        const failure = failureOf(session);
        const answered = version === '' ? 'an empty text' : version;
        expect(failure).toMatchObject({ rule: 'dx-era', title: 'No common protocol version' });
        expect(failure.why).toContain(`Asked for 2025-11-25. The server names ${answered}.`);
        for (const known of KNOWN) expect(failure.why).toContain(known);
        if (version === '') return;
        // Connecting anyway is setting the version that the server named.
        expect(failure.todo).toContain(`To connect anyway, set the version of this server to ${version}.`);
        const anyway = await host.ready(await host.start(await host.add(endpoint, { era: version })));
        expect(anyway.hello).toMatchObject({ version, era: 'legacy' });
        expect(await callText(host, anyway.id, 'hello')).toBe('hello');
      };
      await Promise.all(['1999-01-01', '2027-12-31', '2024-10-07', ''].map(tried));
    },
  );
});

proveCase('version-error', (prove) => {
  prove(
    '[ERA-24] [RPC-06]',
    "The server's message is shown; the client retries with one of the listed versions by itself or on a click, and says that the server should have negotiated.",
    async (host) => {
      const { id, hello } = await host.open(caseEndpoint('version-error'), LEGACY);
      expect(hello).toMatchObject({ version: '2025-03-26', via: 'initialize' });
      expect(await callsOf(host, id)).toEqual(['initialize -32602', 'initialize complete', 'tools/list complete']);
      const refused = await exchangeOfRow(host, id, 'initialize');
      expect(refused).toMatchObject({
        status: 'error',
        errorCode: -32602,
        errorMessage: 'Unsupported protocol version: 2025-11-25 - supported versions: 2025-03-26,2024-11-05',
      });
      const note = (await notesOf(host, id)).find((text) => text.startsWith('initialize was refused'));
      expect(note).toContain('the server names 2025-03-26, so that is tried');
      expect(note).toContain('It should have answered with that version instead of an error.');
    },
  );
});

proveCase('caps-missing-works', (prove) => {
  const open = (host: TestHost) => host.open(caseEndpoint('caps-missing-works'), LEGACY);
  prove(
    '[ERA-05]',
    'The client does not send undeclared list requests on its own, but lets the user try; the result is shown with the note "works, but not declared".',
    async (host) => {
      const { id } = await open(host);
      expect(await callsOf(host, id)).toEqual(['initialize complete']);
      const head = (kind: string) => host.state.get('catalog', `${id}:${kind}`);
      expect(head('resources')).toMatchObject({ status: 'unsupported', count: 0 });
      for (const verb of ['tools.list', 'resources.list', 'prompts.list'] as const) {
        expect(await host.run(id, verb)).toMatchObject({ status: 'done' });
      }
      for (const kind of ['tools', 'resources', 'prompts']) {
        expect(head(kind)).toMatchObject({ status: 'ready', count: 1, undeclared: true });
      }
      expect(await host.run(id, 'resources.templates')).toMatchObject({ status: 'failed', fault: { code: -32601 } });
      expect(head('templates')?.undeclared).toBeUndefined();
      const read = await host.run(id, 'resources.read', { uri: 'demo://one' });
      expect(JSON.parse(await host.result(read))).toEqual({ contents: [{ uri: 'demo://one', text: 'first' }] });
      const { findings } = await exchangeOfRow(host, id, 'resources/list');
      expect(findings).toMatchObject([
        { rule: 'ERA-05', text: 'resources/list works, but the server does not declare resources.' },
      ]);
    },
  );
  prove(
    '[RPC-14]',
    'Odd capability values ("ping": true, "tools": true, unknown keys) do not break the connection.',
    async (host) => {
      const { id, hello } = await open(host);
      expect(hello?.capabilities).toEqual({ ping: true, logging: true, 'x-vendor': { a: 1 } });
      expect(await host.run(id, 'ping')).toMatchObject({ status: 'done' });
      expect(await callText(host, id, 'hello')).toBe('hello');
    },
  );
});

proveCase('caps-declared-missing', (prove) => {
  prove(
    '[RPC-15]',
    'Tools work. The other tabs show an empty state that says "declared, but the server answered: method not found"; each list is asked for once, not polled.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('caps-declared-missing'), LEGACY);
      const lists = [
        ['resources', 'resources/list'],
        ['templates', 'resources/templates/list'],
        ['prompts', 'prompts/list'],
      ] as const;
      for (const [kind, method] of lists) {
        expect(host.state.get('catalog', `${id}:${kind}`)).toMatchObject({
          status: 'failed',
          count: 0,
          error: `Declared, but the server answered: Method not found: ${method}`,
        });
      }
      expect(await callText(host, id, 'hello')).toBe('hello');
      await host.run(id, 'ping');
      expect((await callsOf(host, id)).sort()).toEqual(
        ['hello complete', 'initialize complete', 'ping complete', 'tools/list complete']
          .concat(lists.map(([, method]) => `${method} -32601`))
          .sort(),
      );
    },
  );
});

proveCase('php-empty-arrays', (prove) => {
  prove(
    '[RPC-14]',
    '[] is taken for {} in these places with a conformance note; no reconnect; the tool can be called.',
    async (host) => {
      const { id, pid } = await host.open(caseEndpoint('php-empty-arrays'), LEGACY);
      expect(await host.run(id, 'ping')).toMatchObject({ status: 'done' });
      expect(await host.run(id, 'logging.level', { level: 'info' })).toMatchObject({ status: 'done' });
      expect(await namesIn(host, id, 'tools')).toEqual(['noargs']);
      expect(await callText(host, id, 'noargs')).toBe('ok');
      expect(host.state.get('session', id)).toMatchObject({ state: { at: 'ready' }, pid });
      const findings = (await stopAndFind(host, id)).filter((one) => one.text.includes('is an empty array'));
      expect(findings.map((one) => `${one.severity} ${one.text.split(' is ')[0]}`)).toEqual([
        'warn result.capabilities.tools',
        'warn result.tools[0].annotations',
        'warn result',
        'warn result',
      ]);
    },
  );
});

proveCase('response-unknown-id', (prove) => {
  prove(
    '[RPC-02] [RPC-18] [CANC-07]',
    'The first answer counts; the duplicate and the stray are logged as such (the duplicate linked to its request); the late answer is shown on the timed-out call as "arrived after 3 s". hello works.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('response-unknown-id'), LEGACY);
      const twice = await host.run(id, 'tools.call', { name: 'twice', args: {} });
      expect(JSON.parse(await host.result(twice))).toMatchObject({ content: [{ text: 'first' }] });
      expect((await exchangeOf(host, twice)).exchange.findings).toMatchObject([
        { rule: 'RPC-18', text: expect.stringContaining('A second answer came for the same request') },
      ]);
      expect(await callText(host, id, 'stray')).toBe('real');
      const strays = (await host.rows(id, 'traffic')).filter((row) => row.kind === 'noise');
      expect(strays).toMatchObject([
        { method: 'answer', rpcId: 987654, worst: 'warn' },
        { method: 'answer', rpcId: 'ghost', worst: 'warn', preview: 'Request cancelled' },
      ]);
      for (const { seq } of strays) {
        const { findings } = await host.client['log.findings']({ sessionId: id, seq });
        expect(findings).toMatchObject([{ rule: 'RPC-02', text: expect.stringContaining('belongs to no request') }]);
      }
      const late = await host.run(id, 'tools.call', { name: 'late', args: {}, timeoutMs: 1000 });
      expect(late).toMatchObject({ status: 'failed', fault: { kind: 'timeout' } });
      await expect
        .poll(async () => (await exchangeOf(host, late)).exchange.findings, { timeout: 8000 })
        .toMatchObject([{ rule: 'CANC-07', text: expect.stringMatching(/^The answer arrived after 3(\.\d)? s, /) }]);
      const { exchange } = await exchangeOf(host, late);
      expect(exchange.status).toBe('timed-out');
      const body = await host.client['log.body']({ sessionId: id, seq: exchange.responseSeq ?? 0 });
      expect(body.text).toContain('late answer');
      expect(await callText(host, id, 'hello')).toBe('hello');
    },
  );
});

proveCase('out-of-order', (prove) => {
  prove(
    '[RPC-02]',
    'The answers land on their own calls (100 first); ping is answered at once; the history shows the true order and durations.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('out-of-order'), LEGACY);
      const ended: string[] = [];
      const wait = async (ms: number) => {
        const operation = await host.run(id, 'tools.call', { name: 'wait', args: { ms } });
        ended.push(String(ms));
        return JSON.parse(await host.result(operation)).content[0].text;
      };
      const calls = [1600, 800, 200].map(wait);
      const ping = host.run(id, 'ping').then((operation) => {
        ended.push('ping');
        return operation;
      });
      expect(await Promise.all(calls)).toEqual(['waited 1600', 'waited 800', 'waited 200']);
      expect(await ping).toMatchObject({ status: 'done' });
      expect(ended).toEqual(['ping', '200', '800', '1600']);
      const rows = (await host.rows(id, 'traffic')).filter((row) => row.name === 'wait');
      expect(rows.map((row) => row.status)).toEqual(['complete', 'complete', 'complete']);
      const took = rows.map((row) => (row.tookUs ?? 0) / 1000);
      // In the order of the requests; each is at least as long as the server waited, and they overlap.
      for (const [at, ms] of [1600, 800, 200].entries()) expect(took[at]).toBeGreaterThanOrEqual(ms - 5);
      expect(took[0]).toBeLessThan(1600 + 800);
      expect(took[2]).toBeLessThan(took[1] ?? 0);
    },
  );
});

proveCase('error-data', (prove) => {
  prove(
    '[RPC-06] [TOOL-11]',
    'Code, message and data are all shown (data as a tree); line breaks are kept; malformed errors are shown raw with a note; protocol errors and isError results look different.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('error-data'), LEGACY);
      const call = (name: string) => host.run(id, 'tools.call', { name, args: {} });
      expect(await call('rich')).toMatchObject({
        status: 'failed',
        fault: {
          kind: 'protocol',
          code: -32602,
          message: 'Invalid arguments',
          data: { issues: [{ path: ['filters', 0, 'op'], expected: 'eq|ne', received: 'like' }], retryable: false },
        },
      });
      const { fault } = await call('multiline');
      expect(fault?.message.split('\n')).toHaveLength(42);
      expect(fault?.message.endsWith('ValueError: <b>bad</b> value')).toBe(true);
      const odd = { 'string-code': 'Too many requests', 'bare-string': 'something broke' };
      for (const [name, message] of Object.entries(odd)) {
        const operation = await call(name);
        expect(operation).toMatchObject({ status: 'failed', fault: { kind: 'protocol', message } });
        const { exchange } = await exchangeOf(host, operation);
        expect(brief(exchange.findings)).toEqual(['RPC-06 warn']);
        const { text } = await host.client['log.body']({ sessionId: id, seq: exchange.responseSeq ?? 0 });
        expect(text).toContain(name === 'string-code' ? '"code":"E_LIMIT"' : '"error":"something broke"');
      }
      const soft = await call('is-error');
      expect(soft).toMatchObject({ status: 'done', toolError: true });
      expect(soft.fault).toBeUndefined();
      expect((await callsOf(host, id)).slice(-5)).toEqual([
        'rich -32602',
        'multiline -32000',
        'string-code 0',
        'bare-string 0',
        'is-error tool error',
      ]);
    },
  );
});

proveCase('unknown-server-request', (prove) => {
  prove(
    '[RPC-13]',
    'Each request from the server is answered (with -32601 or -32602, or the fitting code) and shown in the log as "asked by the server, refused because …"; the tool ends at once.',
    async (host) => {
      const claims = { roots: true, sampling: false, elicitationForm: true, elicitationUrl: true };
      const { id } = await host.open(caseEndpoint('unknown-server-request'), { ...LEGACY, claims });
      const asked = {
        'needs-sampling': ['sampling/createMessage', -32601],
        vendor: ['x-vendor/openDocument', -32601],
        'bad-params': ['elicitation/create', -32602],
      } as const;
      for (const [tool, [method, code]] of Object.entries(asked)) {
        const from = performance.now();
        expect(JSON.parse(await callText(host, id, tool))).toMatchObject({ code });
        expect(performance.now() - from).toBeLessThan(5000);
        const exchange = await exchangeOfRow(host, id, method);
        expect(exchange).toMatchObject({ origin: 'server', status: 'error', errorCode: code });
        expect(exchange.findings.map((one) => one.text)).toContainEqual(
          expect.stringMatching(/^Asked by the server, refused because: (Method not found|Invalid params)/),
        );
      }
      expect(host.state.all('pending')).toEqual([]);
      const refused = (await notesOf(host, id)).filter((text) => text.includes('was refused'));
      expect(refused).toEqual([
        'sampling/createMessage was refused, because this client was not to offer it.',
        'The server asked for x-vendor/openDocument. It was refused, because this app knows no such request.',
        'elicitation/create was refused, because its message is no text.',
      ]);
    },
  );
});

proveCase('log-flood', (prove) => {
  prove(
    '',
    'Both answers are handled within a couple of seconds of their arrival; the list is virtual and bounded, says how many entries it dropped, and can be paused.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('log-flood'), LEGACY);
      const flood = await host.run(id, 'tools.call', { name: 'flood', args: { n: 30_000 } });
      expect(flood).toMatchObject({ status: 'done', noticeCount: 30_000 });
      const from = performance.now();
      expect(await callText(host, id, 'hello')).toBe('hello');
      expect(performance.now() - from).toBeLessThan(2000);
      const { exchange } = await exchangeOf(host, flood);
      const answer = await host.client['log.body']({ sessionId: id, seq: exchange.responseSeq ?? 0 });
      expect((flood.endedAt ?? 0) - answer.t / 1000).toBeLessThan(2000);
      // Nothing is dropped: the list is read in portions, from wherever the reader stands.
      const page = (start: number) =>
        host.client['log.page']({ sessionId: id, view: 'notices', from: start, count: 2 });
      expect(await page(15_000)).toMatchObject({ total: 30_000, from: 15_000 });
      const last = await page(29_999);
      expect(last.traffic).toHaveLength(1);
      expect(last.traffic?.[0]?.preview).toMatch(/^event 29999 /);
    },
  );
});
