import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { CopiedRecords } from '../../parts/copy-as/use-copy-menu.ts';
import { KindMark } from '../../parts/kind-mark.tsx';
import type { HostClient } from '../../store/host.ts';
import { useLoad } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { ExchangePanels } from './exchange-panels.tsx';
import type { InspectorTab } from './inspector-tab.ts';
import { RecordPanel } from './record-panel.tsx';
import { markOf, ownExchange } from './row-facts.ts';
import { SendAgainMenu } from './send-again-menu.tsx';

type Found = Awaited<ReturnType<HostClient['exchange.get']>>;

export interface InspectorProps {
  readonly sessionId: string;
  readonly row: TrafficRow;
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
  readonly onClose: () => void;
  /** Grows when the focus shall move in here. */
  readonly focusCount: number;
}

/** What `Copy as` reads; undefined for rows that carry no message of their own. */
function copiedRecords(sessionId: string, row: TrafficRow, found: Found | undefined): CopiedRecords | undefined {
  if (row.kind === 'notice' || row.kind === 'noise') {
    return { sessionId, requestSeq: row.seq, received: row.dir === 'in' };
  }
  if (!found) return undefined;
  const { requestSeq, responseSeq, origin, ch } = found.exchange;
  const http = found.http.find((view) => view.ch === ch);
  return { sessionId, requestSeq, responseSeq, http, received: origin === 'server' };
}

/** S18. What one row of the traffic is made of. */
export function Inspector({ sessionId, row, tab, onTab, onClose, focusCount }: InspectorProps) {
  const box = useRef<HTMLElement>(null);
  const seen = useRef(0);
  useEffect(() => {
    if (focusCount !== seen.current) box.current?.focus();
    seen.current = focusCount;
  }, [focusCount]);
  const exchangeId = ownExchange(row);
  // A new revision of the row means that the exchange changed.
  const loaded = useLoad(exchangeId && `${sessionId}/${exchangeId}/${row.rev}`, (host) =>
    host['exchange.get']({ sessionId, exchangeId: exchangeId ?? '' }),
  );
  const found = loaded.value?.exchange.id === exchangeId ? loaded.value : undefined;
  const copied = copiedRecords(sessionId, row, found);
  return (
    <aside
      className="pane inspector"
      aria-label="Inspector"
      tabIndex={-1}
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className="pane-h tall">
        <KindMark mark={markOf(row)} />
        <h2 className="mono el">
          <ForeignText text={row.method} limit={128} inert />
        </h2>
        {row.name !== undefined && (
          <span className="mono t2 el">
            <ForeignText text={row.name} limit={128} inert />
          </span>
        )}
        <span className="sp" />
        {found && <SendAgainMenu key={found.exchange.id} sessionId={sessionId} exchange={found.exchange} />}
        {copied && <CopyMenu {...copied} />}
        <IconButton size="sm" icon={X} label="Close inspector" onClick={onClose} />
      </div>
      {found && (
        <ExchangePanels sessionId={sessionId} exchange={found.exchange} http={found.http} tab={tab} onTab={onTab} />
      )}
      {!found && exchangeId === undefined && <RecordPanel sessionId={sessionId} row={row} />}
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
