import { X } from 'lucide-react';
import { useState } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import { KindMark } from '../../parts/kind-mark.tsx';
import { NoiseNote } from '../../parts/noise-note.tsx';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useLoad } from '../../store/wirebench.tsx';
import { formatSize, formatTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FindingList } from './finding-list.tsx';
import { lineMark } from './wire-columns.tsx';

export interface WireLineProps {
  readonly sessionId: string;
  readonly row: LineRow;
  readonly onClose: () => void;
}

const FORMS = [
  { value: 'text', label: 'Text' },
  { value: 'tree', label: 'Tree' },
] as const;

function titleOf(row: LineRow): string {
  if (row.k === 'noise') return `Message ${row.seq} is not JSON-RPC`;
  return `Message ${row.seq}, ${row.dir === 'in' ? 'received' : 'sent'}`;
}

/** The chosen line of the wire, whole; for a line that is no message also what to do about it. */
export function WireLine({ sessionId, row, onClose }: WireLineProps) {
  const [as, setAs] = useState<'tree' | 'text'>('text');
  const noise = row.k === 'noise';
  const loaded = useLoad(`${sessionId}/${row.seq}`, (host) => host['log.findings']({ sessionId, seq: row.seq }));
  const findings = (loaded.value?.findings ?? []).filter(({ seq }) => seq === row.seq);
  return (
    <aside className="pane wire-line" aria-label="Selected line">
      <div className="pane-h">
        <KindMark mark={lineMark(row)} />
        <h2>{titleOf(row)}</h2>
        <span className="fs12 t3 tn el">
          {formatTime(row.t / 1000)}, {formatSize(row.bytes)}
        </span>
        <span className="sp" />
        {!noise && <Segmented label="Form" options={FORMS} value={as} onChange={setAs} />}
        <IconButton size="sm" icon={X} label="Close line" onClick={onClose} />
      </div>
      <ScrollPane label="Text of the line">
        {noise && <NoiseNote />}
        {findings.length > 0 && <FindingList findings={findings} />}
        <PayloadView sessionId={sessionId} seq={row.seq} label="Selected line" as={noise ? 'text' : as} />
      </ScrollPane>
    </aside>
  );
}
