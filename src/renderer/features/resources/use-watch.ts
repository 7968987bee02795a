import { useMemo, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { objectAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { runVerb } from '../../parts/run-verb.ts';
import { readWatched, watchedKey } from '../../parts/watched.ts';
import { useLog, usePage, useWirebench } from '../../store/wirebench.tsx';

/** Updates of one watched resource. */
export interface Updates {
  readonly count: number;
  /** Of the newest, wall clock in milliseconds. */
  readonly at: number;
}

export interface Watch {
  /** The server declares that resources can be watched. */
  readonly offered: boolean;
  readonly watched: ReadonlySet<string>;
  readonly updates: ReadonlyMap<string, Updates>;
  /** The address whose watching is being changed. */
  readonly changing: string | undefined;
  readonly problem: { readonly uri: string; readonly message: string } | undefined;
  readonly toggle: (uri: string) => void;
}

const UPDATED = { methods: ['notifications/resources/updated'] };
/** Updates that are looked at, newest first. */
const LOOKED_AT = 500;
/** A preview is cut at this length, so a longer address is told by its beginning. */
const PREVIEW = 200;

/** Which resources of a session are watched, how to change it, and what the server told of them. */
export function useWatch(session: Session): Watch {
  const wirebench = useWirebench();
  const key = watchedKey(session.id);
  const text = usePage((state) => state.selected[key]);
  const watched = useMemo(() => new Set(readWatched(text)), [text]);
  const [changing, setChanging] = useState<string>();
  const [problem, setProblem] = useState<Watch['problem']>();
  const { buffer, version } = useLog<TrafficRow>(session.id, 'notices', UPDATED);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the rows of the buffer changed
  const updates = useMemo(() => {
    const found = new Map<string, Updates>();
    for (let at = Math.max(0, buffer.count - LOOKED_AT); at < buffer.count; at += 1) {
      const row = buffer.getRow(at);
      const uri = row && [...watched].find((one) => one.slice(0, PREVIEW) === row.preview);
      if (row && uri !== undefined) found.set(uri, { count: (found.get(uri)?.count ?? 0) + 1, at: row.t / 1000 });
    }
    return found;
  }, [buffer, version, watched]);
  const toggle = (uri: string) => {
    const on = !watched.has(uri);
    setChanging(uri);
    setProblem(undefined);
    runVerb(wirebench, { sessionId: session.id, verb: 'resources.watch', input: { uri, on } })
      .then(({ fault }) => {
        if (fault) return setProblem({ uri, message: fault.message });
        const { page } = wirebench;
        const before = readWatched(page.getState().selected[key]).filter((one) => one !== uri);
        page.getState().select(key, JSON.stringify(on ? [...before, uri] : before));
      })
      .catch((error: unknown) => setProblem({ uri, message: messageOf(error) }))
      .finally(() => setChanging(undefined));
  };
  const offered = objectAt(session.hello?.capabilities, 'resources')?.subscribe === true;
  return { offered, watched, updates, changing, problem, toggle };
}
