import { isRound, rowFailed } from '#core/fold/row-failed.ts';
import { rowEnd } from '#core/fold/row-filter.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import type { OverviewSpan, OverviewLanes as Spans } from '#shared/traffic.ts';

type Kind = OverviewSpan['kind'];
type Lane = keyof Spans;

/** What is seen where several things happen at once comes first. */
const KINDS = {
  calls: ['error', 'auth', 'call', 'stream'],
  waiting: ['waiting'],
  notices: ['notice'],
} as const satisfies Record<Lane, readonly Kind[]>;
const PERSON = new Set(['elicitation/create', 'sampling/createMessage']);

/** The lane that a row is drawn on, and as what. */
function placeOf(row: TrafficRow): { lane: Lane; kind: Kind } | undefined {
  switch (row.kind) {
    case 'notice':
      return { lane: 'notices', kind: 'notice' };
    case 'ask':
      return PERSON.has(row.method) ? { lane: 'waiting', kind: 'waiting' } : undefined;
    case 'noise':
      return rowFailed(row) ? { lane: 'calls', kind: 'error' } : undefined;
    case 'stream':
      return { lane: 'calls', kind: 'stream' };
    case 'auth':
      return { lane: 'calls', kind: rowFailed(row) ? 'error' : 'auth' };
    default:
      return { lane: 'calls', kind: rowFailed(row) ? 'error' : 'call' };
  }
}

/** Rows under way and rows that begin, by cell of a lane. */
class Cells {
  readonly #kinds: readonly Kind[];
  /** Of each kind: rows that begin in a cell less those that ended in the cell before. */
  readonly #steps: Int32Array[];
  readonly #begun: Int32Array;

  constructor(kinds: readonly Kind[], cells: number) {
    this.#kinds = kinds;
    this.#steps = kinds.map(() => new Int32Array(cells + 1));
    this.#begun = new Int32Array(cells);
  }

  add(kind: Kind, { from, to, n }: { from: number; to: number; n: number }): void {
    this.#step(kind, from, n);
    this.#step(kind, to + 1, -n);
    this.#begun[from] = (this.#begun[from] ?? 0) + n;
  }

  /** Shows a cell as something of a row that is counted where it begins. */
  mark(kind: Kind, cell: number, n: number): void {
    this.#step(kind, cell, n);
    this.#step(kind, cell + 1, -n);
  }

  /** Cells beside each other that show the same, as one. */
  spans(width: number): OverviewSpan[] {
    const under = this.#kinds.map(() => 0);
    const spans: OverviewSpan[] = [];
    let before: Kind | undefined;
    for (const [cell, n] of this.#begun.entries()) {
      for (const [i, steps] of this.#steps.entries()) under[i] = (under[i] ?? 0) + (steps[cell] ?? 0);
      const kind = this.#kinds[under.findIndex((rows) => rows > 0)];
      const last = spans.at(-1);
      if (kind && kind === before && last) {
        last.to = (cell + 1) * width;
        last.n += n;
      } else if (kind) spans.push({ from: cell * width, to: (cell + 1) * width, kind, n });
      before = kind;
    }
    return spans;
  }

  #step(kind: Kind, cell: number, n: number): void {
    const steps = this.#steps[this.#kinds.indexOf(kind)];
    if (steps) steps[cell] = (steps[cell] ?? 0) + n;
  }
}

/** A session drawn on three lanes of cells of the same width: the cost of drawing is that of looking at each row once. */
export class OverviewLanes {
  readonly #to: number;
  readonly #cells: number;
  readonly #lanes: Record<Lane, Cells>;

  /** `to`: end of the session, microseconds of its clock. */
  constructor(to: number, cells: number) {
    this.#to = Math.max(1, to);
    this.#cells = cells;
    const lane = (name: Lane) => new Cells(KINDS[name], cells);
    this.#lanes = { calls: lane('calls'), waiting: lane('waiting'), notices: lane('notices') };
  }

  /** `n` is -1 for a row that was drawn and is to be taken away. */
  draw(row: TrafficRow, n: 1 | -1 = 1): void {
    const place = placeOf(row);
    if (!place) return;
    const [from, to] = [this.#cell(row.m), this.#cell(rowEnd(row))];
    this.#lanes[place.lane].add(place.kind, { from, to: Math.max(from, to), n });
    // A stream lasts as long as the session: its end alone is the failure.
    if (place.kind === 'stream' && rowFailed(row)) this.#lanes.calls.mark('error', Math.max(from, to), n);
  }

  /** Whether rounds of this row are drawn instead of it: it lasts while a person is waited for as well. */
  static instead(row: TrafficRow): number | undefined {
    return isRound(row) ? row.under : undefined;
  }

  result(): Spans {
    const width = this.#to / this.#cells;
    const { calls, waiting, notices } = this.#lanes;
    return { calls: calls.spans(width), waiting: waiting.spans(width), notices: notices.spans(width) };
  }

  #cell(us: number): number {
    return Math.min(this.#cells - 1, Math.max(0, Math.floor((us / this.#to) * this.#cells)));
  }
}
