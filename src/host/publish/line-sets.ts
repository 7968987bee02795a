import type { LineView } from '#core/fold/line-row.ts';
import { lineTest } from '#core/fold/row-filter.ts';
import type { LineRow } from '#shared/exchange.ts';
import type { Finding } from '#shared/records.ts';
import type { WireLogReader } from '../store/log-files.ts';
import { FilteredView } from './filtered-view.ts';
import { LineStore } from './line-store.ts';
import { wholeView } from './row-store.ts';
import type { TraceFolds } from './trace-folds.ts';
import { ViewSet } from './view-set.ts';
import { LineWatcher } from './watchers.ts';

/** A view of lines (wire, stderr, client) in all its forms. */
export type LineSet = ViewSet<LineRow, LineWatcher>;

/** Name and id of the server a log is of. */
export function serverOf({ meta }: WireLogReader): string[] {
  return meta ? [meta.config.name, meta.serverId] : [];
}

/** The forms of the view of a store. `folds`: stack traces that lines of it are part of. */
export function lineSet(store: LineStore, log: WireLogReader, folds?: TraceFolds): LineSet {
  const base = wholeView(store);
  return new ViewSet(base, {
    test: (filter) => lineTest(filter, { server: serverOf(log) }),
    watcher: (view, from, hooks) => new LineWatcher(view, from, hooks, view === base ? folds : undefined),
    placeAfter: (view, after) => {
      const row = store.seqs.lowerBound(after + 1);
      if (!(view instanceof FilteredView)) return row;
      return view.upToDate ? view.placeFrom(row) : undefined;
    },
    watched: (change) => (change === 1 ? store.watch() : store.unwatch()),
  });
}

function worstOf(findings: readonly Finding[]): LineRow['worst'] {
  const severities = findings.map(({ severity }) => severity);
  return severities.includes('error') ? 'error' : severities.includes('warn') ? 'warn' : undefined;
}

/**
 * The stores of the line views; those of a log that was folded before begin with its lines. `findings`: on a record.
 */
export function lineStores(
  log: WireLogReader,
  folded: boolean,
  findings: (seq: number) => readonly Finding[],
): Record<LineView, LineStore> {
  const begin = (view: LineView) => () => (folded ? log.index.linesOf(view) : undefined);
  const of = (view: LineView) => new LineStore(log, { begin: begin(view) });
  const worst = (seq: number) => worstOf(findings(seq));
  return { wire: new LineStore(log, { begin: begin('wire'), worst }), stderr: of('stderr'), client: of('client') };
}
