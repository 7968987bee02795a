import type { LineRow, LogFilter, LogView, TrafficRow } from '#shared/exchange.ts';
import type { LogEvent, LogPage, RowAt } from '#shared/log-views.ts';
import type { Source } from '#shared/rpc.ts';
import type { Session } from '#shared/session.ts';
import type { TrafficStats } from '#shared/traffic.ts';

type Row = LineRow | TrafficRow;

interface Place {
  sessionId: string;
  view: LogView;
  filter?: LogFilter | undefined;
}

const isTraffic = (row: Row): row is TrafficRow => 'method' in row;
const isLine = (row: Row): row is LineRow => 'k' in row;
const failed = (row: TrafficRow) => ['error', 'tool error', 'timed out', 'lost'].includes(row.status);

function textOf(row: Row): string {
  return isTraffic(row) ? [row.method, row.name, row.preview].join(' ') : row.text;
}

/** Whether a filter lets a row through, as the host would decide it. */
export function passes(row: Row, filter: LogFilter | undefined): boolean {
  if (!filter) return true;
  if (filter.text && !textOf(row).toLowerCase().includes(filter.text.toLowerCase())) return false;
  if (filter.query && !textOf(row).toLowerCase().includes(filter.query.toLowerCase())) return false;
  if (filter.levels && !filter.levels.includes(row.level ?? 'none')) return false;
  if (filter.dir && row.dir !== filter.dir) return false;
  if (isTraffic(row) && filter.between) {
    const { from, to } = filter.between;
    if (row.m > to || row.m + (row.tookUs ?? 0) < from) return false;
  }
  if (!isTraffic(row)) return !filter.kinds || filter.kinds.some((kind) => kind === row.k);
  if (filter.methods && !filter.methods.includes(row.method)) return false;
  if (filter.names && !filter.names.includes(row.name ?? '')) return false;
  if (filter.kinds && !filter.kinds.includes(row.kind)) return false;
  return !filter.errorsOnly || failed(row) || row.worst === 'error';
}

const SORTED: Partial<Record<NonNullable<LogFilter['sort']>['by'], (row: TrafficRow) => number | string>> = {
  method: (row) => row.method,
  size: (row) => row.bytes,
  took: (row) => row.tookUs ?? -1,
};

/** Rows in the order a filter asks for, those that are folded away left out, the others marked as opened or not. */
function arranged(rows: Row[], { sort, tree }: LogFilter): Row[] {
  const key = sort && SORTED[sort.by];
  const sign = sort?.desc ? -1 : 1;
  const sorted = key
    ? rows.filter(isTraffic).toSorted((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0))
    : rows;
  if (!tree) return sorted;
  const open = new Set(tree.opened);
  return sorted.flatMap((row) => {
    if (!isTraffic(row)) return [row];
    if (row.under !== undefined) return [];
    const opened = open.has(row.row);
    const members = rows.filter((each) => isTraffic(each) && each.under === row.row);
    const head = row.members === undefined ? row : { ...row, opened };
    return opened ? [head, ...members] : [head];
  });
}

interface Sought extends Omit<Place, 'view'> {
  view?: LogView | undefined;
  row: number;
}

interface NextFailed extends Omit<Place, 'view'> {
  from?: number | undefined;
  back?: boolean | undefined;
}

interface Reader {
  place: Place;
  /** Rows of the filtered view that were sent; -1 before the first `reset`. */
  sent: number;
  changed: Set<number>;
  wake: () => void;
}

/** Log rows of all views of a fake host, with the pages and the live streams over them. */
export class FakeLogs {
  readonly #rows = new Map<string, Row[]>();
  readonly #folds = new Map<string, [number, number][]>();
  readonly #readers = new Set<Reader>();

  all(sessionId: string, view: LogView): Row[] {
    const key = `${sessionId}/${view}`;
    const known = this.#rows.get(key);
    if (known) return known;
    const fresh: Row[] = [];
    this.#rows.set(key, fresh);
    return fresh;
  }

