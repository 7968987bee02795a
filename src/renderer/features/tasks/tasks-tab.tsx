import { Hourglass, Info } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { TaskInfo } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import { useInspectorRoom } from '../../parts/use-inspector-room.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import type { TabProps } from '../../store/tab.ts';
import { useEntities, usePage, useWirebench } from '../../store/wirebench.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Split } from '../../ui/split.tsx';
import { useNow } from '../../ui/use-now.ts';
import { declaresTasks, type Layout, TaskBar } from './task-bar.tsx';
import { TaskBoard } from './task-board.tsx';
import { TaskDetail } from './task-detail.tsx';
import { foundTasks } from './task-groups.ts';
import type { Progress } from './task-progress.tsx';
import { TaskTable, useTaskFolding } from './task-table.tsx';
import { type TaskChoice, useTaskAsk, useTaskChoice } from './use-task-choice.ts';

const DETAIL_PX = 430;

/** S14. Long-running work at the server, as far as it is known in this session. */
export function TasksTab({ server, session }: TabProps) {
  if (!session) {
    return (
      <EmptyState icon={Hourglass} title="No tasks yet">
        Connect the server. Calls that become tasks are listed here.
      </EmptyState>
    );
  }
  return <Tasks key={session.id} serverName={server.config.name} serverId={server.id} session={session} />;
}

interface TasksProps {
  readonly serverId: string;
  readonly serverName: string;
  readonly session: Session;
}

function Tasks({ serverId, serverName, session }: TasksProps) {
  const tasks = useEntities(
    useShallow((state) => [...state.task.values()].filter((task) => task.sessionId === session.id)),
  );
  const now = useNow(tasks.length > 0 ? 1000 : undefined);
  const choice = useTaskChoice(serverId, tasks);
  const { ask, answer } = useTaskAsk(session.id, choice.chosenId);
  const [width, setWidth] = usePaneSize('tasks/detail', DETAIL_PX);
  const { inspected, room } = useInspectorRoom(choice.chosen !== undefined, choice.entered);
  const main = useRef<HTMLElement>(null);
  const close = () => {
    choice.close();
    main.current?.querySelector<HTMLElement>('[role="treegrid"], .task-card[tabindex="0"]')?.focus();
  };
  return (
    <Split
      label="Width of the task"
      direction="row"
      fixed="second"
      size={width}
      onSize={setWidth}
      {...room}
      defaultSize={DETAIL_PX}
      min={300}
      minOther={360}
      first={
        <section className="pane" aria-label="Tasks" ref={main}>
          <TaskOverview {...{ serverId, session, tasks, now, choice }} onAnswer={ask && answer} />
          <Foot session={session} />
        </section>
      }
      second={
        choice.chosen &&
        inspected && (
          <TaskDetail
            key={choice.chosen.id}
            task={choice.chosen}
            {...{ session, serverName, ask, now }}
            noCancel={whyNoCancel(session)}
            onAnswer={answer}
            onClose={close}
            focusCount={choice.entered}
          />
        )
      }
    />
  );
}

function whyNoCancel(session: Session): string | undefined {
  if (session.hello?.era !== 'legacy' || declaresTasks(session, 'cancel')) return undefined;
  return 'This server declares no way to cancel tasks.';
}

interface TaskOverviewProps {
  readonly serverId: string;
  readonly session: Session;
  readonly tasks: readonly TaskInfo[];
  readonly now: number;
  readonly choice: TaskChoice;
  /** Undefined when the chosen task waits for nothing. */
  readonly onAnswer: (() => void) | undefined;
}

/** The tasks that match the filter, as a table or a board. */
function TaskOverview({ serverId, session, tasks, now, choice, onAnswer }: TaskOverviewProps) {
  const [filter, setFilter] = useViewFilter(session.id, 'tasks');
  const [view, setView] = useTaskLayout(serverId);
  const folding = useTaskFolding();
  const progress = useProgress(tasks);
  const found = useMemo(() => foundTasks(tasks, filter), [tasks, filter]);
  const chooseCard = (taskId: string) => {
    choice.choose(taskId);
    choice.show();
  };
  return (
    <>
      <TaskBar {...{ session, tasks, filter, view }} chosen={choice.chosen} onFilter={setFilter} onView={setView} />
      <div className="pane-b">
        {found.length === 0 && <NoTasks filtered={filter !== ''} />}
        {found.length > 0 && view === 'board' && (
          <TaskBoard tasks={found} {...{ progress, now }} chosenId={choice.chosenId} onChoose={chooseCard} />
        )}
        {found.length > 0 && view === 'list' && (
          <TaskTable tasks={found} {...{ progress, now, choice, folding, onAnswer }} />
        )}
      </div>
    </>
  );
}

/** The layout of a server's tasks, kept in the page. */
function useTaskLayout(serverId: string): [Layout, (next: Layout) => void] {
  const { page } = useWirebench();
  const key = `${serverId}/tasks-layout`;
  const view = usePage((state): Layout => (state.selected[key] === 'board' ? 'board' : 'list'));
  return [view, (next) => page.getState().select(key, next)];
}

/** How far each task says it is. */
function useProgress(tasks: readonly TaskInfo[]): ReadonlyMap<string, Progress> {
  const told = useEntities(
    useShallow((state) => tasks.map((task) => state.operation.get(task.operationId ?? '')?.progress)),
  );
  return useMemo(() => new Map(tasks.map((task, index) => [task.id, told[index]])), [tasks, told]);
}

function Foot({ session }: { readonly session: Session }) {
  return (
    <div className="foot">
      <Icon icon={Info} size="s" />
      <span className="el">
        {session.hello?.era === 'legacy'
          ? 'Tasks of this session. Load the list to see others the server knows.'
          : 'This server uses the tasks extension. It has no task list, so you see tasks started from this app.'}
      </span>
    </div>
  );
}

function NoTasks({ filtered }: { readonly filtered: boolean }) {
  if (filtered) {
    return <EmptyState title="No task matches">Looked in ids, tools, messages and statuses.</EmptyState>;
  }
  return (
    <EmptyState icon={Hourglass} title="No tasks yet">
      A tool that takes long may give a task instead of a result. It is shown here from then on.
    </EmptyState>
  );
}
