import { createHash } from 'node:crypto';
import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import { objectAt, textAt } from '#shared/json.ts';
import { exchangeOf, type LogSource, rowAt } from './log-source.ts';
import { parsedJson, wholeText } from './payload-text.ts';

/** Where a span stands: hexadecimal ids as OTLP/JSON writes them. */
export interface SpanPlace {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  /** Last byte of the traceparent, 1 where the trace is sampled. */
  flags?: number;
}

/** https://www.w3.org/TR/trace-context/#traceparent-header; ids of zeros are invalid there. */
const TRACE_PARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})/;
/** A row belongs to a row that belongs to a row: rounds, their questions. */
const DEPTH = 8;

const hash = (text: string, digits: number) => createHash('sha256').update(text).digest('hex').slice(0, digits);

/**
 * Ids of spans. They are made of the session and the exchange, so that a second export gives the same ones. The
 * `traceparent` that a request carried in `_meta` is its parent; without it the row that it belongs to is.
 */
export class SpanIds {
  readonly #source: LogSource;
  readonly #session: string;

  constructor(source: LogSource, session: string) {
    this.#source = source;
    this.#session = session;
  }

  async of(row: TrafficRow, exchange: Exchange, depth = 0): Promise<SpanPlace> {
    const spanId = this.#spanId(exchange.id);
    const given = await this.#given(exchange.requestSeq);
    if (given) return { ...given, spanId };
    const parent = row.parent === undefined || depth >= DEPTH ? undefined : await this.#parent(row.parent, depth);
    if (parent) return { traceId: parent.traceId, spanId, parentSpanId: parent.spanId };
    return { traceId: hash(`trace ${this.#session} ${exchange.id}`, 32), spanId };
  }

  #spanId(exchangeId: string): string {
    return hash(`span ${this.#session} ${exchangeId}`, 16);
  }

  async #parent(place: number, depth: number): Promise<SpanPlace | undefined> {
    const row = await rowAt(this.#source, place);
    const exchange = row && (await exchangeOf(this.#source, row));
    return row && exchange ? this.of(row, exchange, depth + 1) : undefined;
  }

  async #given(seq: number): Promise<Omit<SpanPlace, 'spanId'> | undefined> {
    const text = await wholeText(this.#source.log, seq);
    // Most requests have none: they are not parsed for it.
    if (!text?.includes('"traceparent"')) return undefined;
    const meta = objectAt(objectAt(parsedJson(text), 'params'), '_meta');
    const found = TRACE_PARENT.exec(textAt(meta, 'traceparent') ?? '');
    const traceState = textAt(meta, 'tracestate');
    const [, traceId, parentSpanId, flags = '00'] = found ?? [];
    if (traceId === undefined || parentSpanId === undefined) return undefined;
    return { traceId, parentSpanId, flags: Number.parseInt(flags, 16), ...(traceState ? { traceState } : {}) };
  }
}
