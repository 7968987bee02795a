import { rowFailed } from '#core/fold/row-failed.ts';
import { type LogFilter, SortKey, type TrafficRow } from '#shared/exchange.ts';
import { type Live, rpc } from './live-views.ts';
import type { Seeded } from './seeded.ts';

/** One of the filters, in any order, with any rows opened and closed. */
export function anyFilter(random: Seeded, filters: readonly LogFilter[]): LogFilter {
  const rows = () => Array.from({ length: random.below(5) }, () => random.below(40));
  return {
    ...random.pick(filters),
    ...(random.below(3) > 0 ? { tree: { opened: rows(), closed: rows() } } : {}),
    ...(random.below(3) > 0 ? { sort: { by: random.pick(SortKey.options), desc: random.below(2) > 0 } } : {}),
  };
}

/** One more thing happens; `open` are ids of requests without an answer. */
export function happen(live: Live, open: number[], random: Seeded): void {
  const at = random.below(open.length);
  const id = open[at] ?? 0;
  const what = random.below(12);
  if (what < 3) live.ping();
  else if (what < 5) live.log('text');
  else if (what < 7) {
    const name = random.pick(['echo', 'Search', 'zip']);
    open.push(live.request('tools/call', { name, _meta: { progressToken: random.below(9) } }));
  } else if (what === 7) live.rounds(random.below(2) > 0);
  else if (what === 8) live.add(rpc({ id: `a${random.below(1e6)}`, method: 'elicitation/create', params: {} }));
  else if (what === 9) live.progress(random.below(9));
  else if (open.length > 0) {
    open.splice(at, 1);
    if (random.below(3) > 0) live.answer(id);
    else live.fail(id);
  }
}

const VALUES: Record<SortKey, (row: TrafficRow) => number | string | undefined> = {
  row: (row) => row.row,
  time: (row) => row.t,
  kind: (row) => row.kind,
  method: (row) => `${row.method.replace('notifications/', '')} ${row.name ?? ''}`.toLowerCase(),
  status: (row) => row.status || undefined,
  size: (row) => row.sums?.bytes ?? row.bytes,
  took: (row) => row.sums?.tookUs ?? row.tookUs,
  server: (row) => row.server,
  http: (row) => row.http,
  id: (row) => row.rpcId,
  sent: (row) => (row.sums ?? row).bytesOut ?? (row.dir === 'out' ? (row.sums ?? row).bytes : 0),
  received: (row) => (row.sums ?? row).bytesIn ?? (row.dir === 'in' ? (row.sums ?? row).bytes : 0),
  task: (row) => row.taskId,
  first: (row) => row.firstUs,
};

function sorted(rows: TrafficRow[], sort: LogFilter['sort']): TrafficRow[] {
  if (!sort) return rows;
  const value = VALUES[sort.by];
  return [...rows].sort((x, y) => {
    const [a, b] = [value(x), value(y)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    if (typeof a !== typeof b) return (typeof a === 'number' ? -1 : 1) * (sort.desc ? -1 : 1);
    return (a < b ? -1 : a > b ? 1 : 0) * (sort.desc ? -1 : 1);
  });
}

/** The rows that pass, as the words of LogFilter say they are arranged. */
export function arranged(
  all: readonly TrafficRow[],
  passing: ReadonlySet<number>,
  { tree, sort }: Pick<LogFilter, 'tree' | 'sort'>,
): TrafficRow[] {
  if (!tree)
    return sorted(
      all.filter(({ row }) => passing.has(row)),
      sort,
    );
  const members = (head: number) => all.filter(({ row, under }) => under === head && passing.has(row));
  const isOpen = (row: TrafficRow) => {
    if (row.members === undefined || tree.opened.includes(row.row)) return true;
    if (tree.closed.includes(row.row)) return false;
    const waits = row.status === 'waiting' || row.status === 'input_required';
    return !passing.has(row.row) || (row.group === 'rounds' && (waits || rowFailed(row)));
  };
  const tops = all.filter(({ row, under }) => under === undefined && (passing.has(row) || members(row).length > 0));
  return sorted(tops, sort).flatMap((top) => [top, ...(isOpen(top) ? members(top.row) : [])]);
}
