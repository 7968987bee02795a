import { useDeferredValue, useEffect, useState } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import type { LogBuffer } from '../../store/log.ts';
import { useLog } from '../../store/wirebench.tsx';
import { type Level, levelsOf } from './dock-controls.tsx';
import type { DockTabDef } from './dock-tabs.ts';
import { type FoldedRows, useFoldedRows } from './use-folded-rows.ts';
import { type LogSearch, useLogSearch } from './use-log-search.ts';
import { useSoughtLine } from './use-sought-line.ts';

export interface DockLog extends FoldedRows {
  readonly buffer: LogBuffer<LineRow>;
  /** Lines at the beginning that were cleared away. */
  readonly hidden: number;
  readonly clear: () => void;
  readonly showAll: () => void;
  readonly level: Level;
  readonly setLevel: (level: Level) => void;
  readonly follow: boolean;
  readonly setFollow: (follow: boolean) => void;
  /** The same by a person, who does not look for a line any more. */
  readonly chooseFollow: (follow: boolean) => void;
  /** Undefined while nothing is searched. */
  readonly query: string | undefined;
  readonly setQuery: (query: string | undefined) => void;
  readonly search: LogSearch;
  /** Row of the hit in sight, or of the line that was asked for elsewhere. */
  readonly hitRow: number | undefined;
}

/** One log view as the dock shows it: by level, from where it was cleared, with folds, and the hits of a search. */
export function useDockLog(sessionId: string, tab: DockTabDef): DockLog {
  const [follow, setFollow] = useState(true);
  const [level, setLevel] = useState<Level>('all');
  const [cleared, setCleared] = useState(0);
  const [query, setQuery] = useState<string>();
  const levels = levelsOf(level);
  const filter = levels ? { ...tab.filter, levels } : tab.filter;
  const { buffer, version } = useLog<LineRow>(sessionId, tab.view, filter);
  const hidden = Math.min(cleared, buffer.count);
  const folded = useFoldedRows(buffer, version, hidden);
  const search = useLogSearch(sessionId, tab.view, useDeferredValue(query ?? ''));
  const sought = useSoughtLine(tab.view === 'stderr' ? sessionId : undefined);
  // A list brings into sight what becomes active after it is there.
  const [listed, setListed] = useState(false);
  const some = buffer.count > 0;
  useEffect(() => {
    if (some) setListed(true);
  }, [some]);
  const wanted = listed ? sought.line : undefined;
  const hit = query ? search.hits[search.at] : wanted;
  const [shownHit, setShownHit] = useState<number>();
  if (hit !== shownHit) {
    setShownHit(hit);
    if (hit !== undefined) setFollow(false);
    if (hit !== undefined && hit < hidden) setCleared(0);
    if (hit !== undefined) folded.unfold(hit);
    if (hit !== undefined && hit === wanted) setLevel('all');
  }
  return {
    ...folded,
    buffer,
    hidden,
    clear: () => setCleared(buffer.count),
    showAll: () => setCleared(0),
    level,
    setLevel: (next) => {
      sought.drop();
      setLevel(next);
      setCleared(0);
    },
    follow,
    setFollow,
    chooseFollow: (next) => {
      if (next) sought.drop();
      setFollow(next);
    },
    query,
    setQuery: (next) => {
      sought.drop();
      // The host searches the whole view, so hits are places in the whole view.
      if (next !== undefined) setLevel('all');
      setQuery(next);
    },
    search,
    hitRow: hit === undefined ? undefined : folded.rowOf(hit),
  };
}
