import { expect, onTestFinished, test } from 'vitest';
import { startCase } from '../support/http-case.ts';
import { proveCase } from '../support/prove-case.ts';
import { callsOf, callText, exchangeOf, notesOf, rowOf, stopAndFind } from '../support/session-facts.ts';
import { failureOf, openTestHost, type TestHost } from '../support/test-host.ts';

/** One version is asked for, so that the log begins with initialize. */
const LEGACY = { era: 'legacy' } as const;
const call = (host: TestHost, sessionId: string, name: string) => host.run(sessionId, 'tools.call', { name, args: {} });
/** Every variant of a case at once, each in a session of its own. */
const each = (variants: readonly string[], body: (variant: string) => Promise<void>) => Promise.all(variants.map(body));
const start = (id: string, variant = '') => startCase(id, variant === '' ? [] : [variant]);

proveCase('http-content-type', (prove) => {
  prove('[HTTP-11]', 'charset and capitals are accepted for JSON and for SSE.', async (host) => {
    await each(['', 'caps', 'sse-charset'], async (variant) => {
      const { endpoint } = await start('http-content-type', variant);
      const { id } = await host.open(endpoint, LEGACY);
      expect(await callText(host, id, 'hello')).toBe('hello');
      expect(await stopAndFind(host, id)).toEqual([]);
    });
  });
  prove(
    '[HTTP-11]',
    'With text/plain or no type at all the client fails at once with the type it saw and the first part of the body (or reads it as JSON with a warning); it never hangs.',
    async (host) => {
      const types = { text: 'the content type text/plain', none: 'no content type', problem: 'problem+json' };
      await each(Object.keys(types), async (variant) => {
        const { endpoint } = await start('http-content-type', variant);
        const { id } = await host.open(endpoint, LEGACY);
        const operation = await call(host, id, 'hello');
        expect(operation).toMatchObject({ status: 'done' });
        expect((await exchangeOf(host, operation)).exchange.findings).toMatchObject([
          { severity: 'warn', text: expect.stringContaining(types[variant as keyof typeof types]) }, // one of its keys
        ]);
      });
    },
  );
  prove(
    '[HTTP-02] [HSL-01]',
    'The request itself is sent as application/json and accepts both types.',
    async (host) => {
      const server = await start('http-content-type');
      const { id } = await host.open(server.endpoint);
      await callText(host, id, 'hello');
      const posts = (await server.log()).filter((seen) => seen.method === 'POST');
      expect(posts.length).toBeGreaterThan(4);
      for (const { headers } of posts) {
        expect(headers).toMatchObject({
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        });
      }
    },
  );
});

proveCase('http-202-body', (prove) => {
  prove(
    '[HTTP-13]',
    'Any 2xx to a notification is success and its body is not parsed; the raw view still shows it.',
    async (host) => {
      const bodies = { '': 'Accepted', 204: '', empty: '', null: 'null', object: '{"jsonrpc":"2.0","result":null}' };
      await Promise.all(
        Object.entries(bodies).map(async ([variant, body]) => {
          const { endpoint } = await start('http-202-body', variant);
          const { id } = await host.open(endpoint, LEGACY);
          expect(await callText(host, id, 'hello')).toBe('hello');
          const wire = await host.rows(id, 'wire');
          if (body !== '') expect(wire.map((row) => row.text)).toContain(body);
          expect(wire.filter((row) => row.k === 'noise')).toEqual([]);
          expect((await notesOf(host, id)).filter((text) => text.includes('did not take'))).toEqual([]);
          expect(await stopAndFind(host, id)).toEqual([]);
        }),
      );
    },
  );
});

