import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import { KEPT_FINDINGS } from '#core/fold/findings.ts';
import { isProcessNote, type LineView, lineViewOf } from '#core/fold/line-row.ts';
import type { FoldMessage } from '#core/fold/row-book.ts';
import type { Parsed } from '#core/messages.ts';
import type { Exchange, LogFilter, LogView, TrafficRow } from '#shared/exchange.ts';
import type { LogEvent, LogPage } from '#shared/log-views.ts';
import type { Finding, WireRecord } from '#shared/records.ts';
import type { Source } from '#shared/rpc.ts';
import type { Session } from '#shared/session.ts';
import type { RatedView } from '#shared/traffic.ts';
import type { WireLogReader } from '../store/log-files.ts';
import type { FoldedTraffic } from '../store/traffic-index.ts';
import { exchangeAgain } from './exchange-again.ts';
import { FilteredView } from './filtered-view.ts';
import { type LineSet, lineSet, lineStores, serverOf } from './line-sets.ts';
import type { LineStore } from './line-store.ts';
import { type FailedStep, nextFailed } from './next-failed.ts';
import { PayloadSearch } from './payload-search.ts';
import { RateCounts } from './rate-counts.ts';
import { wholeView } from './row-store.ts';
import { StderrReading } from './stderr-reading.ts';
import { TraceFolds } from './trace-folds.ts';
import { TrafficFigures } from './traffic-figures.ts';
import { type TrafficSet, type TrafficSetOptions, trafficSet } from './traffic-set.ts';
import { TrafficStore } from './traffic-store.ts';
import { shownRow } from './watchers.ts';

/** Traffic rows that an older session keeps in memory. */
const SHRUNK_ROWS = 500;

export interface LogViewsOptions {
  log: WireLogReader;
  /** Called after each record. */
  onCounts?: () => void;
  onFinding?: (finding: Finding) => void;
  /** Called for each message, for checks beside the log. */
  onMessage?: (seen: FoldMessage) => void;
  /** Traffic rows kept in memory as they are. */
  keptRows?: number;
  /** What was made of the log before: nothing is added to it any more. */
  from?: FoldedTraffic;
}

/** Where a traffic row stands in a form of the view, -1 where that does not show it, and the row itself. */
export interface RowPlace {
  place: number;
  row: TrafficRow | undefined;
}

/** Told while the log is written to: it only takes note of what there is to look at later. */
export interface RowFollower {
  grew(): void;
  changed(row: number): void;
  /** A record was added to a row, which may not change by it. */
  recorded(): void;
}

/** The views of one session's log. */
export interface LogViews {
  /** The next record, as kept in the log; `parsed` saves reading a frame's text a second time. */
  add(record: WireRecord, parsed?: Parsed): void;
  /** Nothing more will come: what is open is lost. `m` is the monotonic time of the end. */
  end(m: number): void;
  /** What was made of all records so far, and a number that is another one when it changed. */
  folded(): FoldedTraffic & { rev: number };
  /** For an ended session that is no longer the newest: what can be read again from the log leaves memory. */
  shrink(): void;
  counts(): Session['counts'];
  page(view: LogView, from: number, count: number, filter?: LogFilter): Promise<LogPage>;
  /** Of a line view only the place is told. */
  place(row: number, filter?: LogFilter, view?: LogView): Promise<RowPlace>;
  /** Number of the traffic row that failed next, see `nextFailed`. */
  nextFailed(step: FailedStep, filter?: LogFilter): Promise<number | undefined>;
  /** Rows of the view after row `after` whose payload holds the text. */
  search(view: LogView, text: string, after: number, limit: number): Promise<{ rows: number[]; done: boolean }>;
  /** `after`: -1 for a new reader; else the last record number (lines) or revision (traffic, notices) the reader has. */
  watch(view: LogView, after: number, filter: LogFilter | undefined, wake: () => void): Source<LogEvent>;
  exchange(id: string): Promise<Exchange | undefined>;
  /** All traffic rows, in order of arrival. */
  readonly rows: TrafficStore;
  /** Tells of every traffic row that comes or changes, at once, until the returned function is called. */
  follow(follower: RowFollower): () => void;
  /** Time of the newest record, microseconds of the session's clock. */
  newest(): Promise<number>;
  /** The traffic row that a record belongs to, -1 for none. */
  rowOf(seq: number): number;
  /** The newest traffic row whose first record is not after this one, -1 when there is none. */
  rowNear(seq: number): number;
  /** Where the line of a record stands in a view, -1 when it is no line of it. */
  lineOf(view: LineView, seq: number): number;
  /** Sums over the traffic, and the session on three lanes. */
  readonly figures: TrafficFigures;
  /** How many notifications and lines of stderr came when. */
  rates(view: RatedView): Promise<RateCounts>;
  /** A finding that was made after its record, with the row and exchange that `onMessage` told. */
  put(finding: Finding, on: { row: TrafficRow; exchange?: Exchange | undefined }): void;
  /** Remarks on one record; of a session that floods with faults only the first 20,000 are kept. */
  findings(seq: number): Finding[];
}