  /** Appends rows; a traffic row with a known `row` number replaces that row. */
  add(sessionId: string, view: LogView, rows: readonly Row[]): void {
    const all = this.all(sessionId, view);
    for (const row of rows) {
      const known = all.findIndex((other) => other.row === row.row);
      if (known < 0) all.push(row);
      else all[known] = row;
      if (known >= 0) for (const reader of this.#of(sessionId, view)) reader.changed.add(row.row);
    }
    for (const reader of this.#of(sessionId, view)) reader.wake();
  }

  /** The folds of the unfiltered stderr view, for readers that come later. */
  setFolds(sessionId: string, folds: [number, number][]): void {
    this.#folds.set(sessionId, folds);
  }

  page(input: Place & { from: number; count: number }): LogPage {
    const rows = this.#filtered(input);
    const part = rows.slice(input.from, input.from + input.count);
    const lines = part.filter(isLine);
    const traffic = part.filter(isTraffic);
    const page = { total: rows.length, from: input.from };
    return traffic.length > 0 ? { ...page, traffic } : { ...page, lines };
  }

  /** Where a row stands in a form of a view; a line is not told itself. */
  place({ view = 'traffic', row, ...form }: Sought): RowAt {
    const place = this.#filtered({ ...form, view }).findIndex((each) => each.row === row);
    const found = this.all(form.sessionId, 'traffic').find((each) => each.row === row);
    const told = view === 'traffic' && found && isTraffic(found) ? { row: found } : {};
    return { ...(place < 0 ? {} : { place }), ...told };
  }

  /** Rows in order of arrival only. */
  nextFailed({ sessionId, filter, from, back = false }: NextFailed): RowAt {
    const { tree: _tree, sort: _sort, ...narrows } = filter ?? {};
    const rows = this.#filtered({ sessionId, view: 'traffic', filter: narrows }).filter(isTraffic);
    const ahead = (row: TrafficRow) => from === undefined || (back ? row.row < from : row.row > from);
    const failing = rows.filter((row) => failed(row) && ahead(row));
    const found = back ? failing.at(-1) : failing[0];
    return found ? this.place({ sessionId, filter, row: found.row }) : {};
  }

  watch(place: Place, wake: () => void): Source<LogEvent> {
    const reader: Reader = { place, sent: -1, changed: new Set(), wake };
    this.#readers.add(reader);
    return { take: () => this.#take(reader), close: () => void this.#readers.delete(reader) };
  }

  stats(sessionId: string, filter: LogFilter | undefined): TrafficStats {
    const rows = this.all(sessionId, 'traffic')
      .filter((row) => passes(row, filter))
      .filter(isTraffic);
    const took = rows.flatMap(({ tookUs }) => (tookUs === undefined ? [] : [tookUs])).toSorted((a, b) => a - b);
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    const at = (share: number) => took[Math.ceil(took.length * share) - 1];
    const [medianUs, p95Us] = [at(0.5), at(0.95)];
    return { rows: rows.length, rounds: 0, bytes, errors: rows.filter(failed).length, medianUs, p95Us, done: true };
  }

  counts(sessionId: string): Session['counts'] {
    const count = (view: LogView) => this.all(sessionId, view).length;
    const { errors } = this.stats(sessionId, undefined);
    const [wire, traffic, stderr] = [count('wire'), count('traffic'), count('stderr')];
    return { wire, traffic, stderr, notices: count('notices'), client: count('client'), errors };
  }

  #of(sessionId: string, view: LogView): Reader[] {
    return [...this.#readers].filter(({ place }) => place.sessionId === sessionId && place.view === view);
  }

  #filtered({ sessionId, view, filter }: Place): Row[] {
    const rows = this.all(sessionId, view).filter((row) => passes(row, filter));
    return filter ? arranged(rows, filter) : rows;
  }

  #take(reader: Reader): LogEvent[] {
    const rows = this.#filtered(reader.place);
    if (reader.sent < 0) {
      reader.sent = rows.length;
      reader.changed.clear();
      const { sessionId, view, filter } = reader.place;
      const folds = view === 'stderr' && !filter ? this.#folds.get(sessionId) : undefined;
      return [{ t: 'reset', total: rows.length }, ...(folds ? [{ t: 'folds' as const, at: 0, folds }] : [])];
    }
    const at = reader.sent;
    const fresh = rows.slice(at);
    const changed = rows.flatMap((row, index) =>
      index < at && isTraffic(row) && reader.changed.has(row.row) ? [{ at: index, row }] : [],
    );
    reader.sent = rows.length;
    reader.changed.clear();
    const traffic = [...changed, ...fresh.flatMap((row, n) => (isTraffic(row) ? [{ at: at + n, row }] : []))];
    const lines = fresh.filter(isLine);
    if (traffic.length > 0) return [{ t: 'traffic', rows: traffic, total: rows.length }];
    return lines.length > 0 ? [{ t: 'lines', at, rows: lines }] : [];
  }
}
