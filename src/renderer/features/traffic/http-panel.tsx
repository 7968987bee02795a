import { useId } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { HttpView } from '#shared/log-views.ts';
import type { TimingPhase } from '#shared/traffic.ts';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatSize, formatTime, plural } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { HeadersView } from './headers-view.tsx';
import type { InspectorTab } from './inspector-tab.ts';
import { TickList } from './tick-list.tsx';
import { PhaseTable } from './timing-view.tsx';
import { useRowHttp } from './use-row-http.ts';

export interface HttpPanelProps {
  readonly sessionId: string;
  readonly row: TrafficRow;
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
}

const TABS = [
  { value: 'headers', label: 'Headers' },
  { value: 'response', label: 'Response' },
  { value: 'timing', label: 'Timing' },
] as const;

/** How the time of one HTTP exchange was spent, as far as it was measured. */
export function httpPhases(http: HttpView): TimingPhase[] {
  const { startedAt, headAt, endedAt, timing } = http;
  const phases: TimingPhase[] = [];
  let reached = 0;
  const step = (what: TimingPhase['what'], to: number | undefined) => {
    if (to === undefined || to <= reached) return;
    phases.push({ what, from: reached, to });
    reached = to;
  };
  if (timing && !timing.reused) {
    step('name', timing.dnsUs);
    step('tcp', timing.tcpUs === undefined ? undefined : reached + timing.tcpUs);
    step('tls', timing.tlsUs === undefined ? undefined : reached + timing.tlsUs);
  }
  step('sending', timing?.sentUs);
  step('first', headAt === undefined ? undefined : headAt - startedAt);
  step('receiving', endedAt === undefined ? undefined : endedAt - startedAt);
  return phases;
}

function facts(row: TrafficRow, http: HttpView): KeyValueItem[] {
  const { timing } = http;
  const items: KeyValueItem[] = [
    { label: 'Started', value: formatTime(http.startedAt / 1000) },
    { label: 'Received', value: formatSize(row.bytes) },
  ];
  if (http.endedAt !== undefined) {
    items.push({ label: 'Took', value: formatDuration((http.endedAt - http.startedAt) / 1000) });
  } else items.push({ label: 'State', value: 'Still open' });
  if (timing) items.push({ label: 'Connection', value: timing.reused ? 'Connection reused' : 'New connection' });
  return items;
}

/** An HTTP exchange that carried no request of the protocol: a stream, a sign-in, the end of a session. */
export function HttpPanel({ sessionId, row, tab, onTab }: HttpPanelProps) {
  const idBase = useId();
  const { http, error } = useRowHttp(sessionId, row);
  const shown = TABS.some(({ value }) => value === tab) ? (tab as (typeof TABS)[number]['value']) : 'headers'; // tested just before
  return (
    <>
      <div className="row strip">
        <Segmented label="Inspector view" options={TABS} value={shown} onChange={onTab} tabsIdBase={idBase} />
      </div>
      <TabPanel idBase={idBase} id={shown} className="pane">
        <ScrollPane key={shown} label={TABS.find(({ value }) => value === shown)?.label ?? ''}>
          {error !== undefined && (
            <Callout kind="err" title="The HTTP exchange could not be read">
              {error}
            </Callout>
          )}
          {http && shown === 'headers' && <HeadersView http={http} />}
          {http && shown === 'response' && <BodyParts sessionId={sessionId} http={http} />}
          {http && shown === 'timing' && (
            <>
              <KeyValue items={facts(row, http)} />
              <PhaseTable phases={httpPhases(http)} />
              <TickList row={row} />
            </>
          )}
        </ScrollPane>
      </TabPanel>
    </>
  );
}

function BodyParts({ sessionId, http }: { readonly sessionId: string; readonly http: HttpView }) {
  const { bodySeqs = [], chunks, status, statusText } = http;
  return (
    <>
      <p className="fs12">
        {status === undefined ? (
          'No answer is on record.'
        ) : (
          <span className="mono">
            {status} <ForeignText text={statusText ?? ''} limit={128} />
          </span>
        )}
        <span className="t3"> {chunks === 0 ? 'without a body' : `body in ${plural(chunks, 'part')}`}</span>
      </p>
      {bodySeqs.map((seq) => (
        <CodeBox key={seq} title="Received" meta={`part in record ${seq}`}>
          <PayloadView sessionId={sessionId} seq={seq} label={`Part in record ${seq}`} as="text" />
        </CodeBox>
      ))}
      {chunks > bodySeqs.length && <p className="fs12 t3">The first {bodySeqs.length} parts are shown.</p>}
    </>
  );
}