const isNotice = (row: TrafficRow) => row.kind === 'notice' && row.dir === 'in';

function findingsBySeq(findings: readonly Finding[]): Map<number, Finding[]> {
  const found = new Map<number, Finding[]>();
  for (const finding of findings) found.set(finding.seq, [...(found.get(finding.seq) ?? []), finding]);
  return found;
}

class Views implements LogViews {
  readonly #log: WireLogReader;
  readonly #options: LogViewsOptions;
  readonly #fold: ExchangeFold;
  readonly #traffic: TrafficStore;
  readonly #lines: Record<'wire' | 'stderr' | 'client', LineStore>;
  readonly #lineSets: Record<'wire' | 'stderr' | 'client', LineSet>;
  readonly #trafficSet: TrafficSet;
  readonly #noticeSet: TrafficSet;
  readonly #folds = new TraceFolds();
  readonly #rates = { notices: new RateCounts(), stderr: new RateCounts() };
  /** Rows before this one are counted in the rates. */
  #rated = 0;
  readonly #reading: StderrReading | undefined;
  readonly figures: TrafficFigures;
  readonly #followers = new Set<RowFollower>();
  #shrunk = false;
  /** Time of the newest record. */
  #newest = 0;
  /** Remarks of a log that was folded before, by record. */
  #known: Map<number, Finding[]> | undefined;

  constructor(options: LogViewsOptions) {
    const { log } = options;
    this.#log = log;
    this.#options = options;
    this.#traffic = new TrafficStore(log, { kept: options.keptRows, from: options.from });
    this.#lines = lineStores(log, options.from !== undefined, (seq) => this.#findingsOf(seq));
    this.#lineSets = {
      wire: lineSet(this.#lines.wire, log),
      stderr: lineSet(this.#lines.stderr, log, this.#folds),
      client: lineSet(this.#lines.client, log),
    };
    this.#reading = options.from && this.#readStderr();
    const rowOf = (seq: number) => this.#traffic.rowOf(seq);
    const from: TrafficSetOptions = {
      server: serverOf(log),
      search: (words, excludes) => new PayloadSearch({ log, words, excludes, rowOf }),
    };
    this.#trafficSet = trafficSet(wholeView(this.#traffic), from);
    this.#noticeSet = trafficSet(new FilteredView(this.#traffic, isNotice), { ...from, only: isNotice });
    this.figures = new TrafficFigures({
      rev: () => this.#traffic.rev,
      newest: () => this.newest(),
      passing: (filter) => this.#trafficSet.passing(filter),
    });
    this.#fold = new ExchangeFold({
      row: (row) => {
        this.#traffic.add(row);
        this.#trafficSet.added(row.row);
        this.#noticeSet.added(row.row);
        if (isNotice(row)) this.#rates.notices.addNotice(row);
        for (const follower of this.#followers) follower.grew();
      },
      changed: (row) => this.#changed(row),
      joined: (seq, row) => this.#traffic.join(seq, row),
      ...(options.onFinding ? { finding: options.onFinding } : {}),
      ...(options.onMessage ? { message: options.onMessage } : {}),
    });
  }

  add(record: WireRecord, parsed?: Parsed): void {
    this.#newest = record.m;
    this.#fold.apply(record, parsed);
    const row = this.#fold.rowOfRecord;
    this.#traffic.tie(record.seq, row);
    if (row >= 0) {
      this.#trafficSet.recorded();
      this.#noticeSet.recorded();
      for (const follower of this.#followers) follower.recorded();
    }
    const view = lineViewOf(record);
    if (record.k === 'stderr') this.#stderr(record);
    else if (view) this.#lineSets[view].added(this.#lines[view].add(record));
    if (isProcessNote(record)) this.#stderr(record);
    this.#options.onCounts?.();
  }

  #stderr(record: WireRecord): void {
    const row = this.#lines.stderr.add(record);
    this.#line(record, row);
    this.#lineSets.stderr.added(row);
  }

  /** A line of the stderr view is counted, and may be part of a stack trace. */
  #line(record: WireRecord, row: number): void {
    if (record.k === 'stderr') this.#rates.stderr.add('none', record.t);
    this.#folds.add(record.k === 'stderr' ? record.text : undefined, row);
  }

