import { expect, onTestFinished, test } from 'vitest';
import type { Operation } from '#shared/entities.ts';
import { caseEndpoint, proveCase } from '../support/prove-case.ts';
import { brief, callText, exchangeOf, rowOf, stopAndFind } from '../support/session-facts.ts';
import { openTestHost, type TestHost } from '../support/test-host.ts';

const LEGACY = { era: 'legacy' } as const;

/** Starts a call and gives every state the page sees until it is over. */
async function watched(host: TestHost, sessionId: string, name: string): Promise<Operation[]> {
  const input = { name, args: {} };
  const { operationId } = await host.client['operation.run']({ sessionId, verb: 'tools.call', input });
  const seen: Operation[] = [];
  await host.waitFor('operation', (one) => {
    if (one.id !== operationId) return false;
    seen.push(one);
    return one.endedAt !== undefined;
  });
  return seen;
}

proveCase('progress-unknown-token', (prove) => {
  prove(
    '[PROG-02] [PROG-05]',
    'The notifications are logged as "for no running request" and otherwise ignored; late ones are attached to their call. The connection stays.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('progress-unknown-token'), LEGACY);
      const call = (name: string) => host.run(id, 'tools.call', { name, args: {} });
      for (const name of ['made-up', 'no-token']) {
        expect(await call(name)).toMatchObject({ status: 'done', progressCount: 0 });
      }
      const after = await call('after');
      const late = async () => (await exchangeOf(host, after)).exchange.findings;
      await expect.poll(late).toMatchObject([{ rule: 'PROG-05', severity: 'warn' }]);
      expect((await exchangeOf(host, after)).exchange.noticeSeqs).toHaveLength(1);
      expect(await callText(host, id, 'hello')).toBe('hello');
      expect(host.state.get('operation', after.id)).toMatchObject({ status: 'done', progressCount: 0 });
      const unknown = (await stopAndFind(host, id)).filter((one) => one.rule === 'PROG-02');
      expect(unknown).toHaveLength(4);
      for (const one of unknown) expect(one.text).toContain('Progress for no running request');
    },
  );
});

proveCase('progress-token-zero', (prove) => {
  prove(
    '[PROG-01] [PROG-04]',
    'A token is sent with every tool call; the bar moves on the first call as well as on the second; messages are shown.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('progress-token-zero'), LEGACY);
      const [first, second] = await Promise.all([watched(host, id, 'steps'), watched(host, id, 'steps')]);
      for (const states of [first, second]) {
        const bar = [...new Set(states.map(({ progress: p }) => (p ? `${p.value}/${p.total} ${p.message}` : 'none')))];
        expect(bar).toEqual(['none', '1/4 step 1', '2/4 step 2', '3/4 step 3', '4/4 step 4']);
      }
      const tokens = await Promise.all(
        [first, second].map(async (states) => {
          const last = states.at(-1);
          return last ? JSON.parse(await host.result(last)).content[0].text : '';
        }),
      );
      expect(tokens).toEqual([
        expect.stringMatching(/^token: number \d+$/),
        expect.stringMatching(/^token: number \d+$/),
      ]);
      expect(new Set(tokens).size).toBe(2);
    },
  );
});

proveCase('progress-resets-timeout', (prove) => {
  prove(
    '[CANC-01] [CANC-02] [CANC-03]',
    'long finishes; quiet fails after 10 s with both numbers in the message (idle limit, total limit); a hard total limit exists, is shown and can be set per server or per call.',
    async (host) => {
      const args = { seconds: 3, every: 0.5 };
      const open = (totalMs?: number) =>
        host.open(caseEndpoint('progress-resets-timeout'), {
          ...LEGACY,
          timeouts: { connectMs: 30_000, requestMs: 1500, ...(totalMs === undefined ? {} : { totalMs }) },
        });
      const [usual, short] = await Promise.all([open(), open(2000)]);
      const run = (sessionId: string, name: string) => host.run(sessionId, 'tools.call', { name, args });
      const [long, quiet, cut] = await Promise.all([
        run(usual.id, 'long'),
        run(usual.id, 'quiet'),
        run(short.id, 'long'),
      ]);
      expect(long).toMatchObject({ status: 'done', progressCount: 6 });
      expect(quiet).toMatchObject({
        status: 'failed',
        fault: {
          kind: 'timeout',
          message: expect.stringContaining('No result after 1.5 s.'),
          todo: expect.stringContaining('The limit is 1.5 s between signs of life, 90 s in all.'),
        },
      });
      // Signs of life do not help against the limit of the whole call, here one that was set for the server.
      expect(cut).toMatchObject({
        status: 'failed',
        fault: {
          kind: 'timeout',
          message: expect.stringContaining('No result after 2 s.'),
          todo: expect.stringContaining('1.5 s between signs of life, 2 s in all.'),
        },
      });
      expect(cut.progressCount).toBeGreaterThan(1);
    },
  );
});

