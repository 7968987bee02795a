import type { TrafficRow } from '#shared/exchange.ts';
import { Growable } from '../growable.ts';
import type { RowStore } from '../row-store.ts';
import { mergedCursor, mergedRow } from './merged-row.ts';
import { type MergedSession, Part } from './part.ts';

/** Stands for a row of a session that is gone; no view shows it. */
const GONE: TrafficRow = {
  row: 0,
  rev: 0,
  seq: 0,
  kind: 'noise',
  t: 0,
  m: 0,
  method: '',
  status: '',
  bytes: 0,
  dir: 'in',
};

/**
 * The traffic rows of several sessions in order of time, by reference: twelve bytes a row, whatever is in it. A row
 * keeps its number as long as the store lives; readers know it by `first` more.
 */
export class MergedStore implements RowStore<TrafficRow> {
  readonly first: number;
  readonly #parts: Part[] = [];
  /** Of each row: which part it is of, and its number there. */
  readonly #part = new Growable();
  readonly #own = new Growable();
  readonly #cursor = mergedCursor();
  #epoch: number | undefined;
  #gone = 0;

  constructor(first = 0) {
    this.first = first;
  }

  get count(): number {
    return this.#own.length;
  }

  /** Rows of sessions that are gone. */
  get gone(): number {
    return this.#gone;
  }

  /** The sessions whose rows are shown. */
  get parts(): readonly Part[] {
    return this.#parts.filter(({ gone }) => !gone);
  }

  add(session: MergedSession): Part {
    const part = new Part(this.#parts.length, session);
    this.#parts.push(part);
    return part;
  }

  /** Takes a session out: its rows may be shown in no view that is made from now on. */
  drop(part: Part): void {
    this.#gone += part.merged.length;
    part.drop();
  }

  /** The clock begins with the session of the oldest row again. The times of rows are other ones then. */
  setClock(): void {
    const begun = this.parts.filter(({ merged }) => merged.length > 0);
    const oldest = begun.reduce<Part | undefined>((a, b) => (a && a.merged.at(0) < b.merged.at(0) ? a : b), undefined);
    this.#epoch = oldest?.start;
    for (const part of begun) this.#setOffset(part);
  }

  /** Takes up rows that the sessions have got since, oldest first, at most so many. Gives whether there are more. */
  takeUp(most: number): boolean {
    const { parts } = this;
    // Every session is up to date before the first row is taken: what comes later is later by the clock too.
    for (const { session } of parts) void session.views;
    const waiting = parts.map((part) => ({ part, t: nextTime(part) })).filter(({ t }) => t !== undefined);
    for (let left = most; left > 0; left -= 1) {
      let [first] = waiting;
      if (!first) return false;
      for (const one of waiting) if (one.t !== undefined && first.t !== undefined && one.t < first.t) first = one;
      this.#take(first.part);
      first.t = nextTime(first.part);
      if (first.t === undefined) waiting.splice(waiting.indexOf(first), 1);
    }
    return waiting.length > 0;
  }

  at(row: number): TrafficRow | undefined {
    const part = this.partOf(row);
    const own = part?.gone === false ? part.rows.at(this.#own.at(row)) : undefined;
    return own && part && mergedRow(own, part, row);
  }

  peek(row: number): TrafficRow | undefined {
    const part = this.partOf(row);
    const own = part?.gone ? GONE : part?.rows.peek(this.#own.at(row));
    if (!own || !part) return undefined;
    this.#cursor.aim(own, part, row);
    return this.#cursor.row;
  }

  async load(rows: ArrayLike<number>): Promise<TrafficRow[]> {
    return Array.from(rows).flatMap((row) => this.at(row) ?? []);
  }

  told(row: TrafficRow): TrafficRow {
    const { first } = this;
    if (first === 0) return row;
    const { parent, under } = row;
    return {
      ...row,
      row: row.row + first,
      ...(parent === undefined ? {} : { parent: parent + first }),
      ...(under === undefined ? {} : { under: under + first }),
    };
  }

  partOf(row: number): Part | undefined {
    return row >= 0 && row < this.#own.length ? this.#parts[this.#part.at(row)] : undefined;
  }

  /** The number of a row in its session. */
  ownOf(row: number): number {
    return this.#own.at(row);
  }

  #take(part: Part): void {
    const own = part.merged.length;
    part.merged.push(this.#own.length);
    this.#part.push(part.index);
    this.#own.push(own);
    if (own === 0) this.#setOffset(part);
  }

  #setOffset(part: Part): void {
    const { start = 0 } = part;
    this.#epoch ??= start;
    part.offset = start - this.#epoch;
  }
}

/** When the next row of a session that was not taken up yet began, microseconds. */
function nextTime({ rows, merged }: Part): number | undefined {
  return rows.peek(merged.length)?.t;
}
