import { messageOf } from '#shared/errors.ts';
import type { LineRow, LogFilter, LogView, TrafficRow } from '#shared/exchange.ts';
import type { LogEvent, LogPage } from '#shared/log-views.ts';
import type { HostLink } from './host.ts';

export type LogRow = LineRow | TrafficRow;

export interface LogKey {
  sessionId: string;
  view: LogView;
  filter?: LogFilter | undefined;
}

const CHUNK = 500;
/** How far a row that moved is looked for, each way. */
const PLACE_SCAN = 5000;
/** Rows kept in the page: 10,000; others are paged again when they are looked at, which takes a few milliseconds. */
const MAX_CHUNKS = 20;
/** The first rows after a pause are shown after this; later ones at most ten times a second. */
const FIRST_MS = 16;
const NOTIFY_MS = 100;
/** Drawing takes at most a fifth of the time, so that a flood leaves the page free to answer. */
const DRAW_SHARE = 5;
const LONGEST_MS = 1000;
/** A chunk that could not be fetched is asked for again after this time. */
const RETRY_MS = 2000;
/** Folds of stack traces that are kept; twice as many are held for a while. */
const MAX_FOLDS = 20_000;

/**
 * Rows of one log view, outside React: chunks in a map, bounded, with a version for `useSyncExternalStore`.
 * Batches are taken at once; readers are told at most ten times a second, less often where drawing is slow.
 */
export class LogBuffer<R extends LogRow> {
  readonly #link: HostLink;
  readonly #key: LogKey;
  readonly #chunks = new Map<number, (R | undefined)[]>();
  readonly #fetching = new Set<number>();
  /** Chunks that could not be fetched, and when they are tried again; see `performance.now`. */
  readonly #failed = new Map<number, number>();
  /** Grows when the view starts over: a page asked for before is out of date then. */
  #epoch = 0;
  /** How often places have moved, as the host counts it. */
  #moves = 0;
  #lastRead = -1;
  readonly #readers = new Set<() => void>();
  #total = 0;
  #version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Readers are told again from then on; see `performance.now`. */
  #nextAt = 0;
  #generation = 0;
  #stop: () => void = () => undefined;
  #unlink: () => void = () => undefined;
  #held = false;
  #problem: string | undefined;
  #folds: [number, number][] = [];
  /** Number of the first of them in the host's list. */
  #firstFold = 0;
  #searched: { through: number; of: number } | undefined;

  constructor(link: HostLink, key: LogKey) {
    this.#link = link;
    this.#key = key;
  }

  get count(): number {
    return this.#total;
  }
  get version(): number {
    return this.#version;
  }
  /** Which rows are let through and in which order, as a text; what is folded makes no difference. */
  get form(): string {
    const { tree: _tree, ...form } = this.#key.filter ?? {};
    return JSON.stringify(form);
  }
  /** Why rows cannot be shown, if they cannot. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** How far payloads were looked through for the words of the filter; undefined when all were, or need not be. */
  get searching(): { through: number; of: number } | undefined {
    const { through, of } = this.#searched ?? { through: 0, of: 0 };
    return through < of ? this.#searched : undefined;
  }

  /**
   * The rest of stack traces: first place and count, in order. The list is another one once earlier folds have changed;
   * otherwise it only grows, and its last fold with it.
   */
  get folds(): readonly (readonly [number, number])[] {
    return this.#folds;
  }

  /** The row at a place of the view; undefined while it is fetched. */
  readonly getRow = (index: number): R | undefined => {
    const place = Math.floor(index / CHUNK);
    const chunk = this.#chunks.get(place);
    if (chunk && place !== this.#lastRead) {
      // Chunks read lately are dropped last.
      this.#lastRead = place;
      this.#chunks.delete(place);
      this.#chunks.set(place, chunk);
    }
    const row = chunk?.[index % CHUNK];
    if (row === undefined && index < this.#total) this.#fetch(place);
    return row;
  };

  /** The row at a place if it is loaded; fetches nothing. */
  readonly peek = (index: number): R | undefined => this.#chunks.get(Math.floor(index / CHUNK))?.[index % CHUNK];

  /** The place of a row by its number, looked for among loaded rows from `near` outwards. */
  readonly placeOf = (row: number, near: number): number | undefined => {
    for (let by = 0; by < PLACE_SCAN; by += 1) {
      if (this.peek(near + by)?.row === row) return near + by;
      if (by > 0 && near >= by && this.peek(near - by)?.row === row) return near - by;
    }
    return undefined;
  };

  /** Opens the stream with the first reader and closes it with the last. */
  readonly subscribe = (reader: () => void): (() => void) => {
    this.#readers.add(reader);
    if (this.#readers.size === 1) this.#open();
    return () => {
      this.#readers.delete(reader);
      if (this.#readers.size === 0) this.#close();
    };
  };

  /** Lets nothing more come in: rows and their number stay as they are, rows that were not read yet still can be. */
  hold(): void {
    this.#held = true;
    this.#unlink();
    this.#stop();
  }

  readonly getVersion = (): number => this.#version;

  #open(): void {
    // What stood still goes on standing still for who reads it next.
    if (this.#held) return;
    this.#unlink = this.#link.state.subscribe(() => this.#follow());
    this.#follow();
  }

  #close(): void {
    this.#unlink();
    this.#stop();
    this.#stop = () => undefined;
    this.#generation = 0;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #follow(): void {
    const { client, generation } = this.#link.state.getState();
    if (!client || generation === this.#generation) return;
    this.#generation = generation;
    this.#stop();
    const { sessionId, view, filter } = this.#key;
    const input = { sessionId, view, after: -1, ...(filter ? { filter } : {}) };
    this.#stop = client['watch.log'](
      input,
      (events) => this.#take(events),
      (error) => {
        this.#problem = error.message;
        this.#changed();
      },
    );
  }

  #take(events: LogEvent[]): void {
    for (const event of events) this.#apply(event);
    this.#changed();
  }

  #apply(event: LogEvent): void {
    switch (event.t) {
      case 'reset':
        this.#epoch += 1;
        this.#moves = event.moves ?? 0;
        this.#chunks.clear();
        this.#fetching.clear();
        this.#failed.clear();
        this.#folds = [];
        this.#problem = undefined;
        this.#total = event.total;
        break;
      case 'lines':
        // The stream of a line view carries line rows, that of traffic and notices traffic rows: `R` follows the view.
        for (const [offset, row] of event.rows.entries()) this.#put(event.at + offset, row as R);
        break;
      case 'traffic':
        for (const { at, row } of event.rows) this.#put(at, row as R); // as above
        this.#total = Math.max(this.#total, event.total);
        break;
      case 'splice':
        this.#splice(event);
        break;
      case 'folds':
        this.#fold(event);
        break;
      case 'search':
        this.#searched = { through: event.through, of: event.of };
        break;
      case 'gap':
        this.#total = Math.max(this.#total, event.to);
        break;
    }
  }

