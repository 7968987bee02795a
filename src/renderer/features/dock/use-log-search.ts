import { useEffect, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { LogView } from '#shared/exchange.ts';
import { useWirebench } from '../../store/wirebench.tsx';

export interface LogSearch {
  /** Row numbers of the hits read so far, in order. */
  readonly hits: readonly number[];
  /** The host has answered for the newest text. */
  readonly settled: boolean;
  /** Which of the hits is in sight. */
  readonly at: number;
  /** There may be more hits than `hits` holds. */
  readonly more: boolean;
  readonly error: string | undefined;
  /** To the next (1) or previous (-1) hit; after the last known one the host is asked for later ones. */
  readonly step: (by: 1 | -1) => void;
}

interface Found {
  key: string;
  hits: number[];
  at: number;
  more: boolean;
  error?: string;
}

const LIMIT = 1000;
/** The host reads a whole log for a search, so it is not asked for every letter. */
const PAUSE_MS = 150;
const NONE: Found = { key: '', hits: [], at: 0, more: false };

/** Searches a whole log view in the host; nothing is searched while the text is empty. */
export function useLogSearch(sessionId: string, view: LogView, text: string): LogSearch {
  const { link } = useWirebench();
  const key = `${sessionId}/${view}/${text}`;
  const [found, setFound] = useState<Found>(NONE);
  const shown = found.key === key ? found : NONE;
  const later = async (after: number): Promise<void> => {
    const update = (change: (now: Found) => Found) => setFound((now) => (now.key === key ? change(now) : now));
    try {
      const page = await link.client()['log.search']({ sessionId, view, text, after, limit: LIMIT });
      // Without later hits the search starts over at the first one.
      update((now) => ({
        ...now,
        hits: [...now.hits, ...page.rows],
        at: page.rows.length > 0 ? now.hits.length : 0,
        more: !page.done,
      }));
    } catch (error) {
      update((now) => ({ ...now, error: messageOf(error) }));
    }
  };
  useEffect(() => {
    let current = true;
    const ask = () =>
      link
        .client()
        ['log.search']({ sessionId, view, text, after: -1, limit: LIMIT })
        .then(
          (page) => current && setFound({ key, hits: page.rows, at: 0, more: !page.done }),
          (error: unknown) => current && setFound({ ...NONE, key, error: messageOf(error) }),
        );
    const timer = text === '' ? undefined : setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [link, sessionId, view, text, key]);
  const step = (by: 1 | -1) => {
    const { hits, at } = shown;
    if (hits.length === 0) return;
    if (by > 0 && at === hits.length - 1) void later(hits[at] ?? -1);
    else setFound({ ...shown, at: (at + by + hits.length) % hits.length });
  };
  return { hits: shown.hits, settled: found.key === key, at: shown.at, more: shown.more, error: shown.error, step };
}
