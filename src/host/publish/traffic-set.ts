import { payloadWords, trafficTest } from '#core/fold/row-filter.ts';
import type { FilterTestOptions } from '#core/fold/row-filter-test.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { createArranger } from './arranger.ts';
import type { RowSearch } from './payload-search.ts';
import type { RowView } from './row-store.ts';
import { type ViewKind, ViewSet } from './view-set.ts';
import { TrafficWatcher } from './watchers.ts';

export type TrafficSet = ViewSet<TrafficRow, TrafficWatcher>;

export interface TrafficSetOptions {
  /** Whose the rows are; see FilterTestOptions. */
  server: FilterTestOptions['server'];
  /** Makes what looks for words in payloads. */
  search(words: readonly string[], excludes: boolean): RowSearch;
  /** Which rows of the store belong to the base; all of them unless given. */
  only?: (row: TrafficRow) => boolean;
}

/** The filtered, folded and sorted forms of a view of traffic rows. */
export function trafficSet(
  base: RowView<TrafficRow>,
  { server, search: searchFor, only }: TrafficSetOptions,
): TrafficSet {
  const kind: ViewKind<TrafficRow, TrafficWatcher> = {
    search: (filter) => {
      const { words, excludes } = payloadWords(filter);
      return words.length > 0 ? searchFor(words, excludes) : undefined;
    },
    test: (filter, payloads) => {
      const test = trafficTest(filter, { server, payloads });
      return test && only ? (row) => only(row) && test(row) : test;
    },
    watcher: (view, from, hooks) => new TrafficWatcher(view, from, hooks),
    // Places of a filtered view may have moved since the reader left.
    placeAfter: (view) => (view === base ? view.count : undefined),
    arranger: createArranger(base.store),
  };
  return new ViewSet(base, kind);
}
