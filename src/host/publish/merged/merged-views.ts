import { setImmediate as turn } from 'node:timers/promises';
import { HostError } from '#shared/errors.ts';
import type { LogFilter, LogView } from '#shared/exchange.ts';
import type { LogEvent, LogPage } from '#shared/log-views.ts';
import type { Source } from '#shared/rpc.ts';
import type { Session } from '#shared/session.ts';
import { FilteredView } from '../filtered-view.ts';
import type { LogViews, RowPlace } from '../log-views.ts';
import { type FailedStep, nextFailed } from '../next-failed.ts';
import { wholeView } from '../row-store.ts';
import { TrafficFigures } from '../traffic-figures.ts';
import { type TrafficSet, trafficSet } from '../traffic-set.ts';
import { shownRow } from '../watchers.ts';
import { MergedSearch } from './merged-search.ts';
import { MergedStore } from './merged-store.ts';
import { MergedWatch } from './merged-watch.ts';
import type { MergedSession, Part } from './part.ts';

/** Rows taken up before the event loop goes on. */
const STEP = 2000;
/** More rows than this of sessions that are gone, and more than are left: the view is numbered anew. */
const MANY_GONE = 50_000;
/** More rows of a session than this changed while nobody watched: what is known of rows is read anew. */
const MANY_CHANGED = 10_000;

/** What of a session's views there is for all sessions together. */
export type TrafficViews = Pick<LogViews, 'page' | 'place' | 'nextFailed' | 'search' | 'watch' | 'counts' | 'figures'>;

interface Following {
  part: Part;
  /** Numbers of its rows that changed since they were last told of. */
  changed: Set<number>;
  stop: () => void;
}

export interface MergedViewsOptions {
  /** The sessions whose traffic belongs to the view, in the order of their servers. */
  sessions(): readonly MergedSession[];
  /** In the place of MANY_GONE and MANY_CHANGED. */
  manyGone?: number;
  manyChanged?: number;
}

/**
 * The traffic of the current sessions of all servers as one view; `update` tells it that one came or went. Rows are
 * taken up while somebody watches, and when somebody asks. Rows of a session that went leave the view, the others keep
 * their numbers unless most of them are of sessions that are gone.
 */
export class MergedViews implements TrafficViews {
  readonly figures: TrafficFigures;
  readonly #options: MergedViewsOptions;
  readonly #following = new Map<string, Following>();
  readonly #watches = new Set<MergedWatch>();
  #store = new MergedStore();
  #set: TrafficSet;
  #begun = false;
  #recorded = false;
  /** More rows changed than were counted. */
  #stale = false;
  #due: NodeJS.Immediate | undefined;
  #rev = 0;

  constructor(options: MergedViewsOptions) {
    this.#options = options;
    this.#set = this.#makeSet();
    this.figures = new TrafficFigures({
      rev: () => this.#rev,
      newest: () => this.#newest(),
      passing: (filter) => this.#set.passing(this.#inner(filter)),
      sessions: () => this.#parts().map(({ session, server }) => ({ sessionId: session.id, server: server[0] })),
      ready: () => this.#ready(),
    });
  }

