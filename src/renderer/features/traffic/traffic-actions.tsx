import { ALL_SERVERS, type LogFilter, type TrafficRow } from '#shared/exchange.ts';
import { ExportLogButton } from '../../parts/log-export/export-log-button.tsx';
import { useWirebench } from '../../store/wirebench.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { PinButton } from './pin-button.tsx';
import { showItem } from './show-in-server.ts';
import { TrafficMenu } from './traffic-menu.tsx';
import type { Marks } from './use-marks.ts';

export interface TrafficActionsProps {
  readonly sessionId: string;
  /** Undefined where pinning cannot be chosen. */
  readonly pinned: boolean | undefined;
  readonly headersKept: boolean | undefined;
  readonly onPinned: ((pinned: boolean) => void) | undefined;
  readonly filter: LogFilter | undefined;
  /** Rows let through. */
  readonly rows: number;
  readonly marks: Marks;
  readonly chosen: TrafficRow | undefined;
  /** Further entries of the menu. */
  readonly actions: readonly MenuItem[] | undefined;
}

/** The buttons at the end of the filter bar of Traffic. */
export function TrafficActions({ sessionId, pinned, onPinned, filter, rows, ...props }: TrafficActionsProps) {
  const wirebench = useWirebench();
  // What is pinned or exported is the log of one session.
  if (sessionId === ALL_SERVERS) {
    return <TrafficMenu marks={props.marks} actions={[showItem(wirebench, props.chosen)]} />;
  }
  return (
    <>
      {pinned !== undefined && <PinButton sessionId={sessionId} pinned={pinned} onPinned={onPinned} />}
      <ExportLogButton
        what="traffic"
        sessionId={sessionId}
        filter={filter}
        rows={rows}
        headersKept={props.headersKept ?? false}
      />
      <TrafficMenu marks={props.marks} actions={props.actions} />
    </>
  );
}
