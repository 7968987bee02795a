/** Rows of one kind in arrival order. New rows are in memory, older ones are read from the log. */
export interface RowStore<R> {
  readonly count: number;
  /** The row if it is in memory. */
  at(row: number): R | undefined;
  /**
   * The row for a test or a comparison, without making it: what is given is the store's own, may be the same object each
   * time, and is only right until the next call. Undefined where a store has to read the log for it; `load` does then.
   * The traffic store has every row this way.
   */
  peek?(row: number): R | undefined;
  load(rows: ArrayLike<number>): Promise<R[]>;
  /** The row as readers get it, where they know it by another number. */
  told?(row: R): R;
}

/** `remove` rows from place `at` on left a view, `rows` took their place. */
export interface Move {
  at: number;
  remove: number;
  rows: readonly number[];
}

/** Told of what happens in a view, at once. */
export interface ViewListener {
  /** The row was added at the end. */
  grew(row: number): void;
  /** `row` is the one that came or left, where it is one. */
  moved(move: Move, row?: number): void;
  /** A row is to be shown in another way. */
  changed(row: number): void;
  /** All places are other ones. */
  restarted(): void;
}

/** The rows of a view: all of a store, or those that pass a filter. A place is a position in the view. */
export interface RowView<R> {
  readonly store: RowStore<R>;
  readonly count: number;
  /** How far payloads were looked through, of how many records; absent where none have to be. */
  readonly searched?: { through: number; of: number } | undefined;
  /** How many times places have moved, other than by new rows at the end. */
  readonly moves: number;
  rowAt(place: number): number;
  /** Place of a row, -1 when it is not in the view. */
  placeOf(row: number): number;
  /** In a view that folds: whether the members of a row are shown below it. */
  opened?(row: number): boolean;
  /** In a view that folds: the members of a closed row, which are not shown. */
  held?(row: number): readonly number[];
}

/** All rows of a store. */
export function wholeView<R>(store: RowStore<R>): RowView<R> {
  return {
    store,
    moves: 0,
    get count() {
      return store.count;
    },
    rowAt: (place) => place,
    placeOf: (row) => (row < store.count ? row : -1),
  };
}