proveCase('http-html-error', (prove) => {
  prove(
    '[HTTP-23]',
    `The message says what came ("an HTML page with status 502, title 'Bad Gateway'"), a hint (proxy down, wrong path, log-in page in between) and the raw body folded away. The page is never rendered.`,
    async (host) => {
      const expected = {
        '': ['dx-status', 'The server answered 502 Bad Gateway', 'Bad Gateway', /proxy before the server/],
        404: ['dx-404', 'No MCP endpoint at this path', 'Not Found', /Correct the path/],
        200: ['dx-html', 'This address is a web page, not an MCP endpoint', 'Please sign in', /log-in page/],
      } as const;
      await Promise.all(
        Object.entries(expected).map(async ([variant, [rule, title, page, hint]]) => {
          const server = await start('http-html-error', variant);
          const session = await host.closed(await host.start(await host.add(server.endpoint)));
          const failure = failureOf(session);
          expect(failure).toMatchObject({ rule, title });
          expect(failure.why).toContain(`The page is called "${page}".`);
          expect(`${failure.title} ${failure.why}`).toContain(variant === '' ? '502' : variant);
          expect(`${failure.why} ${failure.todo}`).toMatch(hint);
          expect(JSON.stringify(failure)).not.toContain('<');
          // The page lies in the log, whole; what it refers to was never fetched.
          const noise = (await host.rows(session.id, 'wire')).find((row) => row.k === 'noise');
          const body = await host.client['log.body']({ sessionId: session.id, seq: noise?.seq ?? 0 });
          expect(body.text).toContain('<img src="/__pixel">');
          expect((await server.log()).filter((seen) => seen.url !== '/mcp')).toEqual([]);
        }),
      );
    },
  );
});

proveCase('http-gzip', (prove) => {
  prove(
    '[HTTP-23]',
    'The answer is decoded; a compressed stream is read event by event (the log message is shown before the answer comes, 700 ms later). The raw view shows decoded text and says that it was compressed.',
    async (host) => {
      await each(['', 'br', 'sse'], async (variant) => {
        const { endpoint } = await start('http-gzip', variant);
        const { id } = await host.open(endpoint, LEGACY);
        const operation = await call(host, id, 'hello');
        expect(JSON.parse(await host.result(operation)).content[0].text).toBe('hello');
        const { exchange, http } = await exchangeOf(host, operation);
        const encoding = http[0]?.responseHeaders.find(([name]) => name === 'content-encoding')?.[1];
        expect(encoding).toBe(variant === 'br' ? 'br' : 'gzip');
        expect(await notesOf(host, id)).toContain(
          `The answer on ${exchange.ch} is compressed (${encoding}). The log holds the decoded text.`,
        );
        const answer = await host.client['log.body']({ sessionId: id, seq: exchange.responseSeq ?? 0 });
        expect(JSON.parse(answer.text)).toMatchObject({ id: exchange.rpcId });
        if (variant !== 'sse') return;
        const early = (await host.rows(id, 'notices')).at(-1);
        expect(early).toMatchObject({ preview: 'early' });
        expect(answer.t - (early?.t ?? answer.t)).toBeGreaterThan(500_000);
      });
    },
  );
});

proveCase('http-header-nonascii', () => {
  test('a value that HTTP cannot carry is named with its header and character; other servers are not touched', async () => {
    const host = await openTestHost();
    onTestFinished(() => host.close());
    const { endpoint } = await start('http-header-nonascii');
    const failed = async (name: string, value: string) => {
      const serverId = await host.add({ ...endpoint, headers: [{ name, value }] });
      return failureOf(await host.closed(await host.start(serverId)));
    };
    const user = await failed('X-User', 'Žofie 🐎');
    expect(user).toMatchObject({ rule: 'dx-header-value', title: 'The value of the header X-User cannot be sent' });
    expect(user.why).toContain('Character 1 is “Ž” (U+017D).');
    expect(user.todo).toContain('percent-encoded');
    const token = await failed('X-Token', 'abc\n');
    expect(token.title).toContain('X-Token');
    expect(token.why).toContain('Character 4 is a line break.');
    const headers = [{ name: 'X-User', value: '%C5%BDofie' }];
    const { id } = await host.open({ ...endpoint, headers }, LEGACY);
    expect(JSON.parse(await callText(host, id, 'echo-headers'))).toEqual({ 'x-user': '%C5%BDofie' });
  });
});

