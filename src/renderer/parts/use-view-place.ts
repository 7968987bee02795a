import { useCallback, useEffect, useRef, useState } from 'react';
import { useStable } from '../ui/use-stable.ts';
import { useKeptState } from './use-kept-state.ts';

export interface ViewPlace {
  /** The row at the top edge to begin with; undefined where the view was not left at one. */
  readonly startAt: number | undefined;
  readonly follow: boolean;
  readonly setFollow: (follow: boolean) => void;
  readonly onRange: (first: number, last: number) => void;
}

interface LeftPlace {
  readonly first: number;
  readonly follow: boolean;
  /** Another row that was chosen since is shown instead. */
  readonly chosen: string | undefined;
}

/** Where a view of rows is scrolled to, kept while other views are shown. `key` such as `ses1/traffic`. */
export function useViewPlace(
  key: string,
  chosen: string | undefined,
  onRange: (first: number, last: number) => void,
): ViewPlace {
  const [left, leave] = useKeptState<LeftPlace | undefined>(`${key}/place`, undefined);
  const begun = useRef(left?.chosen === chosen ? left : undefined);
  // A view that opens at a chosen row shows that instead of the end.
  const [follow, setFollow] = useState(begun.current?.follow ?? chosen === undefined);
  const first = useRef<number>(undefined);
  const seen = useCallback(
    (top: number, last: number) => {
      first.current = top;
      onRange(top, last);
    },
    [onRange],
  );
  const keep = useStable(() => {
    if (first.current !== undefined) leave({ first: first.current, follow, chosen });
  });
  useEffect(() => () => keep(), [keep]);
  return { startAt: begun.current?.first, follow, setFollow, onRange: seen };
}
