import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Endpoint } from '#shared/config.ts';
import type { Session } from '#shared/session.ts';
import { Sessions } from '../../src/host/sessions.ts';
import { caseServer } from '../cases/cases.ts';
import { fixture } from '../servers/servers.ts';
import { caseEndpoint } from './support/prove-case.ts';
import { nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

let host: TestHost;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wirebench-upkeep-'));
  host = await openTestHost();
});
afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const sessionsOf = (serverId: string, of = host): Session[] =>
  of.state.all('session').filter((session) => session.serverId === serverId);
const entryOf = (serverId: string) => host.state.get('server', serverId);
const notesOf = async (sessionId: string) => (await host.rows(sessionId, 'client')).map(({ text }) => text);
/** A server that says no word and exits. */
const failing = (): Endpoint => caseEndpoint('crash-on-start');

/** Waits until the newest session of a server is another one than this and ready. */
async function nextReady(serverId: string, before: string): Promise<Session> {
  const { sessionId } = await host.waitFor(
    'server',
    (one) => one.id === serverId && one.sessionId !== undefined && one.sessionId !== before,
  );
  return host.ready(sessionId ?? '');
}

describe('a server that ends by itself', () => {
  test('without the policy stays as it is', async () => {
    const serverId = await host.add(failing(), { era: 'legacy' });
    await host.closed(await host.start(serverId));
    expect(entryOf(serverId)).not.toHaveProperty('retry');
    expect(entryOf(serverId)).not.toHaveProperty('gaveUp');
  });

  test('with it is started again, later each time, and given up after three failures of one kind', async () => {
    const serverId = await host.add(failing(), { era: 'legacy', restart: 'on-failure' });
    const first = await host.start(serverId);
    const planned = await host.waitFor('server', (one) => one.id === serverId && one.retry?.n === 1);
    const { endedAt = 0 } = await host.closed(first);
    expect((planned.retry?.at ?? 0) - endedAt).toBeGreaterThanOrEqual(995);
    await host.waitFor('server', (one) => one.id === serverId && one.retry?.n === 2);
    const over = await host.waitFor('server', (one) => one.id === serverId && one.gaveUp !== undefined);
    expect(over).not.toHaveProperty('retry');
    expect(over.gaveUp).toBe('Stopped trying: it failed 3 times in the same way.');
    // Every try is a session of its own, readable, and says why it came.
    const all = sessionsOf(serverId);
    expect(all.map(({ state }) => state.at)).toEqual(['closed', 'closed', 'closed']);
    const [, second, third] = all;
    expect((third?.startedAt ?? 0) - (second?.endedAt ?? 0)).toBeGreaterThanOrEqual(1990);
    expect(await notesOf(second?.id ?? '')).toContainEqual(
      expect.stringMatching(/^Started again by itself, try 1, because the session before ended: .+\.$/),
    );
    // A person who starts it begins anew.
    await host.start(serverId);
    await vi.waitFor(() => expect(entryOf(serverId)).not.toHaveProperty('gaveUp'));
    await host.waitFor('server', (one) => one.id === serverId && one.retry?.n === 1);
  });

  test('while it ran is ready again by itself', async () => {
    const serverId = await host.add(nodeScript(fixture('legacy')), { era: 'legacy', restart: 'on-failure' });
    const first = await host.ready(await host.start(serverId));
    process.kill(first.pid ?? 0, 'SIGKILL');
    expect((await host.closed(first.id)).state.reason).toBe('exited');
    const second = await nextReady(serverId, first.id);
    expect(second.pid).not.toBe(first.pid);
    expect(entryOf(serverId)).not.toHaveProperty('retry');
    // Stopped by a person it stays stopped.
    await host.client['session.stop']({ sessionId: second.id });
    expect((await host.closed(second.id)).state.reason).toBe('user');
    expect(entryOf(serverId)).not.toHaveProperty('retry');
  });
});

