import { Columns3, ListRestart, RefreshCw, Rows3 } from 'lucide-react';
import type { TaskInfo } from '#shared/entities.ts';
import { objectAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { useVerb } from '../../parts/use-verb.ts';
import { useRun } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { shortTime } from './task-facts.tsx';
import { isGoingOn } from './task-groups.ts';

export type Layout = 'list' | 'board';

const LAYOUTS = [
  { value: 'list', label: 'List', icon: Rows3 },
  { value: 'board', label: 'Board', icon: Columns3 },
] as const;
/** Tasks that one press asks for. */
const MOST = 50;

interface TaskBarProps {
  readonly session: Session;
  readonly tasks: readonly TaskInfo[];
  /** The one that is looked at. */
  readonly chosen: TaskInfo | undefined;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly view: Layout;
  readonly onView: (view: Layout) => void;
}

/** Whether a legacy server declares this part of tasks. */
export function declaresTasks(session: Session, part: 'list' | 'cancel'): boolean {
  return objectAt(session.hello?.capabilities, 'tasks')?.[part] !== undefined;
}

/** The head of the tasks: filter, layout, and what can be asked of the server now. */
export function TaskBar({ session, tasks, chosen, filter, onFilter, view, onView }: TaskBarProps) {
  const load = useVerb(session.id, 'tasks.list');
  const poll = useVerb(session.id, 'tasks.get');
  const run = useRun();
  const ready = session.state.at === 'ready';
  const going = tasks.filter(isGoingOn);
  const asked = chosen ? [chosen] : going.slice(0, MOST);
  const fault = load.fault ?? poll.fault;
  const lists = declaresTasks(session, 'list');
  const pollAll = () => {
    const [first, ...others] = asked;
    if (first) poll.start({ taskId: first.id });
    // What comes of the others is seen in their rows.
    for (const { id } of others) run(session.id, 'tasks.get', { taskId: id }).catch(() => undefined);
  };
  return (
    <>
      <div className="pane-h fbar">
        <FilterField label={`Filter ${plural(tasks.length, 'task')}`} value={filter} onValue={onFilter} />
        <Segmented label="Layout" options={LAYOUTS} value={view} onChange={onView} />
        {session.hello?.era === 'legacy' && (
          <Button
            size="sm"
            variant="quiet"
            icon={ListRestart}
            title={lists ? undefined : 'This server declares no list of tasks.'}
            disabled={!ready || !lists || load.running}
            onClick={() => load.start({})}
          >
            Load the list
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          icon={RefreshCw}
          disabled={!ready || asked.length === 0 || poll.running}
          onClick={pollAll}
        >
          Poll now
        </Button>
        <Pace tasks={chosen && isGoingOn(chosen) ? [chosen] : going} />
      </div>
      {fault && (
        <div className="pad-s">
          <FaultNote fault={fault} />
        </div>
      )}
    </>
  );
}

/** How often the tasks are asked for. */
function Pace({ tasks }: Pick<TaskBarProps, 'tasks'>) {
  const polled = tasks.filter(({ nextPollAt }) => nextPollAt !== undefined);
  if (polled.length === 0) return null;
  const every = Math.min(...polled.map(({ pollEveryMs = 1000 }) => Math.max(500, pollEveryMs)));
  return <span className="fs11 t3 nw tn">every {shortTime(every)}</span>;
}
