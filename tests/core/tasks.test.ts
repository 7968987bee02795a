import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '#shared/json.ts';
import { fakeServer, type Handlers, legacyHandlers, modernHandlers, Wrong } from './support/fake-server.ts';
import type { FakeServer } from './support/fake-transport.ts';
import { Harness } from './support/harness.ts';

const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const FORM = { message: 'Deploy?', requestedSchema: { type: 'object', properties: {} } };
const RELATED = 'io.modelcontextprotocol/related-task';

describe('legacy core tasks', () => {
  const CAPABILITIES = { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };

  /** A server whose one task has the status the test sets. */
  function server(state: { status: string }, more: Handlers = {}) {
    const view = () => ({
      taskId: 't1',
      status: state.status,
      createdAt: '2026-01-01T00:00:00Z',
      ttl: null,
      pollInterval: 300,
    });
    return legacyHandlers(
      {
        'tools/list': () => ({
          tools: ['required', 'optional', 'forbidden', 'weird'].map((taskSupport) => ({
            name: taskSupport,
            execution: { taskSupport },
          })),
        }),
        'tools/call': ({ params }) => (params.task ? { task: view() } : text('plain')),
        'tasks/get': () => view(),
        'tasks/result': () => text('the result'),
        'tasks/cancel': () => {
          state.status = 'cancelled';
          return view();
        },
        'tasks/list': () => ({ tasks: [view(), { taskId: 't2', status: 'completed' }] }),
        ...more,
      },
      CAPABILITIES,
    );
  }
  const open = (handlers: Handlers) =>
    new Harness({ servers: [fakeServer(handlers)], config: { era: 'legacy' } }).start();

  it('[TASKL-04] [TASKL-05] [TASKL-07] [TASKL-08] [TASKL-03] a call becomes a task, is polled not faster than 500 ms, and its result is fetched', async () => {
    const state = { status: 'working' };
    const h = await open(server(state));
    const op = await h.run('tools.call', { name: 'required', args: {} });
    expect(op).toMatchObject({ status: 'polling', taskId: 't1' });
    expect(h.wire.last('tools/call').params).toMatchObject({ task: {} });
    await h.clock.advance(2100);
    expect(h.entity('task')).toMatchObject({
      id: 't1',
      status: 'working',
      polls: 4,
      operationId: op.id,
      origin: 'tools/call required',
    });
    state.status = 'completed';
    await h.clock.advance(600);
    expect(h.entity('operation', op.id).status).toBe('done');
    expect(h.resultText(op.id)).toContain('the result');
    expect(h.entity('task').history.map(({ status }) => status)).toEqual(['working', 'completed']);
    expect(h.changes.findLast((change) => change.op === 'put' && change.topic === 'task')).toMatchObject({
      id: 's1:t1',
    });
  });

  it('[TASKL-01] [TASKL-02] only tools that say so become tasks, optional ones on demand', async () => {
    const h = await open(server({ status: 'completed' }));
    const asTask = async (name: string, want?: boolean) => {
      const op = await h.run('tools.call', { name, args: {}, ...(want === undefined ? {} : { asTask: want }) });
      return op.status === 'failed' ? op.fault?.kind : isObject((h.wire.last('tools/call').params as JsonObject).task);
    };
    expect(await asTask('required')).toBe(true);
    expect(await asTask('optional')).toBe(false);
    expect(await asTask('optional', true)).toBe(true);
    expect(await asTask('forbidden')).toBe(false);
    expect(await asTask('weird')).toBe(false);
    expect(await asTask('forbidden', true)).toBe('local');
  });

  it('[TASKL-01] nothing becomes a task when the server does not declare it', async () => {
    const h = await open({ ...server({ status: 'working' }), initialize: legacyHandlers().initialize ?? (() => ({})) });
    await h.run('tools.call', { name: 'required', args: {} });
    expect(h.wire.last('tools/call').params).not.toHaveProperty('task');
  });

  it('[TASKL-06] [TASKL-11] input_required: the result is asked for at once, its question belongs to the task', async () => {
    const state = { status: 'input_required' };
    const h = await open(
      server(state, {
        'tasks/result': async ({ ask }) => {
          const answer = await ask('elicitation/create', { ...FORM, _meta: { [RELATED]: { taskId: 't1' } } });
          state.status = 'completed';
          return text(JSON.stringify(answer.result));
        },
      }),
    );
    const op = await h.run('tools.call', { name: 'required', args: {} });
    expect(h.entity('pending')).toMatchObject({
      via: 'task',
      taskId: 't1',
      operationId: op.id,
      operationCertain: true,
    });
    await h.clock.advance(120_000);
    h.session.answer(h.entity('pending').id, { action: 'accept', content: { ok: true } });
    await h.clock.advance(600);
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'done', rounds: 1 });
    expect(h.resultText(op.id)).toContain(RELATED);
    expect(h.entity('task').status).toBe('completed');
  });

  it("[CANC-06] cancelling asks the task to end; the server's own status counts", async () => {
    const state = { status: 'working' };
    const deaf = { 'tasks/cancel': () => ({ taskId: 't1', status: 'working' }) };
    const h = await open(server(state, deaf));
    const op = await h.run('tools.call', { name: 'required', args: {} });
    h.session.cancel(op.id);
    await h.clock.advance(600);
    expect(h.entity('operation', op.id).status).toBe('polling');
    expect(h.wire.methods()).toContain('tasks/cancel');
    expect(h.wire.methods()).not.toContain('notifications/cancelled');
    state.status = 'completed';
    await h.clock.advance(600);
    expect(h.entity('operation', op.id).status).toBe('done');
    const obeys = await open(server({ status: 'working' }));
    const other = await obeys.run('tools.call', { name: 'required', args: {} });
    obeys.session.cancel(other.id);
    await obeys.clock.advance(1200);
    expect(obeys.entity('operation', other.id)).toMatchObject({ status: 'cancelled' });
    expect(obeys.entity('task').status).toBe('cancelled');
  });

  it('[TASKL-12] an unknown task, and a result that is an error, are shown as what they are', async () => {
    const gone = await open(
      server(
        { status: 'working' },
        {
          'tasks/get': () => {
            throw new Wrong(-32602, 'no such task');
          },
        },
      ),
    );
    const op = await gone.run('tools.call', { name: 'required', args: {} });
    await gone.clock.advance(600);
    expect(gone.entity('operation', op.id)).toMatchObject({ status: 'failed', fault: { code: -32602 } });
    expect(gone.entity('task').status).toBe('unknown');
    const failing = await open(
      server({ status: 'failed' }, { 'tasks/result': () => ({ isError: true, content: [] }) }),
    );
    expect(await failing.run('tools.call', { name: 'required', args: {} })).toMatchObject({
      status: 'done',
      toolError: true,
    });
  });

  it('[TASKL-14] [SEC-13] of endless tasks a thousand are kept, of each a hundred changes', async () => {
    const state = { status: 'working' };
    const many = Array.from({ length: 1500 }, (_, at) => ({ taskId: `many${at}`, status: 'working' }));
    const h = await open(server(state, { 'tasks/list': () => ({ tasks: many }) }));
    await h.run('tasks.list', {});
    const kept = new Set<string>();
    for (const change of h.changes) {
      if (change.op === 'put' && change.topic === 'task') kept.add(change.id);
      if (change.op === 'drop' && change.topic === 'task') kept.delete(change.id);
    }
    expect(kept.size).toBe(1000);
    for (let turn = 0; turn < 150; turn += 1) {
      state.status = turn % 2 ? 'working' : 'input_required';
      await h.run('tasks.get', { taskId: 't1' });
    }
    const { history } = h.entity('task', 's1:t1');
    expect(history).toHaveLength(100);
    expect(history.at(-1)?.status).toBe('working');
  });

  it('[TASKL-09] [TASKL-10] list, get and cancel', async () => {
    const h = await open(server({ status: 'working' }));
    expect((await h.run('tasks.list', {})).status).toBe('done');
    expect(h.entity('task', 's1:t2').status).toBe('completed');
    await h.run('tasks.get', { taskId: 't1' });
    expect(h.entity('task', 's1:t1').status).toBe('working');
    await h.run('tasks.cancel', { taskId: 't1' });
    expect(h.entity('task', 's1:t1').status).toBe('cancelled');
  });
});

