import { useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import { NoiseNote } from '../../parts/noise-note.tsx';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useLoad } from '../../store/wirebench.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { formatSize, formatTime } from '../../ui/format.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { FindingList } from './finding-list.tsx';

const FORMS = [
  { value: 'tree', label: 'Payload' },
  { value: 'text', label: 'Raw' },
] as const;

/** A row that is one record and no exchange: a notification, a line that is no message. */
export function RecordPanel({ sessionId, row }: { readonly sessionId: string; readonly row: TrafficRow }) {
  const [as, setAs] = useState<'tree' | 'text'>('tree');
  const noise = row.kind === 'noise';
  // A new revision of the row can mean that something was found later.
  const loaded = useLoad(`${sessionId}/${row.seq}/${row.rev}`, (host) =>
    host['log.findings']({ sessionId, seq: row.seq }),
  );
  const findings = (loaded.value?.findings ?? []).filter(({ seq }) => seq === row.seq);
  return (
    <>
      {!noise && (
        <div className="row strip">
          <Segmented label="Inspector view" options={FORMS} value={as} onChange={setAs} />
        </div>
      )}
      <ScrollPane label="Record">
        {noise && <NoiseNote />}
        <KeyValue
          items={[
            { label: row.dir === 'in' ? 'Received' : 'Sent', value: formatTime(row.t / 1000) },
            { label: 'Size', value: formatSize(row.bytes) },
            ...(row.parent === undefined ? [] : [{ label: 'Belongs to', value: `#${row.parent + 1}` }]),
          ]}
        />
        <CodeBox title={noise ? 'Text' : 'Message'} meta={`message ${row.seq}`}>
          <PayloadView sessionId={sessionId} seq={row.seq} label="Payload" as={noise ? 'text' : as} />
        </CodeBox>
      </ScrollPane>
      {loaded.value && <FindingList findings={findings} />}
    </>
  );
}
