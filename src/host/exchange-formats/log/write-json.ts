import type { TrafficRow } from '#shared/exchange.ts';
import { exchangeView } from '../../publish/exchange-view.ts';
import { exchangeOf, type LogSource, rowsOf } from './log-source.ts';
import { messageMember, recordList } from './payload-text.ts';
import { CREATOR, isoTime, sessionFacts } from './session-facts.ts';

/** One document with the exchanges, notifications and other rows of the traffic, messages included. */
export async function* writeJson(source: LogSource): AsyncGenerator<string> {
  const head = { format: 1, creator: CREATOR, session: sessionFacts(source.log.meta) };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let first = true;
  for await (const row of rowsOf(source)) {
    yield first ? '\n' : ',\n';
    first = false;
    yield* writeRow(source, row);
  }
  yield '\n]}\n';
}

async function* writeRow(source: LogSource, row: TrafficRow): AsyncGenerator<string> {
  const { rev: _rev, t, m: _m, exchangeId, preview: _preview, ...facts } = row;
  const own = await exchangeOf(source, row);
  const found = own && (await exchangeView(source.views, source.log, own.id));
  // Another row's exchange is the one that this row is a part of.
  const known = { ...facts, at: isoTime(t), ...(own || exchangeId === undefined ? {} : { partOf: exchangeId }) };
  if (!found) {
    yield JSON.stringify(known).slice(0, -1);
    const carries = row.kind === 'notice' || row.kind === 'noise';
    if (carries) {
      yield ',';
      yield* messageMember(source.log, row.seq);
    }
    yield '}';
    return;
  }
  const { exchange, http } = found;
  const { id, origin, rpcId, requestSeq, responseSeq, errorCode, errorMessage, noticeSeqs, findings } = exchange;
  const whole = { ...known, rpcId, id, origin, errorCode, errorMessage, noticeSeqs, findings, http };
  yield `${JSON.stringify(whole).slice(0, -1)},"request":{"seq":${requestSeq},`;
  yield* messageMember(source.log, requestSeq);
  yield '}';
  if (responseSeq !== undefined) {
    yield `,"response":{"seq":${responseSeq},`;
    yield* messageMember(source.log, responseSeq);
    yield '}';
  }
  // The first one alone counted.
  yield* recordList('moreResponses', exchange.moreAnswers ?? [], (seq) => messageMember(source.log, seq));
  yield '}';
}
