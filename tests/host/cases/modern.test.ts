import { expect } from 'vitest';
import type { Operation, PendingInput } from '#shared/entities.ts';
import { startCase } from '../support/http-case.ts';
import { caseEndpoint, proveCase } from '../support/prove-case.ts';
import { brief, callsOf, callText, notesOf, stopAndFind } from '../support/session-facts.ts';
import type { TestHost } from '../support/test-host.ts';

const textsOf = async (host: TestHost, sessionId: string) =>
  (await host.rows(sessionId, 'stderr')).map((row) => `${row.k} ${row.text}`);

proveCase('discover-exits', (prove) => {
  prove(
    '[ERA-10] [ERA-11]',
    'It connects in the legacy era: the probe runs on a throw-away process, or the server is started again before initialize. The log shows the probe and why it fell back; no error is left on screen.',
    async (host) => {
      const { id, hello, pid, state, ladder } = await host.open(caseEndpoint('discover-exits'));
      expect(hello).toMatchObject({ era: 'legacy', via: 'initialize' });
      expect(await callsOf(host, id)).toEqual(['server/discover lost', 'initialize complete', 'tools/list complete']);
      const started = (await notesOf(host, id)).filter((text) => /^Started, pid|initialize\.$/.test(text));
      expect(started).toEqual(
        [
          expect.stringMatching(/^Started, pid \d+\.$/),
          'The process ended on server/discover. A fresh process gets initialize.',
          `Started, pid ${pid}.`,
          expect.any(String),
        ].slice(0, started.length),
      );
      expect(started[2]).toBe(`Started, pid ${pid}.`);
      expect(state).toEqual({ at: 'ready' });
      expect(ladder.filter((step) => step.state === 'failed')).toEqual([]);
      expect(await textsOf(host, id)).toContainEqual(
        'stderr Error: the first request must be initialize, not server/discover',
      );
      expect(await callText(host, id, 'hello')).toBe('hello');
    },
  );
  prove(
    '[ERA-14] [ERA-15]',
    'The choice is remembered for the next connect, and the version can be fixed by hand.',
    async (host) => {
      const serverId = await host.add(caseEndpoint('discover-exits'));
      await host.ready(await host.start(serverId));
      const { sessionId } = await host.client['session.restart']({ serverId });
      await host.ready(sessionId);
      await host.listed(sessionId);
      expect(await callsOf(host, sessionId)).toEqual(['initialize complete', 'tools/list complete']);
      const fixed = await host.open(caseEndpoint('discover-exits'), { era: '2025-06-18' });
      expect(fixed.hello?.version).toBe('2025-06-18');
      expect(await callsOf(host, fixed.id)).toEqual(['initialize complete', 'tools/list complete']);
    },
  );
});

proveCase('discover-silent', (prove) => {
  prove(
    '[ERA-10] [ERA-22]',
    'After a short probe limit (a few seconds) the client falls back to initialize on a fresh process and connects; the wait is explained on screen.',
    async (host) => {
      const serverId = await host.add(caseEndpoint('discover-silent'));
      const sessionId = await host.start(serverId);
      const asks = 'an answer to server/discover';
      await host.waitFor('session', ({ id, state }) => {
        return id === sessionId && state.at === 'negotiating' && state.waitingFor === asks;
      });
      const { id, hello } = await host.ready(sessionId);
      await host.listed(id);
      expect(hello).toMatchObject({ era: 'legacy', via: 'initialize' });
      // In place or on a fresh process are both right.
      const notes = await notesOf(host, id);
      expect(notes).toContain('No answer to server/discover for 3 s, so initialize follows into the same process.');
      expect(notes).toContainEqual(
        expect.stringContaining('waiting for an answer to initialize; server/discover stayed unanswered for 3 s'),
      );
      expect(await callsOf(host, id)).toEqual([
        'server/discover stopped',
        'initialize complete',
        'tools/list complete',
      ]);
      expect(await callText(host, id, 'hello')).toBe('hello');
    },
  );
});

