import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { Split } from '../../ui/split.tsx';
import { useSendAgain } from './act/use-send-again.ts';
import { ExchangeTable } from './exchange-table.tsx';
import { ExportButton } from './export-button.tsx';
import { Inspector } from './inspector.tsx';
import type { InspectorTab } from './inspector-tab.ts';
import { NoRows, searchText } from './no-rows.tsx';
import { OverviewStrip } from './overview-strip.tsx';
import { PauseButton } from './pause-button.tsx';
import { PausedBar } from './paused-bar.tsx';
import { PinButton, usePin } from './pin-button.tsx';
import type { Axis } from './time-axis.ts';
import { TrafficBar } from './traffic-bar.tsx';
import { TrafficFoot } from './traffic-foot.tsx';
import { TrafficMenu } from './traffic-menu.tsx';
import { useAxisEnd } from './use-axis-end.ts';
import { useMarks } from './use-marks.ts';
import { usePause } from './use-pause.ts';
import { useRowChoice } from './use-row-choice.ts';
import { useShownColumns } from './use-shown-columns.ts';
import { useSteadyLog } from './use-steady-log.ts';
import { useTrafficFigures } from './use-traffic-figures.ts';
import { useTrafficFilter } from './use-traffic-filter.ts';

export interface ExchangesViewProps {
  /** `*`: the sessions of all servers, whose rows name their own. */
  readonly sessionId: string;
  readonly counts: Session['counts'];
  /** Names of the servers the rows can be of. */
  readonly servers: readonly string[];
  /** Whether the log is kept for good; undefined where that cannot be chosen. */
  readonly pinned?: boolean | undefined;
  /** Further entries of the menu in the filter bar. */
  readonly actions?: readonly MenuItem[] | undefined;
  /** The buttons that switch between the two views. */
  readonly switcher: ReactNode;
}

const ALL_SERVERS = '*';
const INSPECTOR_PX = 420;

/** S16. One row per exchange, notification or odd line; the chosen one opens in the inspector. */
export function ExchangesView({ sessionId, servers, pinned, actions, switcher, ...props }: ExchangesViewProps) {
  const pause = usePause(props.counts, 'traffic');
  const { counts } = pause;
  const filter = useTrafficFilter();
  const [follow, setFollow] = useState(true);
  const [tab, setTab] = useState<InspectorTab>('thread');
  const [focusCount, setFocusCount] = useState(0);
  const [width, setWidth] = usePaneSize('traffic/inspector', INSPECTOR_PX);
  const { shown, items } = useShownColumns(sessionId === ALL_SERVERS);
  const log = { sessionId, view: 'traffic', filter: filter.filter, paused: pause.paused } as const;
  const { buffer, onRange } = useSteadyLog<TrafficRow>(log);
  const { overview, stats } = useTrafficFigures({ sessionId, counts, buffer, narrowing: filter.narrowing });
  const choice = useRowChoice(buffer, `${sessionId}/traffic`);
  const marks = useMarks(sessionId);
  const again = useSendAgain(choice.row?.sessionId ?? sessionId);
  const pin = usePin({ sessionId, pinned: pinned ?? false });
  const end = useAxisEnd(buffer, sessionId, overview?.to ?? 0);
  const { from = 0, to = end } = filter.range ?? {};
  const axis = useMemo((): Axis => ({ from, to }), [from, to]);
  const main = useRef<HTMLElement>(null);
  const drop = () => {
    choice.drop();
    // An inspector that opens later takes no focus that was meant for this one.
    setFocusCount(0);
  };
  const close = () => {
    drop();
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };
  const total = Math.max(counts.traffic, buffer.count);
  const rows = filter.narrowing ? (stats?.rows ?? buffer.count) : total;
  const { searching } = buffer;
  const empty = buffer.problem === undefined && buffer.count === 0;
  const table = (
    <section className="pane" aria-label="Traffic" ref={main}>
      <TrafficBar
        switcher={switcher}
        filter={filter}
        rows={buffer}
        servers={servers}
        errors={counts.errors}
        columnItems={items}
        pause={<PauseButton {...pause} />}
        actions={
          <>
            {pinned !== undefined && <PinButton sessionId={sessionId} pinned={pinned} />}
            <ExportButton sessionId={sessionId} filter={filter.narrowing} rows={rows} />
            <TrafficMenu marks={marks} actions={actions} />
          </>
        }
      />
      {total > 0 && <OverviewStrip overview={overview} end={end} range={filter.range} onRange={filter.setRange} />}
      {pause.paused && <PausedBar fresh={pause.fresh} onResume={pause.toggle} />}
      <div className="pane-b">
        {empty ? (
          <NoRows
            filtered={filter.narrowing !== undefined}
            text={filter.text}
            ranged={filter.range !== undefined}
            searching={searching}
            onClear={filter.clear}
          />
        ) : (
          <ExchangeTable
            rows={buffer}
            total={total}
            columns={shown}
            axis={axis}
            filter={filter}
            choice={choice}
            marks={marks}
            follow={follow}
            onFollow={setFollow}
            onRange={onRange}
            onOpen={() => setFocusCount((count) => count + 1)}
            onKey={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey) return;
              if (event.key === 'e') filter.setKind(filter.kind === 'errors' ? 'all' : 'errors');
              else if (event.key === 'r' && choice.row) again.sendRow(choice.row);
              else if (event.key === '0') filter.setRange(undefined);
              else if (event.key === 'p' && pinned !== undefined) pin();
              else if (event.key === 'Escape' && choice.row) drop();
            }}
          />
        )}
      </div>
      <TrafficFoot
        stats={stats}
        rows={rows}
        total={total}
        errors={counts.errors}
        searching={searching && searchText(searching)}
        problem={buffer.problem}
        marks={marks}
      />
    </section>
  );
  return (
    <Split
      label="Width of the inspector"
      direction="row"
      fixed="second"
      size={width}
      onSize={setWidth}
      defaultSize={INSPECTOR_PX}
      min={280}
      minOther={360}
      first={table}
      second={
        choice.row && (
          <Inspector
            sessionId={choice.row.sessionId ?? sessionId}
            row={choice.row}
            tab={tab}
            onTab={setTab}
            onClose={close}
            focusCount={focusCount}
          />
        )
      }
    />
  );
}
