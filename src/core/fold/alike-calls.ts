import type { TrafficRow } from '#shared/exchange.ts';
import { RecentMap } from './recent-map.ts';
import type { RowBook } from './row-book.ts';
import { addTick } from './row-ticks.ts';

/** Requests that a program repeats by itself, and how one of them is called. Tools are left out: a person ran each. */
const REPEATED: ReadonlyMap<string, string> = new Map([
  ['completion/complete', 'completions'],
  ['tasks/get', 'polls'],
  ['ping', 'pings'],
]);
/** So many within this time, microseconds, are one row; later ones join it while each follows as soon. */
const ENOUGH = 3;
const WITHIN_US = 2_000_000;
/** Rows below one head. */
const MEMBERS = 1000;
const RUNS = 500;

interface Run {
  head: TrafficRow;
  /** The one after the head, while the two alone make no group. */
  second?: TrafficRow;
  lastM: number;
}

/** Finds runs of requests of the same method and name, in constant time per request. */
export class AlikeCalls {
  readonly #book: RowBook;
  readonly #runs = new RecentMap<string, Run>(RUNS);

  constructor(book: RowBook) {
    this.#book = book;
  }

  see(row: TrafficRow): void {
    const word = REPEATED.get(row.method);
    if (word === undefined) return;
    const key = `${row.dir} ${row.method} ${row.name ?? ''}`;
    const run = this.#runs.get(key);
    if (!run || row.m - run.lastM > WITHIN_US || !this.#joins(run, row)) {
      this.#runs.set(key, { head: row, lastM: row.m });
      return;
    }
    run.lastM = row.m;
    const { head } = run;
    if (head.group === 'same') head.summary = `${(head.members ?? 0) + 1} ${word}`;
  }

  #joins(run: Run, row: TrafficRow): boolean {
    const { head, second } = run;
    if (head.group === 'same') {
      if ((head.members ?? 0) >= MEMBERS) return false;
      this.#fold(row, head);
      return true;
    }
    // One that holds the questions of a server is no member of a group.
    if (head.members !== undefined || second?.members !== undefined) return false;
    if (second && row.m - head.m <= WITHIN_US) {
      delete run.second;
      addTick(head, head.m);
      this.#fold(second, head);
      this.#fold(row, head);
      return (head.members ?? 0) >= ENOUGH - 1;
    }
    if (second) run.head = second;
    run.second = row;
    return true;
  }

  #fold(row: TrafficRow, head: TrafficRow): void {
    addTick(head, row.m);
    this.#book.fold(row, head, 'same');
  }
}