proveCase('discover-odd-error', (prove) => {
  prove(
    '[ERA-10] [ERA-11] [RPC-19]',
    'Anything but a modern version error leads to the legacy handshake; an answer with a null id does not stall it.',
    async (host) => {
      const variants = { '': -32602, '-32600': -32600, '-32603': -32603, 'null-id': -32600 };
      const tried = Object.entries(variants).map(async ([variant, code]) => {
        const from = performance.now();
        const session = await host.open(caseEndpoint('discover-odd-error', variant === '' ? [] : [variant]));
        // The silence of 3 s was not needed.
        expect(performance.now() - from).toBeLessThan(variant === 'null-id' ? 2900 : 10_000);
        expect(session.hello).toMatchObject({ era: 'legacy', via: 'initialize' });
        expect(await notesOf(host, session.id)).toContain(
          `server/discover was answered by an error (${code}), so initialize follows.`,
        );
        expect((await callsOf(host, session.id))[0]).toBe(`server/discover ${code}`);
        expect(await callText(host, session.id, 'hello')).toBe('hello');
        return session.id;
      });
      const ids = await Promise.all(tried);
      expect(brief(await stopAndFind(host, ids.at(-1) ?? ''))).toEqual(['RPC-19 warn']);
    },
  );
});

proveCase('discover-stderr', (prove) => {
  prove(
    '[STD-04]',
    'It connects; the warnings are kept but marked as coming from the probe, so that they do not frighten the user.',
    async (host) => {
      const { id, hello } = await host.open(caseEndpoint('discover-stderr'));
      expect(hello).toMatchObject({ era: 'legacy', via: 'initialize' });
      const warnings = async () => (await textsOf(host, id)).filter((text) => text.startsWith('stderr WARNING'));
      await expect.poll(async () => (await warnings()).length, { timeout: 10_000 }).toBe(4000);
      const texts = await textsOf(host, id);
      const mark = texts.findIndex((text) => text.includes('about the question server/discover'));
      expect(texts[mark]).toContain('that is no fault');
      // It stands with the first of them.
      expect(texts.findIndex((text) => text.startsWith('stderr WARNING'))).toBe(mark - 1);
      expect(await callText(host, id, 'hello')).toBe('hello');
    },
  );
});

