import { useEffect, useState } from 'react';
import { useStable } from './use-stable.ts';
import type { RowSource } from './virtual-list-props.ts';

export interface AwaitedRow {
  /** A place was chosen whose row has not come yet. */
  readonly awaiting: boolean;
  /** Chooses the row at a place, at once or when it comes: `Home` and `End` lead far from what is loaded. */
  readonly pick: (index: number) => void;
  /** Something else was chosen since. */
  readonly forget: () => void;
}

/** Choosing among rows that may still be on their way. `of`: what the rows are of; nothing is awaited of another. */
export function useAwaitedRow<T>(
  rows: Pick<RowSource<T>, 'getRow'>,
  of: unknown,
  onRow: (row: T, index: number) => void,
): AwaitedRow {
  const [awaited, setAwaited] = useState<{ index: number; of: unknown }>();
  const index = awaited?.of === of ? awaited?.index : undefined;
  const arrived = index === undefined ? undefined : rows.getRow(index);
  const choose = useStable((row: T, place: number) => {
    setAwaited(undefined);
    onRow(row, place);
  });
  useEffect(() => {
    if (arrived !== undefined && index !== undefined) choose(arrived, index);
  }, [arrived, index, choose]);
  return {
    awaiting: index !== undefined,
    pick: (place) => {
      const row = rows.getRow(place);
      if (row === undefined) setAwaited({ index: place, of });
      else choose(row, place);
    },
    forget: () => setAwaited(undefined),
  };
}