  /** A session came or went. */
  update(): void {
    if (!this.#begun) return;
    const sessions = this.#options.sessions();
    const current = new Set(sessions.map(({ id }) => id));
    const gone = [...this.#following.values()].filter(({ part }) => !current.has(part.session.id));
    for (const { part, stop } of gone) {
      stop();
      this.#following.delete(part.session.id);
      this.#store.drop(part);
    }
    for (const session of sessions) if (!this.#following.has(session.id)) this.#follow(session);
    if (gone.length > 0) this.#startOver();
    this.#schedule();
  }

  async page(view: LogView, from: number, count: number, filter?: LogFilter): Promise<LogPage> {
    onlyTraffic(view);
    await this.#ready();
    const { total, moves, view: shown, rows } = await this.#set.page(from, count, this.#inner(filter));
    return { total, from, moves, traffic: rows.map((row) => shownRow(shown, row)) };
  }

  async place(row: number, filter?: LogFilter, view: LogView = 'traffic'): Promise<RowPlace> {
    onlyTraffic(view);
    await this.#ready();
    const [store, number] = [this.#store, row - this.#store.first];
    const found = store.at(number);
    if (!found) return { place: -1, row: undefined };
    const place = await this.#set.whole(this.#inner(filter), (rows) => rows.placeOf(number));
    return { place, row: store.told(found) };
  }

  async nextFailed({ from, back }: FailedStep, filter?: LogFilter): Promise<number | undefined> {
    await this.#ready();
    const { first } = this.#store;
    const step = { back, ...(from === undefined ? {} : { from: from - first }) };
    const found = await this.#set.whole(this.#inner(filter), (rows) => nextFailed(rows, step));
    return found === undefined ? undefined : found + first;
  }

  watch(view: LogView, _after: number, filter: LogFilter | undefined, wake: () => void): Source<LogEvent> {
    onlyTraffic(view);
    this.#begin();
    const open = () => this.#set.watch(-1, this.#inner(filter), wake);
    const watch = new MergedWatch(open, { wake, closed: (closed) => this.#watches.delete(closed) });
    this.#watches.add(watch);
    this.#schedule();
    return watch;
  }

  /** Places of the rows in the unfiltered view whose payload holds the text. */
  async search(view: LogView, text: string, after: number, limit: number): Promise<{ rows: number[]; done: boolean }> {
    onlyTraffic(view);
    await this.#ready();
    const search = new MergedSearch(this.#store, [text.toLowerCase()], false);
    const { base } = this.#set;
    const found = new Set<number>();
    while (!search.done) {
      const rows = (await search.step(() => true)) ?? [];
      for (const place of rows.map((row) => base.placeOf(row))) if (place > after) found.add(place);
    }
    const rows = [...found].sort((a, b) => a - b);
    return { rows: rows.slice(0, limit), done: rows.length <= limit };
  }

  counts(): Session['counts'] {
    const sum = { wire: 0, traffic: 0, stderr: 0, notices: 0, client: 0, errors: 0 };
    for (const { views } of this.#options.sessions()) {
      const counts = views.counts();
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += counts[name]; // its own keys
    }
    return sum;
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    for (const session of this.#options.sessions()) this.#follow(session);
    this.#schedule();
  }

  /** Waits until every row there is now is in the view. */
  async #ready(): Promise<void> {
    this.#begin();
    while (this.#takeUp()) await turn();
    const { base } = this.#set;
    if (base instanceof FilteredView) await base.scan(Number.POSITIVE_INFINITY);
  }

  /** The parts in the order of their servers. */
  #parts(): Part[] {
    return this.#options.sessions().flatMap(({ id }) => this.#following.get(id)?.part ?? []);
  }

  #follow(session: MergedSession): void {
    const changed = new Set<number>();
    const stop = session.views.follow({
      grew: () => this.#schedule(),
      changed: (row) => {
        if (changed.size < (this.#options.manyChanged ?? MANY_CHANGED)) changed.add(row);
        else this.#stale = true;
        this.#schedule();
      },
      recorded: () => {
        this.#recorded = true;
        this.#schedule();
      },
    });
    this.#following.set(session.id, { part: this.#store.add(session), changed, stop });
  }

  #schedule(): void {
    if (this.#watches.size === 0) return;
    this.#due ??= setImmediate(() => {
      this.#due = undefined;
      if (this.#takeUp()) this.#schedule();
    });
  }

  /** Brings rows that came or changed into the view. Gives whether more of them wait. */
  #takeUp(): boolean {
    if (this.#stale) this.#readAnew();
    const from = this.#store.count;
    const more = this.#store.takeUp(STEP);
    for (let row = from; row < this.#store.count; row += 1) this.#set.added(row);
    this.#rev += this.#store.count - from;
    for (const { part, changed } of this.#following.values()) {
      // A row that was not taken up yet is read then as it is.
      for (const own of changed) this.#tell(part.mergedRow(own));
      changed.clear();
    }
    if (this.#recorded) this.#set.recorded();
    this.#recorded = false;
    return more;
  }

  #tell(row: number | undefined): void {
    const made = row === undefined ? undefined : this.#store.at(row);
    if (!made) return;
    this.#rev += 1;
    this.#set.changed(made);
    for (const watcher of this.#set.watchers) watcher.changed(made);
  }

  /** Rows have left: views are made anew, and their readers start over. */
  #startOver(): void {
    const { gone, count, first, parts } = this.#store;
    if (gone > Math.max(this.#options.manyGone ?? MANY_GONE, count - gone)) {
      // Numbers go on, so that one a reader kept never becomes another row.
      const store = new MergedStore(first + count);
      for (const { session } of parts) {
        const following = this.#following.get(session.id);
        if (following) following.part = store.add(session);
      }
      this.#store = store;
    } else this.#store.setClock();
    this.#readAnew();
  }

  #readAnew(): void {
    this.#stale = false;
    for (const { changed } of this.#following.values()) changed.clear();
    this.#rev += 1;
    this.#set = this.#makeSet();
    for (const watch of this.#watches) watch.startOver();
  }

  #makeSet(): TrafficSet {
    const store = this.#store;
    const isHere = ({ row }: { row: number }) => store.partOf(row)?.gone === false;
    const whole = store.gone === 0;
    return trafficSet(whole ? wholeView(store) : new FilteredView(store, isHere), {
      server: (row) => store.partOf(row)?.server ?? [],
      search: (words, excludes) => new MergedSearch(store, words, excludes),
      ...(whole ? {} : { only: isHere }),
    });
  }

  /** A filter with the numbers that rows have here. */
  #inner(filter: LogFilter | undefined): LogFilter | undefined {
    const { first } = this.#store;
    if (first === 0 || !filter?.tree) return filter;
    const inner = (rows: readonly number[]) => rows.map((row) => row - first).filter((row) => row >= 0);
    const { opened, closed } = filter.tree;
    return { ...filter, tree: { opened: inner(opened), closed: inner(closed) } };
  }

  /** Time of the newest record, by the merged clock. */
  async #newest(): Promise<number> {
    const begun = this.#parts().filter(({ merged }) => merged.length > 0);
    const times = begun.map(async ({ session, offset }) => offset + (await session.views.newest()));
    return Math.max(0, ...(await Promise.all(times)));
  }
}

function onlyTraffic(view: LogView): void {
  if (view === 'traffic') return;
  throw new HostError(
    'BAD_INPUT',
    'Only the traffic of all servers is kept together. Ask for the lines of one session.',
  );
}
