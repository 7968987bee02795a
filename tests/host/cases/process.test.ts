import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { caseEndpoint, proveCase } from '../support/prove-case.ts';
import { failureOf, type TestHost } from '../support/test-host.ts';

/** True while a process lives; one that nobody has collected yet does not. */
function lives(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

async function call(host: TestHost, sessionId: string, name: string, args: object = {}): Promise<string> {
  const operation = await host.run(sessionId, 'tools.call', { name, args });
  expect(operation).toMatchObject({ status: 'done' });
  const { content } = JSON.parse(await host.result(operation));
  return content[0].text;
}

const stderrOf = async (host: TestHost, sessionId: string) =>
  (await host.rows(sessionId, 'stderr')).filter((row) => row.k === 'stderr').map((row) => row.text);

/** The rungs of the closing ladder, as the log has them. */
const rungsOf = async (host: TestHost, sessionId: string) =>
  (await host.rows(sessionId, 'client'))
    .map((row) => row.text)
    .filter((text) => /Closed its input|Sent SIG/.test(text));

const stopped = async (host: TestHost, sessionId: string): Promise<number> => {
  const from = performance.now();
  await host.client['session.stop']({ sessionId });
  return performance.now() - from;
};

proveCase('crash-on-start', (prove) => {
  const words = 'Error: DATABASE_URL is not set. Set it in the env block of your MCP config.';
  prove(
    '[STD-10] [STD-16]',
    'Failed within a second, with exit code (or signal) and the last stderr lines. For "silent" it says that the program ended by itself without any output.',
    async (host) => {
      const failed = async (args: string[]) => {
        const from = performance.now();
        // One version is asked for, so that a second process for another era does not count into the time.
        const serverId = await host.add(caseEndpoint('crash-on-start', args), { era: 'legacy' });
        const session = await host.closed(await host.start(serverId));
        expect(performance.now() - from).toBeLessThan(5000);
        expect((session.endedAt ?? 0) - session.startedAt).toBeLessThan(2500);
        return session;
      };
      const plain = await failed([]);
      expect(plain.state.exit).toEqual({ code: 1, signal: null });
      const failure = failureOf(plain);
      expect(failure).toMatchObject({ rule: 'dx-env', title: 'DATABASE_URL is missing' });
      expect(failure.why).toContain('exited with code 1');
      expect(failure.why).toContain(words);
      expect(failure.todo).toContain('DATABASE_URL');
      expect(await stderrOf(host, plain.id)).toEqual([words, '    at main (file:///srv/app/index.js:12:9)']);

      const silent = await failed(['silent']);
      expect(silent.state.exit).toEqual({ code: 0, signal: null });
      expect(failureOf(silent)).toMatchObject({
        rule: 'dx-exit0',
        title: 'The server ended normally before it answered',
        why: expect.stringMatching(/exited with code 0 after .* It wrote nothing\.$/),
        short: 'Exited with code 0',
      });

      const signal = await failed(['signal']);
      expect(signal.state.exit).toEqual({ code: null, signal: 'SIGABRT' });
      expect(failureOf(signal)).toMatchObject({ rule: 'dx-signal', short: 'Ended by SIGABRT' });
    },
  );
  prove('', 'The app keeps running.', async (host) => {
    const other = await host.open(caseEndpoint('stdout-drip'));
    const crashing = await host.add(caseEndpoint('crash-on-start'));
    await host.closed(await host.start(crashing));
    // It can be started again: a session of its own, which says the same.
    const again = await host.closed(await host.start(crashing));
    expect(failureOf(again).rule).toBe('dx-env');
    expect(host.state.get('server', crashing)?.sessionId).toBe(again.id);
    expect(await call(host, other.id, 'burst')).toBe('burst');
  });
});

proveCase('exit-mid-call', (prove) => {
  prove(
    '[STD-10]',
    'Every pending call fails at once with the exit code or signal and the last stderr lines; the state changes to disconnected; reconnect works.',
    async (host) => {
      const serverId = await host.add(caseEndpoint('exit-mid-call'));
      const first = await host.ready(await host.start(serverId));
      const dead = await host.run(first.id, 'tools.call', { name: 'die', args: { how: 'code' } });
      expect(dead).toMatchObject({ status: 'failed', fault: { kind: 'lost' } });
      expect(dead.fault?.message).toContain('exit code 3');
      const { state } = await host.closed(first.id);
      expect(state).toMatchObject({ reason: 'exited', exit: { code: 3, signal: null } });
      expect(state.failure).toMatchObject({ rule: 'dx-exit-mid', short: 'Exited with code 3' });
      expect(state.failure?.why).toContain('Segmentation fault (simulated) in worker 3');

      const second = await host.ready((await host.client['session.restart']({ serverId })).sessionId);
      expect(second.id).not.toBe(first.id);
      const names = ['wait', 'wait', 'die'];
      const calls = names.map((name) => host.run(second.id, 'tools.call', { name, args: { how: 'signal' } }));
      const ended = await Promise.all(calls);
      const faults = ended.map((one) => [one.status, one.fault?.kind, one.fault?.message.includes('signal SIGSEGV')]);
      expect(faults).toEqual(names.map(() => ['failed', 'lost', true]));
      const times = ended.map((one) => one.endedAt ?? 0);
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(200);
      const lost = await host.closed(second.id);
      expect(lost.state.exit).toEqual({ code: null, signal: 'SIGSEGV' });
      const rows = (await host.rows(second.id, 'traffic')).filter((row) => row.method === 'tools/call');
      expect(rows.map((row) => row.status)).toEqual(['lost', 'lost', 'lost']);

      const third = await host.ready(await host.start(serverId));
      expect(host.state.get('server', serverId)?.sessionId).toBe(third.id);
    },
  );
});

proveCase('epipe-race', (prove) => {
  prove(
    '[STD-10]',
    'The connection ends with "the server closed its input"; no uncaught exception, no crash, other servers unaffected.',
    async (host) => {
      const uncaught = vi.fn();
      process.on('uncaughtExceptionMonitor', uncaught);
      try {
        const other = await host.open(caseEndpoint('stdout-drip'));
        // It answers its first message as if that were initialize.
        const serverId = await host.add(caseEndpoint('epipe-race'), { era: 'legacy' });
        const session = await host.ready(await host.start(serverId));
        const args = { text: 'x'.repeat(4 * 1024 * 1024) };
        const operation = await host
          .run(session.id, 'tools.call', { name: 'any', args })
          .catch((error: Error) => error.message);
        // The end can be noticed before the call is begun.
        if (typeof operation === 'string') expect(operation).toContain('not connected');
        else expect(operation).toMatchObject({ status: 'failed', fault: { kind: 'lost' } });
        const { state } = await host.closed(session.id);
        expect(state.reason).toBe('lost');
        expect(state.failure?.why).toContain('The server closed its input');
        expect(lives(session.pid ?? 0)).toBe(false);
        expect(await call(host, other.id, 'burst')).toBe('burst');
        expect(uncaught).not.toHaveBeenCalled();
      } finally {
        process.off('uncaughtExceptionMonitor', uncaught);
      }
    },
  );
});

proveCase('orphan-grandchild', (prove) => {
  prove(
    '[STD-09]',
    'Within a few seconds neither process exists any more. Reconnecting never leaves a second pair.',
    async (host) => {
      const serverId = await host.add(caseEndpoint('orphan-grandchild'));
      const seen: number[] = [];
      let sessionId = await host.start(serverId);
      for (let round = 0; round < 3; round += 1) {
        await host.ready(sessionId);
        const { wrapper, server }: Record<string, number> = JSON.parse(await call(host, sessionId, 'pids'));
        // Of every earlier round nothing is left while the new pair runs.
        expect(seen.filter(lives)).toEqual([]);
        seen.push(wrapper ?? 0, server ?? 0);
        expect(seen.slice(-2).map(lives)).toEqual([true, true]);
        if (round < 2) ({ sessionId } = await host.client['session.restart']({ serverId }));
      }
      expect(await stopped(host, sessionId)).toBeLessThan(8000);
      expect(seen.filter(lives)).toEqual([]);
      expect(new Set(seen).size).toBe(6);

      // Quitting the app does the same.
      const last = await host.ready(await host.start(serverId));
      const pids = Object.values(JSON.parse(await call(host, last.id, 'pids')) as Record<string, number>);
      expect(pids.map(lives)).toEqual([true, true]);
      await host.host.close();
      expect(pids.filter(lives)).toEqual([]);
    },
  );
});

proveCase('ignore-sigterm', (prove) => {
  prove(
    '[STD-08]',
    'stdin is closed first, then SIGTERM, then SIGKILL, each after a short stated time; the process is gone within about 5 s.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('ignore-sigterm'));
      const pid = Number(await call(host, id, 'pid'));
      const stopping = stopped(host, id);
      await host.waitFor('session', (one) => one.id === id && one.state.at === 'closing');
      expect(await stopping).toBeLessThan(7000);
      expect(lives(pid)).toBe(false);
      expect((await rungsOf(host, id)).map((text) => /(its input|SIGTERM|SIGKILL)/.exec(text)?.[1])).toEqual([
        'its input',
        'SIGTERM',
        'SIGKILL',
      ]);
      expect(await stderrOf(host, id)).toEqual(['stdin closed, staying', 'got SIGTERM, staying']);
      expect((await host.closed(id)).state).toMatchObject({
        reason: 'user',
        exit: { code: null, signal: 'SIGKILL' },
      });
    },
  );
});

