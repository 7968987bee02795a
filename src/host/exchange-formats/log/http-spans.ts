import type { HttpRecord } from '#shared/records.ts';
import { type LogSource, recordsOf } from './log-source.ts';

/** One HTTP request with its answer, as numbers of records: bodies are read when they are written. */
export interface HttpSpan {
  requestSeq: number;
  /** The message that went out as its body. */
  bodySeq?: number;
  responseSeq?: number;
  chunkSeqs: number[];
  /** Record of its end or of the error that ended it. */
  endSeq?: number;
}

/** Records before the part that are looked at: logs of older versions have the message of a request before its head. */
const BEFORE = 200;

/** The HTTP requests that begin within the part, each with all of its answer. */
export async function httpSpans(source: LogSource): Promise<HttpSpan[]> {
  const spans: HttpSpan[] = [];
  const open = new Map<string, HttpSpan>();
  const bodies = new Map<string, number>();
  const first = Math.max(1, source.from - BEFORE);
  const ongoing = new Set<HttpSpan>();
  for await (const record of recordsOf(source, first, source.log.lastSeq)) {
    if (record.seq > source.to && ongoing.size === 0) break;
    if (record.k === 'frame' && record.dir === 'out' && record.ch !== 'stdio') {
      bodies.set(record.ch, record.seq);
      const span = open.get(record.ch);
      if (span) span.bodySeq ??= record.seq;
    }
    if (record.k !== 'http') continue;
    if (record.what === 'request') {
      const span = begun(record, bodies);
      // A redirect goes on in the same channel.
      open.set(record.ch, span);
      if (record.seq < source.from || record.seq > source.to) continue;
      spans.push(span);
      ongoing.add(span);
      continue;
    }
    const span = open.get(record.ch);
    if (!span) continue;
    follow(span, record);
    if (span.endSeq === undefined) continue;
    open.delete(record.ch);
    ongoing.delete(span);
  }
  return spans;
}

function begun({ seq, ch, method }: HttpRecord, bodies: Map<string, number>): HttpSpan {
  const bodySeq = method === 'POST' ? bodies.get(ch) : undefined;
  return { requestSeq: seq, chunkSeqs: [], ...(bodySeq === undefined ? {} : { bodySeq }) };
}

function follow(span: HttpSpan, { seq, what }: HttpRecord): void {
  if (what === 'response') span.responseSeq = seq;
  else if (what === 'chunk') span.chunkSeqs.push(seq);
  else span.endSeq = seq;
}
