import { Hourglass, RotateCw, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { PendingInput, TaskInfo } from '#shared/entities.ts';
import { arrayAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { ContentBlocks } from '../../parts/content/content-blocks.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useExchange } from '../../parts/use-exchange.ts';
import { useInspectorFocus } from '../../parts/use-inspector-focus.ts';
import { useOperationResult } from '../../parts/use-operation-result.ts';
import { useVerb } from '../../parts/use-verb.ts';
import { useEntities, useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatTime, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { clock, StatusChip } from './task-columns.tsx';
import { isOver, keptFor, lookOf, startedBy } from './task-groups.ts';

type View = 'history' | 'result' | 'request' | 'raw';

interface TaskDetailProps {
  readonly session: Session;
  readonly serverName: string;
  readonly task: TaskInfo;
  readonly now: number;
  readonly onClose: () => void;
  /** Grows when the focus shall move in here. */
  readonly focusCount: number;
}

/** One task: what it waits for, its facts, its history, its result. */
export function TaskDetail({ session, serverName, task, now, onClose, focusCount }: TaskDetailProps) {
  const poll = useVerb(session.id, 'tasks.get');
  const cancel = useVerb(session.id, 'tasks.cancel');
  const ask = useEntities((state) =>
    [...state.pending.values()].find(
      (one) => one.sessionId === session.id && one.taskId === task.id && one.status === 'waiting',
    ),
  );
  const ready = session.state.at === 'ready';
  const over = isOver(task);
  const asked = cancel.operation;
  const waits = asked !== undefined && cancel.fault === undefined && !over;
  const fault = cancel.fault ?? poll.fault;
  return (
    <aside
      className="pane inspector"
      aria-label="Task detail"
      tabIndex={-1}
      ref={useInspectorFocus(focusCount)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="pane-h tall">
        <h2 className="mono el">
          <ForeignText text={startedBy(task)} limit={128} inert />
        </h2>
        <StatusChip status={task.status} />
        <span className="sp" />
        <Button
          size="sm"
          variant="quiet"
          icon={RotateCw}
          disabled={!ready || poll.running}
          onClick={() => poll.start({ taskId: task.id })}
        >
          Poll now
        </Button>
        <Button size="sm" disabled={!ready || over || cancel.running} onClick={() => cancel.start({ taskId: task.id })}>
          Cancel task
        </Button>
        <IconButton size="sm" icon={X} label="Close task" onClick={onClose} />
      </div>
      {waits && (
        <p className="change-bar" role="status">
          Cancel asked for, {clock(now - asked.startedAt)}
        </p>
      )}
      {ask && <AskBar ask={ask} serverName={serverName} now={now} />}
      {fault && (
        <div className="pad-s">
          <FaultNote fault={fault} />
        </div>
      )}
      <div className="facts">
        <Facts task={task} now={now} />
      </div>
      <Views session={session} task={task} />
    </aside>
  );
}

function AskBar({
  ask,
  serverName,
  now,
}: {
  readonly ask: PendingInput;
  readonly serverName: string;
  readonly now: number;
}) {
  const { page } = useWirebench();
  const answer = () => {
    page.getState().select('inbox', ask.id);
    page.getState().set({ inboxOpen: true });
  };
  return (
    <div className="task-ask">
      <span className="c-wait">
        <Icon icon={Hourglass} />
      </span>
      <div className="col grow">
        <span className="b5">
          <ForeignText text={serverName} limit={128} inert /> needs an answer to go on
        </span>
        <span className="fs12 t2">Waiting {clock(now - ask.createdAt)}.</span>
      </div>
      <Button variant="pri" onClick={answer}>
        Answer
      </Button>
    </div>
  );
}

function Facts({ task, now }: { readonly task: TaskInfo; readonly now: number }) {
  const left = keptFor(task, now);
  const until = left === undefined ? 'The server does not say' : formatTime(now + left).slice(0, 8);
  const every = task.pollEveryMs;
  return (
    <KeyValue
      items={[
        { label: 'Task id', value: <ForeignText text={task.id} limit={200} />, mono: true },
        { label: 'Started by', value: <ForeignText text={task.origin} limit={200} />, mono: true },
        { label: 'Created', value: formatTime(task.createdAt) },
        { label: 'Last change', value: formatTime(task.updatedAt) },
        {
          label: 'Polls',
          value: `${plural(task.polls, 'poll')}${every === undefined ? '' : `, the server asks for one every ${formatDuration(every)}`}`,
        },
        { label: 'Kept until', value: left !== undefined && left > 0 ? `${until}, in ${clock(left)}` : until },
        ...(task.message === undefined
          ? []
          : [{ label: 'Last message', value: <ForeignText text={task.message} limit={600} /> }]),
      ]}
    />
  );
}

const VIEWS = [
  { value: 'history', label: 'History' },
  { value: 'result', label: 'Result' },
  { value: 'request', label: 'Request' },
  { value: 'raw', label: 'Raw' },
] as const;

function Views({ session, task }: { readonly session: Session; readonly task: TaskInfo }) {
  const id = useId();
  const [view, setView] = useState<View>('history');
  const operation = useEntity('operation', task.operationId);
  const exchange = useExchange(session.id, view === 'request' ? operation?.exchangeIds[0] : undefined);
  const seq = view === 'request' ? exchange?.requestSeq : operation?.resultSeq;
  return (
    <>
      <div className="row strip">
        <Segmented label="Task view" options={VIEWS} value={view} onChange={setView} tabsIdBase={id} />
      </div>
      <TabPanel idBase={id} id={view} className="fill-panel">
        <ScrollPane label={VIEWS.find((one) => one.value === view)?.label ?? ''}>
          {view === 'history' && <History task={task} />}
          {view === 'result' && <Result sessionId={session.id} operationId={task.operationId} />}
          {(view === 'request' || view === 'raw') &&
            (seq === undefined ? (
              <p className="t3 fs12">This app has no such message. Tasks that were only listed have none.</p>
            ) : (
              <PayloadView
                key={view}
                sessionId={session.id}
                seq={seq}
                label={view === 'request' ? 'Request' : 'Answer'}
                as={view === 'request' ? 'tree' : 'text'}
              />
            ))}
        </ScrollPane>
      </TabPanel>
    </>
  );
}

function History({ task }: { readonly task: TaskInfo }) {
  if (task.history.length === 0) return <p className="t3 fs12">No status was seen yet.</p>;
  return (
    <ol className="th">
      {task.history.toReversed().map(({ at, status, message }, index) => {
        const { icon, kind } = lookOf(status);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries only ever come first, and two can be equal
          <li key={task.history.length - index}>
            <span className="rail-n">
              <span className={`dir k-${kind}`}>
                <Icon icon={icon} />
              </span>
            </span>
            <div className="bd">
              <div className="hd">
                <span className="t">{status}</span>
                <span className="at" title={formatTime(at)}>
                  {clock(at - task.createdAt)}
                </span>
              </div>
              {message !== undefined && (
                <p className="sub">
                  <ForeignText text={message} limit={600} />
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Result({ sessionId, operationId }: { readonly sessionId: string; readonly operationId: string | undefined }) {
  const operation = useEntity('operation', operationId);
  const { result, error } = useOperationResult(operation);
  if (operation?.fault) return <FaultNote fault={operation.fault} />;
  if (error !== undefined) return <p className="c-err fs12">{error}</p>;
  if (!result) return <p className="t3 fs12">There is no result yet.</p>;
  return (
    <>
      {result.cut && <p className="t3 fs12">Only the beginning is shown. Traffic has all of it.</p>}
      <ContentBlocks blocks={arrayAt(result.value, 'content')} sessionId={sessionId} />
    </>
  );
}
