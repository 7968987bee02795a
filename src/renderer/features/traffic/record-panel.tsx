import { useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useLoad } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatSize, formatTime } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { FindingList } from './finding-list.tsx';
import { HeadersView } from './headers-view.tsx';
import { type Stray, strayRow, strayWords } from './stray-words.ts';
import type { OfferCopy } from './use-copy-keys.ts';
import { useRowHttp } from './use-row-http.ts';

const FORMS = [
  { value: 'tree', label: 'Payload' },
  { value: 'text', label: 'Raw' },
] as const;
const WITH_HEADERS = [...FORMS, { value: 'headers', label: 'Headers' }] as const;

function facts(row: TrafficRow): KeyValueItem[] {
  const { level, logger, preview, parent } = row;
  const items: KeyValueItem[] = [];
  if (level !== undefined) items.push({ label: 'Level', value: <ForeignText text={level} limit={40} inert /> });
  if (logger !== undefined)
    items.push({ label: 'Logger', value: <ForeignText text={logger} limit={128} />, mono: true });
  if (row.kind === 'notice' && preview !== undefined) {
    items.push({ label: 'Says', value: <ForeignText text={preview} limit={300} /> });
  }
  items.push({ label: row.dir === 'in' ? 'Received' : 'Sent', value: formatTime(row.t / 1000) });
  items.push({ label: 'Size', value: formatSize(row.bytes) });
  if (parent !== undefined) items.push({ label: 'Belongs to', value: `#${parent + 1}` });
  return items;
}

function StrayNote({ stray }: { readonly stray: Stray }) {
  const { title, why, todo } = strayWords(stray);
  return (
    <Callout kind="wait" title={title}>
      <p>{why}</p>
      <p>
        <span className="b5">What to do:</span> {todo}
      </p>
    </Callout>
  );
}

export interface RecordPanelProps {
  readonly sessionId: string;
  readonly row: TrafficRow;
  readonly offerCopy: OfferCopy;
}

/** A row that is one record and no exchange: a notification, a line that is no message. */
export function RecordPanel({ sessionId, row, offerCopy }: RecordPanelProps) {
  const [as, setAs] = useState<'tree' | 'text' | 'headers'>('tree');
  const stray = strayRow(row);
  // An answer to no request is a message like others.
  const noise = stray !== undefined && stray.kind !== 'answer';
  // A new revision of the row can mean that something was found later.
  const loaded = useLoad(`${sessionId}/${row.seq}/${row.rev}`, (host) =>
    host['log.findings']({ sessionId, seq: row.seq }),
  );
  // What this side sent over HTTP has a request of its own.
  const { http } = useRowHttp(sessionId, row, row.dir === 'out');
  const shown = as === 'headers' && !http ? 'tree' : as;
  const findings = (loaded.value?.findings ?? []).filter(({ seq }) => seq === row.seq);
  return (
    <>
      <div className="row strip">
        {!noise && (
          <Segmented label="Inspector view" options={http ? WITH_HEADERS : FORMS} value={shown} onChange={setAs} />
        )}
        <span className="sp" />
        <CopyMenu records={{ sessionId, requestSeq: row.seq, received: row.dir === 'in', http }} offer={offerCopy} />
      </div>
      <ScrollPane label="Record">
        {stray && <StrayNote stray={stray} />}
        <KeyValue items={facts(row)} />
        {http && shown === 'headers' ? (
          <HeadersView http={http} />
        ) : (
          <CodeBox title={noise ? 'Text' : 'Message'} meta={`message ${row.seq}`}>
            <PayloadView
              sessionId={sessionId}
              seq={row.seq}
              label="Payload"
              as={noise || shown === 'text' ? 'text' : 'tree'}
            />
          </CodeBox>
        )}
      </ScrollPane>
      {loaded.value && <FindingList findings={findings} />}
    </>
  );
}
