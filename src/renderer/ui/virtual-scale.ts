/** Browsers stop at about 33 million px of height; a scrollbar needs far less to be precise enough. */
const MAX_SPACER_PX = 4_000_000;

/** How row space (fractional row numbers) and the scrollbar's px relate. */
export interface VirtualScale {
  /** Px of content the scrollbar sees. */
  readonly spacer: number;
  /** Largest row number the top edge can have. */
  readonly maxTop: number;
  readonly toScroll: (top: number) => number;
  readonly toTop: (scroll: number) => number;
}

/** Scale for `count` rows of `rowHeight` px in a viewport of `viewHeight` px. One to one until the px run out. */
export function virtualScale(count: number, rowHeight: number, viewHeight: number): VirtualScale {
  const spacer = Math.max(viewHeight, Math.min(count * rowHeight, MAX_SPACER_PX));
  const maxTop = Math.max(0, count - viewHeight / rowHeight);
  const range = spacer - viewHeight;
  return {
    spacer,
    maxTop,
    toScroll: (top) => (maxTop === 0 ? 0 : (top / maxTop) * range),
    toTop: (scroll) => (range === 0 ? 0 : (scroll / range) * maxTop),
  };
}

export interface VirtualMove {
  /** Where it is now: the active row, or the top row when there is none. */
  readonly from: number;
  readonly count: number;
  /** Whole rows in the viewport. */
  readonly page: number;
  /** Rows that can be stopped at; all when undefined. */
  readonly stops?: ((index: number) => boolean) | undefined;
}

const KEYS: Readonly<Record<string, (move: VirtualMove) => number>> = {
  ArrowDown: (move) => move.from + 1,
  ArrowUp: (move) => move.from - 1,
  j: (move) => move.from + 1,
  k: (move) => move.from - 1,
  PageDown: (move) => move.from + move.page,
  PageUp: (move) => move.from - move.page,
  Home: () => 0,
  End: (move) => move.count - 1,
};

/** The row a movement key leads to; undefined for other keys and when there is nowhere to go. */
export function virtualTarget(key: string, move: VirtualMove): number | undefined {
  const wanted = KEYS[key]?.(move);
  if (wanted === undefined || move.count === 0) return undefined;
  const target = Math.min(move.count - 1, Math.max(0, wanted));
  if (move.stops === undefined || move.stops(target)) return target;
  const forward = wanted > move.from;
  for (const by of forward ? [1, -1] : [-1, 1]) {
    for (let index = target; index >= 0 && index < move.count; index += by) {
      if (move.stops(index)) return index;
    }
  }
  return undefined;
}
