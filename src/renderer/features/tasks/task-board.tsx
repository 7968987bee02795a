import type { TaskInfo } from '#shared/entities.ts';
import { waitingTime } from '../../parts/ask/ask-words.ts';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { moveRovingFocus } from '../../ui/roving.ts';
import { keptWords, LastMessage, StatusChip } from './task-columns.tsx';
import { bornAt, grouped, startedBy } from './task-groups.ts';
import { type Progress, TaskProgress } from './task-progress.tsx';

/** Cards that are drawn of a group; the list has them all. */
const MOST = 100;

interface BoardProps {
  /** Newest first. */
  readonly tasks: readonly TaskInfo[];
  readonly progress: ReadonlyMap<string, Progress>;
  readonly chosenId: string | undefined;
  readonly now: number;
  readonly onChoose: (taskId: string) => void;
}

/** S14. The tasks as cards in three columns. Arrow keys go through a column. */
export function TaskBoard({ tasks, ...rest }: BoardProps) {
  return (
    <div className="task-board">
      {grouped(tasks).map(({ group, tasks: mine }) => (
        <section key={group} aria-label={group}>
          <h3 className="row">
            {group} <span className="t3 tn">{mine.length}</span>
          </h3>
          <Cards group={group} tasks={mine} {...rest} />
        </section>
      ))}
    </div>
  );
}

function Cards({ group, tasks, chosenId, ...rest }: BoardProps & { readonly group: string }) {
  const drawn = tasks.slice(0, MOST);
  const stop = drawn.some(({ id }) => id === chosenId) ? chosenId : drawn[0]?.id;
  if (drawn.length === 0) return <p className="t3 fs12">None</p>;
  return (
    <>
      <ul aria-label={`${group}, ${tasks.length}`} onKeyDown={(event) => moveRovingFocus(event, 'vertical')}>
        {drawn.map((task) => (
          <li key={task.id}>
            <Card task={task} chosen={task.id === chosenId} stop={task.id === stop} {...rest} />
          </li>
        ))}
      </ul>
      {tasks.length > MOST && <p className="t3 fs12">{tasks.length - MOST} more are in the list.</p>}
    </>
  );
}

interface CardProps extends Omit<BoardProps, 'tasks' | 'chosenId'> {
  readonly task: TaskInfo;
  readonly chosen: boolean;
  /** The Tab key comes to this card of the column. */
  readonly stop: boolean;
}

function Card({ task, chosen, stop, progress, now, onChoose }: CardProps) {
  const kept = keptWords(task, now);
  return (
    <button
      type="button"
      data-roving=""
      tabIndex={stop ? 0 : -1}
      aria-pressed={chosen}
      className={cx('task-card', chosen && 'on')}
      onClick={() => onChoose(task.id)}
    >
      <span className="row">
        <span className="mono el b5">
          <ForeignText text={startedBy(task)} limit={128} inert />
        </span>
        <span className="sp" />
        <span className="fs11 t3 tn nw" title="Age">
          {waitingTime(now - bornAt(task))}
        </span>
      </span>
      <span className="row">
        <StatusChip status={task.status} />
        <span className="sp" />
        {kept !== '' && <span className="fs11 t3 tn nw">kept {kept === 'expired' ? 'no more' : `for ${kept}`}</span>}
      </span>
      <LastMessage task={task} now={now} />
      <TaskProgress status={task.status} progress={progress.get(task.id)} as="share" />
    </button>
  );
}
