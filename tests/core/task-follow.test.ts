import { describe, expect, it } from 'vitest';
import type { KeptTask, TaskMemory } from '#core/task-memory.ts';
import type { JsonObject } from '#shared/json.ts';
import { fakeServer, type Handlers, legacyHandlers, modernHandlers, Wrong } from './support/fake-server.ts';
import { Harness, type HarnessOptions } from './support/harness.ts';

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const FORM = { message: 'Deploy?', requestedSchema: { type: 'object', properties: {} } };
const RELATED = 'io.modelcontextprotocol/related-task';
const ALL = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/** A legacy server whose one task has the status the test sets. */
function legacy(state: JsonObject, more: Handlers = {}, tasks: JsonObject = ALL): Handlers {
  const view = () => ({ taskId: 't1', ttl: null, pollInterval: 500, ...state });
  const handlers = {
    'tools/list': () => ({ tools: [{ name: 'build', execution: { taskSupport: 'required' } }] }),
    'tools/call': () => ({ task: view() }),
    'tasks/get': () => view(),
    'tasks/result': () => text('the result'),
    'tasks/list': () => ({ tasks: [view()] }),
    'tasks/cancel': () => view(),
    ...more,
  };
  return legacyHandlers(handlers, { tools: {}, tasks });
}

/** A server of the extension whose one task has the state the test sets. */
function modern(state: JsonObject, more: Handlers = {}): Handlers {
  const view = () => ({ taskId: 't1', ttlMs: null, pollIntervalMs: 500, ...state });
  return modernHandlers({
    'tools/call': () => ({ resultType: 'task', ...view() }),
    'tasks/get': () => ({ resultType: 'complete', ...view() }),
    'tasks/update': () => ({ resultType: 'complete' }),
    'tasks/cancel': () => ({ resultType: 'complete' }),
    ...more,
  });
}

const refusing = (code: number) => () => {
  throw new Wrong(code, 'no such task');
};
type Era = 'legacy' | 'modern';
const open = (era: Era, handlers: Handlers, more: Partial<HarnessOptions> = {}) =>
  new Harness({ servers: [fakeServer(handlers)], http: era === 'modern', config: { era }, ...more }).start();

/** What a session keeps for the next one. */
class Memory implements TaskMemory {
  readonly kept: KeptTask[];
  readonly now = new Map<string, KeptTask>();
  constructor(kept: KeptTask[] = []) {
    this.kept = kept;
    for (const task of kept) this.now.set(task.id, task);
  }
  keep = (task: KeptTask) => void this.now.set(task.id, task);
  forget = (taskId: string) => void this.now.delete(taskId);
}

const kept = (over: Partial<KeptTask> = {}): KeptTask => ({
  id: 't1',
  origin: 'tools/call build',
  era: 'legacy',
  startedIn: 'before',
  createdAt: 1,
  seenAt: 1,
  ttlMs: null,
  pollEveryMs: 500,
  ...over,
});

describe('tasks over a restart', () => {
  for (const era of ['legacy', 'modern'] as const) {
    it(`[TASKL-15] [TASKX-05] ${era}: a task that goes on is kept until it ends`, async () => {
      const memory = new Memory();
      const state: JsonObject = { status: 'working' };
      const h = await open(era, era === 'legacy' ? legacy(state) : modern(state), { tasks: memory });
      await h.run('tools.call', { name: 'build', args: {} });
      expect([...memory.now.values()]).toMatchObject([
        { id: 't1', era, origin: 'tools/call build', startedIn: 's1', ttlMs: null, pollEveryMs: 500 },
      ]);
      Object.assign(state, { status: 'completed', result: text('built') });
      await h.clock.advance(600);
      expect(memory.now.size).toBe(0);
    });

    it(`[TASKL-15] [TASKX-05] ${era}: a kept task is asked for at once and followed to its result`, async () => {
      const memory = new Memory([kept({ era })]);
      const state: JsonObject = { status: 'working' };
      const h = await open(era, era === 'legacy' ? legacy(state) : modern(state), { tasks: memory });
      expect(h.entity('task')).toMatchObject({
        id: 't1',
        origin: 'tools/call build',
        status: 'working',
        startedIn: 'before',
        polls: 1,
        seenAt: 1,
      });
      const operation = h.entity('operation');
      expect(operation).toMatchObject({ verb: 'tasks.follow', status: 'polling', taskId: 't1' });
      Object.assign(state, { status: 'completed', result: text('the result') });
      await h.clock.advance(600);
      expect(h.entity('operation', operation.id).status).toBe('done');
      expect(h.resultText(operation.id)).toContain('the result');
      expect(memory.now.size).toBe(0);
    });

    it(`[TASKL-12] [TASKX-13] ${era}: one that the server does not know any more is unknown, and not kept`, async () => {
      const memory = new Memory([kept({ era })]);
      const gone = { 'tasks/get': refusing(-32602) };
      const h = await open(era, era === 'legacy' ? legacy({}, gone) : modern({}, gone), { tasks: memory });
      expect(h.entity('task')).toMatchObject({ status: 'unknown', message: 'no such task' });
      expect(h.entity('operation')).toMatchObject({
        status: 'failed',
        fault: { code: -32602, todo: expect.stringContaining('no longer knows this task') },
      });
      expect(memory.now.size).toBe(0);
    });
  }

  it('[TASKX-14] one whose time is over is expired without being asked for; one of the other era waits', async () => {
    const over = kept({ era: 'modern', ttlMs: 1000 });
    const memory = new Memory([over, kept({ id: 't2', era: 'legacy' })]);
    const h = await open('modern', modern({ status: 'working' }), { tasks: memory });
    expect(h.entity('task')).toMatchObject({ id: 't1', status: 'expired', startedIn: 'before' });
    expect(h.wire.methods()).not.toContain('tasks/get');
    expect([...memory.now.keys()]).toEqual(['t2']);
  });

  it('[TASKL-06] a question of a kept task reaches a person', async () => {
    const state: JsonObject = { status: 'input_required' };
    const h = await open(
      'legacy',
      legacy(state, {
        'tasks/result': async ({ ask }) => {
          await ask('elicitation/create', { ...FORM, _meta: { [RELATED]: { taskId: 't1' } } });
          state.status = 'completed';
          return text('deployed');
        },
      }),
      { tasks: new Memory([kept()]) },
    );
    const question = h.entity('pending');
    expect(question).toMatchObject({ via: 'task', taskId: 't1', operationId: h.entity('operation').id });
    h.session.answer(question.id, { action: 'accept', content: {} });
    await h.clock.advance(600);
    expect(h.entity('operation')).toMatchObject({ verb: 'tasks.follow', status: 'done' });
  });
});

