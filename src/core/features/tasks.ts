import { objectAt } from '#shared/json.ts';
import { RpcFault } from '../fault.ts';
import type { Kernel } from '../kernel.ts';
import { walkList } from '../list-walk.ts';
import type { OperationHandle } from '../operations.ts';
import type { Answer } from '../peer.ts';
import { followLegacyTask, followModernTask } from '../task-follow.ts';
import { TaskTable } from '../task-table.ts';
import type { Feature } from './feature.ts';

/** Long-running work at the server: core tasks of the legacy era, the tasks extension of the modern one. */
export const tasks: Feature = {
  name: 'tasks',
  attach(kernel) {
    const table = new TaskTable(kernel);
    // The token of the call stays valid until its task ends (PROG-07); it is the id of the request.
    const following = new Map<unknown, OperationHandle>();
    kernel.onNotice('notifications/progress', (params) => following.get(params.progressToken)?.progress(params));
    kernel.onNotice('notifications/tasks/status', (params) => table.seen(params));
    kernel.onNotice('notifications/tasks', (params) => table.seen(params));
    kernel.onTask(async (start) => {
      const legacy = kernel.connection?.era.name === 'legacy';
      const source = legacy ? objectAt(start.answer.result, 'task') : start.answer.result;
      table.started(start, source ?? {});
      const { operation } = start.options;
      operation?.polling(start.taskId);
      if (operation) following.set(start.answer.rpcId, operation);
      const result = legacy ? followLegacyTask(kernel, table, start) : followModernTask(kernel, table, start);
      return result.finally(() => following.delete(start.answer.rpcId));
    });
    return {
      'tasks.list': (_input, operation) => list(kernel, table, operation),
      'tasks.get': async ({ taskId }, operation) => {
        const answer = await kernel.run({ method: 'tasks/get', params: { taskId } }, { operation });
        table.update(taskId, answer.result);
        return answer;
      },
      'tasks.cancel': async ({ taskId }, operation) => {
        const answer = await kernel.run({ method: 'tasks/cancel', params: { taskId } }, { operation });
        if (typeof answer.result.status === 'string') table.update(taskId, answer.result);
        return answer;
      },
    };
  },
};

async function list(kernel: Kernel, table: TaskTable, operation: OperationHandle): Promise<Answer | undefined> {
  if (kernel.connection?.era.name === 'modern') {
    throw new RpcFault(
      'local',
      'This version of the protocol has no list of tasks. The tasks of this session are shown.',
    );
  }
  const end = await walkList({
    key: 'tasks',
    ask: (params) => kernel.run({ method: 'tasks/list', params }, { operation }),
    onPage: ({ items }) => {
      for (const item of items) table.listed(item);
    },
    stopped: () => operation.signal.aborted,
  });
  if (end.fault) throw end.fault;
  return end.last;
}
