import type { LogFilter, SortKey, TrafficRow } from '#shared/exchange.ts';
import { figuresOf } from '#shared/row-figures.ts';

export type SortOrder = NonNullable<LogFilter['sort']>;

/** Numbers from here on stand for texts. */
const TEXTS = 2 ** 52;

const columns: Record<SortKey, (row: TrafficRow) => string | number | undefined> = {
  row: (row) => row.row,
  time: (row) => row.t,
  kind: (row) => row.kind,
  method: (row) => `${row.method.replace(/^notifications\//, '')} ${row.name ?? ''}`,
  status: (row) => (row.status === '' ? undefined : row.status),
  size: (row) => row.sums?.bytes ?? row.bytes,
  took: (row) => row.sums?.tookUs ?? row.tookUs,
  server: (row) => row.server,
  http: (row) => row.http,
  id: (row) => row.rpcId,
  sent: (row) => figuresOf(row).bytesOut ?? 0,
  received: (row) => figuresOf(row).bytesIn ?? 0,
  task: (row) => row.taskId,
  first: (row) => row.firstUs,
};

/** What rows are compared by, as one number each: a text is its place in a list. Rows without a value come last. */
export class SortValues {
  readonly order: SortOrder;
  readonly #column: (row: TrafficRow) => string | number | undefined;
  readonly #sign: number;
  readonly #texts: string[];
  readonly #known: Map<string, number>;
  #values = new Float64Array(1024);

  constructor(order: SortOrder, texts: string[] = [], known = new Map<string, number>()) {
    this.order = order;
    this.#column = columns[order.by];
    this.#sign = order.desc ? -1 : 1;
    this.#texts = texts;
    this.#known = known;
  }

  /** The same values, which change apart from now on. The list of texts only grows and is shared. */
  copy(): SortValues {
    const made = new SortValues(this.order, this.#texts, this.#known);
    made.#values = this.#values.slice();
    return made;
  }

  /** The value that a row has now; NaN for none. */
  read(row: TrafficRow): number {
    const value = this.#column(row);
    if (value === undefined) return Number.NaN;
    if (typeof value === 'number') return Math.min(value, TEXTS - 1);
    const text = value.toLowerCase();
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = TEXTS + this.#texts.push(text) - 1;
    this.#known.set(text, made);
    return made;
  }

  /** The value a row was put in its place by. */
  get(row: number): number {
    return this.#values[row] ?? Number.NaN;
  }

  set(row: number, value: number): void {
    if (row >= this.#values.length) {
      const larger = new Float64Array(Math.max(this.#values.length * 2, row + 1));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[row] = value;
  }

  /** Below 0 when the first row comes before the second. Rows of equal value are in order of arrival. */
  compare(a: number, b: number): number {
    return this.compareValues(this.get(a), this.get(b)) || a - b;
  }

  compareValues(a: number, b: number): number {
    if (a === b) return 0;
    if (a >= TEXTS && b >= TEXTS) {
      return (this.#texts[a - TEXTS] ?? '') < (this.#texts[b - TEXTS] ?? '') ? -this.#sign : this.#sign;
    }
    if (a < b) return -this.#sign;
    if (a > b) return this.#sign;
    // One of them is no number at least.
    const noA = Number.isNaN(a);
    return noA === Number.isNaN(b) ? 0 : noA ? 1 : -1;
  }
}
