import { Hourglass } from 'lucide-react';
import { useId } from 'react';
import type { HttpView } from '#shared/contract.ts';
import type { Exchange, ExchangeStatus } from '#shared/exchange.ts';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatSize, formatTime } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { FindingList } from './finding-list.tsx';
import { HeadersView } from './headers-view.tsx';
import type { InspectorTab } from './inspector-tab.ts';

export interface ExchangePanelsProps {
  readonly sessionId: string;
  readonly exchange: Exchange;
  readonly http: readonly HttpView[];
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
}

/** What to say in place of an answer that is not there. */
const NO_ANSWER: Readonly<Partial<Record<ExchangeStatus, string>>> = {
  open: 'The request is still open.',
  stopped: 'You stopped the call before an answer came. It may have done part of the work.',
  'timed-out': 'No answer came in time. The other side may still be working on it.',
  lost: 'The connection ended before an answer came. The request may have taken effect.',
};

function facts(exchange: Exchange): KeyValueItem[] {
  const { tookUs, waitedUs = 0, errorCode, errorMessage } = exchange;
  const items: KeyValueItem[] = [
    { label: 'Id', value: JSON.stringify(exchange.rpcId), mono: true },
    { label: 'Started', value: formatTime(exchange.startedAt / 1000) },
  ];
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

/** The views of an exchange, with what the protocol checks found at the bottom. */
export function ExchangePanels({ sessionId, exchange, http, tab, onTab }: ExchangePanelsProps) {
  const idBase = useId();
  const shown = tab === 'headers' && http.length === 0 ? 'request' : tab;
  const tabs: { value: InspectorTab; label: string }[] = [
    { value: 'request', label: 'Request' },
    { value: 'response', label: 'Response' },
    ...(http.length > 0 ? [{ value: 'headers' as const, label: 'Headers' }] : []),
    { value: 'raw', label: 'Raw' },
  ];
  const { requestSeq, responseSeq } = exchange;
  const fromServer = exchange.origin === 'server';
  return (
    <>
      <div className="row strip">
        <Segmented label="Inspector view" options={tabs} value={shown} onChange={onTab} tabsIdBase={idBase} />
      </div>
      <TabPanel idBase={idBase} id={shown} className="pane">
        <ScrollPane key={shown} label={tabs.find(({ value }) => value === shown)?.label ?? ''}>
          {shown === 'request' && (
            <>
              <KeyValue items={facts(exchange)} />
              <CodeBox title={fromServer ? 'Received' : 'Sent'} meta={`message ${requestSeq}`}>
                <PayloadView sessionId={sessionId} seq={requestSeq} label="Request" as="tree" />
              </CodeBox>
            </>
          )}
          {shown === 'response' && responseSeq === undefined && (
            <EmptyState icon={Hourglass} title="No answer">
              {NO_ANSWER[exchange.status] ?? 'No answer is on record.'}
            </EmptyState>
          )}
          {shown === 'response' && responseSeq !== undefined && (
            <CodeBox title={fromServer ? 'Sent' : 'Received'} meta={`message ${responseSeq}`}>
              <PayloadView sessionId={sessionId} seq={responseSeq} label="Response" as="tree" />
            </CodeBox>
          )}
          {shown === 'headers' && http.map((view) => <HeadersView key={view.ch} http={view} />)}
          {shown === 'raw' &&
            [requestSeq, ...(responseSeq === undefined ? [] : [responseSeq])].map((seq, place) => (
              <CodeBox key={seq} title={(place === 0) === fromServer ? 'Received' : 'Sent'} meta={`message ${seq}`}>
                <PayloadView sessionId={sessionId} seq={seq} label={`Raw text of message ${seq}`} as="text" />
              </CodeBox>
            ))}
        </ScrollPane>
      </TabPanel>
      <FindingList findings={exchange.findings} />
    </>
  );
}
