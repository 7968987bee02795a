import { isErrorRow, isRound } from '#core/fold/row-failed.ts';
import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import type { Overview, TrafficStats } from '#shared/traffic.ts';
import { Durations } from './durations.ts';
import { FilteredView } from './filtered-view.ts';
import { OverviewLanes } from './overview-lanes.ts';
import { Pace } from './pace.ts';
import type { RowView } from './row-store.ts';

/** Figures are made again at most this often, and at most a tenth of the time goes into them. Milliseconds. */
const AGAIN_MS = 250;
const SHARE = 10;
/** How long a call waits for older rows to be looked at before it gives what there is. */
const SCAN_MS = 300;
const KEPT = 16;
/** Rows whose time is that of a server; a question waits for a person, a stream is open by nature. */
const TIMED = new Set<TrafficRow['kind']>(['call', 'http', 'auth']);

interface Kept {
  running: Promise<unknown> | undefined;
  result: unknown;
  rev: number;
  done: boolean;
  /** Until when it is given again though something changed; see `performance.now`. */
  until: number;
}

export interface FiguresSource {
  /** Grows with every change of a row. */
  rev(): number;
  /** Time of the newest record, microseconds of the session's clock. */
  newest(): Promise<number>;
  /** Of which sessions rows can be; absent where there is one. */
  sessions?(): readonly { sessionId: string; server: string }[];
  /** Waits until all rows that exist can be looked at; absent where they always can. */
  ready?(): Promise<void>;
  /** Rows that pass a filter, in order of arrival. */
  passing(filter: LogFilter | undefined): RowView<TrafficRow>;
}

/** Sums and the overview of a session's traffic, made in short steps and kept while nothing changes. */
export class TrafficFigures {
  readonly #source: FiguresSource;
  readonly #kept = new Map<string, Kept>();

  constructor(source: FiguresSource) {
    this.#source = source;
  }

  /**
   * Rounds count with their call. Median and p95 are of the time that calls, HTTP and sign-in requests took: exact up to
   * 100,000 of them, within half a percent beyond. `done` is false while older rows are still to be looked at.
   */
  stats(filter?: LogFilter): Promise<TrafficStats> {
    return this.#again(JSON.stringify(['stats', filter]), () => this.#stats(filter));
  }

  /** Time alone does not narrow it: it shows the whole session. */
  overview(spans: number, { between: _between, ...filter }: LogFilter = {}): Promise<Overview> {
    return this.#again(JSON.stringify(['overview', spans, filter]), () => this.#overview(spans, filter));
  }

  async #again<T>(key: string, make: () => Promise<{ result: T; done: boolean }>): Promise<T> {
    const kept = this.#kept.get(key) ?? { running: undefined, result: undefined, rev: -1, done: false, until: 0 };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const old of this.#kept.keys()) if (this.#kept.size > KEPT) this.#kept.delete(old);
    await this.#source.ready?.();
    const rev = this.#source.rev();
    const fresh = kept.done && (kept.rev === rev || performance.now() < kept.until);
    if (!fresh) {
      kept.running ??= this.#make(kept, make).finally(() => {
        kept.running = undefined;
      });
      await kept.running;
    }
    return kept.result as T; // the key says what it is of
  }

  async #make(kept: Kept, make: () => Promise<{ result: unknown; done: boolean }>): Promise<void> {
    const rev = this.#source.rev();
    const started = performance.now();
    const { result, done } = await make();
    const now = performance.now();
    Object.assign(kept, { result, done, rev, until: now + Math.max(AGAIN_MS, (now - started) * SHARE) });
  }

  async #stats(filter: LogFilter | undefined): Promise<{ result: TrafficStats; done: boolean }> {
    const { view, done } = await this.#passing(filter);
    const sums = { rows: 0, rounds: 0, bytes: 0, errors: 0 };
    const durations = new Durations();
    await walk(view, (row) => {
      if (isRound(row)) {
        sums.rounds += 1;
        return;
      }
      sums.rows += 1;
      sums.bytes += row.bytes;
      if (isErrorRow(row)) sums.errors += 1;
      if (row.tookUs !== undefined && TIMED.has(row.kind)) durations.add(row.tookUs);
    });
    const [medianUs, p95Us] = durations.quantiles([0.5, 0.95]);
    const took = { ...(medianUs === undefined ? {} : { medianUs }), ...(p95Us === undefined ? {} : { p95Us }) };
    return { result: { ...sums, ...took, done }, done };
  }

  async #overview(spans: number, filter: LogFilter): Promise<{ result: Overview; done: boolean }> {
    const { view, done } = await this.#passing(filter);
    const to = Math.max(1, await this.#source.newest());
    const all = new OverviewLanes(to, spans);
    const sessions = this.#source.sessions?.().map((of) => ({ ...of, lanes: new OverviewLanes(to, spans) }));
    const own = new Map(sessions?.map(({ sessionId, lanes }) => [sessionId, lanes]));
    const draw = (row: TrafficRow, n?: -1) => {
      all.draw(row, n);
      if (row.sessionId !== undefined) own.get(row.sessionId)?.draw(row, n);
    };
    const drawn = new Set<number>();
    await walk(view, (row) => {
      draw(row);
      const whole = OverviewLanes.instead(row);
      if (whole === undefined || drawn.has(whole)) return;
      drawn.add(whole);
      const found = view.placeOf(whole) < 0 ? undefined : view.store.peek?.(whole);
      if (found) draw(found, -1);
    });
    const servers = sessions?.map(({ lanes, ...of }) => ({ ...of, ...lanes.result() }));
    return { result: { to, ...all.result(), ...(servers ? { servers } : {}) }, done };
  }

  async #passing(filter: LogFilter | undefined): Promise<{ view: RowView<TrafficRow>; done: boolean }> {
    const view = this.#source.passing(filter);
    if (!(view instanceof FilteredView)) return { view, done: true };
    const until = performance.now() + SCAN_MS;
    const going = () => performance.now() < until;
    await view.scan(Number.POSITIVE_INFINITY, undefined, going);
    await view.search(undefined, going);
    const { through, of } = view.searched ?? { through: 0, of: 0 };
    return { view, done: view.upToDate && through >= of };
  }
}

/** Looks at every row of a view in short steps. A row is the store's own and right only during the call. */
async function walk(view: RowView<TrafficRow>, see: (row: TrafficRow) => void): Promise<void> {
  const pace = new Pace();
  for (let place = 0; place < view.count; place += 1) {
    const row = view.store.peek?.(view.rowAt(place));
    if (row) see(row);
    if (pace.due()) await pace.rest();
  }
}
