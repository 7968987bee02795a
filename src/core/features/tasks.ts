import { objectAt } from '#shared/json.ts';
import { RpcFault } from '../fault.ts';
import type { Kernel, TaskStart } from '../kernel.ts';
import { WalkTrail, walkList } from '../list-walk.ts';
import type { OperationHandle } from '../operations.ts';
import type { Answer } from '../peer.ts';
import { TaskAsks } from '../task-asks.ts';
import { followTask, isPast, modernEnd } from '../task-follow.ts';
import type { TaskMemory } from '../task-memory.ts';
import { TaskTable } from '../task-table.ts';
import type { Feature } from './feature.ts';

/** After an answer the next look at the task follows this soon, milliseconds. */
const TAKES_EFFECT_MS = 100;

interface Parts {
  kernel: Kernel;
  table: TaskTable;
  asks: TaskAsks;
}

/** Long-running work at the server: core tasks of the legacy era, the tasks extension of the modern one. */
export const tasks: Feature = {
  name: 'tasks',
  attach(kernel, { tasks: memory }) {
    const table = new TaskTable(kernel, memory);
    const parts: Parts = { kernel, table, asks: new TaskAsks(kernel, table) };
    takeNotices(parts);
    kernel.onReady(() => recall(parts, memory));
    return {
      'tasks.list': (_input, operation) => list(parts, operation),
      'tasks.get': async ({ taskId }, operation) => {
        const answer = await parts.asks.poll(taskId, operation);
        if (table.get(taskId)?.status !== 'working') parts.asks.wake(taskId);
        return answer;
      },
      'tasks.cancel': ({ taskId }, operation) => parts.asks.cancel(taskId, operation),
      'tasks.follow': ({ taskId }, operation) => {
        if (table.get(taskId)?.nextPollAt !== undefined) throw new RpcFault('local', 'This task is followed already.');
        return follow(parts, taskId, operation);
      },
      'tasks.result': ({ taskId }, operation) => result(parts, taskId, operation),
    };
  },
};

function takeNotices({ kernel, table, asks }: Parts): void {
  // The token of the call stays valid until its task ends (PROG-07); it is the id of the request.
  const following = new Map<unknown, OperationHandle>();
  kernel.onNotice('notifications/progress', (params) => following.get(params.progressToken)?.progress(params));
  for (const method of ['notifications/tasks/status', 'notifications/tasks']) {
    kernel.onNotice(method, (params, { seq }) => {
      if (table.seen(params, seq)) asks.wake(String(params.taskId));
    });
  }
  const started = async (start: TaskStart) => {
    const legacy = kernel.connection?.era.name === 'legacy';
    const source = legacy ? objectAt(start.answer.result, 'task') : start.answer.result;
    table.started(start, source ?? {});
    const { operation } = start.options;
    operation?.polling(start.taskId);
    if (operation) following.set(start.answer.rpcId, operation);
    const { taskId, options } = start;
    const end = followTask({ kernel, table, asks, taskId, options, unseen: false });
    return end.finally(() => following.delete(start.answer.rpcId));
  };
  kernel.onTask(started, (taskId) => void kernel.pause(TAKES_EFFECT_MS).then(() => asks.wake(taskId)));
}

function follow({ kernel, table, asks }: Parts, taskId: string, operation: OperationHandle): Promise<Answer> {
  table.tie(taskId, { operationId: operation.id });
  operation.polling(taskId);
  return followTask({ kernel, table, asks, taskId, options: { operation }, unseen: true });
}

/** Asks again for what had not ended in the session before; a renewed connection knows them already. */
function recall(parts: Parts, memory: TaskMemory): void {
  const { kernel, table } = parts;
  for (const task of memory.kept) {
    if (task.era !== kernel.connection?.era.name || table.get(task.id)) continue;
    table.recalled(task);
    if (isPast(task, kernel.now())) table.mark(task.id, 'expired');
    else kernel.begin('tasks.follow', task.id, (operation) => follow(parts, task.id, operation));
  }
}

async function result({ kernel, table, asks }: Parts, taskId: string, operation: OperationHandle): Promise<Answer> {
  table.tie(taskId, { resultOperationId: operation.id });
  if (kernel.connection?.era.name === 'modern') return modernEnd(await asks.poll(taskId, operation));
  return asks.result(taskId, operation);
}

async function list({ kernel, table }: Parts, operation: OperationHandle): Promise<Answer | undefined> {
  if (kernel.connection?.era.name === 'modern') {
    throw new RpcFault(
      'local',
      'This version of the protocol has no list of tasks. The tasks of this session are shown.',
    );
  }
  const end = await walkList({
    key: 'tasks',
    trail: new WalkTrail(),
    ask: (params) => kernel.run({ method: 'tasks/list', params }, { operation }),
    onPage: ({ items, answer }) => {
      for (const item of items) table.listed(item, answer.seq);
    },
    wanted: () => Number.POSITIVE_INFINITY,
    stopped: () => operation.signal.aborted,
  });
  if (end.fault) throw end.fault;
  return end.last;
}
