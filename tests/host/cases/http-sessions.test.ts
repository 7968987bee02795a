import { expect } from 'vitest';
import { type HttpCase, methodOf, startCase } from '../support/http-case.ts';
import { proveCase } from '../support/prove-case.ts';
import { callsOf, callText, notesOf } from '../support/session-facts.ts';
import type { TestHost } from '../support/test-host.ts';

/** One version is asked for, so that the log begins with initialize. */
const LEGACY = { era: 'legacy' } as const;
const call = (host: TestHost, sessionId: string, name: string) => host.run(sessionId, 'tools.call', { name, args: {} });
const start = (id: string, variant = '') => startCase(id, variant === '' ? [] : [variant]);
const idsOf = async (server: HttpCase, method: string) =>
  (await server.log()).filter((seen) => seen.method === method).map((seen) => seen.headers['mcp-session-id']);

proveCase('http-session-404', (prove) => {
  const variants = ['', 'text', 'empty', 'malformed'];
  prove(
    '[HSL-04]',
    'A 404 to a request that carried a session id leads to one new initialize, the call is then sent again once if that is safe (or the user is asked), and the log shows "session lost, new session". The body does not matter.',
    async (host) => {
      await Promise.all(
        variants.map(async (variant) => {
          const server = await start('http-session-404', variant);
          const { id } = await host.open(server.endpoint, LEGACY);
          await callText(host, id, 'forget');
          const lost = await call(host, id, 'hello');
          // The tool does not say that it may be repeated, so a person decides.
          expect(lost).toMatchObject({ status: 'failed', fault: { kind: 'lost' } });
          expect(lost.fault?.message).toContain('so the call did not run. There is a new session now.');
          expect(lost.fault?.todo).toContain('Run it again if you want it.');
          expect(await server.count('initialize')).toBe(2);
          expect(await callText(host, id, 'hello')).toBe('hello');
          // What is safe is sent again by itself.
          await callText(host, id, 'forget');
          expect(await host.run(id, 'ping')).toMatchObject({ status: 'done' });
          expect(await server.count('initialize')).toBe(3);
          const said = (await notesOf(host, id)).filter((text) => text.startsWith('The server forgot the session'));
          expect(said).toEqual(Array(2).fill('The server forgot the session (HTTP 404). A new one is made.'));
          const greetings = (await server.log()).filter((seen) => methodOf(seen) === 'initialize');
          expect(greetings.map((seen) => seen.headers['mcp-session-id'])).toEqual([undefined, undefined, undefined]);
        }),
      );
    },
  );
  prove(
    '[HSL-04]',
    'In the second part the client gives up after one try and says so; no loop of initialize requests.',
    async (host) => {
      await Promise.all(
        variants.map(async (variant) => {
          const server = await start('http-session-404', variant);
          const { id } = await host.open(server.endpoint, LEGACY);
          await callText(host, id, 'dead');
          for (let press = 0; press < 3; press += 1) {
            expect(await call(host, id, 'hello')).toMatchObject({ status: 'failed' });
          }
          expect(await server.count('initialize')).toBe(2);
          expect(await notesOf(host, id)).toContain(
            'The new session was lost at once too. No further one is made by itself.',
          );
        }),
      );
    },
  );
});

