import { useMemo, useRef, useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import { keepsHeaderValues } from '#shared/keeps-header-values.ts';
import type { Session } from '#shared/session.ts';
import { knownValues } from '../../parts/known-values.ts';
import { ExportLogButton } from '../../parts/log-export/export-log-button.tsx';
import { PauseButton } from '../../parts/pause-button.tsx';
import { PausedBar } from '../../parts/paused-bar.tsx';
import { QueryField } from '../../parts/query-field.tsx';
import { useInspectorRoom } from '../../parts/use-inspector-room.ts';
import { useKeptState } from '../../parts/use-kept-state.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { type Paused, usePause } from '../../parts/use-pause.ts';
import { useSteadyLog } from '../../parts/use-steady-log.ts';
import { useViewPlace } from '../../parts/use-view-place.ts';
import type { LogBuffer } from '../../store/log.ts';
import { useCounts, useWirebench } from '../../store/wirebench.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Split } from '../../ui/split.tsx';
import { useAwaitedRow } from '../../ui/use-awaited-row.ts';
import { useStable } from '../../ui/use-stable.ts';
import { NoNotices } from './no-notices.tsx';
import { noticeColumns } from './notice-columns.tsx';
import { NoticeDetail } from './notice-detail.tsx';
import { NoticeFoot } from './notice-foot.tsx';
import { NoticeStrip } from './notice-strip.tsx';
import { useLogLevel } from './use-log-level.ts';
import { type NoticeFilterChoice, useNoticeFilter } from './use-notice-filter.ts';

const TYPES = [
  { value: 'all', label: 'All' },
  { value: 'log', label: 'Log' },
  { value: 'progress', label: 'Progress' },
  { value: 'changes', label: 'Changes' },
] as const;
const DETAIL_PX = 380;

export interface NoticesViewProps {
  readonly serverId: string;
  readonly serverName: string;
  readonly session: Session;
}

interface ChosenNotice {
  readonly row: TrafficRow;
  readonly index: number;
}

interface NoticeBarProps extends Pick<NoticesViewProps, 'serverName' | 'session'> {
  readonly choice: NoticeFilterChoice;
  readonly pause: Paused;
  readonly buffer: LogBuffer<TrafficRow>;
}

function NoticeBar({ session, serverName, choice, pause, buffer }: NoticeBarProps) {
  return (
    <div className="pane-h fbar">
      <QueryField
        label="Filter by text, logger or request"
        value={choice.text}
        onValue={choice.setText}
        known={() => knownValues(buffer, serverName)}
      />
      <Segmented label="Type" options={TYPES} value={choice.type} onChange={choice.setType} />
      <PauseButton {...pause} />
      <ExportLogButton
        sessionId={session.id}
        what="notifications"
        filter={choice.filter}
        rows={buffer.count}
        headersKept={keepsHeaderValues(session.config)}
      />
    </div>
  );
}

/** The notifications of a session: filters, counts, table, and the chosen one. */
export function NoticesView({ serverId, serverName, session }: NoticesViewProps) {
  const { page } = useWirebench();
  const choice = useNoticeFilter(session.id);
  const pause = usePause(useCounts(session) ?? session.counts, 'notices', session.id);
  const [chosen, setChosen] = useKeptState<ChosenNotice | undefined>(`${session.id}/notices/chosen`, undefined);
  const [width, setWidth] = usePaneSize('notifications/detail', DETAIL_PX);
  const [entered, setEntered] = useState(0);
  const { inspected, room } = useInspectorRoom(chosen !== undefined, entered);
  const level = useLogLevel(session);
  const log = { sessionId: session.id, view: 'notices', filter: choice.filter, paused: pause.paused } as const;
  const { buffer: rows, onRange } = useSteadyLog<TrafficRow>(log);
  const place = useViewPlace(`${session.id}/notices`, chosen?.row.row.toString(), onRange);
  const main = useRef<HTMLElement>(null);
  const awaited = useAwaitedRow(rows, rows, (row: TrafficRow, index) => setChosen({ row, index }));
  const pick = (index: number) => {
    awaited.pick(index);
    place.setFollow(index === rows.count - 1);
  };
  const live = chosen && rows.getRow(chosen.index);
  const active = live && live.row === chosen.row.row ? chosen.index : undefined;
  const close = () => {
    awaited.forget();
    setChosen(undefined);
    setEntered(0);
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };
  const openTraffic = useStable((row: number) => {
    page.getState().select(`${session.id}/traffic`, String(row));
    page.getState().openTab(serverId, 'traffic');
  });
  const columns = useMemo(() => noticeColumns(openTraffic), [openTraffic]);
  const table = (
    <section className="pane" aria-label="Notifications" ref={main}>
      <NoticeBar {...{ session, serverName, choice, pause }} buffer={rows} />
      <NoticeStrip session={session} choice={choice} level={level} />
      {pause.paused && <PausedBar fresh={pause.fresh} onResume={pause.toggle} />}
      <div className="pane-b">
        {rows.problem === undefined && rows.count === 0 ? (
          <NoNotices choice={choice} searching={rows.searching} level={level} />
        ) : (
          <DataTable
            label="Notifications"
            rows={rows}
            of={rows}
            columns={columns}
            active={active}
            activeKey={`${chosen?.row.row} ${rows.form}`}
            onActive={pick}
            onOpen={(index) => {
              pick(index);
              page.getState().set({ inspectorOpen: true });
              setEntered((count) => count + 1);
            }}
            follow={place.follow}
            onFollow={place.setFollow}
            startAt={place.startAt}
            onRange={place.onRange}
            minWidth={620}
          />
        )}
      </div>
      <NoticeFoot session={session} buffer={rows} />
    </section>
  );
  return (
    <Split
      label="Width of the notification"
      direction="row"
      fixed="second"
      size={width}
      onSize={setWidth}
      {...room}
      defaultSize={DETAIL_PX}
      min={260}
      minOther={360}
      first={table}
      second={
        chosen &&
        inspected && (
          <NoticeDetail
            sessionId={session.id}
            row={active === undefined ? chosen.row : (live ?? chosen.row)}
            channel={session.config.endpoint.kind === 'http' ? 'HTTP' : 'stdout'}
            onParent={openTraffic}
            onClose={close}
            focusCount={entered}
          />
        )
      }
    />
  );
}
