import { Hourglass } from 'lucide-react';
import type { CallRound, Exchange, ExchangeStatus, TrafficRow } from '#shared/exchange.ts';
import { idTakenWords } from '#shared/log-views.ts';
import { PayloadView } from '../../parts/payload-view.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatSize, formatTime } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';

export interface ExchangeMessagesProps {
  readonly sessionId: string;
  readonly row: TrafficRow;
  readonly exchange: Exchange;
  /** The requests of the call, in order; one alone where it took no more. */
  readonly rounds: readonly CallRound[];
}

/** What to say in place of an answer that is not there. */
const NO_ANSWER: Readonly<Partial<Record<ExchangeStatus, string>>> = {
  open: 'The request is still open.',
  stopped: 'You stopped the call before an answer came. It may have done part of the work.',
  'timed-out': 'No answer came in time. The other side may still be working on it.',
  lost: 'The connection ended before an answer came. The request may have taken effect.',
};

/** The requests that a row stands for: of a call with rounds all of them, of one of its rounds that one. */
export function roundsOf(row: TrafficRow, exchange: Exchange, rounds: readonly CallRound[] = []): readonly CallRound[] {
  const whole = row.under === undefined && rounds.length > 1 && rounds[0]?.id === exchange.id;
  return whole ? rounds : [exchange];
}

const sum = (numbers: readonly (number | undefined)[]) => numbers.reduce<number>((all, one = 0) => all + one, 0);

function facts({ row, exchange, rounds }: ExchangeMessagesProps): KeyValueItem[] {
  const several = rounds.length > 1;
  const last = rounds.at(-1) ?? exchange;
  const ids = rounds.map(({ rpcId }) => JSON.stringify(rpcId)).join(', ');
  const items: KeyValueItem[] = [
    { label: several ? 'Ids' : 'Id', value: ids, mono: true },
    { label: 'Started', value: formatTime(exchange.startedAt / 1000) },
  ];
  if (several) items.push({ label: 'Rounds', value: String(rounds.length) });
  const { by } = exchange;
  if (by) items.push({ label: 'Started by', value: <ForeignText text={`the ${by.kind} ${by.name}`} limit={300} /> });
  // The row of the whole knows of the time between its rounds as well.
  const { tookUs, waitedUs = 0 } = several ? row : exchange;
  if (tookUs !== undefined) items.push({ label: 'Took', value: formatDuration(tookUs / 1000) });
  if (waitedUs > 0) items.push({ label: 'Waited for you', value: formatDuration(waitedUs / 1000) });
  const out = sum(rounds.map(({ bytesOut }) => bytesOut));
  const back = sum(rounds.map(({ bytesIn }) => bytesIn));
  const [asked, answered] = (exchange.origin === 'client' ? [out, back] : [back, out]).map((size) => formatSize(size));
  const isAnswered = rounds.some(({ responseSeq }) => responseSeq !== undefined);
  items.push({ label: 'Size', value: isAnswered ? `${asked} asked, ${answered} answered` : asked });
  const { errorCode, errorMessage } = last;
  if (errorMessage !== undefined) {
    const value = <ForeignText text={errorMessage} lines />;
    items.push({ label: errorCode === undefined ? 'Error' : `Error ${errorCode}`, value });
  }
  return items;
}

/** `round 2 of 3, message 25`, of a call without rounds `message 25`. */
function metaOf(place: number, of: number, seq: number): string {
  return of > 1 ? `round ${place + 1} of ${of}, message ${seq}` : `message ${seq}`;
}

/** The figures of a call, and every request of it. */
export function RequestMessages(props: ExchangeMessagesProps) {
  const { sessionId, exchange, rounds } = props;
  return (
    <>
      <KeyValue items={facts(props)} />
      {rounds.map(({ requestSeq }, place) => (
        <CodeBox
          key={requestSeq}
          title={exchange.origin === 'server' ? 'Received' : 'Sent'}
          meta={metaOf(place, rounds.length, requestSeq)}
        >
          <PayloadView
            sessionId={sessionId}
            seq={requestSeq}
            label={place === 0 ? 'Request' : `Request of round ${place + 1}`}
            as="tree"
          />
        </CodeBox>
      ))}
    </>
  );
}

/** What came back: the newest answer first, since it is the outcome; answers that do not count are said to be so. */
export function ResponseMessages({ sessionId, exchange, rounds }: ExchangeMessagesProps) {
  const title = exchange.origin === 'server' ? 'Sent' : 'Received';
  const answered = rounds.flatMap(({ responseSeq, moreAnswers = [] }, place) =>
    responseSeq === undefined ? [] : [{ place, seq: responseSeq, moreAnswers }],
  );
  const open = rounds.at(-1)?.responseSeq === undefined;
  return (
    <>
      {open && <NoAnswer exchange={exchange} status={rounds.at(-1)?.status ?? exchange.status} />}
      {answered.toReversed().map(({ place, seq, moreAnswers }) => (
        <div key={seq}>
          <CodeBox title={title} meta={metaOf(place, rounds.length, seq)}>
            <PayloadView
              sessionId={sessionId}
              seq={seq}
              label={place === rounds.length - 1 ? 'Response' : `Response of round ${place + 1}`}
              as="tree"
            />
          </CodeBox>
          {moreAnswers.map((more) => (
            <CodeBox key={more} title="Another answer, which does not count" meta={`message ${more}`}>
              <PayloadView sessionId={sessionId} seq={more} label={`Other answer, message ${more}`} as="tree" />
            </CodeBox>
          ))}
        </div>
      ))}
    </>
  );
}

function NoAnswer({ exchange, status }: { readonly exchange: Exchange; readonly status: ExchangeStatus }) {
  const { idTakenBy } = exchange;
  return (
    <EmptyState icon={Hourglass} title="No answer">
      {idTakenBy !== undefined && status === 'lost'
        ? idTakenWords(idTakenBy)
        : (NO_ANSWER[status] ?? 'No answer is on record.')}
    </EmptyState>
  );
}

/** Every message of the call as its exact text, in the order of the wire. */
export function RawMessages({ sessionId, exchange, rounds }: ExchangeMessagesProps) {
  const fromServer = exchange.origin === 'server';
  const messages = rounds.flatMap(({ requestSeq, responseSeq, moreAnswers = [] }, place) => [
    { place, seq: requestSeq, received: fromServer },
    ...[...(responseSeq === undefined ? [] : [responseSeq]), ...moreAnswers].map((seq) => ({
      place,
      seq,
      received: !fromServer,
    })),
  ]);
  return messages.map(({ place, seq, received }) => (
    <CodeBox key={seq} title={received ? 'Received' : 'Sent'} meta={metaOf(place, rounds.length, seq)}>
      <PayloadView sessionId={sessionId} seq={seq} label={`Raw text of message ${seq}`} as="text" />
    </CodeBox>
  ));
}
