import { expect } from 'vitest';
import { caseFile } from '../../cases/cases.ts';
import { startCase } from '../support/http-case.ts';
import { proveCase } from '../support/prove-case.ts';
import { callsOf, callText, exchangeOf, notesOf, stopAndFind } from '../support/session-facts.ts';
import { failureOf, type TestHost } from '../support/test-host.ts';

/** One version is asked for, so that the log begins with initialize. */
const LEGACY = { era: 'legacy' } as const;
const start = (id: string, variant = '') => startCase(id, variant === '' ? [] : [variant]);
const each = (variants: readonly string[], body: (variant: string) => Promise<void>) => Promise.all(variants.map(body));
const streamOf = (host: TestHost, sessionId: string, state: string) =>
  host.waitFor('session', (one) => one.id === sessionId && one.streams.some((stream) => stream.state === state));

proveCase('http-get-not-405', (prove) => {
  const variants = ['', '406', '400', '501'];
  prove(
    '[HSL-07]',
    'The connection works without the GET stream and says "no server-push stream (server said 404)" once, as information, not as an error.',
    async (host) => {
      await each(variants, async (variant) => {
        const { endpoint } = await start('http-get-not-405', variant);
        const { id } = await host.open(endpoint, LEGACY);
        const { streams } = await streamOf(host, id, 'refused');
        const code = variant === '' ? '404' : variant;
        expect(streams).toMatchObject([{ text: `The server offers no such stream, it said ${code}.` }]);
        expect(await callText(host, id, 'hello')).toBe('hello');
        const said = (await host.rows(id, 'client')).filter((row) => row.text.includes(`it said ${code}`));
        expect(said).toMatchObject([{ level: 'info' }]);
        expect(await stopAndFind(host, id)).toEqual([]);
      });
    },
  );
  prove('[HSL-07]', 'The GET is not tried again in a loop, and the refusal does not end the session.', async (host) => {
    await each(variants, async (variant) => {
      const server = await start('http-get-not-405', variant);
      const { id } = await host.open(server.endpoint, LEGACY);
      await streamOf(host, id, 'refused');
      for (let times = 0; times < 5; times += 1) expect(await callText(host, id, 'hello')).toBe('hello');
      expect(await server.count('GET')).toBe(1);
      expect(host.state.get('session', id)?.state).toEqual({ at: 'ready' });
      expect(await server.count('initialize')).toBe(1);
    });
  });
});

proveCase('http-get-200-text', (prove) => {
  prove(
    '[HSL-07] [HSL-08]',
    'A GET answer that is not text/event-stream means "no stream": one attempt, then at most a few with growing pauses.',
    async (host) => {
      const server = await start('http-get-200-text');
      const { id } = await host.open(server.endpoint, LEGACY);
      await streamOf(host, id, 'refused');
      for (let times = 0; times < 5; times += 1) expect(await callText(host, id, 'hello')).toBe('hello');
      const gets = (await server.log()).filter((seen) => seen.method === 'GET');
      expect(gets.map((seen) => seen.headers.accept)).toEqual(['text/event-stream']);
    },
  );
  prove('[HSL-07]', 'The console names the content type it got.', async (host) => {
    const { endpoint } = await start('http-get-200-text');
    const { id } = await host.open(endpoint, LEGACY);
    const { streams } = await streamOf(host, id, 'refused');
    expect(streams[0]?.text).toContain('it answered with text/plain');
    expect(await notesOf(host, id)).toContain(
      'The server offers no stream for its own messages (it answered with text/plain). Calls work without it.',
    );
  });
});

proveCase('http-get-pending', (prove) => {
  prove(
    '[HSL-07]',
    'The connection is usable as soon as initialize is answered. The listening stream is opened beside it and shown as "opening…" without holding anything up.',
    async (host) => {
      const server = await start('http-get-pending');
      const { id } = await host.open(server.endpoint, LEGACY);
      expect(await callText(host, id, 'hello')).toBe('hello');
      await streamOf(host, id, 'opening');
      expect(await server.count('GET')).toBe(1);
      for (let times = 0; times < 3; times += 1) expect(await callText(host, id, 'hello')).toBe('hello');
      expect(host.state.get('session', id)?.streams).toMatchObject([{ state: 'opening' }]);
      const from = performance.now();
      await host.client['session.stop']({ sessionId: id });
      expect(performance.now() - from).toBeLessThan(2000);
    },
  );
});

proveCase('http-sse-priming', (prove) => {
  prove(
    '[HTTP-12]',
    'The answer is shown. Events without data, comment lines, other event names and retry fields are kept in the raw view only; no error.',
    async (host) => {
      const { endpoint } = await start('http-sse-priming');
      const { id } = await host.open(endpoint, LEGACY);
      expect(await callText(host, id, 'hello')).toBe('hello');
      const raw = (await host.rows(id, 'wire')).map((row) => row.text).join('');
      for (const part of [': welcome', 'retry: 2500', 'event: heartbeat', 'data: 1767225600', 'retry: soon', ': bye']) {
        expect(raw).toContain(part);
      }
      const kinds = (await host.rows(id, 'traffic')).map((row) => row.kind);
      expect(kinds.filter((kind) => kind === 'noise' || kind === 'ask')).toEqual([]);
      expect(await callsOf(host, id)).toEqual(['initialize complete', 'tools/list complete', 'hello complete']);
      expect(await stopAndFind(host, id)).toEqual([]);
    },
  );
});

