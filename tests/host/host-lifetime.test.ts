import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

const reads = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }));
vi.mock('#host/store/servers.ts', async (original) => {
  const real = await original<typeof import('#host/store/servers.ts')>();
  const createServerStore = (...args: Parameters<typeof real.createServerStore>) => {
    const store = real.createServerStore(...args);
    const list = () => (reads.left-- > 0 ? store.list() : Promise.reject(new Error('unreadable')));
    return { ...store, list };
  };
  return { ...real, createServerStore };
});

let dataDir = '';
let host: TestHost;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wirebench-life-'));
  host = await openTestHost({ dataDir });
});
afterEach(async () => {
  await host.close();
  await rm(dataDir, { recursive: true, force: true });
});

const legacy = () => nodeScript(fixture('legacy'));
const sessionsOf = (serverId: string) => host.state.all('session').filter((one) => one.serverId === serverId);

describe('a server that is removed', () => {
  test('while it starts does not start', async () => {
    const serverId = await host.add(legacy(), { era: 'legacy' });
    const starting = host.start(serverId);
    await host.client['server.remove']({ serverId });
    const id = await starting;
    await expect(host.client['session.stop']({ sessionId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect.poll(() => sessionsOf(serverId)).toEqual([]);
  });

  test('while it runs leaves nothing of its session in the state', async () => {
    const session = await host.open(legacy(), { era: 'legacy' });
    await host.client['server.remove']({ serverId: session.serverId });
    // Counts are told a little later; they must not bring the session back.
    const stop = vi.fn();
    setTimeout(stop, 300);
    await vi.waitFor(() => expect(stop).toHaveBeenCalled());
    expect(sessionsOf(session.serverId)).toEqual([]);
    expect(host.state.all('operation').filter((one) => one.sessionId === session.id)).toEqual([]);
  });
});

test('[ROOT-05] a legacy server that runs is told when the roots change, and only then', async () => {
  const session = await host.open(legacy(), { era: 'legacy' });
  const told = async () =>
    (await host.rows(session.id, 'traffic')).filter((row) => row.method === 'notifications/roots/list_changed').length;
  await host.client['settings.save']({ theme: 'dark' });
  await host.client['settings.save']({ roots: [{ uri: 'file:///one' }] });
  await vi.waitFor(async () => expect(await told()).toBe(1));
});

test('a server list that cannot be read while a server starts is said in the log of the app and ends nothing', async () => {
  const serverId = await host.add(legacy(), { era: 'legacy' });
  reads.left = 1;
  const sessionId = await host.start(serverId);
  await vi.waitFor(() => expect(host.said.join()).toContain('the list of servers was not read: unreadable'));
  reads.left = Number.POSITIVE_INFINITY;
  await host.ready(sessionId);
});

test('a host that closes before anything was checked starts no worker for it', async () => {
  const begun = vi.fn();
  process.on('worker', begun);
  onTestFinished(() => void process.off('worker', begun));
  await host.open(legacy(), { era: 'legacy' });
  await host.close();
  expect(begun).not.toHaveBeenCalled();
});
