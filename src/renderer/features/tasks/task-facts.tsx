import type { TaskInfo } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { waitingTime } from '../../parts/ask/ask-words.ts';
import { useExchange } from '../../parts/use-exchange.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatTime } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';
import { useNow } from '../../ui/use-now.ts';
import { isGoingOn, isOver, keptFor } from './task-groups.ts';
import { TaskProgress } from './task-progress.tsx';

/** Faster than this no task is polled, milliseconds. */
const SHORTEST_POLL_MS = 500;
/** The countdown to the next poll moves this often, milliseconds. */
const COUNTDOWN_MS = 200;

interface TaskFactsProps {
  readonly serverId: string;
  readonly task: TaskInfo;
  readonly now: number;
}

/** What is known of a task besides its history. */
export function TaskFacts({ serverId, task, now }: TaskFactsProps) {
  const operation = useEntity('operation', task.operationId);
  const items: KeyValueItem[] = [
    { label: 'Task id', value: <ForeignText text={task.id} limit={200} />, mono: true },
    { label: 'Started by', value: <StartedBy serverId={serverId} task={task} /> },
    { label: 'Next poll', value: <NextPoll task={task} /> },
    { label: 'Kept until', value: <span className="tn">{untilWords(task, now)}</span> },
  ];
  if (isOver(task)) items.splice(2, 1, { label: 'Ended', value: <span className="tn">{endWords(task)}</span> });
  if (operation?.progress) {
    const value = <TaskProgress status={task.status} progress={operation.progress} as="count" />;
    items.push({ label: 'Progress', value });
  }
  return <KeyValue items={items} />;
}

function endWords({ history, seenAt }: TaskInfo): string {
  const at = history.at(-1)?.at ?? seenAt;
  return `${formatTime(at).slice(0, 8)}, after ${waitingTime(at - seenAt)}`;
}

function untilWords(task: TaskInfo, now: number): string {
  const left = keptFor(task, now);
  if (left === undefined) return 'The server does not say';
  if (left === Number.POSITIVE_INFINITY) return 'No limit';
  const until = formatTime(now + left).slice(0, 8);
  return left > 0 ? `${until}, in ${waitingTime(left)}` : `${until}, expired`;
}

/** The call behind the task, which leads to it in Traffic. */
function StartedBy({ serverId, task }: Pick<TaskFactsProps, 'serverId' | 'task'>) {
  const { page, link } = useWirebench();
  const { toast } = useFeedback();
  const own = task.startedIn === undefined ? task.operationId : undefined;
  const operation = useEntity('operation', own);
  const exchange = useExchange(task.sessionId, operation?.exchangeIds[0]);
  const method = task.origin.split(' ', 1)[0] ?? task.origin;
  if (task.startedIn !== undefined) {
    const { startedIn } = task;
    const show = () => {
      page.getState().showEarlier(serverId, startedIn);
      page.getState().openTab(serverId, 'traffic');
    };
    return (
      <button type="button" className="btn quiet link" onClick={show}>
        {method}, in an earlier session
      </button>
    );
  }
  if (!exchange) return <ForeignText text={task.origin} limit={200} />;
  const show = () => {
    const near = link.client()['log.rowNear']({ sessionId: task.sessionId, seq: exchange.requestSeq });
    near.then(
      ({ row, own: belongs = row }) => {
        if (belongs !== undefined) page.getState().select(`${task.sessionId}/traffic`, String(belongs));
        page.getState().showEarlier(serverId, undefined);
        page.getState().openTab(serverId, 'traffic');
      },
      (error: unknown) => toast(messageOf(error)),
    );
  };
  return (
    <button type="button" className="btn quiet link" onClick={show}>
      {method}, id {String(exchange.rpcId).slice(0, 40)}
    </button>
  );
}

function NextPoll({ task }: Pick<TaskFactsProps, 'task'>) {
  const { nextPollAt, pollEveryMs } = task;
  const now = useNow(nextPollAt === undefined ? undefined : COUNTDOWN_MS);
  if (nextPollAt === undefined) return <>{isGoingOn(task) ? 'Nothing asks for it by itself' : 'None'}</>;
  const left = nextPollAt - now;
  const when = left <= 0 ? 'now' : `in ${(left / 1000).toFixed(1)} s`;
  return (
    <span className="tn">
      {when}, {asked(pollEveryMs)}
    </span>
  );
}

function asked(everyMs: number | undefined): string {
  if (everyMs === undefined) return 'the server names no interval';
  const words = `the server asks for ${shortTime(everyMs)}`;
  return everyMs < SHORTEST_POLL_MS ? `${words}, the fastest is ${shortTime(SHORTEST_POLL_MS)}` : words;
}

/** `2 s` rather than `2.0 s`. */
export function shortTime(ms: number): string {
  return ms >= 1000 && ms < 60_000 && ms % 1000 === 0 ? `${ms / 1000} s` : formatDuration(ms);
}