describe('a planned start is off', () => {
  const ways: Record<string, (serverId: string, sessionId: string) => Promise<unknown>> = {
    'when a person says so': (serverId) => host.client['server.stopRetrying']({ serverId }),
    'when a person stops the server': (_, sessionId) => host.client['session.stop']({ sessionId }),
    'when the server is edited': (id) =>
      host.client['server.save']({ id, name: 'edited', endpoint: failing(), era: 'legacy', restart: 'on-failure' }),
    'when the server is removed': (serverId) => host.client['server.remove']({ serverId }),
    'when the host ends': () => host.host.close(),
  };
  test.each(Object.entries(ways))('%s', async (_name, act) => {
    const serverId = await host.add(failing(), { era: 'legacy', restart: 'on-failure' });
    await host.start(serverId);
    // The second wait is two seconds: room enough to act before it is over.
    const { sessionId = '' } = await host.waitFor('server', (one) => one.id === serverId && one.retry?.n === 2);
    const kept = () => readdir(join(host.dataDir, 'sessions'));
    const before = await kept();
    await act(serverId, sessionId);
    const startedAt = performance.now();
    await vi.waitFor(() => expect(performance.now() - startedAt).toBeGreaterThan(2300), 10_000);
    expect(await kept()).toEqual(before);
  });
});

test('servers that are to run with the app are started by a shell, not by a single command', async () => {
  await host.add(nodeScript(fixture('legacy')), { era: 'legacy', connect: 'open' });
  const serverId = await host.add(nodeScript(fixture('legacy')), { era: 'legacy', connect: 'start' });
  await host.host.close();
  for (const kind of ['headless', 'serve'] as const) {
    const next = await openTestHost({ dataDir: host.dataDir, kind });
    if (kind === 'serve') await next.waitFor('session', (one) => one.serverId === serverId && one.state.at === 'ready');
    const running = next.state.all('session').map((one) => one.serverId);
    expect(running).toEqual(kind === 'serve' ? [serverId] : []);
    await next.close();
  }
});

test('the last 20 sessions of a server are shown; older ones are read from the disk', async () => {
  const serverId = await host.add(failing(), { era: 'legacy' });
  const ids: string[] = [];
  for (let i = 0; i < 22; i += 1) {
    ids.push(await host.start(serverId));
    await host.closed(ids.at(-1) ?? '');
  }
  expect(sessionsOf(serverId).map(({ id }) => id)).toEqual(ids.slice(-20));
  expect((await host.rows(ids.at(2) ?? '', 'stderr')).length).toBeGreaterThan(0);
  expect((await host.rows(ids.at(1) ?? '', 'stderr')).length).toBeGreaterThan(0);
}, 60_000);

