import { exchangeId } from '#core/fold/exchange-id.ts';
import type { TrafficKind, TrafficRow } from '#shared/exchange.ts';
import type { Columns, RestOfRow } from './row-layout.ts';

/** Where a cursor reads its row. */
export interface RowSource {
  readonly columns: Columns;
  readonly texts: { word(ref: number): string; at(ref: number): string };
  rev(row: number): number;
  kind(row: number): TrafficKind;
  dir(row: number): 'in' | 'out';
  worst(row: number): TrafficRow['worst'];
  rest(row: number): RestOfRow;
  waitedUs(row: number): number | undefined;
  sums(row: number): TrafficRow['sums'];
}

/** Shows one row of columns at a time as a row: each member is read when it is asked for. */
export class RowCursor implements TrafficRow {
  row = 0;
  readonly #from: RowSource;

  constructor(from: RowSource) {
    this.#from = from;
  }

  get rev(): number {
    return this.#from.rev(this.row);
  }
  get seq(): number {
    return this.#from.columns.seq[this.row] ?? 0;
  }
  get kind(): TrafficKind {
    return this.#from.kind(this.row);
  }
  get dir(): 'in' | 'out' {
    return this.#from.dir(this.row);
  }
  get worst(): TrafficRow['worst'] {
    return this.#from.worst(this.row);
  }
  get t(): number {
    return this.#from.columns.t[this.row] ?? 0;
  }
  get m(): number {
    return this.#from.columns.m[this.row] ?? 0;
  }
  get bytes(): number {
    return this.#from.columns.bytes[this.row] ?? 0;
  }
  get tookUs(): number | undefined {
    const took = this.#from.columns.tookUs[this.row];
    return took === undefined || Number.isNaN(took) ? undefined : took;
  }
  get parent(): number | undefined {
    const parent = this.#from.columns.parent[this.row] ?? 0;
    return parent === 0 ? undefined : parent - 1;
  }
  get under(): number | undefined {
    const under = this.#from.columns.under[this.row] ?? 0;
    return under === 0 ? undefined : under - 1;
  }
  get exchangeId(): string | undefined {
    const first = this.#from.columns.exchange[this.row] ?? 0;
    return first === 0 ? this.#from.rest(this.row).exchangeId : exchangeId(first);
  }
  get method(): string {
    return this.#from.texts.word(this.#from.columns.method[this.row] ?? 0);
  }
  get status(): string {
    return this.#from.texts.word(this.#from.columns.status[this.row] ?? 0);
  }
  get name(): string | undefined {
    return this.#text(this.#from.columns.name);
  }
  get preview(): string | undefined {
    return this.#text(this.#from.columns.preview);
  }
  get waitedUs(): number | undefined {
    return this.#from.waitedUs(this.row);
  }
  get by(): TrafficRow['by'] {
    return this.#rest.by;
  }
  get rpcId(): string | number | undefined {
    return this.#rest.rpcId;
  }
  get level(): string | undefined {
    return this.#rest.level;
  }
  get logger(): string | undefined {
    return this.#rest.logger;
  }
  get http(): number | undefined {
    return this.#rest.http;
  }
  get has(): TrafficRow['has'] {
    return this.#rest.has;
  }
  get group(): TrafficRow['group'] {
    return this.#rest.group;
  }
  get members(): number | undefined {
    return this.#rest.members;
  }
  get nth(): number | undefined {
    return this.#rest.nth;
  }
  get opened(): boolean | undefined {
    return this.#rest.opened;
  }
  get firstUs(): number | undefined {
    return this.#rest.firstUs;
  }
  get onStream(): true | undefined {
    return this.#rest.onStream;
  }
  get sentUs(): number | undefined {
    return this.#rest.sentUs;
  }
  get bytesOut(): number | undefined {
    return this.#rest.bytesOut;
  }
  get bytesIn(): number | undefined {
    return this.#rest.bytesIn;
  }
  get sums(): TrafficRow['sums'] {
    return this.#from.sums(this.row);
  }
  get tries(): number | undefined {
    return this.#rest.tries;
  }
  get taskStatus(): string | undefined {
    return this.#rest.taskStatus;
  }
  get taskId(): string | undefined {
    return this.#rest.taskId;
  }
  get ticks(): number[] | undefined {
    return this.#rest.ticks;
  }
  get sessionId(): string | undefined {
    return this.#rest.sessionId;
  }
  get server(): string | undefined {
    return this.#rest.server;
  }

  get #rest(): RestOfRow {
    return this.#from.rest(this.row);
  }

  #text(column: Uint32Array): string | undefined {
    const ref = column[this.row] ?? 0;
    return ref === 0 ? undefined : this.#from.texts.at(ref);
  }
}
