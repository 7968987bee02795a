import { MORE_ANSWERS } from '#core/fold/answers.ts';
import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import { requestSeqOf } from '#core/fold/exchange-id.ts';
import { rules } from '#core/fold/rules.ts';
import { type Exchange, ExchangeStatus, type TrafficRow } from '#shared/exchange.ts';
import type { Finding } from '#shared/records.ts';
import type { WireLogReader } from '../store/log-files.ts';
import type { TrafficStore } from './traffic-store.ts';

/** Records read again at most from a request on; after that only those of its row. */
const REFOLD = 20_000;
const STEP = 200;
/** Records of a row looked at for a late answer. */
const MOST_OF_ROW = 1000;

export interface ExchangeAgainOptions {
  log: WireLogReader;
  rows: TrafficStore;
  /** Remarks on a record; undefined when more were made than are kept. */
  findings(seq: number): readonly Finding[];
  /** Whether all remarks are kept. */
  allFindings: boolean;
}

/** The row that an exchange is shown in. */
function rowOf({ rows }: ExchangeAgainOptions, id: string, first: number): TrafficRow | undefined {
  // A batch makes several rows of one record.
  let at = rows.rowOf(first);
  while (rows.peek(at)?.seq === first && rows.peek(at)?.exchangeId !== id) at += 1;
  return rows.peek(at)?.seq === first ? rows.at(at) : undefined;
}

/** Folds the records from the request to its answer, and of what came long after it only those of its row. */
async function refold({ log }: ExchangeAgainOptions, id: string, first: number, row: number | undefined) {
  const fold = new ExchangeFold({ row: () => undefined, changed: () => undefined });
  const apply = async (seqs: number[]): Promise<Exchange | undefined> => {
    for (const record of await log.records(seqs)) {
      if (record) fold.apply(record);
      const exchange = fold.exchange(id);
      if (exchange?.status !== 'open') return exchange;
    }
    return fold.exchange(id);
  };
  // The head of its POST stands before it, unless the log is of an older version.
  const [head] = first > 1 ? await log.records([first - 1]) : [];
  if (head?.k === 'http' && head.what === 'request') fold.apply(head);
  const near = Math.min(log.lastSeq, first + REFOLD);
  let exchange: Exchange | undefined;
  for (let from = first; from <= near; from += STEP) {
    exchange = await apply(Array.from({ length: Math.min(STEP, near - from + 1) }, (_, i) => from + i));
    if (exchange?.status !== 'open') return exchange;
  }
  const late: number[] = [];
  for (let seq = near + 1; seq <= log.index.count && late.length < MOST_OF_ROW; seq += 1) {
    if (log.index.row(seq) === row) late.push(seq);
  }
  return late.length === 0 ? exchange : apply(late);
}

/** Answers that came after the first one, as far as they were remarked on: they are records of its row. */
function withMore(exchange: Exchange, { log, findings }: ExchangeAgainOptions, row: number | undefined): Exchange {
  const { responseSeq } = exchange;
  if (responseSeq === undefined || row === undefined) return exchange;
  const moreAnswers: number[] = [];
  const last = Math.min(log.index.count, responseSeq + REFOLD);
  for (let seq = responseSeq + 1; seq <= last && moreAnswers.length < MORE_ANSWERS; seq += 1) {
    const second = log.index.row(seq) === row && findings(seq).some(({ rule }) => rule === rules.duplicate.rule);
    if (second) moreAnswers.push(seq);
  }
  return moreAnswers.length === 0 ? exchange : { ...exchange, moreAnswers };
}

/** What ended a request without an answer stands in no record of its own; its row tells. */
function withRow(exchange: Exchange, row: TrafficRow | undefined): Exchange {
  const said = ExchangeStatus.safeParse(row?.status.replace(' ', '-'));
  const ended = said.success && said.data !== 'open' ? said.data : undefined;
  if (ended === undefined || (exchange.status !== 'open' && ended !== 'timed-out')) return exchange;
  const { tookUs = row?.tookUs, waitedUs = row?.waitedUs } = exchange;
  return {
    ...exchange,
    status: ended,
    ...(tookUs === undefined ? {} : { tookUs }),
    ...(waitedUs === undefined ? {} : { waitedUs }),
  };
}

/** Some records alone do not give all that was found, and may seem to lack what came before them. */
function withFindings(exchange: Exchange, { findings, allFindings }: ExchangeAgainOptions): Exchange {
  const { requestSeq, responseSeq = requestSeq, moreAnswers = [] } = exchange;
  const keyOf = ({ rule, seq, text }: Finding) => `${seq} ${rule} ${text}`;
  const kept = (one: Finding) => !allFindings || findings(one.seq).some((known) => keyOf(known) === keyOf(one));
  const again = exchange.findings.filter(kept);
  const known = new Set(again.map(keyOf));
  const late = [...new Set([requestSeq, responseSeq, ...moreAnswers])]
    .flatMap((seq) => findings(seq))
    .filter((one) => !known.has(keyOf(one)));
  return { ...exchange, findings: [...again, ...late] };
}

/** An exchange that left memory, made again from its records and its row. Undefined when the log has no such exchange. */
export async function exchangeAgain(id: string, options: ExchangeAgainOptions): Promise<Exchange | undefined> {
  const first = requestSeqOf(id);
  if (first === undefined || first < 1 || first > options.log.lastSeq) return undefined;
  const row = rowOf(options, id, first);
  const exchange = await refold(options, id, first, row?.row);
  // The note that tells who started it may lie apart from its records.
  const started = row?.by ? { by: row.by } : {};
  if (!exchange) return undefined;
  return withFindings(withMore(withRow({ ...exchange, ...started }, row), options, row?.row), options);
}