describe('watched files', () => {
  const put = (name: string, text: string) => writeFile(join(folder, name), text);
  async function openWatched(watch: string[], script = 'server.mjs'): Promise<Session> {
    await put('server.mjs', `await import(${JSON.stringify(`file://${fixture('legacy')}`)});\n`);
    const endpoint: Endpoint = {
      kind: 'stdio',
      command: process.execPath,
      args: [script],
      cwd: folder,
      env: {},
      inherit: 'short',
    };
    return host.open(endpoint, { era: 'legacy', watch });
  }

  test('a change restarts the running server, tells what changed, and says why in both logs', async () => {
    const first = await openWatched(['server.mjs', 'src/**']);
    const { serverId } = first;
    const changed = host.waitFor('server', (one) => one.id === serverId && one.changed !== undefined);
    const stop = vi.spyOn(Sessions.prototype, 'stopServer');
    onTestFinished(() => stop.mockRestore());
    // Replaced, as editors do.
    await put('new', `// edited\n${await readFile(join(folder, 'server.mjs'), 'utf8')}`);
    await rename(join(folder, 'new'), join(folder, 'server.mjs'));
    expect(await changed).toMatchObject({ changed: 'server.mjs', sessionId: first.id });
    const second = await nextReady(serverId, first.id);
    expect((await host.closed(first.id)).state.reason).toBe('user');
    // The reason goes to the server: it names no file of this computer.
    expect(stop.mock.calls[0]).toEqual([serverId, 'The server was started again, because watched files changed.']);
    expect(await notesOf(first.id)).toContain('Restarting, because server.mjs changed.');
    expect(await notesOf(second.id)).toContain('Started again, because server.mjs changed.');
    expect(entryOf(serverId)).not.toHaveProperty('changed');
    // It is watched as before.
    await put('server.mjs', `// again\n${await readFile(join(folder, 'server.mjs'), 'utf8')}`);
    await nextReady(serverId, second.id);
    expect(sessionsOf(serverId)).toHaveLength(3);
  });

  test('a change that breaks the server, and the one that mends it', async () => {
    const first = await openWatched(['server.mjs']);
    const good = await readFile(join(folder, 'server.mjs'), 'utf8');
    await put('server.mjs', 'syntax error');
    const broken = await host.waitFor('session', (one) => one.id !== first.id && one.state.at === 'closed');
    expect(broken.state).toMatchObject({ reason: 'exited' });
    await put('server.mjs', good);
    await nextReady(first.serverId, broken.id);
  });

  test('files that are not named do not count, and nothing does after a person stopped the server', async () => {
    const first = await openWatched(['server.mjs', 'end']);
    await put('other.mjs', 'x');
    await host.client['session.stop']({ sessionId: first.id });
    await put('server.mjs', 'x');
    const startedAt = performance.now();
    await vi.waitFor(() => expect(performance.now() - startedAt).toBeGreaterThan(800), 5000);
    expect(sessionsOf(first.serverId)).toHaveLength(1);
    expect(entryOf(first.serverId)).not.toHaveProperty('changed');
  });

  test.each(['stop', 'start'] as const)('a person who acts while it is restarted wins: %s', async (act) => {
    const first = await openWatched(['server.mjs'], caseServer('ignore-sigterm'));
    const { serverId } = first;
    await put('server.mjs', '// edited');
    // It takes its time to end.
    await host.waitFor('session', (one) => one.id === first.id && one.state.at === 'closing');
    if (act === 'stop') await host.client['session.stop']({ sessionId: first.id });
    else await host.ready(await host.start(serverId));
    await host.closed(first.id);
    const startedAt = performance.now();
    await vi.waitFor(() => expect(performance.now() - startedAt).toBeGreaterThan(800), 5000);
    expect(sessionsOf(serverId)).toHaveLength(act === 'stop' ? 1 : 2);
    if (act === 'stop') return;
    // The one that the person started is watched again.
    const { id } = sessionsOf(serverId)[1] ?? first;
    await put('server.mjs', '// edited again');
    await nextReady(serverId, id);
  });

  test('a server that writes what is watched is not restarted for ever', async () => {
    const writing = `import { writeFileSync } from 'node:fs';
      setTimeout(() => writeFileSync('out.txt', String(Date.now())), 100);
      await import('./server.mjs');`;
    await put('writing.mjs', writing);
    const { serverId } = await openWatched(['out.txt'], 'writing.mjs');
    const over = (text: string) => text.startsWith('Files changed within seconds of each of the last 10 starts');
    await vi.waitFor(
      async () => {
        const { sessionId = '' } = entryOf(serverId) ?? {};
        expect((await notesOf(sessionId)).some(over)).toBe(true);
      },
      { timeout: 50_000, interval: 500 },
    );
    expect(sessionsOf(serverId)).toHaveLength(11);
    // The note is read from the log, the entry comes with the next batch.
    await vi.waitFor(() => expect(entryOf(serverId)).not.toHaveProperty('changed'));
  }, 60_000);

  test('files that never stop changing do not put the restart off for ever', async () => {
    const first = await openWatched(['out.txt']);
    const writing = setInterval(() => void put('out.txt', String(Date.now())), 50);
    try {
      await host.waitFor('server', (one) => one.id === first.serverId && one.sessionId !== first.id);
    } finally {
      clearInterval(writing);
    }
  });
});

test('[STD-09] the processes of a running server are told with what they use', async () => {
  const { id } = await host.open(caseEndpoint('orphan-grandchild'));
  const { processes } = await host.client['session.processes']({ sessionId: id });
  const [wrapper, server] = processes;
  expect(processes).toHaveLength(2);
  expect(server).toMatchObject({
    ppid: wrapper?.pid,
    command: expect.stringContaining(caseServer('orphan-grandchild')),
  });
  expect(wrapper?.memory).toBeGreaterThan(1_000_000);
  await host.client['session.stop']({ sessionId: id });
  expect(await host.client['session.processes']({ sessionId: id })).toEqual({ processes: [] });
});

test('[STD-10] a server that dies under calls says which of them were lost', async () => {
  const session = await host.open(caseEndpoint('exit-mid-call'));
  const calls = ['wait', 'die'].map((name) => host.run(session.id, 'tools.call', { name, args: { how: 'code' } }));
  const ids = (await Promise.all(calls)).map(({ exchangeIds }) => exchangeIds[0]);
  const { pending = [] } = (await host.closed(session.id)).state;
  expect(pending.map(({ method, name, mayHaveActed }) => [method, name, mayHaveActed])).toEqual([
    ['tools/call', 'wait', true],
    ['tools/call', 'die', true],
  ]);
  expect(pending.map(({ exchangeId }) => exchangeId)).toEqual(ids);
});
