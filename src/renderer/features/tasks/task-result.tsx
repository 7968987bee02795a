import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Operation, TaskInfo } from '#shared/entities.ts';
import { isObject, textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { FaultNote, type FaultWords } from '../../parts/fault-note.tsx';
import { chosenByAddress } from '../../parts/resource-choice.ts';
import { ResultView } from '../../parts/result-view.tsx';
import { useCatalog } from '../../parts/use-catalog.ts';
import { useOperationResult } from '../../parts/use-operation-result.ts';
import { useOutputCheck } from '../../parts/use-output-check.ts';
import { useVerb } from '../../parts/use-verb.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Chip } from '../../ui/chip.tsx';
import { isOver, startedBy } from './task-groups.ts';

interface TaskResultProps {
  readonly session: Session;
  readonly task: TaskInfo;
  readonly onRaw: () => void;
}

/** What an error means for a task; the server's own words follow it. */
function wordsOf({ status }: TaskInfo, code: number | undefined): Partial<FaultWords> | undefined {
  if (code !== -32602) return undefined;
  if (status === 'unknown') return { title: 'The server no longer knows this task (-32602)' };
  return { title: 'The result is no longer kept (-32602)' };
}

/** What the task gave in the end, shown as the result of a call is (S09). */
export function TaskResult({ session, task, onRaw }: TaskResultProps) {
  const operation = useEntity('operation', task.resultOperationId ?? task.operationId);
  const fetch = useVerb(session.id, 'tasks.result');
  const fault = operation?.fault ?? fetch.fault;
  const running = operation?.endedAt === undefined && operation !== undefined;
  const fetchable = isOver(task) && task.status !== 'expired' && !running && operation?.status !== 'done';
  return (
    <div className="stack">
      {fault && <FaultNote fault={fault} words={wordsOf(task, fault.code)} />}
      {operation?.status === 'done' && <Shown {...{ session, task, operation, onRaw }} />}
      {!fault && operation?.status !== 'done' && (
        <p className="t3 fs12">
          {task.status === 'expired' ? 'The task is older than the server keeps it.' : 'There is no result yet.'}
        </p>
      )}
      {fetchable && (
        <div>
          <Button
            size="sm"
            disabled={session.state.at !== 'ready' || fetch.running}
            onClick={() => fetch.start({ taskId: task.id })}
          >
            {fault ? 'Ask for the result again' : 'Get the result'}
          </Button>
        </div>
      )}
    </div>
  );
}

function Shown({ session, task, operation, onRaw }: TaskResultProps & { readonly operation: Operation }) {
  const { page } = useWirebench();
  const state = useOperationResult(operation);
  const { items } = useCatalog(session.id, 'tools');
  const name = startedBy(task);
  const tool = items.find((one) => textAt(one, 'name') === name);
  const check = useOutputCheck(tool?.outputSchema, `${operation.id} ${state.result?.cut}`, state.result);
  const failed = operation.toolError ?? (isObject(state.result?.value) && state.result.value.isError === true);
  return (
    <>
      {check && (
        <div>
          <Chip kind={check.kind} icon={check.kind === 'ok' ? CircleCheck : undefined} title={check.title}>
            {check.text}
          </Chip>
        </div>
      )}
      {task.status === 'failed' && !failed && (
        <Callout kind="wait" icon={TriangleAlert} title="Status and result contradict each other">
          The server says that the task failed, yet the result it gives is no error. Both are shown as they came.
        </Callout>
      )}
      <ResultView
        sessionId={session.id}
        {...{ state, check, onRaw }}
        fileName={`${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 60)}-result.json`}
        toolError={failed}
        onOpenResource={(uri) => {
          page.getState().select(`${session.serverId}/resources`, chosenByAddress(uri));
          page.getState().openTab(session.serverId, 'resources');
        }}
      />
    </>
  );
}
