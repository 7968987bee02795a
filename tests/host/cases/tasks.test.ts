import { expect } from 'vitest';
import type { Operation, TaskInfo } from '#shared/entities.ts';
import { startCase } from '../support/http-case.ts';
import { caseEndpoint, proveCase } from '../support/prove-case.ts';
import { brief, callText, namesIn, notesOf, stopAndFind } from '../support/session-facts.ts';
import type { TestHost } from '../support/test-host.ts';

const LEGACY = { era: 'legacy' } as const;

/** Calls a tool and waits for its task. */
async function asTask(host: TestHost, sessionId: string, name: string): Promise<{ call: string; task: TaskInfo }> {
  const input = { name, args: {} };
  const { operationId } = await host.client['operation.run']({ sessionId, verb: 'tools.call', input });
  const task = await host.waitFor('task', (one) => one.operationId === operationId);
  return { call: operationId, task };
}

const ended = (host: TestHost, id: string): Promise<Operation> =>
  host.waitFor('operation', (one) => one.id === id && one.endedAt !== undefined);
const taskOf = (host: TestHost, { sessionId, id }: TaskInfo) => host.state.get('task', `${sessionId}:${id}`);
const statuses = (host: TestHost, task: TaskInfo) => taskOf(host, task)?.history.map(({ status }) => status);
const textOf = async (host: TestHost, operation: Operation) =>
  JSON.parse(await host.result(operation)).content[0].text as string;
/** Requests of a method, in order. */
const sent = async (host: TestHost, sessionId: string, method: string) =>
  (await host.rows(sessionId, 'traffic')).filter((row) => row.method === method);

proveCase('task-input-required', (prove) => {
  prove(
    '[TASKL-06] [TASKL-11] [TASKL-15]',
    'At input_required the client asks for the result (which blocks), shows the question as belonging to the task, answers it, and goes on until the end. The row shows working → input required → working → completed.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('task-input-required'), LEGACY);
      for (const action of ['accept', 'decline'] as const) {
        const { call, task } = await asTask(host, id, 'deploy');
        const asked = await host.waitFor('pending', (one) => one.taskId === task.id && one.status === 'waiting');
        expect(asked).toMatchObject({ via: 'task', operationId: call, operationCertain: true, kind: 'form' });
        const reply = action === 'accept' ? { action, content: { ok: true } } : { action };
        await host.client['pending.answer']({ id: asked.id, reply });
        expect(await textOf(host, await ended(host, call))).toBe(`deploy: ${action}`);
        await host.waitFor('task', (one) => one.id === task.id && one.status === 'completed');
        expect(statuses(host, task)).toEqual(['working', 'input_required', 'working', 'completed']);
      }
      expect(await sent(host, id, 'tasks/result')).toHaveLength(2);
    },
  );
});

proveCase('task-result-fetch', (prove) => {
  prove(
    '[TASKL-07] [TASKL-12]',
    'ok: content is shown. tool-error: red although the task "completed"/"failed". rpc-error: code and message from tasks/result. gone: "the result is no longer kept (ttl)". contradicts: status failed but a good result; both are shown.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('task-result-fetch'), LEGACY);
      const run = async (name: string) => {
        const operation = await host.run(id, 'tools.call', { name, args: {}, asTask: true });
        return { operation, task: await host.waitFor('task', (one) => one.operationId === operation.id) };
      };
      const ok = await run('ok');
      expect(await textOf(host, ok.operation)).toBe('result of ok');
      expect((await run('tool-error')).operation).toMatchObject({ status: 'done', toolError: true });
      expect((await run('rpc-error')).operation).toMatchObject({
        status: 'failed',
        fault: { kind: 'protocol', code: -32603, message: 'disk full', data: { free: 0 } },
      });
      expect((await run('gone')).operation.fault).toMatchObject({
        code: -32602,
        message: 'Task expired',
        todo: expect.stringContaining('the result is no longer kept (ttl)'),
      });
      const odd = await run('contradicts');
      expect(odd.task.status).toBe('failed');
      expect(odd.operation).toMatchObject({ status: 'done' });
      expect(await textOf(host, odd.operation)).toBe('result of contradicts');
    },
  );
});

