import { useId } from 'react';
import type { Exchange, ExchangeStatus, TrafficRow } from '#shared/exchange.ts';
import type { HttpView } from '#shared/log-views.ts';
import type { CopiedRecords } from '../../parts/copy-as/use-copy-menu.ts';
import { MakeScriptButton } from '../../parts/make-script-button.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { ThreadList } from '../../parts/thread-list.tsx';
import { type ThreadReport, useThread } from '../../parts/use-thread.ts';
import { Callout } from '../../ui/callout.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { RawMessages, RequestMessages, ResponseMessages, roundsOf } from './exchange-messages.tsx';
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

/** States in which more may come. */
const GOES_ON: ReadonlySet<ExchangeStatus> = new Set(['open', 'input-required', 'task']);

/** What `Copy as` reads of an exchange. */
function copied({ sessionId, row, exchange, http: views }: ExchangePanelsProps): CopiedRecords {
  const { requestSeq, responseSeq, origin, ch } = exchange;
  // A round below its call is copied alone.
  const whole = row.under === undefined;
  const http = views.find((view) => view.ch === ch);
  const { id: exchangeId } = exchange;
  return { sessionId, requestSeq, responseSeq, http, received: origin === 'server', ...(whole ? { exchangeId } : {}) };
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
        <CopyMenu records={copied(props)} offer={props.offerCopy} />
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
  const messages = { sessionId, row, exchange, rounds: roundsOf(row, exchange, report?.rounds) };
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
      return <RequestMessages {...messages} />;
    case 'response':
      return <ResponseMessages {...messages} />;
    case 'headers':
      return http.map((view) => <HeadersView key={view.ch} http={view} />);
    case 'timing':
      return <TimingView exchange={exchange} row={row} http={http} phases={report?.phases} />;
    case 'raw':
      return <RawMessages {...messages} />;
  }
}
