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

/** The trace context that a request carried. */
interface Given {
  traceId: string;
  /** The span of whoever sent it. */
  sender: string;
  flags: number;
  traceState?: string;
}

/**
 * Ids of spans. They are made of the session and the exchange, so that a second export gives the same ones. A request
 * that this side sent with a `traceparent` in `_meta` is the span that it names, so that the spans of the server lie
 * below it; one that the server sent lies below the span that it names. Without one the row it belongs to is above.
 */
export class SpanIds {
  readonly #source: LogSource;
  readonly #session: string;
  /** Named spans and whose they are: the same text sent twice names one span for two requests. */
  readonly #named = new Map<string, string>();

  constructor(source: LogSource, session: string) {
    this.#source = source;
    this.#session = session;
  }

  async of(row: TrafficRow, exchange: Exchange, depth = 0): Promise<SpanPlace> {
    const given = await this.#given(exchange.requestSeq);
    const parent = row.parent === undefined || depth >= DEPTH ? undefined : await this.#parent(row.parent, depth);
    const spanId = this.#spanId(exchange.id);
    if (given) return this.#placed(given, exchange, parent);
    if (parent) return { traceId: parent.traceId, spanId, parentSpanId: parent.spanId };
    return { traceId: hash(`trace ${this.#session} ${exchange.id}`, 32), spanId };
  }

  #placed({ sender, ...context }: Given, exchange: Exchange, parent: SpanPlace | undefined): SpanPlace {
    const owner = this.#named.get(sender) ?? exchange.id;
    const own = exchange.origin === 'client' && owner === exchange.id;
    if (!own) return { ...context, spanId: this.#spanId(exchange.id), parentSpanId: sender };
    this.#named.set(sender, exchange.id);
    const above = parent?.traceId === context.traceId ? { parentSpanId: parent.spanId } : {};
    return { ...context, spanId: sender, ...above };
  }

  #spanId(exchangeId: string): string {
    return hash(`span ${this.#session} ${exchangeId}`, 16);
  }

  async #parent(place: number, depth: number): Promise<SpanPlace | undefined> {
    const row = await rowAt(this.#source, place);
    const exchange = row && (await exchangeOf(this.#source, row));
    return row && exchange ? this.of(row, exchange, depth + 1) : undefined;
  }

  async #given(seq: number): Promise<Given | undefined> {
    const text = await wholeText(this.#source.log, seq);
    // Most requests have none: they are not parsed for it.
    if (!text?.includes('"traceparent"')) return undefined;
    const meta = objectAt(objectAt(parsedJson(text), 'params'), '_meta');
    const found = TRACE_PARENT.exec(textAt(meta, 'traceparent') ?? '');
    const traceState = textAt(meta, 'tracestate');
    const [, traceId, sender, flags = '00'] = found ?? [];
    if (traceId === undefined || sender === undefined) return undefined;
    return { traceId, sender, flags: Number.parseInt(flags, 16), ...(traceState ? { traceState } : {}) };
  }
}
