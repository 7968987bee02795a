import { expect } from 'vitest';
import type { Operation, PendingInput } from '#shared/entities.ts';
import { caseEndpoint, proveCase } from '../support/prove-case.ts';
import { callText } from '../support/session-facts.ts';
import type { TestHost } from '../support/test-host.ts';

const LEGACY = { era: 'legacy' } as const;
const WAIT_PAST_LIMIT_MS = 1500;

/** Starts a call and leaves it running. */
async function begin(host: TestHost, sessionId: string, name: string): Promise<string> {
  const input = { name, args: {} };
  return (await host.client['operation.run']({ sessionId, verb: 'tools.call', input })).operationId;
}

const ended = (host: TestHost, id: string): Promise<Operation> =>
  host.waitFor('operation', (one) => one.id === id && one.endedAt !== undefined);
const textOf = async (host: TestHost, operation: Operation) =>
  JSON.parse(await host.result(operation)).content[0].text as string;
const messageOf = ({ params }: PendingInput) => params.message as string | undefined;
const asksOf = (host: TestHost): PendingInput[] =>
  [...host.state.all('pending')].toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id));

/** Waits until a question with this text waits for a person. */
const asked = (host: TestHost, message: string | undefined): Promise<PendingInput> =>
  host.waitFor('pending', (one) => messageOf(one) === message && one.status === 'waiting');
const over = (host: TestHost, { id }: PendingInput): Promise<PendingInput> =>
  host.waitFor('pending', (one) => one.id === id && one.status !== 'waiting');

/** Whether the form of each question, in order, is named as a mistake of the server. */
async function namedAsWrong(host: TestHost, sessionId: string): Promise<boolean[]> {
  const wrong: boolean[] = [];
  for (const { method, exchangeId } of await host.rows(sessionId, 'traffic')) {
    if (method !== 'elicitation/create' || exchangeId === undefined) continue;
    const { exchange } = await host.client['exchange.get']({ sessionId, exchangeId });
    const { findings } = await host.client['log.findings']({ sessionId, seq: exchange.requestSeq });
    wrong.push(findings.some(({ rule }) => rule === 'ELIC-06'));
  }
  return wrong;
}

/** Calls a tool that asks one question, replies, and gives what the tool made of it. */
async function answerOnce(
  host: TestHost,
  sessionId: string,
  { name, message }: { name: string; message: string },
  reply: Parameters<TestHost['client']['pending.answer']>[0]['reply'],
): Promise<string> {
  const call = await begin(host, sessionId, name);
  const { id } = await asked(host, message);
  await host.client['pending.answer']({ id, reply });
  return textOf(host, await ended(host, call));
}

proveCase('elicit-many', (prove) => {
  prove(
    '[ELIC-03]',
    'A queue with a counter ("1 of 3"), each entry with server and tool; answers can be given in any order and go to the right request.',
    async (host) => {
      const session = await host.open(caseEndpoint('elicit-many'), LEGACY);
      const call = await begin(host, session.id, 'three');
      const asks = await Promise.all(['first', 'second', 'third'].map((word) => asked(host, `Say "${word}"`)));
      for (const ask of asks) {
        expect(ask).toMatchObject({ serverId: session.serverId, operationId: call, operationCertain: true });
      }
      for (const ask of asks.toReversed()) {
        const answer = /"(.*)"/.exec(messageOf(ask) ?? '')?.[1];
        await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept', content: { answer } } });
      }
      expect(await textOf(host, await ended(host, call))).toBe('first,second,third');
    },
  );
  prove(
    '[CANC-08]',
    'The withdrawn one vanishes with a note and the next one comes up. For flood there is "decline all from this server"; the window stays usable.',
    async (host) => {
      const session = await host.open(caseEndpoint('elicit-many'), LEGACY);
      const call = await begin(host, session.id, 'withdraw');
      const [first, second, third] = await Promise.all(['a', 'b', 'c'].map((one) => asked(host, `Question ${one}`)));
      if (!first || !second || !third) throw new Error('Three questions were expected.');
      expect(await over(host, first)).toMatchObject({
        status: 'expired',
        closedBecause: 'The server took the question back. It says: no longer needed',
      });
      await host.client['pending.answer']({ id: second.id, reply: { action: 'accept', content: { answer: 'B' } } });
      await host.client['pending.answer']({ id: third.id, reply: { action: 'decline' } });
      expect(await textOf(host, await ended(host, call))).toBe('B,decline');

      const flood = await begin(host, session.id, 'flood');
      await asked(host, 'Question 100 of 100');
      const waiting = asksOf(host).filter(({ status }) => status === 'waiting');
      expect(waiting).toHaveLength(100);
      for (const { id } of waiting) await host.client['pending.answer']({ id, reply: { action: 'decline' } });
      expect(await textOf(host, await ended(host, flood))).toBe('100 declined');
    },
  );
});

