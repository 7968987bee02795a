import { Hourglass } from 'lucide-react';
import { useId } from 'react';
import type { Exchange, ExchangeStatus, TrafficRow } from '#shared/exchange.ts';
import type { HttpView } from '#shared/log-views.ts';
import type { CopiedRecords } from '../../parts/copy-as/use-copy-menu.ts';
import { MakeScriptButton } from '../../parts/make-script-button.tsx';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { ThreadList } from '../../parts/thread-list.tsx';
import { type ThreadReport, useThread } from '../../parts/use-thread.ts';
import { Callout } from '../../ui/callout.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatSize, formatTime } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { FindingList } from './finding-list.tsx';
import { HeadersView } from './headers-view.tsx';
import type { InspectorTab } from './inspector-tab.ts';
import { TimingView } from './timing-view.tsx';
import type { OfferCopy } from './use-copy-keys.ts';

export interface ExchangePanelsProps {
  readonly sessionId: string;
  readonly row: TrafficRow;
  readonly exchange: Exchange;
  readonly http: readonly HttpView[];
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
  readonly offerCopy: OfferCopy;
}

/** What to say in place of an answer that is not there. */
const NO_ANSWER: Readonly<Partial<Record<ExchangeStatus, string>>> = {
  open: 'The request is still open.',
  stopped: 'You stopped the call before an answer came. It may have done part of the work.',
  'timed-out': 'No answer came in time. The other side may still be working on it.',
  lost: 'The connection ended before an answer came. The request may have taken effect.',
};
/** States in which more may come. */
const GOES_ON: ReadonlySet<ExchangeStatus> = new Set(['open', 'input-required', 'task']);

function facts(exchange: Exchange): KeyValueItem[] {
  const { tookUs, waitedUs = 0, errorCode, errorMessage, by } = exchange;
  const items: KeyValueItem[] = [
    { label: 'Id', value: JSON.stringify(exchange.rpcId), mono: true },
    { label: 'Started', value: formatTime(exchange.startedAt / 1000) },
  ];
  if (by) items.push({ label: 'Started by', value: <ForeignText text={`the ${by.kind} ${by.name}`} limit={300} /> });
  if (tookUs !== undefined) items.push({ label: 'Took', value: formatDuration(tookUs / 1000) });
  if (waitedUs > 0) items.push({ label: 'Waited for you', value: formatDuration(waitedUs / 1000) });
  const sent = formatSize(exchange.origin === 'client' ? exchange.bytesOut : exchange.bytesIn);
  const back = formatSize(exchange.origin === 'client' ? exchange.bytesIn : exchange.bytesOut);
  items.push({ label: 'Size', value: exchange.responseSeq === undefined ? sent : `${sent} asked, ${back} answered` });
  if (errorMessage !== undefined) {
    const value = <ForeignText text={errorMessage} lines />;
    items.push({ label: errorCode === undefined ? 'Error' : `Error ${errorCode}`, value });
  }
  return items;
}

/** What `Copy as` reads of an exchange. */
function copied(sessionId: string, exchange: Exchange, views: readonly HttpView[]): CopiedRecords {
  const { requestSeq, responseSeq, origin, ch } = exchange;
  const http = views.find((view) => view.ch === ch);
  return { sessionId, requestSeq, responseSeq, http, received: origin === 'server' };
}

function tabsOf(http: readonly HttpView[]): { value: InspectorTab; label: string }[] {
  return [
    { value: 'thread', label: 'Thread' },
    { value: 'request', label: 'Request' },
    { value: 'response', label: 'Response' },
    ...(http.length > 0 ? [{ value: 'headers' as const, label: 'Headers' }] : []),
    { value: 'timing', label: 'Timing' },
    { value: 'raw', label: 'Raw' },
  ];
}

/** The views of an exchange, with what the protocol checks found at the bottom. */
export function ExchangePanels(props: ExchangePanelsProps) {
  const { sessionId, row, exchange, http, tab, onTab } = props;
  const idBase = useId();
  const shown = tab === 'headers' && http.length === 0 ? 'thread' : tab;
  const tabs = tabsOf(http);
  const stream = exchange.method === 'subscriptions/listen';
  const { report, error } = useThread({
    sessionId,
    exchangeId: exchange.id,
    rev: row.rev,
    live: GOES_ON.has(exchange.status) && !stream,
  });
  return (
    <>
      <div className="row strip">
        <Segmented label="Inspector view" options={tabs} value={shown} onChange={onTab} tabsIdBase={idBase} />
        <span className="sp" />
        <CopyMenu records={copied(sessionId, exchange, http)} offer={props.offerCopy} />
      </div>
      <TabPanel idBase={idBase} id={shown} className="pane">
        <ScrollPane key={shown} label={tabs.find(({ value }) => value === shown)?.label ?? ''}>
          <Panel {...props} shown={shown} report={report} error={error} />
        </ScrollPane>
      </TabPanel>
      <FindingList findings={[...exchange.findings, ...(report?.found ?? [])]} passed={report?.passed} />
    </>
  );
}

interface PanelProps extends ExchangePanelsProps {
  readonly shown: InspectorTab;
  readonly report: ThreadReport | undefined;
  readonly error: string | undefined;
}

function Panel({ shown, sessionId, row, exchange, http, report, error }: PanelProps) {
  const { requestSeq, responseSeq } = exchange;
  const fromServer = exchange.origin === 'server';
  switch (shown) {
    case 'thread':
      if (report)
        return (
          <>
            <ThreadList sessionId={sessionId} steps={report.steps} exchangeId={exchange.id} />
            {!fromServer && exchange.status !== 'open' && (
              <MakeScriptButton sessionId={sessionId} exchangeId={exchange.id} />
            )}
          </>
        );
      if (error === undefined) return <p className="fs12 t3">Reading the steps</p>;
      return (
        <Callout kind="err" title="The steps could not be read">
          {error}
        </Callout>
      );
    case 'request':
      return (
        <>
          <KeyValue items={facts(exchange)} />
          <CodeBox title={fromServer ? 'Received' : 'Sent'} meta={`message ${requestSeq}`}>
            <PayloadView sessionId={sessionId} seq={requestSeq} label="Request" as="tree" />
          </CodeBox>
        </>
      );
    case 'response':
      if (responseSeq === undefined) {
        return (
          <EmptyState icon={Hourglass} title="No answer">
            {NO_ANSWER[exchange.status] ?? 'No answer is on record.'}
          </EmptyState>
        );
      }
      return (
        <CodeBox title={fromServer ? 'Sent' : 'Received'} meta={`message ${responseSeq}`}>
          <PayloadView sessionId={sessionId} seq={responseSeq} label="Response" as="tree" />
        </CodeBox>
      );
    case 'headers':
      return http.map((view) => <HeadersView key={view.ch} http={view} />);
    case 'timing':
      return <TimingView exchange={exchange} row={row} http={http} phases={report?.phases} />;
    case 'raw':
      return [requestSeq, ...(responseSeq === undefined ? [] : [responseSeq])].map((seq, place) => (
        <CodeBox key={seq} title={(place === 0) === fromServer ? 'Received' : 'Sent'} meta={`message ${seq}`}>
          <PayloadView sessionId={sessionId} seq={seq} label={`Raw text of message ${seq}`} as="text" />
        </CodeBox>
      ));
  }
}
