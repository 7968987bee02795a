import { Hourglass, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { PendingInput, TaskInfo } from '#shared/entities.ts';
import { isObject, objectAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { askLine, oneLine, waitingTime } from '../../parts/ask/ask-words.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useExchange } from '../../parts/use-exchange.ts';
import { useInspectorFocus } from '../../parts/use-inspector-focus.ts';
import { useVerb } from '../../parts/use-verb.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { isTextField } from '../../ui/is-text-field.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { StatusChip } from './task-columns.tsx';
import { TaskFacts } from './task-facts.tsx';
import { cancelWords, isForeign, isGoingOn, isOver, startedBy } from './task-groups.ts';
import { TaskHistory } from './task-history.tsx';
import { TaskPolls } from './task-polls.tsx';
import { TaskResult } from './task-result.tsx';

interface TaskDetailProps {
  readonly session: Session;
  readonly serverName: string;
  readonly task: TaskInfo;
  /** What the task waits for. */
  readonly ask: PendingInput | undefined;
  readonly now: number;
  /** Why its server cannot be asked to cancel it. */
  readonly noCancel: string | undefined;
  readonly onAnswer: () => void;
  readonly onClose: () => void;
  /** Grows when the focus shall move in here. */
  readonly focusCount: number;
}

/** One task: what it waits for, its facts, its history, its result. */
export function TaskDetail(props: TaskDetailProps) {
  const { session, serverName, task, ask, now, noCancel, onAnswer, onClose, focusCount } = props;
  const cancel = useVerb(session.id, 'tasks.cancel');
  const follow = useVerb(session.id, 'tasks.follow');
  const ready = session.state.at === 'ready';
  const asked = cancelWords(task, now);
  const loose = isGoingOn(task) && task.nextPollAt === undefined && !follow.running;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') onClose();
    else if (event.key.toLowerCase() === 'a' && ask && !isTextField(event.target)) onAnswer();
    else return;
    event.preventDefault();
  };
  return (
    <aside
      className="pane inspector"
      aria-label="Task detail"
      tabIndex={-1}
      ref={useInspectorFocus(focusCount)}
      onKeyDown={onKeyDown}
    >
      <div className="pane-h tall">
        <h2 className="mono el">
          <ForeignText text={startedBy(task)} limit={128} inert />
        </h2>
        <StatusChip status={task.status} />
        <span className="sp" />
        {loose && (
          <Button size="sm" disabled={!ready} onClick={() => follow.start({ taskId: task.id })}>
            Follow
          </Button>
        )}
        <Button
          size="sm"
          disabled={!ready || isOver(task) || asked !== undefined || noCancel !== undefined}
          title={noCancel}
          onClick={() => cancel.start({ taskId: task.id })}
        >
          Cancel task
        </Button>
        <IconButton size="sm" icon={X} label="Close task" onClick={onClose} />
      </div>
      {asked !== undefined && (
        <p className="change-bar" role="status">
          {asked}
        </p>
      )}
      {ask && <AskBar {...{ ask, serverName, now, onAnswer }} />}
      {cancel.fault && (
        <div className="pad-s">
          <FaultNote fault={cancel.fault} />
        </div>
      )}
      <div className="facts">
        <TaskFacts serverId={session.serverId} task={task} now={now} />
      </div>
      <Views session={session} task={task} />
    </aside>
  );
}

/** What an ask is about, in a few words. */
function askWords(ask: PendingInput): string {
  const fields = objectAt(objectAt(ask.params, 'requestedSchema'), 'properties');
  if (ask.kind !== 'form' || !isObject(fields)) return askLine(ask);
  const names = Object.keys(fields);
  if (names.length === 0) return askLine(ask);
  const shown = names.slice(0, 5).map((name) => oneLine(name, 40));
  return `${plural(names.length, 'field')}: ${shown.join(', ')}${names.length > shown.length ? ' …' : ''}`;
}

interface AskBarProps extends Pick<TaskDetailProps, 'serverName' | 'now' | 'onAnswer'> {
  readonly ask: PendingInput;
}

function AskBar({ ask, serverName, now, onAnswer }: AskBarProps) {
  return (
    <div className="task-ask">
      <span className="c-wait">
        <Icon icon={Hourglass} />
      </span>
      <div className="col grow">
        <span className="b5">
          <ForeignText text={serverName} limit={128} inert /> needs an answer to go on
        </span>
        <span className="fs12 t2 tn">
          {askWords(ask)}. Waiting {waitingTime(now - ask.createdAt)}.
        </span>
      </div>
      <Button variant="pri" keys={['A']} onClick={onAnswer}>
        Answer
      </Button>
    </div>
  );
}

const VIEWS = ['history', 'polls', 'result', 'request', 'raw'] as const;
type View = (typeof VIEWS)[number];
const TITLES: Readonly<Record<View, string>> = {
  history: 'History',
  polls: 'Polls',
  result: 'Result',
  request: 'Request',
  raw: 'Raw',
};

function Views({ session, task }: Pick<TaskDetailProps, 'session' | 'task'>) {
  const id = useId();
  const ended = task.status === 'completed' || task.status === 'failed';
  const [view, setView] = useState<View>(ended ? 'result' : 'history');
  const options = VIEWS.map((value) => ({
    value,
    label: TITLES[value],
    ...(value === 'polls' ? { count: task.polls } : {}),
  }));
  return (
    <>
      <div className="row strip">
        <Segmented label="Task view" options={options} value={view} onChange={setView} tabsIdBase={id} />
      </div>
      <TabPanel idBase={id} id={view} className="fill-panel">
        {view === 'polls' ? (
          <TaskPolls key={task.id} task={task} />
        ) : (
          <ScrollPane label={TITLES[view]}>
            {view === 'history' && <TaskHistory task={task} />}
            {view === 'result' && <TaskResult session={session} task={task} onRaw={() => setView('raw')} />}
            {view === 'request' && <Request task={task} />}
            {view === 'raw' && <Raw task={task} />}
          </ScrollPane>
        )}
      </TabPanel>
    </>
  );
}

function Request({ task }: Pick<TaskDetailProps, 'task'>) {
  const operation = useEntity('operation', task.startedIn === undefined ? task.operationId : undefined);
  const exchange = useExchange(task.sessionId, operation?.exchangeIds[0]);
  if (task.startedIn !== undefined)
    return <p className="t3 fs12">The call was made in an earlier session. Traffic of that session has it.</p>;
  if (isForeign(task)) return <p className="t3 fs12">This app did not start the task, so it has no request.</p>;
  if (!exchange) return <p className="t3 fs12">Reading the request</p>;
  return <PayloadView sessionId={task.sessionId} seq={exchange.requestSeq} label="Request" as="tree" />;
}

/** The exact message that carried the result, or the last one that told something of the task. */
function Raw({ task }: Pick<TaskDetailProps, 'task'>) {
  const operation = useEntity('operation', task.resultOperationId ?? task.operationId);
  const seq = operation?.resultSeq ?? task.history.findLast((change) => change.seq !== undefined)?.seq;
  if (seq === undefined) return <p className="t3 fs12">The server has not told anything of it yet.</p>;
  return <PayloadView key={seq} sessionId={task.sessionId} seq={seq} label="Answer" as="text" />;
}
