import { Bell, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { FilterField } from '../../parts/filter-field.tsx';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useLog, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Split } from '../../ui/split.tsx';
import { LevelButtons } from './level-buttons.tsx';
import { LevelSelect } from './level-select.tsx';
import { noticeColumns } from './notice-columns.tsx';
import { NoticeDetail } from './notice-detail.tsx';
import { ALL_GROUPS, type LevelGroup, type NoticeType, noticeFilter } from './notice-filter.ts';
import { type LogLevelChoice, useLogLevel } from './use-log-level.ts';

const TYPES = [
  { value: 'all', label: 'All' },
  { value: 'log', label: 'Log' },
  { value: 'progress', label: 'Progress' },
  { value: 'changes', label: 'Changes' },
] as const;
const DETAIL_PX = 380;

/** The notifications of a session: filters, table, and the chosen one. */
export function NoticesView({ serverId, session }: { readonly serverId: string; readonly session: Session }) {
  const { page } = useWirebench();
  const [type, setType] = useState<NoticeType>('all');
  const [groups, setGroups] = useState<LevelGroup[]>(ALL_GROUPS);
  const [text, setText] = useState('');
  const [follow, setFollow] = useState(true);
  const [chosen, setChosen] = useState<{ row: TrafficRow; index: number }>();
  const [width, setWidth] = usePaneSize('notifications/detail', DETAIL_PX);
  const level = useLogLevel(session);
  const filter = noticeFilter(type, groups, text);
  const { buffer } = useLog<TrafficRow>(session.id, 'notices', filter);
  const main = useRef<HTMLElement>(null);
  const pick = (index: number) => {
    const row = buffer.getRow(index);
    if (row) setChosen({ row, index });
    setFollow(index === buffer.count - 1);
  };
  const live = chosen && buffer.getRow(chosen.index);
  const shown = live && live.row === chosen.row.row ? chosen.index : undefined;
  const clear = () => {
    setType('all');
    setGroups(ALL_GROUPS);
    setText('');
  };
  const close = () => {
    setChosen(undefined);
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };
  const openTraffic = (row: number) => {
    page.getState().select(`${session.id}/traffic`, String(row));
    page.getState().openTab(serverId, 'traffic');
  };
  const total = Math.max(buffer.count, session.counts.notices);
  const table = (
    <section className="pane" aria-label="Notifications" ref={main}>
      <div className="pane-h fbar">
        <FilterField label="Filter by text, logger or request" value={text} onValue={setText} />
        <Segmented label="Type" options={TYPES} value={type} onChange={setType} />
      </div>
      <div className="row strip">
        <LevelButtons value={groups} onValue={setGroups} />
        <span className="sp" />
        {level.problem !== undefined && (
          <span className="fs12 c-err el" role="alert">
            The level was not changed. {level.problem}
          </span>
        )}
        <LevelSelect session={session} level={level} />
      </div>
      <div className="pane-b">
        {buffer.problem === undefined && buffer.count === 0 ? (
          <NoNotices filtered={filter !== undefined} level={level} onClear={clear} />
        ) : (
          <DataTable
            label="Notifications"
            rows={buffer}
            columns={noticeColumns}
            active={shown}
            onActive={pick}
            onOpen={pick}
            follow={follow}
            onFollow={setFollow}
            minWidth={620}
          />
        )}
      </div>
      <div className="foot">
        <span>
          {buffer.count.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
        </span>
        {buffer.problem !== undefined && <span className="c-err el">{buffer.problem}</span>}
        <span className="sp" />
        {session.hello?.era === 'modern' && <span>Logging is deprecated since 2026-07-28. stderr is in the dock.</span>}
      </div>
    </section>
  );
  return (
    <Split
      label="Width of the notification"
      direction="row"
      fixed="second"
      size={width}
      onSize={setWidth}
      defaultSize={DETAIL_PX}
      min={260}
      minOther={360}
      first={table}
      second={
        chosen && (
          <NoticeDetail
            sessionId={session.id}
            row={shown === undefined ? chosen.row : (live ?? chosen.row)}
            onParent={openTraffic}
            onClose={close}
          />
        )
      }
    />
  );
}

interface NoNoticesProps {
  readonly filtered: boolean;
  readonly level: LogLevelChoice;
  readonly onClear: () => void;
}

function NoNotices({ filtered, level, onClear }: NoNoticesProps) {
  if (filtered) {
    return (
      <EmptyState
        icon={SearchX}
        title="No notification matches"
        actions={
          <Button size="sm" onClick={onClear}>
            Clear the filters
          </Button>
        }
      >
        Type, levels and text leave none of them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Bell}
      title="No notifications yet"
      actions={
        level.off && (
          <Button size="sm" onClick={() => level.ask('info')}>
            Turn on info and up
          </Button>
        )
      }
    >
      {level.off
        ? 'Log messages are off. Turn on info and up.'
        : 'Log messages, progress and changes of lists are shown here.'}
    </EmptyState>
  );
}
