import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import { TrafficKind, type TrafficRow } from '#shared/exchange.ts';
import type { WireRecord } from '#shared/records.ts';

const KINDS = TrafficKind.options;
const WORST = [undefined, 'info', 'warn', 'error'] as const;
const WIDTH = 7;
const HAS = ['structured', 'image', 'progress'] as const;
const MAX_STATUSES = 4096;

/** Worst finding, what the answer holds and the HTTP status in one number. */
function remarks({ worst, has = [], http = 0 }: TrafficRow): number {
  const held = has.reduce((bits, part) => bits | (4 << HAS.indexOf(part)), 0);
  const status = http > 0 && http < 1000 ? Math.floor(http) << 5 : 0;
  return status | held | (worst === undefined ? 0 : WORST.indexOf(worst));
}

/** What cannot be read from one record of a row that left memory: 56 bytes a row. The rest comes from the log. */
export class EvictedRows {
  /** Sequence, parent + 1, kind, remarks, status, bytes, took. */
  #data = new Float64Array(WIDTH * 1024);
  #revs: number[] = [];
  readonly #statuses: string[] = [];
  readonly #statusAt = new Map<string, number>();

  put(row: TrafficRow): void {
    const at = row.row * WIDTH;
    if (at + WIDTH > this.#data.length) {
      const larger = new Float64Array(Math.max(this.#data.length * 2, at + WIDTH));
      larger.set(this.#data);
      this.#data = larger;
    }
    const parent = row.parent === undefined ? 0 : row.parent + 1;
    const took = row.tookUs ?? -1;
    this.#data.set(
      [row.seq, parent, KINDS.indexOf(row.kind), remarks(row), this.#status(row.status), row.bytes, took],
      at,
    );
    this.#revs[row.row] = row.rev;
  }

  seq(row: number): number {
    return this.#data[row * WIDTH] ?? 0;
  }

  /** The row again, from its record and what was kept. */
  restore(row: number, record: WireRecord | undefined): TrafficRow {
    const at = row * WIDTH;
    const value = (column: number) => this.#data[at + column] ?? 0;
    const kind = KINDS[value(2)] ?? 'noise';
    const base = this.#described(row, kind, record);
    const restored: TrafficRow = { ...base, row, rev: this.#revs[row] ?? 0, kind, bytes: value(5) };
    restored.status = this.#statuses[value(4)] ?? '';
    const worst = WORST[value(3) & 3];
    if (worst === undefined) delete restored.worst;
    else restored.worst = worst;
    const has = HAS.filter((_, bit) => (value(3) >> (2 + bit)) & 1);
    if (has.length > 0) restored.has = has;
    const http = value(3) >> 5;
    if (http > 0) restored.http = http;
    if (value(1) > 0) restored.parent = value(1) - 1;
    if (value(6) >= 0) restored.tookUs = value(6);
    return restored;
  }

  #described(row: number, kind: TrafficKind, record: WireRecord | undefined): TrafficRow {
    const rows: TrafficRow[] = [];
    if (record) {
      const fold = new ExchangeFold({ row: (made) => rows.push({ ...made }), changed: () => undefined });
      fold.apply(record);
    }
    // A batch makes several rows of one record.
    let place = 0;
    while (place < row && this.seq(row - place - 1) === this.seq(row)) place += 1;
    const found = rows[place] ?? rows[0];
    if (found?.kind === kind) return found;
    const { t = 0, m = 0 } = record ?? {};
    // Questions inside a result have no record of their own.
    const method = kind === 'ask' ? 'input request' : 'record';
    return { row, rev: 0, seq: this.seq(row), kind, t, m, method, status: '', bytes: 0, dir: 'in' };
  }

  #status(status: string): number {
    let at = this.#statusAt.get(status);
    if (at === undefined) {
      // Error codes come from the server: their number is bounded as well.
      if (this.#statuses.length >= MAX_STATUSES) return this.#status(this.#statuses[0] ?? '');
      at = this.#statuses.push(status) - 1;
      this.#statusAt.set(status, at);
    }
    return at;
  }
}
