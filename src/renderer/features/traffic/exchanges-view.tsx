import type { ReactNode } from 'react';
import { ALL_SERVERS } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { PauseButton } from '../../parts/pause-button.tsx';
import { PausedBar } from '../../parts/paused-bar.tsx';
import { useInspectorRoom } from '../../parts/use-inspector-room.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useViewPlace } from '../../parts/use-view-place.ts';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { Split } from '../../ui/split.tsx';
import { useSendAgain } from './act/use-send-again.ts';
import { exchangeKeys } from './exchange-keys.ts';
import { ExchangeTable } from './exchange-table.tsx';
import { Inspector } from './inspector.tsx';
import { NoRows, searchText } from './no-rows.tsx';
import { OverviewStrip } from './overview-strip.tsx';
import { usePin } from './pin-button.tsx';
import { TrafficActions } from './traffic-actions.tsx';
import { TrafficBar } from './traffic-bar.tsx';
import { TrafficFoot } from './traffic-foot.tsx';
import { useExchangeRows } from './use-exchange-rows.ts';
import { useInspector } from './use-inspector.ts';
import { useMarks } from './use-marks.ts';
import { useShownColumns } from './use-shown-columns.ts';

export interface ExchangesViewProps {
  /** `ALL_SERVERS`: the sessions of all servers, whose rows name their own. */
  readonly sessionId: string;
  readonly counts: Session['counts'];
  /** Names of the servers the rows can be of. */
  readonly servers: readonly string[];
  /** Whether the log is kept for good; undefined where that cannot be chosen. */
  readonly pinned?: boolean | undefined;
  /** The log holds the values of sign-in and cookie headers as they are. */
  readonly headersKept?: boolean | undefined;
  /** Told after it was pinned or unpinned. */
  readonly onPinned?: ((pinned: boolean) => void) | undefined;
  /** Further entries of the menu in the filter bar. */
  readonly actions?: readonly MenuItem[] | undefined;
  /** The buttons that switch between the two views. */
  readonly switcher: ReactNode;
}

const INSPECTOR_PX = 420;

/** S16. One row per exchange, notification or odd line; the chosen one opens in the inspector. */
export function ExchangesView({ sessionId, servers, pinned, actions, switcher, ...props }: ExchangesViewProps) {
  const view = useExchangeRows(sessionId, props.counts);
  const { pause, filter, buffer, stats, choice, total, rows } = view;
  const place = useViewPlace(`${sessionId}/traffic`, choice.number?.toString(), view.onRange);
  const [width, setWidth] = usePaneSize('traffic/inspector', INSPECTOR_PX);
  const { shown, items } = useShownColumns(sessionId === ALL_SERVERS);
  const marks = useMarks(sessionId);
  const again = useSendAgain(choice.row?.sessionId ?? sessionId);
  const pin = usePin({ sessionId, pinned: pinned ?? false, onPinned: props.onPinned });
  const inspector = useInspector(choice, sessionId);
  const { inspected, room } = useInspectorRoom(choice.row !== undefined, inspector.focusCount);
  const onKey = exchangeKeys({
    filter,
    row: choice.row,
    sendAgain: again.sendRow,
    pin: pinned === undefined ? undefined : pin,
    drop: inspector.drop,
  });
  const { searching } = buffer;
  const empty = buffer.problem === undefined && buffer.count === 0;
  const table = (
    <section className="pane" aria-label="Traffic" ref={inspector.main}>
      <TrafficBar
        switcher={switcher}
        filter={filter}
        rows={buffer}
        servers={servers}
        errors={pause.counts.errors}
        columnItems={items}
        pause={<PauseButton {...pause} />}
        actions={
          <TrafficActions
            {...{ sessionId, pinned, rows, marks, actions, onPinned: props.onPinned, headersKept: props.headersKept }}
            filter={filter.narrowing}
            chosen={choice.row}
          />
        }
      />
      {total > 0 && <OverviewStrip {...view.strip} range={filter.range} onRange={filter.setRange} />}
      {pause.paused && <PausedBar fresh={pause.fresh} onResume={pause.toggle} />}
      <div className="pane-b">
        {empty ? (
          <NoRows filter={filter} searching={searching} onKey={onKey} />
        ) : (
          <ExchangeTable
            {...{ sessionId, total }}
            rows={buffer}
            columns={shown}
            axis={view.axis}
            filter={filter}
            choice={choice}
            marks={marks}
            place={place}
            onOpen={inspector.enter}
            onKey={onKey}
          />
        )}
      </div>
      <TrafficFoot
        stats={stats}
        rows={rows}
        total={total}
        errors={pause.counts.errors}
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
      {...room}
      defaultSize={INSPECTOR_PX}
      min={280}
      minOther={360}
      first={table}
      second={
        choice.row &&
        inspected && (
          <Inspector
            sessionId={choice.row.sessionId ?? sessionId}
            {...{ row: choice.row, awaiting: choice.awaiting }}
            tab={inspector.tab}
            onTab={inspector.onTab}
            onClose={inspector.onClose}
            focusCount={inspector.focusCount}
          />
        )
      }
    />
  );
}