describe('the end of a session', () => {
  it('[TASKL-15] is no answer to what a task asks: nothing is sent, and the task stays kept', async () => {
    const memory = new Memory();
    const answers: unknown[] = [];
    const result: Handlers[string] = async ({ ask }) => {
      answers.push(await ask('elicitation/create', { ...FORM, _meta: { [RELATED]: { taskId: 't1' } } }));
      return text('deployed');
    };
    const h = await open('legacy', legacy({ status: 'input_required' }, { 'tasks/result': result }), { tasks: memory });
    await h.run('tools.call', { name: 'build', args: {} });
    expect(h.entity('pending').status).toBe('waiting');
    await h.session.stop();
    expect(h.entity('pending').status).toBe('expired');
    expect(answers).toEqual([]);
    expect([...memory.now.keys()]).toEqual(['t1']);
  });
});

describe('polling', () => {
  it('[TASKX-04] tells when the next poll is due; asking now brings the end forward', async () => {
    const state: JsonObject = { status: 'working', pollIntervalMs: 30_000 };
    const h = await open('modern', modern(state));
    const { id } = await h.run('tools.call', { name: 'build', args: {} });
    expect(h.entity('task').nextPollAt).toBe(h.entity('task').seenAt + 30_000);
    Object.assign(state, { status: 'completed', result: text('built') });
    await h.run('tasks.get', { taskId: 't1' });
    await h.clock.advance(1);
    expect(h.entity('operation', id).status).toBe('done');
    expect(h.entity('task')).not.toHaveProperty('nextPollAt');
  });

  it('is slower while nobody looks, and at once as before when somebody does', async () => {
    let away = true;
    const h = await open('modern', modern({ status: 'working' }), { background: () => away });
    await h.run('tools.call', { name: 'build', args: {} });
    await h.clock.advance(9000);
    expect(h.entity('task').polls).toBe(0);
    await h.clock.advance(1500);
    expect(h.entity('task').polls).toBe(1);
    away = false;
    await h.clock.advance(600);
    expect(h.entity('task').polls).toBe(2);
  });

  it('goes on after polls that broke on the way, and gives up after six in a row', async () => {
    let broken = true;
    const state: JsonObject = { status: 'working' };
    const h = await open(
      'modern',
      modern(state, {
        'tasks/get': () => {
          if (broken) return new Promise(() => undefined);
          return { resultType: 'complete', taskId: 't1', status: 'completed', result: text('built') };
        },
      }),
      { config: { era: 'modern', timeouts: { requestMs: 100 } } },
    );
    const { id } = await h.run('tools.call', { name: 'build', args: {} });
    await h.clock.advance(2000);
    expect(h.entity('operation', id).status).toBe('polling');
    expect(h.notes('task')).toContainEqual(expect.stringContaining('A poll of the task failed'));
    broken = false;
    await h.clock.advance(4000);
    expect(h.entity('operation', id).status).toBe('done');
    broken = true;
    const other = await h.run('tools.call', { name: 'build', args: {} });
    await h.clock.advance(200_000);
    expect(h.entity('operation', other.id)).toMatchObject({ status: 'failed', fault: { kind: 'timeout' } });
  });

  it('history names the record of each change', async () => {
    const state: JsonObject = { status: 'working' };
    const h = await open('modern', modern(state));
    await h.run('tools.call', { name: 'build', args: {} });
    Object.assign(state, { status: 'failed', error: { code: -1, message: 'boom' } });
    await h.clock.advance(600);
    const told = h.entity('task').history.map(({ seq }) => h.records[(seq ?? 0) - 1]);
    expect(told.map((record) => record?.k === 'frame' && JSON.parse(record.text ?? '').result.status)).toEqual([
      'working',
      'failed',
    ]);
  });
});

