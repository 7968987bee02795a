import { Hourglass, Info, ListRestart } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Session } from '#shared/session.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useVerb } from '../../parts/use-verb.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import type { TabProps } from '../../store/tab.ts';
import { useEntities, usePage, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type RowShape } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Split } from '../../ui/split.tsx';
import { useLayout } from '../../ui/use-layout.ts';
import { useNow } from '../../ui/use-now.ts';
import { taskColumns } from './task-columns.tsx';
import { TaskDetail } from './task-detail.tsx';
import { type TaskGroup, type TaskRow, taskRows } from './task-groups.ts';

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
  const inspecting = usePage((state) => state.inspectorOpen);
  const [entered, setEntered] = useState(0);
  const main = useRef<HTMLElement>(null);
  const layout = useLayout();
  const now = useNow(tasks.length > 0 ? 1000 : undefined);
  const list = useMemo(() => taskRows(tasks, filter, folded), [tasks, filter, folded]);
  // A new object per second draws the running clocks again.
  const rows = useMemo(
    () => ({ count: list.length, version: now, getRow: (index: number) => list[index] && { ...list[index] } }),
    [list, now],
  );
  const columns = useMemo(() => taskColumns(now), [now]);
  const chosen = tasks.find((task) => task.id === chosenId);
  // A group's head can be stood on, to fold it and to get past it; the chosen task stays.
  const active = list.findIndex((row) =>
    head === undefined ? row.kind === 'task' && row.task.id === chosenId : row.kind === 'group' && row.group === head,
  );
  const inspected = chosen !== undefined && inspecting && (layout !== 'narrow' || entered > 0);
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
  const close = () => {
    page.getState().select(key, '');
    setEntered(0);
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };
  const table = (
    <section className="pane" aria-label="Tasks" ref={main}>
      <Bar session={session} count={tasks.length} filter={filter} onFilter={setFilter} />
      <div className="pane-b">
        {list.length === 0 ? (
          <NoTasks filtered={filter !== ''} />
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
      over={layout === 'medium'}
      only={layout === 'narrow' ? (inspected ? 'second' : 'first') : undefined}
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
            now={now}
            onClose={close}
            focusCount={entered}
          />
        )
      }
    />
  );
}

interface BarProps {
  readonly session: Session;
  readonly count: number;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

function Bar({ session, count, filter, onFilter }: BarProps) {
  const load = useVerb(session.id, 'tasks.list');
  const legacy = session.hello?.era === 'legacy';
  return (
    <>
      <div className="pane-h fbar">
        <FilterField label={`Filter ${plural(count, 'task')}`} value={filter} onValue={onFilter} />
        {legacy && (
          <Button
            size="sm"
            variant="quiet"
            icon={ListRestart}
            disabled={session.state.at !== 'ready' || load.running}
            onClick={() => load.start({})}
          >
            Load the list
          </Button>
        )}
      </div>
      {load.fault && (
        <div className="pad-s">
          <FaultNote fault={load.fault} />
        </div>
      )}
    </>
  );
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