proveCase('task-required', (prove) => {
  prove(
    '[TASKL-01] [TASKL-02]',
    "must runs as a task by itself; never runs plainly and has no task switch; maybe offers the choice; weird (unknown value) is treated as forbidden with a warning. With no-cap nothing is sent as a task, and the refusal of must is explained as the server's contradiction.",
    async (host) => {
      const { id } = await host.open(caseEndpoint('task-required'), LEGACY);
      expect(await namesIn(host, id, 'tools')).toEqual(['must', 'never', 'maybe', 'weird', 'silent']);
      const run = (name: string, more: object = {}) => host.run(id, 'tools.call', { name, args: {}, ...more });
      expect(await textOf(host, await run('must'))).toBe('must: task');
      for (const name of ['never', 'maybe', 'weird', 'silent'])
        expect(await textOf(host, await run(name))).toBe(`${name}: plain`);
      expect(await textOf(host, await run('maybe', { asTask: true }))).toBe('maybe: task');
      for (const name of ['never', 'weird', 'silent'])
        expect(await run(name, { asTask: true })).toMatchObject({ status: 'failed', fault: { kind: 'local' } });
      const odd = await stopAndFind(host, id);
      expect(odd.filter(({ text }) => text.includes('taskSupport'))).toHaveLength(1);

      const bare = await host.open(caseEndpoint('task-required', ['no-cap']), LEGACY);
      const refused = await host.run(bare.id, 'tools.call', { name: 'must', args: {} });
      expect(refused.fault).toMatchObject({ code: -32601, todo: expect.stringContaining('contradicts itself') });
      const frames = (await host.rows(bare.id, 'wire')).filter(({ dir }) => dir === 'out').map(({ text }) => text);
      expect(frames.filter((text) => text.includes('"task"'))).toEqual([]);
      expect(await callText(host, bare.id, 'maybe')).toBe('maybe: plain');
    },
  );
});

proveCase('task-cancel-race', (prove) => {
  prove(
    '[TASKL-10] [CANC-06]',
    'The row says "cancelling…" until the server\'s own status is final. deaf ends as completed with its result and a note. done-already: -32602 leads to one fresh read of the status, no error dialog. slow-cancel does not block other rows. notifications/cancelled is not used for tasks.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('task-cancel-race'), LEGACY);
      const deaf = await asTask(host, id, 'deaf');
      const slow = await asTask(host, id, 'slow-cancel');
      const { operationId } = await host.client['operation.run']({
        sessionId: id,
        verb: 'tasks.cancel',
        input: { taskId: slow.task.id },
      });
      expect(await host.run(id, 'tasks.cancel', { taskId: deaf.task.id })).toMatchObject({ status: 'done' });
      expect(host.state.get('operation', operationId)?.endedAt).toBeUndefined();
      for (const { task } of [deaf, slow])
        expect(taskOf(host, task)).toMatchObject({ status: 'working', cancelAskedAt: expect.any(Number) });

      const done = await asTask(host, id, 'done-already');
      const before = taskOf(host, done.task)?.polls ?? 0;
      expect(await host.run(id, 'tasks.cancel', { taskId: done.task.id })).toMatchObject({ status: 'done' });
      expect(await textOf(host, await ended(host, done.call))).toBe('result of done-already');
      expect((taskOf(host, done.task)?.polls ?? 0) - before).toBeLessThanOrEqual(2);
      expect(await notesOf(host, id)).toContain('The task had ended before the wish to cancel it arrived.');

      expect(await ended(host, slow.call)).toMatchObject({ status: 'cancelled' });
      expect(taskOf(host, slow.task)?.status).toBe('cancelled');
      expect(await textOf(host, await ended(host, deaf.call))).toBe('result of deaf');
      expect(taskOf(host, deaf.task)).toMatchObject({ status: 'completed', cancelAskedAt: expect.any(Number) });
      expect(await callText(host, id, 'wrong-cancels')).toBe('0');
    },
  );
});

proveCase('task-modern-input', (prove) => {
  prove(
    '[TASKX-02] [TASKX-06] [TASKX-08] [TASKX-13]',
    'The call turns into a task row without the user asking. The question "which target?" is shown once, though it comes with every poll; it goes away after the answer although the next two polls still list it. The final result appears in the call. With the extension off the -32021 error is explained.',
    async (host) => {
      const { endpoint } = await startCase('task-modern-input');
      const { id } = await host.open(endpoint, { era: 'modern' });
      const { call, task } = await asTask(host, id, 'build');
      const asked = await host.waitFor('pending', (one) => one.taskId === task.id);
      expect(asked).toMatchObject({ via: 'task', key: 'target', operationId: call, status: 'waiting' });
      await host.client['pending.answer']({ id: asked.id, reply: { action: 'accept', content: { target: 'web' } } });
      expect(await textOf(host, await ended(host, call))).toBe('built for web');
      expect(host.state.all('pending').map(({ status }) => status)).toEqual(['accepted']);
      expect(await sent(host, id, 'tasks/update')).toHaveLength(1);
      expect(await callText(host, id, 'duplicates')).toMatch(/^0 answers/);

      const { claims } = (await host.open(endpoint, { era: 'modern' })).config;
      const bare = await host.open(endpoint, { era: 'modern', claims: { ...claims, tasks: false } });
      const { fault } = await host.run(bare.id, 'tools.call', { name: 'build', args: {} });
      expect(fault).toMatchObject({
        kind: 'protocol',
        code: -32021,
        data: { requiredCapabilities: { extensions: {} } },
      });
      expect(brief(await stopAndFind(host, id)).filter((rule) => rule.endsWith('error'))).toEqual([]);
    },
  );
});