proveCase('elicit-timeout', (prove) => {
  const MESSAGE = 'What is your name? (take your time)';
  prove(
    '[CANC-01]',
    'The clock of a call stands still while a question that belongs to it is open (the tab says "waiting for you"). The answer is delivered and the call ends well.',
    async (host) => {
      const timeouts = { requestMs: 1000 };
      const { id } = await host.open(caseEndpoint('elicit-timeout'), { ...LEGACY, timeouts });
      const call = await begin(host, id, 'ask-name');
      const ask = await asked(host, MESSAGE);
      expect(host.state.get('operation', call)).toMatchObject({ status: 'waiting' });
      await new Promise((resolve) => setTimeout(resolve, WAIT_PAST_LIMIT_MS));
      expect(host.state.get('pending', ask.id)?.status).toBe('waiting');
      await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept', content: { name: 'Ada' } } });
      expect(await textOf(host, await ended(host, call))).toMatch(/^accept Ada after [1-9]\.\d s$/);
    },
  );
  prove(
    '[CANC-01]',
    'If a limit does end it, the form closes with the reason and the server gets a cancel.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('elicit-timeout'), LEGACY);
      const call = await begin(host, id, 'ask-name');
      const ask = await asked(host, MESSAGE);
      // All limits stand still meanwhile, so a person is the only one who can end it.
      await host.client['operation.cancel']({ operationId: call });
      expect((await ended(host, call)).status).toBe('cancelled');
      expect(await over(host, ask)).toMatchObject({ status: 'expired', closedBecause: expect.any(String) });
      const rows = await host.rows(id, 'traffic');
      expect(rows.map((row) => row.method)).toContain('notifications/cancelled');
    },
  );
});

proveCase('elicit-without-call', (prove) => {
  prove(
    '[ELIC-03]',
    'The handler is there before initialized is sent. The question is shown with the server\'s name ("not part of a call"), or refused with a log entry if the user has chosen so; never lost.',
    async (host) => {
      const session = await host.open(caseEndpoint('elicit-without-call'), LEGACY);
      const ask = await asked(host, 'Choose a workspace');
      expect(ask).toMatchObject({ serverId: session.serverId, kind: 'form' });
      expect(ask.operationId).toBeUndefined();
      const content = { workspace: 'blue' };
      await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept', content } });
      await expect.poll(() => callText(host, session.id, 'result')).toBe(JSON.stringify({ action: 'accept', content }));
    },
  );
});

proveCase('elicit-schema-kinds', (prove) => {
  prove(
    '[ELIC-10]',
    'The tool says "ok" for each accept. Decline and close are told apart (decline, cancel) and send no content. Defaults are prefilled. Choices show titles and send values. min/max, length and format are checked in the form.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('elicit-schema-kinds'), LEGACY);
      const form = { name: 'form', message: 'Please fill this in' };
      const defaults = {
        mail: 'a@example.test',
        n: 3,
        x: 0.5,
        yes: true,
        no: false,
        zero: 0,
        plain: 'm',
        multi: ['a'],
      };
      const accept = (content: Record<string, unknown>) => answerOnce(host, id, form, { action: 'accept', content });
      expect(await accept({ name: 'Ada', ...defaults })).toBe('ok (9 fields)');
      expect(await accept({ name: 'Ada', named: 'r', titled: '#0f0', multi: ['a', 'c'], multiTitled: ['2'] })).toBe(
        'ok (5 fields)',
      );
      expect(await answerOnce(host, id, form, { action: 'decline' })).toBe('decline');
      expect(await answerOnce(host, id, form, { action: 'cancel' })).toBe('cancel');
      const schema = asksOf(host)[0]?.params.requestedSchema;
      const wrong = { name: 'A', mail: 'nobody', when: 'x', n: 10, plain: 'xl', multi: [] };
      const check = await host.client['schema.check']({ schema, value: wrong });
      const paths = check.checked ? check.problems.map((problem) => problem.path) : [];
      expect(paths.toSorted()).toEqual(['/mail', '/multi', '/n', '/name', '/plain', '/when']);
    },
  );
});

proveCase('elicit-bad-schema', (prove) => {
  prove(
    '[ELIC-09]',
    "What can be shown as fields is shown; the rest falls back to a JSON editor with a note. Decline and cancel always work. Text is shown as text. A schema that is out of the rules is named as the server's mistake; an automatic answer is -32602, never silence.",
    async (host) => {
      const { id } = await host.open(caseEndpoint('elicit-bad-schema'), LEGACY);
      const tools = ['nested', 'ref', 'no-type', 'empty', 'absent', 'array-root', 'unknown-required', 'markup', 'huge'];
      for (const name of tools) {
        const message = name === 'markup' ? '<h1>Hello</h1> **bold** \u202Eevil' : `Form ${name}`;
        for (const action of ['decline', 'cancel'] as const) {
          expect(JSON.parse(await answerOnce(host, id, { name, message }, { action }))).toEqual({ action });
        }
      }
      const wrong = await namedAsWrong(host, id);
      // Each form was asked for twice.
      expect(tools.filter((_name, index) => wrong[2 * index])).toEqual([
        'nested',
        'ref',
        'no-type',
        'absent',
        'array-root',
      ]);
    },
  );
});

