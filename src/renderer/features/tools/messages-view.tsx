import { ArrowRight } from 'lucide-react';
import type { Exchange } from '#shared/exchange.ts';
import { PayloadView } from '../../parts/payload-view.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export interface MessagesViewProps {
  readonly sessionId: string;
  readonly exchanges: readonly Exchange[];
  /** `request`: what was sent, as trees; `raw`: every message, as its exact text. */
  readonly show: 'request' | 'raw';
}

/** The messages of a run as they went over the wire. */
export function MessagesView({ sessionId, exchanges, show }: MessagesViewProps) {
  const messages = exchanges.flatMap(({ origin, method, requestSeq, responseSeq }) => {
    const client = origin === 'client';
    const request = { seq: requestSeq, title: client ? 'Sent' : 'Received', label: `Request ${method}` };
    if (show === 'request') return client ? [request] : [];
    if (responseSeq === undefined) return [request];
    return [request, { seq: responseSeq, title: client ? 'Received' : 'Sent', label: `Answer to ${method}` }];
  });
  if (messages.length === 0) {
    return (
      <EmptyState icon={ArrowRight} title="No message on record">
        Nothing was sent for this run, or its messages are no longer kept.
      </EmptyState>
    );
  }
  return messages.map(({ seq, title, label }) => (
    <CodeBox key={seq} title={title} meta={`message ${seq}`}>
      <PayloadView
        sessionId={sessionId}
        seq={seq}
        label={`${label.slice(0, 60)}, message ${seq}`}
        as={show === 'raw' ? 'text' : 'tree'}
      />
    </CodeBox>
  ));
}
