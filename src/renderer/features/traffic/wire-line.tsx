import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import { KindMark } from '../../parts/kind-mark.tsx';
import { useLoad } from '../../store/wirebench.tsx';
import { cx } from '../../ui/cx.ts';
import { formatSize, formatTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FindingList } from './finding-list.tsx';
import { placeWords } from './place-words.ts';
import { strayLine } from './stray-words.ts';
import { lineMark } from './wire-columns.tsx';
import { WireNoise } from './wire-noise.tsx';
import { WireText } from './wire-text.tsx';

export interface WireLineProps {
  readonly sessionId: string;
  readonly row: LineRow;
  readonly serverName: string;
  readonly over: 'stdio' | 'http';
  readonly pretty: boolean;
  readonly bare: boolean;
  readonly onShowNoise: () => void;
  readonly onClose: () => void;
}

const FORMS = [
  { value: 'text', label: 'Text' },
  { value: 'bytes', label: 'Bytes' },
] as const;

function titleOf(row: LineRow, noise: boolean): string {
  if (noise) return `Message ${row.seq} is not JSON-RPC`;
  return `Message ${row.seq}, ${row.dir === 'in' ? 'received' : 'sent'}`;
}

/** The chosen line of the wire, whole; for a line that is no message also what to do about it. */
export function WireLine(props: WireLineProps) {
  const { sessionId, row, serverName, over, pretty, bare, onShowNoise, onClose } = props;
  const [as, setAs] = useState<'text' | 'bytes'>('text');
  const loaded = useLoad(`${sessionId}/${row.seq}`, (host) => host['log.findings']({ sessionId, seq: row.seq }));
  const findings = useMemo(
    () => (loaded.value?.findings ?? []).filter(({ seq }) => seq === row.seq),
    [loaded.value, row.seq],
  );
  const stray = useMemo(() => strayLine(row, over, findings), [row, over, findings]);
  const noise = stray !== undefined && stray.kind !== 'answer';
  const remarks = stray !== undefined || findings.length > 0;
  const channel = noise && stray.dir === 'in' && over === 'stdio' ? 'stdout, ' : '';
  return (
    <aside className={cx('wire-line', remarks && 'split')} aria-label="Selected line">
      <div className="pane">
        <div className="pane-h">
          <KindMark mark={lineMark(row)} />
          <h2>{titleOf(row, noise)}</h2>
          <span className="fs12 t3 tn el">
            {channel}
            {row.at === undefined ? formatSize(row.bytes) : placeWords(row)}, {formatTime(row.t / 1000)}
          </span>
          <span className="sp" />
          <Segmented label="Form" options={FORMS} value={as} onChange={setAs} />
          <IconButton size="sm" icon={X} label="Close line" onClick={onClose} />
        </div>
        <WireText sessionId={sessionId} seq={row.seq} as={as} pretty={pretty} bare={bare} />
      </div>
      {remarks && (
        <div className="wire-remarks scroll">
          {stray && <WireNoise row={row} serverName={serverName} stray={stray} onShowAll={onShowNoise} />}
          {findings.length > 0 && <FindingList findings={findings} />}
        </div>
      )}
    </aside>
  );
}