proveCase('http-sse-no-blank', (prove) => {
  prove(
    '[HTTP-15]',
    'closed: the client fails within a few seconds of the end of the stream with "the stream ended inside an event" and shows the bytes; it may offer to read it anyway. It never waits without limit.',
    async (host) => {
      const { endpoint } = await start('http-sse-no-blank');
      const { id } = await host.open(endpoint, LEGACY);
      const operation = await host.run(id, 'tools.call', { name: 'hello', args: {} });
      // It is read anyway, and said.
      expect(JSON.parse(await host.result(operation)).content[0].text).toBe('hello');
      const { exchange } = await exchangeOf(host, operation);
      const note = (await host.rows(id, 'client')).find((row) => row.text.includes(`stream of ${exchange.ch} `));
      expect(note).toMatchObject({ level: 'warn', text: expect.stringContaining('ended inside an event') });
      expect(exchange.findings).toEqual([]);
      const raw = (await host.rows(id, 'wire')).filter((row) => row.text.startsWith('event: message\ndata: {'));
      expect(raw).toHaveLength(3);
    },
  );
  prove(
    '[HTTP-11]',
    'open: the answer is used as soon as its event is complete, though the stream is not closed.',
    async (host) => {
      const { endpoint } = await start('http-sse-no-blank', 'open');
      const { id } = await host.open(endpoint, LEGACY);
      const operation = await host.run(id, 'tools.call', { name: 'hello', args: {} });
      expect(operation).toMatchObject({ status: 'done' });
      expect((await exchangeOf(host, operation)).http[0]?.endedAt).toBeUndefined();
    },
  );
});

proveCase('http-self-signed', (prove) => {
  prove(
    '[HTTP-23]',
    'The message says that the certificate is self-signed (or is for other.test) and shows subject, issuer, dates and fingerprint.',
    async (host) => {
      await each(['', 'name'], async (variant) => {
        const { endpoint } = await start('http-self-signed', variant);
        const session = await host.closed(await host.start(await host.add(endpoint, LEGACY)));
        const failure = failureOf(session);
        expect(failure).toMatchObject({ rule: 'dx-tls', title: 'The certificate was rejected' });
        expect(failure.why).toContain('its certificate is self-signed');
        if (variant === 'name') expect(failure.why).toContain('other.test');
        expect(failure.why).toMatch(
          /Subject .+; issuer .+; valid from .+ \d{4} GMT to .+ \d{4} GMT; SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}\./,
        );
        expect(failure.todo).toContain('trust it for this server alone');
        expect(session.ladder.find((step) => step.state === 'failed')?.key).toBe('secure');
        // That a second connection was opened for this is said.
        expect(await notesOf(host, session.id)).toContainEqual(
          expect.stringContaining('read over a connection of its own, over which nothing was sent'),
        );
      });
    },
  );
  prove(
    '',
    'Trust can be given for this server only: a CA file or the pinned fingerprint. Other servers are still verified; the system store is used too.',
    async (host) => {
      const [server, other] = await Promise.all([start('http-self-signed'), start('http-self-signed', 'name')]);
      const refused = async (endpoint: typeof server.endpoint) => {
        const failure = failureOf(await host.closed(await host.start(await host.add(endpoint, LEGACY))));
        expect(failure.rule).toBe('dx-tls');
        return failure.why;
      };
      const works = async (endpoint: typeof server.endpoint) => {
        const { id } = await host.open(endpoint, LEGACY);
        expect(await callText(host, id, 'hello')).toBe('hello');
      };
      const caFile = caseFile('files/tls/cert.pem');
      await works({ ...server.endpoint, trust: { caFile } });
      // The next server is verified as before, and so is another certificate under the same trust.
      expect(await refused(server.endpoint)).toContain('self-signed');
      await refused({ ...other.endpoint, trust: { caFile } });
      const nameFile = caseFile('files/tls/cert-name.pem');
      const why = await refused({ ...other.endpoint, trust: { caFile: nameFile } });
      expect(why).toContain('its certificate is for another name');
      // A pinned certificate is taken whatever its name, and no other one is.
      const fingerprint = /SHA-256 ([0-9A-F:]+)\./.exec(why)?.[1] ?? '';
      await works({ ...other.endpoint, trust: { fingerprint } });
      expect(await refused({ ...server.endpoint, trust: { fingerprint } })).toContain('not the one it is trusted by');
      const missing = await host.add({ ...server.endpoint, trust: { caFile: `${caFile}.missing` } }, LEGACY);
      expect(failureOf(await host.closed(await host.start(missing)))).toMatchObject({
        rule: 'dx-ca',
        why: expect.stringContaining('cert.pem.missing'),
      });
    },
  );
});
