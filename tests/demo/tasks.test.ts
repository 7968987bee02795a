import { afterEach, describe, expect, test } from 'vitest';
import { createTaskDesk } from '#demo/tasks/task-desk.ts';
import { all, messages, openSession, post, postModern, startHttp, stopHttp } from './http-peer.ts';
import { CAPABILITIES, greet, type LinePeer, type Message, modern, startDemo } from './line-peer.ts';

afterEach(stopHttp);

const RELATED = 'io.modelcontextprotocol/related-task';
const EXTENSION = { ...CAPABILITIES, extensions: { 'io.modelcontextprotocol/tasks': {} } };
const DECLARED = { 'io.modelcontextprotocol/clientCapabilities': EXTENSION };
const APPROVE = { action: 'accept', content: { approve: true, comment: 'Go' } };
const call = (name: string, stepMs: number, more: object = {}) => ({ name, arguments: { stepMs }, ...more });

async function legacyPeer() {
  const demo = startDemo('both');
  await greet(demo.peer);
  return demo;
}

/** Asks for a task until it has the status. */
async function reach(get: () => Promise<Message>, status: string): Promise<Message> {
  let last: Message = {};
  const look = async () => {
    last = await get();
    return last.result?.status;
  };
  await expect.poll(look, { timeout: 5000 }).toBe(status);
  return last;
}

describe('tasks of the demo, legacy', () => {
  test('[TASKL-04] a call with a task is answered by its handle, and only by it', async () => {
    const { peer } = await legacyPeer();
    const { result } = await peer.request('tools/call', call('build_report', 0, { task: { ttl: 5000 } }));
    expect(Object.keys(result)).toEqual(['task']);
    expect(result.task).toMatchObject({ status: 'working', ttl: 5000, pollInterval: 500 });
    const { taskId } = result.task;
    const done = await reach(() => peer.request('tasks/get', { taskId }), 'completed');
    expect(done.result.createdAt).toBe(result.task.createdAt);
    const given = await peer.request('tasks/result', { taskId });
    expect(given.result.content[0].text).toBe('The report has 12 pages.');
    expect(given.result._meta[RELATED]).toEqual({ taskId });
    expect((await peer.request('tasks/list')).result.tasks).toHaveLength(1);
    expect((await peer.request('tasks/cancel', { taskId })).error?.code).toBe(-32602);
  });

  test('[TASKL-06] [TASKL-11] deploy_site asks while its result is waited for, and names the task', async () => {
    const { peer } = await legacyPeer();
    peer.answer = () => APPROVE;
    const { task } = (await peer.request('tools/call', call('deploy_site', 0, { task: {} }))).result;
    await reach(() => peer.request('tasks/get', { taskId: task.taskId }), 'input_required');
    const given = await peer.request('tasks/result', { taskId: task.taskId });
    expect(given.result.content[0].text).toBe('The site is online. Comment: Go');
    const asked = peer.received.find((message) => message.method === 'elicitation/create');
    expect(asked?.params._meta[RELATED]).toEqual({ taskId: task.taskId });
  });

  test('a cancelled task stays cancelled and has no result', async () => {
    const { peer } = await legacyPeer();
    const { task } = (await peer.request('tools/call', call('deploy_site', 60_000, { task: {} }))).result;
    const waiting = peer.request('tasks/result', { taskId: task.taskId });
    const cancelled = await peer.request('tasks/cancel', { taskId: task.taskId });
    expect(cancelled.result).toMatchObject({ status: 'cancelled', taskId: task.taskId });
    expect((await waiting).error?.message).toContain('cancelled');
  });

  test('without a task the call works until it is done; an unknown task is refused', async () => {
    const { peer } = await legacyPeer();
    peer.answer = () => APPROVE;
    const report = await peer.request('tools/call', call('build_report', 0));
    expect(report.result.content[0].text).toBe('The report has 12 pages.');
    const site = await peer.request('tools/call', call('deploy_site', 0));
    expect(site.result.content[0].text).toContain('online');
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
      expect((await peer.request(method, { taskId: 'nope' })).error?.code).toBe(-32602);
    }
  });

  test('over HTTP the question travels in the stream of tasks/result', async () => {
    const { url } = await startHttp('both');
    const { headers } = await openSession(url);
    const send = (id: number, method: string, params: object) => post(url, { id, method, params }, headers);
    const [started] = await all(await send(1, 'tools/call', call('deploy_site', 0, { task: {} })));
    const { taskId } = started?.result.task ?? {};
    const seen: Message[] = [];
    for await (const message of messages(await send(2, 'tasks/result', { taskId }))) {
      seen.push(message);
      if (message.method === 'elicitation/create') await post(url, { id: message.id, result: APPROVE }, headers);
    }
    expect(seen.map((message) => message.method ?? message.result.content[0].text)).toEqual([
      'elicitation/create',
      'The site is online. Comment: Go',
    ]);
  });
});