  /** Rows behind the place moved: those of its chunk and of later ones are fetched again when they are looked at. */
  #splice({ at, remove, rows, total, moves }: Extract<LogEvent, { t: 'splice' }>): void {
    this.#epoch += 1;
    this.#moves = moves ?? 0;
    this.#fetching.clear();
    const first = Math.floor(at / CHUNK);
    const chunk = this.#chunks.get(first);
    const from = at % CHUNK;
    for (const place of this.#chunks.keys()) if (place > first) this.#chunks.delete(place);
    // Rows that stay in the chunk are kept at their new place, so that nothing flickers.
    chunk?.splice(from, remove, ...(rows as R[])); // only traffic views splice, see #apply
    if (chunk) chunk.length = CHUNK;
    this.#total = total;
  }

  #fold({ at, folds }: Extract<LogEvent, { t: 'folds' }>): void {
    if (this.#folds.length === 0) this.#firstFold = at;
    this.#folds.length = Math.max(0, Math.min(this.#folds.length, at - this.#firstFold));
    this.#folds.push(...folds);
    if (this.#folds.length <= 2 * MAX_FOLDS) return;
    this.#firstFold += this.#folds.length - MAX_FOLDS;
    this.#folds = this.#folds.slice(-MAX_FOLDS);
  }

  #put(index: number, row: R): void {
    const place = Math.floor(index / CHUNK);
    let chunk = this.#chunks.get(place);
    if (!chunk) {
      chunk = new Array<R | undefined>(CHUNK);
      this.#chunks.set(place, chunk);
      this.#evict();
    }
    chunk[index % CHUNK] = row;
    if (index >= this.#total) this.#total = index + 1;
  }

  #evict(): void {
    for (const place of this.#chunks.keys()) {
      if (this.#chunks.size <= MAX_CHUNKS) return;
      if (place !== this.#lastRead) this.#chunks.delete(place);
    }
  }

  #fetch(place: number): void {
    const { client } = this.#link.state.getState();
    if (!client || this.#fetching.has(place) || performance.now() < (this.#failed.get(place) ?? 0)) return;
    const epoch = this.#epoch;
    this.#fetching.add(place);
    const { sessionId, view, filter } = this.#key;
    const input = { sessionId, view, from: place * CHUNK, count: CHUNK, ...(filter ? { filter } : {}) };
    client['log.page'](input).then(
      (page) => epoch === this.#epoch && this.#filled(place, page),
      (error: unknown) => {
        if (epoch !== this.#epoch) return;
        this.#fetching.delete(place);
        this.#failed.set(place, performance.now() + RETRY_MS);
        this.#problem = messageOf(error);
        this.#changed();
        setTimeout(() => this.#changed(), RETRY_MS);
      },
    );
  }

  #filled(place: number, page: LogPage): void {
    this.#fetching.delete(place);
    // Places have moved since; the event that tells of it is on its way, and the rows are asked for again then.
    if (!this.#held && page.moves !== undefined && page.moves !== this.#moves) return;
    this.#failed.delete(place);
    if (this.#failed.size === 0) this.#problem = undefined;
    const rows = (page.lines ?? page.traffic ?? []) as R[]; // `R` follows the view, see #apply
    for (const [offset, row] of rows.entries()) {
      const index = page.from + offset;
      if (this.#held && index >= this.#total) break;
      const known = this.#chunks.get(Math.floor(index / CHUNK))?.[index % CHUNK];
      // A live change that overtook the page is newer.
      if (known && 'rev' in known && 'rev' in row && known.rev >= row.rev) continue;
      this.#put(index, row);
    }
    if (!this.#held) this.#total = Math.max(this.#total, page.total);
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    if (this.#timer) return;
    this.#timer = setTimeout(() => this.#tell(), Math.max(FIRST_MS, this.#nextAt - performance.now()));
  }

  #tell(): void {
    this.#timer = undefined;
    const started = performance.now();
    this.#nextAt = started + NOTIFY_MS;
    for (const reader of this.#readers) reader();
    // A timer runs after the drawing this set off.
    setTimeout(() => {
      const took = performance.now() - started;
      this.#nextAt = started + Math.min(LONGEST_MS, Math.max(NOTIFY_MS, took * DRAW_SHARE));
    });
  }
}
