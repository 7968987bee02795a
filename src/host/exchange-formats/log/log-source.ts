import type { Exchange, LogFilter, TrafficRow } from '#shared/exchange.ts';
import type { WireRecord } from '#shared/records.ts';
import type { LogViews } from '../../publish/log-views.ts';
import type { WireLogReader } from '../../store/log-files.ts';

/** A part of a session's log: what the writers of all formats read. */
export interface LogSource {
  log: WireLogReader;
  views: Pick<LogViews, 'page' | 'exchange' | 'rowOf'>;
  /** First and last record, both included. A row is in it when its first record is. */
  from: number;
  to: number;
  /** Only the rows that match, and the records that belong to them. */
  filter?: LogFilter | undefined;
}

/** Counts what a format has no place for, or what was cut; each becomes a sentence. */
export interface LeftOut {
  notices: number;
  others: number;
  cut: number;
}

const ROWS = 500;
const RECORDS = 500;

/** The traffic rows of the part, in order. */
export async function* rowsOf(source: LogSource): AsyncGenerator<TrafficRow> {
  for (let place = 0; ; place += ROWS) {
    const { traffic = [], total } = await source.views.page('traffic', place, ROWS, source.filter);
    for (const row of traffic) {
      if (row.seq > source.to) return;
      if (row.seq >= source.from) yield row;
    }
    if (place + ROWS >= total) return;
  }
}

/** One traffic row by its number. */
export async function rowAt({ views }: LogSource, row: number): Promise<TrafficRow | undefined> {
  if (row < 0) return undefined;
  const { traffic = [] } = await views.page('traffic', row, 1);
  return traffic[0];
}

/** The exchange that a row begins; undefined for a row of another kind, also for a question inside an answer. */
export async function exchangeOf({ views }: LogSource, row: TrafficRow): Promise<Exchange | undefined> {
  if (row.exchangeId === undefined) return undefined;
  const exchange = await views.exchange(row.exchangeId);
  return exchange?.requestSeq === row.seq ? exchange : undefined;
}

/** Records by number, first to last; those that cannot be read are left out. */
export async function* recordsOf(source: LogSource, first: number, last: number): AsyncGenerator<WireRecord> {
  for (let from = first; from <= last; from += RECORDS) {
    const length = Math.min(RECORDS, last - from + 1);
    for (const record of await source.log.records(Array.from({ length }, (_, i) => from + i))) {
      if (record) yield record;
    }
  }
}

/** Tells which records belong to a row that matches the filter; without a filter all do. */
export async function recordTest(source: LogSource): Promise<(seq: number) => boolean> {
  if (!source.filter) return () => true;
  const rows = new Set<number>();
  // A record of the part may belong to a row that began before it.
  for await (const { row } of rowsOf({ ...source, from: 1 })) rows.add(row);
  return (seq) => rows.has(source.views.rowOf(seq));
}