proveCase('reconnect-lock', (prove) => {
  prove(
    '[STD-08]',
    'Each restart waits until the old process is gone; the server is connected at the end and exactly one process runs.',
    async (host) => {
      const lock = join(host.dataDir, 'case.lock');
      const serverId = await host.add(caseEndpoint('reconnect-lock', [lock]));
      const pids = [(await host.ready(await host.start(serverId))).pid ?? 0];
      for (let press = 0; press < 2; press += 1) {
        const both = [0, 1].map(() => host.client['session.restart']({ serverId }));
        const sessions = await Promise.all(both);
        // Two quick presses give one new session.
        expect(sessions[1]).toEqual(sessions[0]);
        pids.push((await host.ready(sessions[0]?.sessionId ?? '')).pid ?? 0);
      }
      const all = host.state.all('session');
      // Nobody ever met the lock of another one.
      expect(all.filter(({ state }) => state.at === 'closed' && state.reason !== 'user')).toEqual([]);
      const running = all.filter(({ state }) => state.at === 'ready');
      expect(running).toHaveLength(1);
      const last = running[0]?.pid ?? 0;
      expect(Number(readFileSync(lock, 'utf8'))).toBe(last);
      const everyPid = new Set([...pids, ...all.map((session) => session.pid ?? 0)]);
      expect([...everyPid].filter(lives)).toEqual([last]);
      await stopped(host, running[0]?.id ?? '');
      expect(existsSync(lock)).toBe(false);
    },
  );
});

