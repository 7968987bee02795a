import { useEffect, useRef } from 'react';

/** Sessions whose counts are kept: who goes to another server and comes back still sees what is new. */
const MOST_SESSIONS = 50;

type Counts = Map<string, number>;

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
  const seen = useRef(new Map<string, Counts>());
  const known = seen.current.get(of ?? '');
  const news = tabs.filter(({ id, count = 0 }) => id !== selected && count > (known?.get(id) ?? count));
  useEffect(() => {
    const counts: Counts = known ?? new Map();
    // The one that is looked at is the last to be forgotten.
    seen.current.delete(of ?? '');
    seen.current.set(of ?? '', counts);
    const [oldest = ''] = seen.current.keys();
    if (seen.current.size > MOST_SESSIONS) seen.current.delete(oldest);
    for (const { id, count, reading = false } of tabs) {
      if (count === undefined || (reading && !counts.has(id))) continue;
      // What was taken away and comes back is new again.
      if (id === selected || count < (counts.get(id) ?? Number.POSITIVE_INFINITY)) counts.set(id, count);
    }
  });
  return new Set(news.map(({ id }) => id));
}