  #readStderr(): StderrReading {
    return new StderrReading({
      log: this.#log,
      seqs: () => this.#lines.stderr.seqs,
      line: (record, row) => this.#line(record, row),
      went: () => {
        for (const watcher of this.#lineSets.stderr.watchers) watcher.poke();
      },
    });
  }

  async rates(view: RatedView): Promise<RateCounts> {
    if (view === 'stderr') await this.#reading?.done();
    const end = this.#options.from ? this.#traffic.count : 0;
    for (; this.#rated < end; this.#rated += 1) {
      const row = this.#traffic.peek(this.#rated);
      if (row && isNotice(row)) this.#rates.notices.addNotice(row);
    }
    return this.#rates[view];
  }

  end(m: number): void {
    this.#fold.close(m);
    this.#options.onCounts?.();
  }

  shrink(): void {
    this.#shrunk = true;
    this.#traffic.shrink(SHRUNK_ROWS);
    this.#fold.forgetEnded();
  }

  counts(): Session['counts'] {
    const { wire, stderr, client } = this.#lines;
    return {
      wire: wire.count,
      stderr: stderr.count,
      client: client.count,
      traffic: this.#traffic.count,
      notices: this.#notices,
      errors: this.#traffic.errors,
    };
  }

  folded(): FoldedTraffic & { rev: number } {
    const { errors, rev } = this.#traffic;
    const findings = () => this.#options.from?.findings() ?? this.#fold.findings();
    return { rows: this.#traffic.columns(), errors, notices: this.#notices, findings, rev };
  }

  /** Nobody may have looked for them yet in a log that was folded before. */
  get #notices(): number {
    return Math.max(this.#noticeSet.count, this.#options.from?.notices ?? 0);
  }

  async page(view: LogView, from: number, count: number, filter?: LogFilter): Promise<LogPage> {
    if (view === 'traffic' || view === 'notices') {
      const set = view === 'traffic' ? this.#trafficSet : this.#noticeSet;
      const { total, moves, view: shown, rows } = await set.page(from, count, filter);
      return { total, from, moves, traffic: rows.map((row) => shownRow(shown, row)) };
    }
    const { total, rows } = await this.#lineSets[view].page(from, count, filter);
    return { total, from, lines: rows };
  }

  async place(row: number, filter?: LogFilter, view: LogView = 'traffic'): Promise<RowPlace> {
    if (view !== 'traffic' && view !== 'notices') {
      const at = await this.#lineSets[view].whole(filter, (lines) => lines.placeOf(row));
      return { place: at, row: undefined };
    }
    const set = view === 'traffic' ? this.#trafficSet : this.#noticeSet;
    const place = await set.whole(filter, (rows) => rows.placeOf(row));
    const found = this.#traffic.at(row);
    return { place, row: found && { ...found } };
  }

  nextFailed(step: FailedStep, filter?: LogFilter): Promise<number | undefined> {
    return this.#trafficSet.whole(filter, (rows) => nextFailed(rows, step));
  }

  get rows(): TrafficStore {
    return this.#traffic;
  }

  follow(follower: RowFollower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  async newest(): Promise<number> {
    return this.#newest || ((await this.#log.records([this.#log.lastSeq]))[0]?.m ?? 0);
  }

  async search(view: LogView, text: string, after: number, limit: number): Promise<{ rows: number[]; done: boolean }> {
    if (view === 'traffic' || view === 'notices') return this.#searchTraffic(view, text, { after, limit });
    const { seqs } = this.#lines[view];
    if (after + 1 >= seqs.length) return { rows: [], done: true };
    const found = await this.#log.search(text, {
      from: seqs.at(after + 1),
      limit,
      wanted: (seq) => seqs.indexOf(seq) >= 0,
    });
    return { rows: found.seqs.map((seq) => seqs.indexOf(seq)), done: found.next === undefined };
  }