proveCase('dies-idle', (prove) => {
  prove(
    '[STD-10]',
    'The state changes to disconnected within a second, with the exit code; reconnecting works.',
    async (host) => {
      const serverId = await host.add(caseEndpoint('dies-idle', ['1500']));
      const session = await host.ready(await host.start(serverId));
      await host.listed(session.id);
      const closed = await host.closed(session.id);
      expect(closed.state).toMatchObject({ reason: 'exited', exit: { code: 0, signal: null } });
      expect(closed.state.failure).toMatchObject({ rule: 'dx-exit-mid', short: 'Exited with code 0' });
      expect(closed.state.failure?.why).toContain('idle timeout, shutting down');
      const said = (await host.rows(session.id, 'stderr')).find((row) => row.text.startsWith('idle timeout'));
      expect((closed.endedAt ?? 0) - (said?.t ?? 0) / 1000).toBeLessThan(1500);
      // A click on a tool says so, and the lists stay.
      await expect(host.run(session.id, 'tools.call', { name: 'hello', args: {} })).rejects.toMatchObject({
        code: 'NOT_READY',
      });
      expect(host.state.all('catalog').find((one) => one.kind === 'tools')).toMatchObject({ count: 1, stale: true });
      const again = await host.ready(await host.start(serverId));
      expect(await call(host, again.id, 'hello')).toBe('hello');
    },
  );
});
