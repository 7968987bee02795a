import { Hourglass, Info } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { TaskInfo } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import { useInspectorRoom } from '../../parts/use-inspector-room.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import type { TabProps } from '../../store/tab.ts';
import { useEntities, usePage, useWirebench } from '../../store/wirebench.tsx';
import { DataTable, type RowShape } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Split } from '../../ui/split.tsx';
import { useNow } from '../../ui/use-now.ts';
import { declaresTasks, type Layout, TaskBar } from './task-bar.tsx';
import { TaskBoard } from './task-board.tsx';
import { taskColumns } from './task-columns.tsx';
import { TaskDetail } from './task-detail.tsx';
import { foundTasks, type TaskGroup, type TaskRow, taskRows } from './task-groups.ts';
import type { Progress } from './task-progress.tsx';

const DETAIL_PX = 430;
const shape = (row: TaskRow): RowShape => (row.kind === 'group' ? { level: 1, expanded: row.open } : { level: 2 });
const rowClass = (row: TaskRow) => (row.kind === 'group' ? 'grp' : undefined);

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
  const { page } = useWirebench();
  const tasks = useEntities(
    useShallow((state) => [...state.task.values()].filter((task) => task.sessionId === session.id)),
  );
  const key = `${serverId}/tasks`;
  const chosenId = usePage((state) => state.selected[key]);
  const [filter, setFilter] = useViewFilter(session.id, 'tasks');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [head, setHead] = useState<TaskGroup>();
  const [width, setWidth] = usePaneSize('tasks/detail', DETAIL_PX);
  const [entered, setEntered] = useState(0);
  const main = useRef<HTMLElement>(null);
  const now = useNow(tasks.length > 0 ? 1000 : undefined);
  const progress = useProgress(tasks);
  const view = usePage((state): Layout => (state.selected[`${serverId}/tasks-layout`] === 'board' ? 'board' : 'list'));
  const setView = (next: Layout) => page.getState().select(`${serverId}/tasks-layout`, next);
  const found = useMemo(() => foundTasks(tasks, filter), [tasks, filter]);
  const list = useMemo(() => taskRows(found, folded), [found, folded]);
  // A new object per second draws the running clocks again.
  const rows = useMemo(
    () => ({ count: list.length, version: now, getRow: (index: number) => list[index] && { ...list[index] } }),
    [list, now],
  );
  const columns = useMemo(() => taskColumns(now, progress), [now, progress]);
  const chosen = tasks.find((task) => task.id === chosenId);
  // A group's head can be stood on, to fold it and to get past it; the chosen task stays.
  const active = list.findIndex((row) =>
    head === undefined ? row.kind === 'task' && row.task.id === chosenId : row.kind === 'group' && row.group === head,
  );
  const { inspected, room } = useInspectorRoom(chosen !== undefined, entered);
  const pick = (index: number) => {
    const row = list[index];
    setHead(row?.kind === 'group' ? row.group : undefined);
    if (row?.kind === 'task') page.getState().select(key, row.task.id);
  };
  const fold = (index: number, open: boolean) => {
    const row = list[index];
    if (row?.kind !== 'group') return;
    setFolded(new Set(open ? [...folded].filter((one) => one !== row.group) : [...folded, row.group]));
  };
  const ask = useEntities((state) =>
    [...state.pending.values()].find(
      (one) => one.sessionId === session.id && one.taskId === chosenId && one.status === 'waiting',
    ),
  );
  const answer = () => {
    if (!ask) return;
    page.getState().select('inbox', ask.id);
    page.getState().set({ inboxOpen: true });
  };
  const noCancel =
    session.hello?.era === 'legacy' && !declaresTasks(session, 'cancel')
      ? 'This server declares no way to cancel tasks.'
      : undefined;
  const close = () => {
    page.getState().select(key, '');
    setEntered(0);
    main.current?.querySelector<HTMLElement>('[role="treegrid"], .task-card[tabindex="0"]')?.focus();
  };
  const table = (
    <section className="pane" aria-label="Tasks" ref={main}>
      <TaskBar {...{ session, tasks, chosen, filter, view }} onFilter={setFilter} onView={setView} />
      <div className="pane-b">
        {list.length === 0 ? (
          <NoTasks filtered={filter !== ''} />
        ) : view === 'board' ? (
          <TaskBoard
            tasks={found}
            {...{ progress, chosenId, now }}
            onChoose={(id) => {
              page.getState().select(key, id);
              page.getState().set({ inspectorOpen: true });
            }}
          />
        ) : (
          <DataTable
            label="Tasks"
            rows={rows}
            columns={columns}
            rowHeight={32}
            shape={shape}
            rowClass={rowClass}
            active={active < 0 ? undefined : active}
            onActive={pick}
            onOpen={(index) => {
              const row = list[index];
              if (row?.kind === 'group') return fold(index, !row.open);
              pick(index);
              page.getState().set({ inspectorOpen: true });
              setEntered((count) => count + 1);
            }}
            onFold={fold}
            onKey={(event) => {
              if (event.key.toLowerCase() !== 'a' || event.ctrlKey || event.metaKey || event.altKey || !ask) return;
              event.preventDefault();
              answer();
            }}
            minWidth={640}
          />
        )}
      </div>
      <Foot session={session} />
    </section>
  );
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
      first={table}
      second={
        chosen &&
        inspected && (
          <TaskDetail
            key={chosen.id}
            session={session}
            serverName={serverName}
            task={chosen}
            {...{ ask, now, noCancel }}
            onAnswer={answer}
            onClose={close}
            focusCount={entered}
          />
        )
      }
    />
  );
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
