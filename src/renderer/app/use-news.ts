import { useEffect, useRef } from 'react';

interface Seen {
  readonly of: string | undefined;
  readonly counts: Map<string, number>;
}

interface Counted {
  readonly id: string;
  readonly count?: number | undefined;
  /** The count may still be that of a part. */
  readonly reading?: boolean | undefined;
}

/**
 * Which tabs have more items than when they were last looked at (DESIGN 3.4). `of` names the session that is counted;
 * the first whole count of a tab is nothing new.
 */
export function useNews(of: string | undefined, tabs: readonly Counted[], selected: string): ReadonlySet<string> {
  const seen = useRef<Seen>({ of, counts: new Map() });
  const known = seen.current.of === of ? seen.current.counts : undefined;
  const news = tabs.filter(({ id, count = 0 }) => id !== selected && count > (known?.get(id) ?? count));
  useEffect(() => {
    if (seen.current.of !== of) seen.current = { of, counts: new Map() };
    const { counts } = seen.current;
    for (const { id, count, reading = false } of tabs) {
      if (count === undefined || (reading && !counts.has(id))) continue;
      // What was taken away and comes back is new again.
      if (id === selected || count < (counts.get(id) ?? Number.POSITIVE_INFINITY)) counts.set(id, count);
    }
  });
  return new Set(news.map(({ id }) => id));
}
