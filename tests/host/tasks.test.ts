import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

const hosts: TestHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'wirebench-tasks-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function open(dataDir: string): Promise<TestHost> {
  const host = await openTestHost({ dataDir });
  hosts.push(host);
  return host;
}

const keptIn = async (dataDir: string) => {
  const file = JSON.parse(await readFile(join(dataDir, 'state', 'tasks.json'), 'utf8'));
  const servers = Object.values(file.servers) as { tasks: { id: string; origin: string }[] }[]; // as tasks.ts writes it
  return servers.flatMap(({ tasks }) => tasks);
};

/** Calls a tool and waits for its task. */
async function asTask(host: TestHost, sessionId: string, name: string) {
  const input = { name, args: {} };
  const { operationId } = await host.client['operation.run']({ sessionId, verb: 'tools.call', input });
  return host.waitFor('task', (one) => one.operationId === operationId);
}

describe.each(['legacy', 'modern'] as const)('tasks of the %s era', (era) => {
  const server = (...flags: string[]) => nodeScript(fixture('tasks'), [`--era=${era}`, ...flags]);

  test('[TASKL-15] [TASKX-05] a task goes on in the next run of app and server, with its question and result', async () => {
    const dataDir = await folder();
    const first = await open(dataDir);
    const serverId = await first.add(server(`--state=${join(dataDir, 'server.json')}`));
    const { id: sessionId } = await first.ready(await first.start(serverId));
    await first.listed(sessionId);
    const task = await asTask(first, sessionId, 'deploy');
    const build = await asTask(first, sessionId, 'lint');
    await first.waitFor('task', (one) => one.id === build.id && one.status === 'failed');
    await expect.poll(() => keptIn(dataDir)).toMatchObject([{ id: task.id, origin: 'tools/call deploy' }]);
    expect((await stat(join(dataDir, 'state', 'tasks.json'))).mode & 0o077).toBe(0);
    await first.close();
    hosts.splice(0);

    const second = await open(dataDir);
    await second.ready(await second.start(serverId));
    const again = await second.waitFor('task', (one) => one.id === task.id && one.status === 'input_required');
    expect(again).toMatchObject({ startedIn: sessionId, seenAt: task.seenAt, origin: 'tools/call deploy' });
    const asked = await second.waitFor('pending', (one) => one.taskId === task.id);
    await second.client['pending.answer']({ id: asked.id, reply: { action: 'accept', content: { approve: true } } });
    const end = await second.waitFor('operation', (one) => one.id === again.operationId && one.status === 'done');
    expect(JSON.parse(await second.result(end)).content[0].text).toBe('deploy: accept');
    await expect.poll(() => keptIn(dataDir)).toEqual([]);
  });

  test('[TASKL-12] [TASKX-13] a server that forgot the task with its restart makes it unknown', async () => {
    const host = await open(await folder());
    const serverId = await host.add(server());
    const { id: sessionId } = await host.ready(await host.start(serverId));
    await host.listed(sessionId);
    const task = await asTask(host, sessionId, 'index');
    const { sessionId: next } = await host.client['session.restart']({ serverId });
    const gone = await host.waitFor('task', (one) => one.sessionId === next && one.id === task.id && one.polls > 0);
    const told = await host.waitFor(
      'task',
      (one) => one.sessionId === next && one.status === 'unknown' && one.polls > 0,
    );
    expect(gone.startedIn).toBe(sessionId);
    expect(told.message).toBe('no such task');
    await expect.poll(() => keptIn(host.dataDir)).toEqual([]);
  });

  test('a task whose time at the server is over ends as unknown, with what that means', async () => {
    const host = await open(await folder());
    const { id } = await host.open(server());
    const { operationId, ttlMs } = await asTask(host, id, 'brief');
    expect(ttlMs).toBe(1000);
    const end = await host.waitFor('operation', (one) => one.id === operationId && one.endedAt !== undefined);
    expect(end.fault).toMatchObject({ code: -32602, todo: expect.stringContaining('its time is over') });
    expect(host.state.all('task')).toMatchObject([{ status: 'unknown', message: 'no such task' }]);
  });

  test('tasks of another endpoint, and of a server that was removed, are not asked for', async () => {
    const dataDir = await folder();
    const host = await open(dataDir);
    const serverId = await host.add(server());
    const { id: sessionId } = await host.ready(await host.start(serverId));
    await host.listed(sessionId);
    await asTask(host, sessionId, 'index');
    await expect.poll(() => keptIn(dataDir)).toHaveLength(1);
    await host.client['session.stop']({ sessionId });
    await host.client['server.save']({ id: serverId, name: 'moved', endpoint: server('--poll=600') });
    const moved = await host.ready(await host.start(serverId));
    await host.listed(moved.id);
    expect(host.state.all('task').filter((task) => task.sessionId === moved.id)).toEqual([]);
    await asTask(host, moved.id, 'index');
    await host.client['server.remove']({ serverId });
    expect(await keptIn(dataDir)).toEqual([]);
  });

  test('a host whose pages are hidden polls less often, and as before once one is seen', async () => {
    const host = await open(await folder());
    const { id } = await host.open(server());
    const hide = host.client['watch.seen']({}, () => undefined);
    const task = await asTask(host, id, 'index');
    await host.waitFor('task', (one) => one.id === task.id && one.polls > 1);
    hide();
    const slow = await host.waitFor('task', (one) => one.id === task.id && (one.nextPollAt ?? 0) - Date.now() > 5000);
    const show = host.client['watch.seen']({}, () => undefined);
    await host.waitFor('task', (one) => one.id === task.id && one.polls > slow.polls, 5000);
    show();
  });
});
