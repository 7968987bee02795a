import { Ban, Wrench } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import type { Catalog, Operation } from '#shared/entities.ts';
import { DriftChip } from '../../parts/drift/drift-marks.tsx';
import { ListEmpty } from '../../parts/lists/list-empty.tsx';
import { ListFoot } from '../../parts/lists/list-foot.tsx';
import { ListError, ListMore } from '../../parts/lists/list-notes.tsx';
import { useListActions } from '../../parts/lists/use-list-actions.ts';
import { rowIcon } from '../../parts/own-icon.tsx';
import { useFilterFocus } from '../../parts/use-filter-focus.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { plural } from '../../ui/format.ts';
import { ListPane } from '../../ui/list-pane.tsx';
import type { ListGroup, ListRow } from '../../ui/list-stops.ts';
import { GroupingMenu } from './grouping-menu.tsx';
import { searchText, type Tool } from './tool.ts';
import { groupedTools, type ToolGroup } from './tool-groups.ts';
import { listMark } from './tool-marks.ts';
import { useGrouping, usePinned } from './use-list-look.ts';
import { useRunning } from './use-tool-runs.ts';

export interface ToolListProps {
  readonly serverId: string;
  readonly sessionId: string;
  readonly serverName: string;
  readonly head: Catalog | undefined;
  readonly tools: readonly Tool[];
  /** Tools that are not as they were accepted, by name. */
  readonly marks: ReadonlyMap<string, DriftMark>;
  /** Between filter and rows. */
  readonly notice?: ReactNode;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
  /** S07. Lays the definition of another tool beside that of the chosen one. */
  readonly onCompare: (id: string) => void;
}

const LEFT_OUT = 'left out';
/** The row id of a tool that was left out. */
export const leftOutId = (name: string): string => `${LEFT_OUT}\n${name}`;

const NONE: Catalog['refused'] = [];

interface Now {
  readonly running: ReadonlyMap<string, Operation['status']>;
  readonly marks: ReadonlyMap<string, DriftMark>;
}

function listRow(tool: Tool, { running, marks }: Now): ListRow {
  const mark = listMark(tool, running.get(tool.name));
  const drift = marks.get(tool.name);
  const label = tool.name === '' ? '(no name)' : tool.name.slice(0, 200);
  return {
    id: tool.id,
    label: tool.place === undefined ? label : `${label} (${tool.place})`,
    title: label,
    leading: rowIcon(tool.raw),
    icon: mark?.icon,
    iconLabel: mark?.label,
    iconTone: mark?.tone,
    trailing: drift && <DriftChip mark={drift} />,
  };
}

function listGroup({ id, label, tools }: ToolGroup, now: Now): ListGroup {
  const count = label === undefined ? undefined : tools.length;
  return { id, label, count, rows: tools.map((tool) => listRow(tool, now)) };
}

/** Tools that this app does not call, with the reason; none when there are none. */
function leftOutGroup(refused: Catalog['refused'], wanted: string): ListGroup[] {
  const rows = refused
    .filter(({ name }) => wanted === '' || name.toLowerCase().includes(wanted))
    .map(({ name, reason }) => ({
      id: leftOutId(name),
      label: name.slice(0, 200),
      title: reason.slice(0, 300),
      icon: Ban,
      iconLabel: 'Left out',
      iconTone: 'wait' as const,
    }));
  return rows.length === 0 ? [] : [{ id: LEFT_OUT, label: 'Left out', count: rows.length, rows }];
}

/** S07. The tools of a server, grouped by the first part of their names. */
export function ToolList(props: ToolListProps) {
  const { serverId, sessionId, serverName, head, tools, marks, notice, selectedId, onSelect, onOpen } = props;
  const [filter, setFilter] = useViewFilter(sessionId, 'tools');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const input = useFilterFocus(() => {
    setFilter('');
    return filter !== '';
  });
  const running = useRunning(sessionId);
  const wanted = useDeferredValue(filter).trim().toLowerCase();
  const shown = useMemo(
    () => (wanted === '' ? tools : tools.filter((tool) => searchText(tool).includes(wanted))),
    [tools, wanted],
  );
  const { grouping, setGrouping } = useGrouping(serverId);
  const { pinned } = usePinned(serverId);
  const grouped = useMemo(
    () => groupedTools(shown, grouping, pinned).map((group) => listGroup(group, { running, marks })),
    [shown, grouping, pinned, running, marks],
  );
  const { refused = NONE } = head ?? {};
  const leftOut = useMemo(() => leftOutGroup(refused, wanted), [refused, wanted]);
  const groups = useMemo(
    () =>
      [...grouped, ...leftOut].map((group) =>
        group.label === undefined ? group : { ...group, collapsed: closed.has(group.id) },
      ),
    [grouped, leftOut, closed],
  );
  const actions = useListActions({ serverId, sessionId }, [head], 'tools');
  const ended = useEntity('session', sessionId)?.state.at === 'closed';
  return (
    <ListPane
      label="Tools"
      groups={groups}
      selectedId={selectedId}
      onSelect={onSelect}
      onOpen={onOpen}
      onExtend={props.onCompare}
      copyText={(id) => {
        const raw = tools.find((tool) => tool.id === id)?.raw;
        return raw && JSON.stringify(raw, null, 2);
      }}
      onToggleGroup={(id) =>
        setClosed(closed.has(id) ? new Set([...closed].filter((one) => one !== id)) : new Set([...closed, id]))
      }
      filter={{
        value: filter,
        onValue: setFilter,
        placeholder: `Filter ${plural(tools.length, 'tool')}`,
        inputRef: input,
        keys: ['/'],
      }}
      actions={<GroupingMenu value={grouping} onValue={setGrouping} />}
      notice={
        <>
          {notice}
          <ListError heads={[head]} actions={actions} />
        </>
      }
      empty={
        <ListEmpty
          noun="tool"
          icon={Wrench}
          {...{ head, serverName, actions, filter }}
          searched="name, title, description and arguments"
          onClear={() => setFilter('')}
          count={tools.length}
        />
      }
      end={<ListMore heads={[head]} count={tools.length} {...{ actions, ended }} />}
      footer={<ListFoot heads={[head]} noun="tools" {...{ actions, ended }} />}
    />
  );
}