describe('tasks extension', () => {
  function server(state: JsonObject, more: Handlers = {}) {
    const view = () => ({ taskId: 'm1', ttlMs: 120_000, pollIntervalMs: 700, ...state });
    return modernHandlers({
      'tools/call': () => ({ resultType: 'task', ...view() }),
      'tasks/get': () => ({ resultType: 'complete', ...view() }),
      'tasks/update': () => ({ resultType: 'complete' }),
      'tasks/cancel': () => ({ resultType: 'complete' }),
      ...more,
    });
  }
  const open = (handlers: Handlers) =>
    new Harness({ servers: [fakeServer(handlers)], http: true, config: { era: 'modern' } }).start();

  it("[TASKX-02] [TASKX-04] [TASKX-10] is polled at the server's pace; the result lies inside the last poll", async () => {
    const state: JsonObject = { status: 'working' };
    const h = await open(server(state));
    const op = await h.run('tools.call', { name: 'build', args: {} });
    expect(op.status).toBe('polling');
    await h.clock.advance(1500);
    expect(h.entity('task')).toMatchObject({ polls: 2, pollEveryMs: 700, ttlMs: 120_000 });
    Object.assign(state, { status: 'completed', result: { ...text('built'), isError: true } });
    await h.clock.advance(800);
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'done', toolError: true });
    expect(h.session.resultOf(op.id)).toMatchObject({ path: ['result'] });
    expect(h.wire.methods()).not.toContain('tasks/result');
  });

  it("[TASKX-14] a task is gone when its time is over by this app's clock, however wrong the server's is", async () => {
    const h = await open(server({ status: 'working', createdAt: '2001-01-01T00:00:00Z', pollIntervalMs: 30_000 }));
    const op = await h.run('tools.call', { name: 'build', args: {} });
    await h.clock.advance(120_000);
    expect(h.entity('operation', op.id).status).toBe('polling');
    await h.clock.advance(120_000);
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'failed', fault: { kind: 'local' } });
    expect(h.entity('task').status).toBe('expired');
  });

  it('[RPC-14] numbers that JSON cannot carry on are left out', async () => {
    const wild: FakeServer = (got, wire) => {
      if (got.message.method !== 'tools/call') return usual(got, wire);
      const task = '"resultType":"task","taskId":"m1","status":"working","ttlMs":1e999,"pollIntervalMs":1e999';
      wire.events.message(got.ch, { text: `{"jsonrpc":"2.0","id":${String(got.message.id)},"result":{${task}}}` });
    };
    const usual = fakeServer(server({ status: 'working' }));
    const h = await new Harness({ servers: [wild], config: { era: 'modern' } }).start();
    await h.run('tools.call', { name: 'build', args: {} });
    expect(h.entity('task').status).toBe('working');
    expect(h.entity('task')).not.toHaveProperty('ttlMs');
    expect(h.entity('task')).not.toHaveProperty('pollEveryMs');
  });

  it('[TASKX-06] [TASKX-07] [TASKX-08] a question is asked once, however often it comes, and answered by tasks/update', async () => {
    const state: JsonObject = {
      status: 'input_required',
      inputRequests: { q: { method: 'elicitation/create', params: FORM } },
    };
    const h = await open(server(state));
    const op = await h.run('tools.call', { name: 'build', args: {} });
    await h.clock.advance(3000);
    expect(h.entity('pending')).toMatchObject({ via: 'task', taskId: 'm1', key: 'q', operationId: op.id });
    h.session.answer(h.entity('pending').id, { action: 'accept', content: { a: 1 } });
    await h.clock.advance(1500);
    expect(h.wire.methods().filter((method) => method === 'tasks/update')).toHaveLength(1);
    expect(h.wire.last('tasks/update').params).toMatchObject({
      taskId: 'm1',
      inputResponses: { q: { action: 'accept', content: { a: 1 } } },
    });
    expect(
      h.changes.filter((c) => c.op === 'put' && c.topic === 'pending' && c.value.status === 'waiting'),
    ).toHaveLength(1);
    Object.assign(state, { status: 'completed', result: text('built') });
    await h.clock.advance(800);
    expect(h.entity('operation', op.id).status).toBe('done');
  });

  it('[TASKX-10] a failed task is the error it holds', async () => {
    const h = await open(server({ status: 'failed', error: { code: -32050, message: 'boom', data: 1 } }));
    const op = await h.run('tools.call', { name: 'build', args: {} });
    await h.clock.advance(800);
    expect(h.entity('operation', op.id)).toMatchObject({
      status: 'failed',
      fault: { kind: 'protocol', code: -32050, message: 'boom', data: 1 },
    });
  });

  it('[TASKX-09] cancel is a wish by tasks/cancel; a second cancel just stops following', async () => {
    const h = await open(server({ status: 'working' }));
    const op = await h.run('tools.call', { name: 'build', args: {} });
    h.session.cancel(op.id);
    await h.clock.advance(2000);
    expect(h.entity('operation', op.id).status).toBe('polling');
    h.session.cancel(op.id);
    await h.clock.advance(1);
    expect(h.entity('operation', op.id).status).toBe('cancelled');
    const polls = h.wire.got.length;
    await h.clock.advance(5000);
    expect(h.wire.got).toHaveLength(polls);
    expect(h.wire.methods().filter((method) => method === 'tasks/cancel')).toHaveLength(1);
  });

  it('[TASKX-13] an unknown task, and an extension that was not declared, are errors of their requests', async () => {
    const fails = (code: number, data?: JsonObject) => ({
      'tasks/get': () => {
        throw new Wrong(code, 'no', { status: 400, data });
      },
    });
    const gone = await open(server({ status: 'working' }, fails(-32602)));
    const op = await gone.run('tools.call', { name: 'build', args: {} });
    await gone.clock.advance(800);
    expect(gone.entity('operation', op.id)).toMatchObject({ status: 'failed', fault: { code: -32602, message: 'no' } });
    expect(gone.entity('task').status).toBe('unknown');
    const data = { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } };
    const h = await open(server({ status: 'working' }, fails(-32021, data)));
    expect(await h.run('tasks.get', { taskId: 'm1' })).toMatchObject({
      status: 'failed',
      fault: { kind: 'protocol', code: -32021, data },
    });
    expect(h.session.state.at).toBe('ready');
  });

  it('[TASKX-16] questions may come before the task does', async () => {
    const inputRequests = { q: { method: 'elicitation/create', params: FORM } };
    const task = { resultType: 'task', taskId: 'm1', status: 'working', pollIntervalMs: 700 };
    const h = await open(
      server(
        { status: 'completed', result: text('built') },
        {
          'tools/call': ({ params }) =>
            params.inputResponses ? task : { resultType: 'input_required', inputRequests },
        },
      ),
    );
    const op = await h.run('tools.call', { name: 'build', args: {} });
    expect(h.entity('pending')).toMatchObject({ via: 'input-required', operationId: op.id });
    h.session.answer(h.entity('pending').id, { action: 'accept', content: {} });
    await h.clock.advance(800);
    expect(h.entity('operation', op.id)).toMatchObject({ status: 'done', taskId: 'm1' });
  });

  it('[TASKX-03] [TASKX-15] a task where none is allowed is invalid, and there is no list', async () => {
    const h = await open(server({ status: 'working' }, { 'prompts/get': () => ({ resultType: 'task', taskId: 'x' }) }));
    expect(await h.run('prompts.get', { name: 'p', args: {} })).toMatchObject({
      status: 'failed',
      fault: { kind: 'protocol' },
    });
    expect(await h.run('tasks.list', {})).toMatchObject({ status: 'failed', fault: { kind: 'local' } });
    expect(h.wire.methods()).not.toContain('tasks/list');
  });
});