proveCase('http-session-not-404', (prove) => {
  prove(
    '',
    'The second failure in a row that speaks of a session or of "not initialized" offers (or tries once) a new session, and the message says that the server should have used 404.',
    async (host) => {
      const words = { '': 'Bad Request: no valid session id', 200: 'Server not initialized' };
      await Promise.all(
        Object.entries(words).map(async ([variant, message]) => {
          const server = await start('http-session-not-404', variant);
          const { id } = await host.open(server.endpoint, LEGACY);
          await callText(host, id, 'forget');
          expect(await call(host, id, 'hello')).toMatchObject({
            status: 'failed',
            fault: { kind: 'protocol', message },
          });
          expect(await server.count('initialize')).toBe(1);
          const second = await call(host, id, 'hello');
          expect(second).toMatchObject({ status: 'failed', fault: { kind: 'lost' } });
          expect(second.fault?.message).toContain('There is a new session now. It should have answered HTTP 404');
          expect(await server.count('initialize')).toBe(2);
          expect(await notesOf(host, id)).toContainEqual(expect.stringContaining('It should have answered HTTP 404'));
          expect(await callText(host, id, 'hello')).toBe('hello');
        }),
      );
    },
  );
  prove(
    '',
    'A manual "new session" action is always there. The tab never stays "connected" while each call fails.',
    async (host) => {
      const server = await start('http-session-not-404');
      const serverId = await host.add(server.endpoint, LEGACY);
      const first = await host.ready(await host.start(serverId));
      await host.listed(first.id);
      await callText(host, first.id, 'forget');
      expect(await call(host, first.id, 'hello')).toMatchObject({ status: 'failed' });
      const { sessionId } = await host.client['session.restart']({ serverId });
      await host.ready(sessionId);
      expect(sessionId).not.toBe(first.id);
      expect(await callText(host, sessionId, 'hello')).toBe('hello');
      // Without a hand on it, the second failure already is the last.
      await callText(host, sessionId, 'forget');
      const results = [];
      for (let press = 0; press < 3; press += 1) results.push((await call(host, sessionId, 'hello')).status);
      expect(results).toEqual(['failed', 'failed', 'done']);
    },
  );
});

proveCase('http-404-method', (prove) => {
  prove(
    '[HTTP-18] [HSL-04]',
    'A 404 whose JSON-RPC body has the id of the request and code -32601 is an answer to that request, not a lost session. In any case one new session at most for each failed method.',
    async (host) => {
      const server = await start('http-404-method');
      const { id } = await host.open(server.endpoint, LEGACY);
      for (const [kind, method] of [
        ['prompts', 'prompts/list'],
        ['resources', 'resources/list'],
      ]) {
        const error = `Declared, but the server answered: Method not found: ${method}`;
        expect(host.state.get('catalog', `${id}:${kind}`)).toMatchObject({ status: 'failed', error });
      }
      expect(await callText(host, id, 'hello')).toBe('hello');
      expect(await host.run(id, 'prompts.list')).toMatchObject({ status: 'failed', fault: { code: -32601 } });
      expect(await server.count('initialize')).toBe(1);
      expect(new Set((await idsOf(server, 'POST')).slice(1)).size).toBe(1);
      const calls = await callsOf(host, id);
      expect(calls).toContain('prompts/list -32601');
      expect(calls.filter((one) => one.startsWith('initialize'))).toHaveLength(1);
    },
  );
});

proveCase('http-delete', (prove) => {
  prove(
    '[HSL-05]',
    'One DELETE with the session id on disconnect, on reconnect and on quit (best effort, with a short limit so that quitting is not held up). 405 is silent.',
    async (host) => {
      const servers = await Promise.all(['', 'ok', 'slow'].map((variant) => start('http-delete', variant)));
      const opened = await Promise.all(
        servers.map(async (server) => {
          const serverId = await host.add(server.endpoint, LEGACY);
          const { id } = await host.ready(await host.start(serverId));
          await host.listed(id);
          return { server, serverId, id };
        }),
      );
      await Promise.all(
        opened.map(async ({ server, serverId, id }) => {
          const from = performance.now();
          await host.client['session.stop']({ sessionId: id });
          expect(performance.now() - from).toBeLessThan(5000);
          expect((await host.closed(id)).state).toEqual(expect.objectContaining({ reason: 'user' }));
          expect(await idsOf(server, 'DELETE')).toEqual([expect.any(String)]);
          const errors = (await host.rows(id, 'client')).filter((row) => row.level === 'error' || row.level === 'warn');
          expect(errors).toEqual([]);
          const second = await host.ready(await host.start(serverId));
          await host.listed(second.id);
          const again = await host.client['session.restart']({ serverId });
          await host.ready(again.sessionId);
          await host.listed(again.sessionId);
          expect(await server.count('DELETE')).toBe(2);
        }),
      );
      const from = performance.now();
      await host.host.close();
      expect(performance.now() - from).toBeLessThan(6000);
      for (const { server } of opened) {
        const ids = await idsOf(server, 'DELETE');
        const greeted = await server.count('initialize');
        expect([ids.length, new Set(ids).size, greeted]).toEqual([3, 3, 3]);
      }
    },
  );
});
