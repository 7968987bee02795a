import { X } from 'lucide-react';
import type { TrafficKind, TrafficRow } from '#shared/exchange.ts';
import { KindMark } from '../../parts/kind-mark.tsx';
import { StartedBy } from '../../parts/started-by.tsx';
import { useInspectorFocus } from '../../parts/use-inspector-focus.ts';
import { useLoad } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ExchangePanels } from './exchange-panels.tsx';
import { HttpPanel } from './http-panel.tsx';
import type { InspectorTab } from './inspector-tab.ts';
import { RecordPanel } from './record-panel.tsx';
import { markOf, ownExchange } from './row-facts.ts';
import { SendAgainMenu } from './send-again-menu.tsx';
import { useCopyKeys } from './use-copy-keys.ts';

export interface InspectorProps {
  /** Of the view; a row of the view of all servers tells its own. */
  readonly sessionId: string;
  readonly row: TrafficRow;
  /** Another row was chosen and is still on its way. */
  readonly awaiting: boolean;
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
  readonly onClose: () => void;
  /** Grows when the focus shall move in here. */
  readonly focusCount: number;
}

/** Rows of HTTP that carried no message of ours. */
const HTTP: ReadonlySet<TrafficKind> = new Set(['stream', 'http', 'auth']);

/** S18. What one row of the traffic is made of. */
export function Inspector({ row, tab, onTab, onClose, focusCount, ...props }: InspectorProps) {
  const sessionId = row.sessionId ?? props.sessionId;
  const box = useInspectorFocus(focusCount);
  const exchangeId = ownExchange(row);
  const offerCopy = useCopyKeys(`${sessionId}/${row.row}`, props.awaiting);
  // A new revision of the row means that the exchange changed.
  const loaded = useLoad(exchangeId && `${sessionId}/${exchangeId}/${row.rev}`, async (host) => ({
    of: sessionId,
    ...(await host['exchange.get']({ sessionId, exchangeId: exchangeId ?? '' })),
  }));
  const { value } = loaded;
  const found = value?.of === sessionId && value.exchange.id === exchangeId ? value : undefined;
  return (
    <aside
      className="pane inspector"
      aria-label="Inspector"
      tabIndex={-1}
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="pane-h tall">
        {exchangeId === undefined && <KindMark mark={markOf(row)} />}
        <h2 className="mono el">
          <ForeignText text={row.method} limit={128} inert />
        </h2>
        {row.name !== undefined && (
          <span className="mono t2 el">
            <ForeignText text={row.name} limit={128} inert />
          </span>
        )}
        {row.by && <StartedBy by={row.by} />}
        <span className="sp" />
        {found && <SendAgainMenu key={found.exchange.id} sessionId={sessionId} exchange={found.exchange} />}
        <IconButton size="sm" icon={X} label="Close inspector" onClick={onClose} />
      </div>
      {found && (
        <ExchangePanels {...{ sessionId, row, tab, onTab, offerCopy }} exchange={found.exchange} http={found.http} />
      )}
      {!found && exchangeId === undefined && HTTP.has(row.kind) && <HttpPanel {...{ sessionId, row, tab, onTab }} />}
      {!found && exchangeId === undefined && !HTTP.has(row.kind) && <RecordPanel {...{ sessionId, row, offerCopy }} />}
      {!found && exchangeId !== undefined && loaded.error !== undefined && (
        <div className="pad">
          <Callout kind="err" title="The exchange could not be read">
            {loaded.error}
          </Callout>
        </div>
      )}
    </aside>
  );
}