proveCase('elicit-url-required', (prove) => {
  prove(
    '[ELIC-20] [ELIC-18]',
    'Both pages are offered one after the other ("1 of 2"), with the same care as other URL questions; after the complete notes (the server sends them 0.5 s after the first call) the client offers "try again", and the second call works.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('elicit-url-required'), LEGACY);
      const call = await begin(host, id, 'locked');
      const asks = await Promise.all(['drive', 'mail'].map((page) => asked(host, `Visit ${page}`)));
      for (const ask of asks) expect(ask).toMatchObject({ kind: 'url', operationId: call, via: 'input-required' });
      expect(new Set(asks.map((ask) => ask.group)).size).toBe(1);
      // The server says that both are done. Nobody has agreed to anything yet, so nothing is sent again.
      for (const { id: ask } of asks)
        await host.waitFor('pending', (one) => one.id === ask && one.doneAt !== undefined);
      expect(host.state.get('operation', call)).toMatchObject({ status: 'waiting' });
      const [first, second] = asks;
      if (!first || !second) throw new Error('Two pages were expected.');
      await host.client['pending.opened']({ id: first.id });
      expect(host.state.get('operation', call)).toMatchObject({ status: 'waiting' });
      await host.client['pending.answer']({ id: second.id, reply: { action: 'accept' } });
      expect(await textOf(host, await ended(host, call))).toBe('unlocked');
      for (const ask of asks) expect(await over(host, ask)).toMatchObject({ answeredBy: 'person' });
      const calls = (await host.rows(id, 'traffic')).filter((row) => row.method === 'tools/call');
      // One row of the whole, and one of each of its two requests.
      expect(calls.map(({ parent, status }) => [parent === undefined, status])).toEqual([
        [true, 'complete'],
        [false, '-32042'],
        [false, 'complete'],
      ]);
    },
  );
  prove('[ELIC-20]', 'locked-odd is shown as an ordinary error with its data.', async (host) => {
    const { id } = await host.open(caseEndpoint('elicit-url-required'), LEGACY);
    const { fault } = await host.run(id, 'tools.call', { name: 'locked-odd', args: {} });
    expect(fault).toMatchObject({ code: -32042, message: 'Sign-in needed', data: { elicitations: expect.any(Array) } });
    expect(asksOf(host)).toEqual([]);
  });
});

proveCase('elicit-orphan', (prove) => {
  prove(
    '[CANC-08]',
    'In each case the question closes by itself with the reason (withdrawn, the call has ended, the server has gone). The half-typed text is kept for copying. No late answer is sent after a withdrawal; after die the server is shown as stopped.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('elicit-orphan'), LEGACY);
      const reasons: string[] = [];
      for (const [index, name] of ['cancel', 'answer', 'error', 'die'].entries()) {
        const call = await begin(host, id, name);
        const ask = await asked(host, `Question ${index + 1}`);
        const closed = await over(host, ask);
        expect(closed.status).toBe('expired');
        reasons.push(closed.closedBecause ?? '');
        const late = host.client['pending.answer']({ id: ask.id, reply: { action: 'decline' } });
        await expect(late).rejects.toThrow();
        await ended(host, call);
        if (name === 'cancel') expect(await callText(host, id, 'late')).toBe('0 late answers');
      }
      expect(reasons).toEqual([
        'The server took the question back. It says: changed my mind',
        'The call ended before you answered.',
        'The call ended before you answered.',
        'The server has gone.',
      ]);
      expect((await host.closed(id)).state.reason).toBe('exited');
    },
  );
});

proveCase('all-at-once', (prove) => {
  prove(
    '[ROOT-01]',
    'roots/list and the pings are answered at once, while the dialogs are open. Sampling and form queue up side by side. The tool reports each answer and how long roots and ping took.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('all-at-once'), LEGACY);
      const call = await begin(host, id, 'everything');
      const form = await asked(host, 'A form');
      const model = await host.waitFor('pending', (one) => one.kind === 'sampling' && one.status === 'waiting');
      await new Promise((resolve) => setTimeout(resolve, WAIT_PAST_LIMIT_MS));
      await host.client['pending.answer']({ id: form.id, reply: { action: 'accept', content: { a: 'b' } } });
      const content = { role: 'assistant', model: 'hand', content: { type: 'text', text: 'hello' } };
      await host.client['pending.answer']({ id: model.id, reply: { action: 'accept', content } });
      const lines = (await textOf(host, await ended(host, call))).split('\n');
      const took = Object.fromEntries(
        lines.map((line) => [line.split(':')[0], Number(/\((\d+) ms\)$/.exec(line)?.[1])]),
      );
      expect(lines.filter((line) => line.includes('error'))).toEqual([]);
      for (const name of ['roots', 'ping', 'ping2']) expect(took[name]).toBeLessThan(WAIT_PAST_LIMIT_MS);
      for (const name of ['elicitation', 'sampling']) expect(took[name]).toBeGreaterThanOrEqual(WAIT_PAST_LIMIT_MS);
    },
  );
});