proveCase('modern-mrtr-endless', (prove) => {
  /** Answers each question of a call by `reply`, until the call is over. */
  async function answered(
    host: TestHost,
    input: { sessionId: string; name: string; n?: number },
    reply: (round: number) => 'accept' | 'decline' | 'cancel' | 'stop',
  ): Promise<{ operation: Operation; asks: PendingInput[] }> {
    const { sessionId, name, n } = input;
    const args = n === undefined ? {} : { n };
    const { operationId } = await host.client['operation.run']({
      sessionId,
      verb: 'tools.call',
      input: { name, args },
    });
    const asks: PendingInput[] = [];
    const isOver = (one: Operation) => one.id === operationId && one.endedAt !== undefined;
    const over = host.waitFor('operation', isOver, 25_000);
    for (;;) {
      const isNext = (one: PendingInput) =>
        one.operationId === operationId && one.status === 'waiting' && !asks.some((ask) => ask.id === one.id);
      const next = await Promise.race([host.waitFor('pending', isNext, 25_000).catch(() => undefined), over]);
      if (!next || !('params' in next)) break;
      asks.push(next);
      const action = reply(asks.length);
      if (action === 'stop') await host.client['operation.cancel']({ operationId });
      else {
        const content = action === 'accept' ? { content: { answer: `answer ${asks.length}` } } : {};
        await host.client['pending.answer']({ id: next.id, reply: { action, ...content } });
      }
    }
    return { operation: await over, asks };
  }
  const texts = async (host: TestHost, operation: Operation) =>
    JSON.parse(await host.result(operation)).content[0].text as string;

  prove(
    '[MRTR-02] [MRTR-04] [MRTR-08] [MRTR-09]',
    "Each round is shown as a step of the same call; requestState goes back byte for byte, inputResponses only for this round's keys, with a new id. A result in the last allowed round counts.",
    async (host) => {
      const server = await startCase('modern-mrtr-endless');
      const { id } = await host.open(server.endpoint);
      const three = await answered(host, { sessionId: id, name: 'rounds', n: 3 }, () => 'accept');
      expect(await texts(host, three.operation)).toBe('finished after 3 rounds');
      expect(three.asks.map((ask) => [ask.key, ask.params.message])).toEqual([
        ['q1', 'Question 1'],
        ['q2', 'Question 2'],
        ['q3', 'Question 3'],
      ]);
      expect(three.operation).toMatchObject({ status: 'done', rounds: 3 });
      expect(three.operation.exchangeIds).toHaveLength(4);
      const sent = (await server.log()).flatMap(({ body }) =>
        typeof body === 'string' || body.method !== 'tools/call' ? [] : [body],
      );
      expect(new Set(sent.map((body) => body.id)).size).toBe(4);
      const state = (round: number) => ` #${round} "é\\ \u2028`;
      expect(sent.map(({ params }) => [params?.requestState, params?.inputResponses])).toEqual([
        [undefined, undefined],
        ...[1, 2, 3].map((n) => [state(n), { [`q${n}`]: { action: 'accept', content: { answer: `answer ${n}` } } }]),
      ]);
      const rows = (await host.rows(id, 'traffic')).filter((row) => row.name === 'rounds');
      const asked = ['input_required', 'input_required', 'input_required'];
      expect(rows.map((row) => row.status)).toEqual(['complete', ...asked, 'complete']);
      expect(rows.slice(1).map((row) => row.under)).toEqual(Array(4).fill(rows[0]?.row));
      // Twelve rounds are allowed, and a result in the last one counts.
      const twelve = await answered(host, { sessionId: id, name: 'rounds', n: 12 }, () => 'accept');
      expect(await texts(host, twelve.operation)).toBe('finished after 12 rounds');
      expect(twelve.asks).toHaveLength(12);
      const stateOnly = await host.run(id, 'tools.call', { name: 'state-only', args: {} });
      expect(await texts(host, stateOnly)).toBe('state only, two rounds');
      expect(brief(await stopAndFind(host, id))).toEqual([]);
    },
  );
  prove(
    '[MRTR-09]',
    'endless stops at a stated number of rounds, with what has been gathered; cancel and decline work in every round.',
    async (host) => {
      const server = await startCase('modern-mrtr-endless');
      const { id } = await host.open(server.endpoint);
      const endless = await answered(host, { sessionId: id, name: 'endless' }, () => 'accept');
      expect(endless.operation).toMatchObject({ status: 'failed', fault: { kind: 'local' }, rounds: 12 });
      expect(endless.operation.fault?.message).toContain('Stopped after 12 rounds');
      // What was asked and answered stays with the call.
      expect(endless.asks).toHaveLength(12);
      expect(endless.operation.exchangeIds).toHaveLength(13);
      const statuses = host.state.all('pending').map((ask) => ask.status);
      expect(statuses).toEqual(Array(12).fill('accepted'));
      for (const round of [1, 2, 4]) {
        for (const action of ['decline', 'cancel', 'stop'] as const) {
          const done = await answered(host, { sessionId: id, name: 'rounds', n: 5 }, (at) =>
            at === round ? action : 'accept',
          );
          expect(done.asks).toHaveLength(round);
          if (action === 'stop') expect(done.operation).toMatchObject({ status: 'cancelled' });
          else expect(await texts(host, done.operation)).toBe(`stopped: ${action} in round ${round}`);
        }
      }
    },
  );
});
