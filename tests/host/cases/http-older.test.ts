import { expect } from 'vitest';
import { methodOf, startCase } from '../support/http-case.ts';
import { proveCase } from '../support/prove-case.ts';
import { callsOf, callText, exchangeOf, notesOf } from '../support/session-facts.ts';
import { failureOf } from '../support/test-host.ts';

const start = (id: string, variant = '') => startCase(id, variant === '' ? [] : [variant]);

proveCase('http-legacy-sse', (prove) => {
  prove(
    '[SSE-01] [HSL-15]',
    'After 4xx to the POST the client tries GET, finds the endpoint event and works; the tab says "legacy HTTP+SSE".',
    async (host) => {
      await Promise.all(
        (['auto', 'sse'] as const).map(async (transport) => {
          const server = await start('http-legacy-sse');
          const { id, hello, ladder } = await host.open({ ...server.endpoint, transport });
          expect(await callText(host, id, 'hello')).toBe('hello');
          const version = ladder.find((step) => step.key === 'version');
          expect(version?.detail).toBe(`${hello?.version}, from initialize, over legacy HTTP+SSE`);
          const refused = (await callsOf(host, id)).filter((call) => call.endsWith(' 405'));
          expect(refused).toEqual(transport === 'sse' ? [] : ['server/discover 405', 'initialize 405']);
          expect(await server.count('GET')).toBe(1);
          if (transport === 'sse') return;
          expect(await notesOf(host, id)).toContain(
            'initialize was not answered (HTTP 405), so the older HTTP+SSE transport is tried.',
          );
        }),
      );
    },
  );
  prove(
    '[SSE-02]',
    'The endpoint is resolved against the SSE URL. An endpoint on another origin is refused with both origins in the message.',
    async (host) => {
      const paths = { '': '/messages', query: '/sse', relative: '/messages', absolute: '/messages' };
      const resolved = Object.entries(paths).map(async ([variant, path]) => {
        const server = await start('http-legacy-sse', variant);
        const { id } = await host.open({ ...server.endpoint, transport: 'sse' });
        expect(await callText(host, id, 'hello')).toBe('hello');
        const posts = (await server.log()).filter((seen) => seen.method === 'POST');
        expect(new Set(posts.map((seen) => seen.url))).toEqual(new Set([`${path}?sid=c1`]));
      });
      const foreign = async () => {
        const server = await start('http-legacy-sse', 'foreign');
        const failure = failureOf(await host.closed(await host.start(await host.add(server.endpoint))));
        expect(failure).toMatchObject({ rule: 'SSE-02', title: 'The server names another origin for messages' });
        expect(failure.why).toContain(`http://127.0.0.1:${server.port}`);
        expect(failure.why).toContain('http://127.0.0.2:9');
      };
      await Promise.all([...resolved, foreign()]);
    },
  );
});

proveCase('http-legacy-post-answers', (prove) => {
  const ways = (['auto', 'sse'] as const).flatMap((transport) =>
    ['', '204', 'json', 'both'].map((variant) => ({ transport, variant })),
  );
  prove(
    '[SSE-01] [RPC-18]',
    'Any 2xx is accepted. An answer in the POST body is used if it comes first, and the second copy on the stream is dropped (both).',
    async (host) => {
      await Promise.all(
        ways.map(async ({ transport, variant }) => {
          const server = await start('http-legacy-post-answers', variant);
          const { id } = await host.open({ ...server.endpoint, transport });
          const operation = await host.run(id, 'tools.call', { name: 'hello', args: {} });
          expect(operation).toMatchObject({ status: 'done' });
          const { exchange } = await exchangeOf(host, operation);
          // The answer may come on the stream before the POST is answered.
          const status = async () => {
            const { http } = await exchangeOf(host, operation);
            return http.find(({ ch }) => ch === exchange.ch)?.status;
          };
          await expect.poll(status).toBe(variant === '204' ? 204 : 200);
          const rules = async () => (await exchangeOf(host, operation)).exchange.findings.map((one) => one.rule);
          if (variant === 'both') await expect.poll(rules).toEqual(['RPC-18']);
          else expect(await rules()).toEqual([]);
          // Where both come, the first one counts.
          const { ch } = await host.client['log.body']({ sessionId: id, seq: exchange.responseSeq ?? 0 });
          if (variant === 'json') expect(ch).toBe(exchange.ch);
          if (variant === '' || variant === '204') expect(ch).not.toBe(exchange.ch);
          expect(await callText(host, id, 'hello')).toBe('hello');
        }),
      );
    },
  );
  prove(
    '[HSL-15]',
    'sse-on-post: an "endpoint" event in the answer to the initialize POST means legacy; the client falls back within its probe limit.',
    async (host) => {
      await Promise.all(
        (['auto', 'sse'] as const).map(async (transport) => {
          const server = await start('http-legacy-post-answers', 'sse-on-post');
          const { id, startedAt, readyAt = 0 } = await host.open({ ...server.endpoint, transport });
          expect(readyAt - startedAt).toBeLessThan(5000);
          expect(await callText(host, id, 'hello')).toBe('hello');
          const first = (await server.log()).map((seen) => methodOf(seen) ?? seen.method).slice(0, 3);
          expect(first).toEqual(
            transport === 'auto'
              ? ['server/discover', 'initialize', 'GET']
              : ['GET', 'initialize', 'notifications/initialized'],
          );
        }),
      );
    },
  );
});