describe.each(['stdio', 'HTTP'])('tasks of the demo, the modern extension over %s', (transport) => {
  async function client() {
    if (transport === 'stdio') {
      const { peer } = startDemo('both');
      return (method: string, params: object, meta: object = DECLARED) => peer.request(method, modern(params, meta));
    }
    const { url } = await startHttp('both');
    return async (method: string, params: object, meta: object = DECLARED) =>
      (await all(await postModern(url, method, params, meta))).at(-1) ?? {};
  }

  test('[TASKX-06] [TASKX-10] a call becomes a task, asks, is answered by tasks/update and carries its result', async () => {
    const request = await client();
    const { result } = await request('tools/call', call('deploy_site', 0));
    expect(result).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 600_000, pollIntervalMs: 500 });
    expect(result.content).toBeUndefined();
    const { taskId } = result;
    const asking = await reach(() => request('tasks/get', { taskId }), 'input_required');
    expect(asking.result.inputRequests.approval.method).toBe('elicitation/create');
    const updated = await request('tasks/update', { taskId, inputResponses: { approval: APPROVE } });
    expect(updated.result.resultType).toBe('complete');
    const done = await reach(() => request('tasks/get', { taskId }), 'completed');
    expect(done.result.result.content[0].text).toBe('The site is online. Comment: Go');
    expect(done.result.inputRequests).toBeUndefined();
  });

  test('a task is cancelled by tasks/cancel', async () => {
    const request = await client();
    const { taskId } = (await request('tools/call', call('build_report', 60_000))).result;
    expect((await request('tasks/cancel', { taskId })).result.resultType).toBe('complete');
    expect((await request('tasks/get', { taskId })).result.status).toBe('cancelled');
  });

  test('[TASKX-01] [TASKX-13] a client without the extension gets no task, and an error for asking after one', async () => {
    const request = await client();
    const none = { 'io.modelcontextprotocol/clientCapabilities': CAPABILITIES };
    const plain = await request('tools/call', call('build_report', 0), none);
    expect(plain.result.content[0].text).toBe('The report has 12 pages.');
    expect((await request('tools/call', call('deploy_site', 0), none)).result.resultType).toBe('input_required');
    expect((await request('tasks/get', { taskId: 'x' }, none)).error?.code).toBe(-32021);
    expect((await request('tasks/get', { taskId: 'x' })).error?.code).toBe(-32602);
    for (const method of ['tasks/list', 'tasks/result']) {
      expect((await request(method, { taskId: 'x' })).error?.code).toBe(-32601);
    }
  });
});

describe('what the demo keeps of tasks', () => {
  const never = () => new Promise<never>(() => undefined);

  test('past 100 tasks the oldest is forgotten, and a failed one says why', async () => {
    const desk = createTaskDesk();
    const first = desk.start('slow', never);
    for (let i = 0; i < 100; i += 1) desk.start('slow', never);
    expect(desk.find(first.id)).toBeUndefined();
    expect(first.status).toBe('cancelled');
    const failing = desk.start('fail', () => Promise.reject(new Error('no paper')));
    await desk.changed(failing, AbortSignal.timeout(1000));
    expect(failing).toMatchObject({ status: 'failed', problem: 'Error: no paper' });
    desk.close();
    expect(desk.list()).toEqual([]);
  });

  test('a task is gone when its time is over', async () => {
    const desk = createTaskDesk();
    const task = desk.start('slow', never, 1);
    expect(task.ttlMs).toBe(1000);
    await expect.poll(() => desk.find(task.id), { timeout: 4000 }).toBeUndefined();
  });

  test('the process ends although tasks still run', async () => {
    const demo = startDemo('legacy');
    const peer: LinePeer = demo.peer;
    await greet(peer);
    await peer.request('tools/call', call('build_report', 60_000, { task: {} }));
    demo.stdin.end();
    await demo.ended;
    await expect.poll(demo.log).toContain('stopped: the client closed the connection');
  });
});