  /** A row matches by any of its records, and an answer may lie far behind its request: all records are looked at. */
  async #searchTraffic(
    view: 'traffic' | 'notices',
    text: string,
    { after, limit }: { after: number; limit: number },
  ): Promise<{ rows: number[]; done: boolean }> {
    const { base } = view === 'traffic' ? this.#trafficSet : this.#noticeSet;
    if (base instanceof FilteredView) await base.scan(Number.POSITIVE_INFINITY);
    if (after + 1 >= base.count) return { rows: [], done: true };
    const found = new Set<number>();
    let from: number | undefined = this.#traffic.seqOf(base.rowAt(after + 1));
    while (from !== undefined) {
      const part: { seqs: number[]; next: number | undefined } = await this.#log.search(text, { from, limit: 10_000 });
      for (const seq of part.seqs) {
        const row = this.#traffic.rowOf(seq);
        const place = row < 0 ? -1 : base.placeOf(row);
        if (place > after) found.add(place);
      }
      from = part.next;
    }
    const rows = [...found].sort((a, b) => a - b);
    return { rows: rows.slice(0, limit), done: rows.length <= limit };
  }

  watch(view: LogView, after: number, filter: LogFilter | undefined, wake: () => void): Source<LogEvent> {
    // A folder that goes meanwhile leaves the lines unfolded.
    if (view === 'stderr') this.#reading?.done().catch(() => undefined);
    if (view !== 'traffic' && view !== 'notices') return this.#lineSets[view].watch(after, filter, wake);
    const set = view === 'traffic' ? this.#trafficSet : this.#noticeSet;
    // Which rows changed since is no longer known: the reader starts over.
    const watcher = set.watch(this.#shrunk ? -1 : after, filter, wake);
    if (after >= 0 && !this.#shrunk && watcher.view === set.base) {
      // A reader that comes back gets every row that changed since its newest revision.
      for (const row of this.#traffic.since(after)) watcher.changed(row);
    }
    return watcher;
  }

  async exchange(id: string): Promise<Exchange | undefined> {
    const known = this.#fold.exchange(id);
    if (known) return known;
    const findings = (seq: number) => this.#findingsOf(seq);
    const { from } = this.#options;
    const allFindings = from ? from.findings().length < KEPT_FINDINGS : !this.#fold.forgotFindings;
    return exchangeAgain(id, { log: this.#log, rows: this.#traffic, findings, allFindings });
  }

  rowOf(seq: number): number {
    return this.#traffic.rowOf(seq);
  }

  rowNear(seq: number): number {
    let [low, high] = [0, this.#traffic.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#traffic.seqOf(middle) <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  lineOf(view: LineView, seq: number): number {
    return this.#lines[view].seqs.indexOf(seq);
  }

  put(finding: Finding, on: { row: TrafficRow; exchange?: Exchange | undefined }): void {
    this.#fold.put(finding, on);
    this.#options.onCounts?.();
  }

  findings(seq: number): Finding[] {
    return [...this.#findingsOf(seq)];
  }

  #findingsOf(seq: number): readonly Finding[] {
    const { from } = this.#options;
    if (!from) return this.#fold.findingsOf(seq);
    this.#known ??= findingsBySeq(from.findings());
    return this.#known.get(seq) ?? [];
  }

  #changed(row: TrafficRow): void {
    this.#traffic.change(row);
    for (const set of [this.#trafficSet, this.#noticeSet]) {
      set.changed(row);
      for (const watcher of set.watchers) watcher.changed(row);
    }
    for (const follower of this.#followers) follower.changed(row.row);
  }
}

/** The views of one session: give it every record as the log keeps it, live or read again from disk. */
export function createLogViews(options: LogViewsOptions): LogViews {
  return new Views(options);
}
