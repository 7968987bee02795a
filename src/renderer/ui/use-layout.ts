import { useSyncExternalStore } from 'react';

/**
 * How much room the window has (DESIGN 3.9): `wide` from 1200 CSS px, three panes; `medium` from 900, a list and one
 * pane, the inspector over it; `narrow` below, one pane at a time.
 */
export type Layout = 'wide' | 'medium' | 'narrow';

const NARROW = '(max-width: 899px)';
const MEDIUM = '(max-width: 1199px)';

// Missing in the documents of tests, as ResizeObserver is.
const queryOf = (media: string) => (typeof window.matchMedia === 'function' ? window.matchMedia(media) : undefined);

function current(): Layout {
  if (queryOf(NARROW)?.matches) return 'narrow';
  return queryOf(MEDIUM)?.matches ? 'medium' : 'wide';
}

function subscribe(changed: () => void): () => void {
  const queries = [NARROW, MEDIUM].map(queryOf);
  for (const query of queries) query?.addEventListener('change', changed);
  return () => {
    for (const query of queries) query?.removeEventListener('change', changed);
  };
}

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, current);
}