proveCase('progress-odd-values', () => {
  test('the host keeps one progress of numbers for the call, whatever came, and remarks on it', async () => {
    const host = await openTestHost();
    onTestFinished(() => host.close());
    const { id } = await host.open(caseEndpoint('progress-odd-values'), LEGACY);
    const states = await watched(host, id, 'odd');
    expect(states.at(-1)).toMatchObject({ status: 'done', progressCount: 10, progress: { value: 10, total: 10 } });
    for (const { progress } of states) {
      if (!progress) continue;
      expect(Number.isFinite(progress.value)).toBe(true);
      expect(progress.total === undefined || Number.isFinite(progress.total)).toBe(true);
    }
    expect((await rowOf(host, id, 'odd')).status).toBe('complete');
    const rules = brief(await stopAndFind(host, id)).filter((rule) => rule.startsWith('PROG'));
    expect(new Set(rules)).toEqual(new Set(['PROG-03 warn']));
  });
});

proveCase('call-never-answers', (prove) => {
  prove(
    '[CANC-01] [CANC-08] [CANC-12]',
    'A running clock, a cancel button, a limit that can be set per server and per call and is named when it strikes; other calls go on meanwhile.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('call-never-answers'), {
        ...LEGACY,
        timeouts: { connectMs: 30_000, requestMs: 700 },
      });
      const never = (timeoutMs?: number) => {
        const input = { name: 'never', args: {}, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
        return host.run(id, 'tools.call', input);
      };
      const [ofServer, ofCall, other] = await Promise.all([never(), never(1200), callText(host, id, 'hello')]);
      expect(other).toBe('hello');
      for (const [operation, limit, ms] of [
        [ofServer, '700 ms', 700],
        [ofCall, '1.2 s', 1200],
      ] as const) {
        expect(operation).toMatchObject({
          status: 'failed',
          fault: { kind: 'timeout', message: expect.stringContaining(`No result after ${limit}.`) },
        });
        expect((operation.endedAt ?? 0) - operation.startedAt).toBeGreaterThanOrEqual(ms - 5);
        expect((await exchangeOf(host, operation)).exchange.status).toBe('timed-out');
      }
      // Without a limit it runs until a person stops it.
      const input = { name: 'never', args: {}, timeoutMs: 0 };
      const { operationId } = await host.client['operation.run']({ sessionId: id, verb: 'tools.call', input });
      const running = await host.waitFor('operation', (one) => one.id === operationId && one.exchangeIds.length > 0);
      expect(running).toMatchObject({ status: 'running', startedAt: expect.any(Number) });
      expect(await callText(host, id, 'hello')).toBe('hello');
      await host.client['operation.cancel']({ operationId });
      const stopped = await host.waitFor('operation', (one) => one.id === operationId && one.status === 'cancelled');
      expect((await exchangeOf(host, stopped)).exchange.status).toBe('stopped');
      const told = (await host.rows(id, 'wire')).filter((row) => row.text.includes('notifications/cancelled'));
      expect(told.map((row) => JSON.parse(row.text).params.reason)).toEqual([
        'timed out',
        'timed out',
        'stopped by the user',
      ]);
    },
  );
});

test('[CANC-01] the limits of the app count for a server without its own, from its next session on', async () => {
  const host = await openTestHost();
  onTestFinished(() => host.close());
  await host.client['settings.save']({ timeouts: { connectMs: 30_000, requestMs: 900 } });
  const open = (timeouts = {}) => host.open(caseEndpoint('call-never-answers'), { ...LEGACY, timeouts });
  const [plain, own] = await Promise.all([open(), open({ requestMs: 600 })]);
  expect(plain.config.timeouts).toEqual({ connectMs: 30_000, requestMs: 900 });
  const never = (sessionId: string) => host.run(sessionId, 'tools.call', { name: 'never', args: {} });
  const [first, second] = await Promise.all([never(plain.id), never(own.id)]);
  expect(first.fault?.message).toContain('No result after 900 ms.');
  expect(second.fault?.message).toContain('No result after 600 ms.');
});
