import { Ban, Check, Clock, RefreshCw, Search, Wrench } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import type { Catalog } from '#shared/entities.ts';

import { DriftChip } from '../../parts/drift/drift-marks.tsx';
import { useFilterFocus } from '../../parts/use-filter-focus.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatTime, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListPane } from '../../ui/list-pane.tsx';
import type { ListGroup, ListRow } from '../../ui/list-stops.ts';
import { useNow } from '../../ui/use-now.ts';
import { secondWords } from './second-words.ts';
import { searchText, type Tool } from './tool.ts';
import { toolGroups } from './tool-groups.ts';
import { listMark } from './tool-marks.ts';
import { useRunning } from './use-tool-runs.ts';

export interface ToolListProps {
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
  readonly onRefresh: () => void;
}

const LEFT_OUT = 'left out';
/** The row id of a tool that was left out. */
export const leftOutId = (name: string): string => `${LEFT_OUT}\n${name}`;
const SLOW_MS = 3000;

function footWords(head: Catalog, now: number, ended: boolean): string {
  if (head.stale && !ended) return 'Changed on the server';
  if (head.fetchedAt === undefined) return 'Not listed yet';
  const listed = `Listed ${formatTime(head.fetchedAt).slice(0, 5)}`;
  if (ended) return `${listed}, before the session ended`;
  const left = head.ttlMs === undefined ? undefined : head.fetchedAt + head.ttlMs - now;
  if (left === undefined) return listed;
  return left > 0 ? `${listed}, fresh for ${secondWords(left)}` : `${listed}, no longer fresh`;
}

function Foot({ head, ended, onRefresh }: { head: Catalog; ended: boolean; onRefresh: () => void }) {
  const loading = head.status === 'loading';
  const changed = head.stale && !ended;
  const now = useNow(head.ttlMs === undefined && !loading ? undefined : 1000);
  return (
    <>
      <Icon icon={changed || ended ? Clock : Check} size="s" className={changed ? 'c-wait' : undefined} />
      <span className="el">{loading ? 'Waiting for tools/list' : footWords(head, now, ended)}</span>
      {head.nextCursor !== undefined && !loading && (
        <span className="el">{`after ${plural(head.pages, 'page')}, there are more`}</span>
      )}
      <span className="sp" />
      {changed ? (
        <Button size="sm" variant="quiet" onClick={onRefresh}>
          Refresh
        </Button>
      ) : (
        <IconButton
          size="sm"
          icon={RefreshCw}
          label="Fetch tools again"
          disabled={loading || ended}
          onClick={onRefresh}
        />
      )}
    </>
  );
}

function Waiting() {
  const [start] = useState(() => Date.now());
  const now = useNow(1000);
  return (
    <div className="tool-wait" role="status" aria-label="Waiting for tools/list">
      {[70, 50, 80, 44, 62, 74].map((width) => (
        <i key={width} className="skel" style={{ width: `${width}%` }} />
      ))}
      {now - start > SLOW_MS && <p className="fs11 t3">Waiting for tools/list, {secondWords(now - start)}</p>}
    </div>
  );
}

function emptyList(
  { head, tools, serverName, onRefresh }: ToolListProps,
  filter: string,
  clear: () => void,
): ReactNode {
  const again = <Button onClick={onRefresh}>Ask again</Button>;
  if (tools.length > 0) {
    return (
      <EmptyState
        icon={Search}
        title={`No tool matches “${filter}”`}
        actions={<Button onClick={clear}>Clear filter</Button>}
      >
        {plural(tools.length, 'tool')} searched by name, title, description and arguments.
      </EmptyState>
    );
  }
  // The list is known to the host and on its way here.
  if (head && head.count > 0 && head.status !== 'failed') return <Waiting />;
  switch (head?.status) {
    case 'unsupported':
      return (
        <EmptyState icon={Wrench} title="This server does not offer tools" actions={again}>
          {serverName} did not declare the capability. It can be asked all the same.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState icon={Wrench} title="The tools could not be listed" actions={again}>
          {head.error?.slice(0, 600)}
        </EmptyState>
      );
    case 'ready':
      return (
        <EmptyState icon={Wrench} title="No tools" actions={again}>
          {serverName} answered tools/list with an empty list. If you expected tools, check that the server registers
          them before it connects.
        </EmptyState>
      );
    default:
      return <Waiting />;
  }
}

/** S07. The tools of a server, grouped by the first part of their names. */
export function ToolList(props: ToolListProps) {
  const { sessionId, head, tools, marks, notice, selectedId, onSelect, onOpen } = props;
  const [filter, setFilter] = useViewFilter(sessionId, 'tools');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const input = useFilterFocus(() => {
    setFilter('');
    return filter !== '';
  });
  const running = useRunning(sessionId);
  const wanted = useDeferredValue(filter).trim().toLowerCase();
  const texts = useMemo(() => new Map(tools.map((tool) => [tool.id, searchText(tool)])), [tools]);
  const shown = useMemo(
    () => (wanted === '' ? tools : tools.filter((tool) => texts.get(tool.id)?.includes(wanted))),
    [tools, texts, wanted],
  );
  const rowOf = (tool: Tool): ListRow => {
    const mark = listMark(tool, running.get(tool.name));
    const drift = marks.get(tool.name);
    const label = tool.name === '' ? '(no name)' : tool.name.slice(0, 200);
    return {
      id: tool.id,
      label: tool.place === undefined ? label : `${label} (${tool.place})`,
      title: label,
      icon: mark?.icon,
      iconLabel: mark?.label,
      iconTone: mark?.tone,
      trailing: drift && <DriftChip mark={drift} />,
    };
  };
  const groups: ListGroup[] = toolGroups(shown).map(({ id, label, tools: members }) => ({
    id,
    label,
    count: label === undefined ? undefined : members.length,
    collapsed: label === undefined ? undefined : closed.has(id),
    rows: members.map(rowOf),
  }));
  const refused = (head?.refused ?? []).filter(({ name }) => wanted === '' || name.toLowerCase().includes(wanted));
  if (refused.length > 0) {
    const rows = refused.map(({ name, reason }) => ({
      id: leftOutId(name),
      label: name.slice(0, 200),
      title: reason.slice(0, 300),
      icon: Ban,
      iconLabel: 'Left out',
      iconTone: 'wait' as const,
    }));
    groups.push({ id: LEFT_OUT, label: 'Left out', count: rows.length, collapsed: closed.has(LEFT_OUT), rows });
  }
  const old = head?.status === 'failed' && tools.length > 0;
  const ended = useEntity('session', sessionId)?.state.at === 'closed';
  return (
    <ListPane
      label="Tools"
      groups={groups}
      selectedId={selectedId}
      onSelect={onSelect}
      onOpen={onOpen}
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
      notice={
        <>
          {notice}
          {old && (
            <div className="tool-note">
              <Callout kind="wait" title="Could not refresh the list">
                {head.error?.slice(0, 300)}
              </Callout>
            </div>
          )}
        </>
      }
      empty={emptyList(props, filter.slice(0, 60), () => setFilter(''))}
      footer={head && head.status !== 'unknown' && <Foot {...{ head, ended }} onRefresh={props.onRefresh} />}
    />
  );
}