describe('cancelling', () => {
  it('[TASKX-09] the wish is remembered with its time; the end may be another one', async () => {
    const state: JsonObject = { status: 'working' };
    const h = await open('modern', modern(state));
    const { id } = await h.run('tools.call', { name: 'build', args: {} });
    await h.run('tasks.cancel', { taskId: 't1' });
    const asked = h.entity('task').cancelAskedAt;
    expect(asked).toBeGreaterThan(0);
    expect(h.entity('task').status).toBe('working');
    Object.assign(state, { status: 'completed', result: text('built') });
    await h.clock.advance(600);
    expect(h.entity('operation', id).status).toBe('done');
    expect(h.entity('task')).toMatchObject({ status: 'completed', cancelAskedAt: asked });
  });

  it('[TASKL-10] -32602 leads to one fresh look at the task, and to no error when it had ended', async () => {
    const state: JsonObject = { status: 'working' };
    const late = {
      'tasks/cancel': () => {
        state.status = 'completed';
        return refusing(-32602)();
      },
    };
    const h = await open('legacy', legacy(state, late));
    const { id } = await h.run('tools.call', { name: 'build', args: {} });
    expect(await h.run('tasks.cancel', { taskId: 't1' })).toMatchObject({ status: 'done' });
    await h.clock.advance(1);
    expect(h.wire.methods().filter((method) => method === 'tasks/cancel')).toHaveLength(1);
    expect(h.entity('operation', id).status).toBe('done');
    expect(h.notes('task')).toEqual(['The task had ended before the wish to cancel it arrived.']);
  });

  it('[TASKL-10] a refusal is told, and the task goes on without the wish', async () => {
    const h = await open('legacy', legacy({ status: 'working' }, { 'tasks/cancel': refusing(-32603) }));
    await h.run('tools.call', { name: 'build', args: {} });
    expect(await h.run('tasks.cancel', { taskId: 't1' })).toMatchObject({ status: 'failed', fault: { code: -32603 } });
    expect(h.entity('task')).not.toHaveProperty('cancelAskedAt');
  });

  it('[TASKL-10] a server that declares no cancel is not asked; stopping the call just ends the following', async () => {
    const h = await open('legacy', legacy({ status: 'working' }, {}, { requests: ALL.requests }));
    const { id } = await h.run('tools.call', { name: 'build', args: {} });
    expect(await h.run('tasks.cancel', { taskId: 't1' })).toMatchObject({ status: 'failed', fault: { kind: 'local' } });
    h.session.cancel(id);
    expect(h.entity('operation', id).status).toBe('cancelled');
    expect(h.wire.methods()).not.toContain('tasks/cancel');
  });
});

describe('results', () => {
  it('[TASKL-07] legacy: the result of a listed task is fetched by tasks/result', async () => {
    const h = await open('legacy', legacy({ status: 'completed' }));
    await h.run('tasks.list', {});
    const { id, status } = await h.run('tasks.result', { taskId: 't1' });
    expect(status).toBe('done');
    expect(h.resultText(id)).toContain('the result');
    expect(h.entity('task').resultOperationId).toBe(id);
  });

  it('[TASKL-12] legacy: a result that is no longer kept is explained', async () => {
    const h = await open('legacy', legacy({ status: 'completed' }, { 'tasks/result': refusing(-32602) }));
    const { fault } = await h.run('tools.call', { name: 'build', args: {} });
    expect(fault).toMatchObject({ code: -32602, todo: expect.stringContaining('no longer kept (ttl)') });
  });

  it('[TASKX-10] modern: it lies in the state of the task; before its end there is none', async () => {
    const state: JsonObject = { status: 'working' };
    const h = await open('modern', modern(state));
    expect(await h.run('tasks.result', { taskId: 't1' })).toMatchObject({ status: 'failed', fault: { kind: 'local' } });
    Object.assign(state, { status: 'completed', result: text('built') });
    const { id, status } = await h.run('tasks.result', { taskId: 't1' });
    expect(status).toBe('done');
    expect(h.session.resultOf(id)).toMatchObject({ path: ['result'] });
  });

  it('a listed task can be followed, but only once', async () => {
    const state: JsonObject = { status: 'working' };
    const h = await open('legacy', legacy(state));
    await h.run('tasks.list', {});
    expect(await h.run('tasks.follow', { taskId: 't1' })).toMatchObject({ status: 'polling', taskId: 't1' });
    expect(await h.run('tasks.follow', { taskId: 't1' })).toMatchObject({ status: 'failed', fault: { kind: 'local' } });
  });
});
