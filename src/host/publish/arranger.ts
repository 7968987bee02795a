import type { TrafficRow } from '#shared/exchange.ts';
import { ArrangedView } from './arranged-view.ts';
import { FoldIndex } from './fold-index.ts';
import type { RowView } from './row-store.ts';
import type { Arranger } from './view-set.ts';

/** Makes the arranged views of one store; they share what is known of folded rows. */
export function createArranger(store: RowView<TrafficRow>['store']): Arranger<TrafficRow> {
  let folds: FoldIndex | undefined;
  return {
    get follows() {
      return folds !== undefined;
    },
    view: (source, arrangement, like) => {
      folds ??= new FoldIndex(store);
      return new ArrangedView(source, arrangement, { folds, like });
    },
    take: (row, forget) => {
      if (folds?.differs(row)) forget();
      folds?.take(row);
    },
  };
}