proveCase('http-error-body', (prove) => {
  const open = async (host: TestHost) => (await host.open((await start('http-error-body')).endpoint, LEGACY)).id;
  prove(
    '[RPC-06] [RPC-15]',
    'The JSON-RPC code, message and data from the body are shown beside the HTTP status. prompts/list fails alone; tools and resources are listed.',
    async (host) => {
      const id = await open(host);
      const bad = await call(host, id, 'bad');
      expect(bad).toMatchObject({
        status: 'failed',
        fault: { kind: 'protocol', code: -32602, message: 'field "city" is required', data: { field: 'city' } },
      });
      const { exchange, http } = await exchangeOf(host, bad);
      expect(exchange).toMatchObject({ status: 'error', errorCode: -32602, findings: [] });
      expect(http).toMatchObject([{ status: 400, statusText: 'Bad Request' }]);
      const heads = ['tools', 'resources', 'prompts'].map((kind) => host.state.get('catalog', `${id}:${kind}`));
      expect(heads).toMatchObject([
        { status: 'ready', count: 2 },
        { status: 'ready', count: 1 },
        { status: 'failed', error: 'prompt store is down' },
      ]);
    },
  );
  prove(
    '',
    'flaky: the first call shows 500 with its plain text, the second works. A tools/call is not repeated without the user.',
    async (host) => {
      const server = await start('http-error-body');
      const { id } = await host.open(server.endpoint, LEGACY);
      const first = await call(host, id, 'flaky');
      expect(first).toMatchObject({ status: 'failed', fault: { kind: 'http' } });
      expect(first.fault?.message).toContain('HTTP 500');
      expect(first.fault?.message).toContain('It says: upstream connect error');
      expect(await server.count('tools/call')).toBe(1);
      expect(await callText(host, id, 'flaky')).toBe('ok after 2');
      expect(await server.count('tools/call')).toBe(2);
      expect((await callsOf(host, id)).slice(-2)).toEqual(['flaky 500', 'flaky complete']);
    },
  );
});

proveCase('http-hang', (prove) => {
  prove(
    '[CANC-01] [HSL-12]',
    'There is a limit for initialize and one for each call, both settable and shown as running time; cancel works at once, sends notifications/cancelled and closes the HTTP request. hello works.',
    async (host) => {
      const silent = async () => {
        const { endpoint } = await start('http-hang', 'initialize');
        const serverId = await host.add(endpoint, { ...LEGACY, timeouts: { connectMs: 1500, requestMs: 1000 } });
        const session = await host.closed(await host.start(serverId));
        expect((session.endedAt ?? 0) - session.startedAt).toBeGreaterThanOrEqual(1400);
        expect(failureOf(session)).toMatchObject({ rule: 'dx-timeout', title: 'No answer' });
        expect(failureOf(session).why).toMatch(/no answer came within [12](\.\d)? s\./);
      };
      const hanging = async (variant: string) => {
        const server = await start('http-hang', variant);
        const timeouts = { connectMs: 30_000, requestMs: 800 };
        const { id } = await host.open(server.endpoint, { ...LEGACY, timeouts });
        const limited = await call(host, id, 'hang');
        expect(limited).toMatchObject({ status: 'failed', fault: { kind: 'timeout' } });
        expect(limited.fault?.message).toContain('No result after 800 ms.');
        const input = { name: 'hang', args: {}, timeoutMs: 0 };
        const { operationId } = await host.client['operation.run']({ sessionId: id, verb: 'tools.call', input });
        await expect.poll(() => server.count('tools/call')).toBe(2);
        const from = performance.now();
        await host.client['operation.cancel']({ operationId });
        const over = await host.waitFor('operation', (one) => one.id === operationId && one.status === 'cancelled');
        expect(performance.now() - from).toBeLessThan(2000);
        await expect.poll(() => server.count('notifications/cancelled')).toBe(2);
        const { exchange, http } = await exchangeOf(host, over);
        expect(exchange.status).toBe('stopped');
        expect(http[0]?.error).toContain('This app closed the connection.');
        expect(await callText(host, id, 'hello')).toBe('hello');
      };
      await Promise.all([silent(), hanging(''), hanging('headers')]);
    },
  );
});

proveCase('http-localhost-ipv6', (prove) => {
  prove(
    '',
    'Both addresses are tried. On failure the message lists each address with its error. A literal [::1] in the URL works.',
    async (host) => {
      const six = await start('http-localhost-ipv6');
      const four = await start('http-localhost-ipv6', 'v4');
      const literal = { ...six.endpoint, url: `http://[::1]:${six.port}/mcp` };
      await Promise.all(
        [six.endpoint, four.endpoint, literal].map(async (endpoint) => {
          const { id } = await host.open(endpoint, LEGACY);
          expect(await callText(host, id, 'hello')).toBe('hello');
          expect((await rowOf(host, id, 'GET')).name).toBe(endpoint.url);
        }),
      );
      // Nobody listens on port 1.
      const nobody = await host.add({ ...six.endpoint, url: 'http://localhost:1/mcp' });
      const failure = failureOf(await host.closed(await host.start(nobody)));
      expect(failure).toMatchObject({ rule: 'dx-refused' });
      for (const address of ['127.0.0.1:1', '::1:1']) expect(failure.why).toContain(`ECONNREFUSED ${address}`);
    },
  );
});
