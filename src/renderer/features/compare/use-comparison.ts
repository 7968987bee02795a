import { useState } from 'react';
import type { ComparePart, Comparison } from '#shared/compare.ts';
import type { Compared } from '../../store/page.ts';
import { useLoad, usePage, useWirebench } from '../../store/wirebench.tsx';

export interface ShownComparison {
  comparison: Comparison | undefined;
  error: string | undefined;
  /** What is shown is being replaced. */
  busy: boolean;
  setPart(part: ComparePart): void;
  /** JSON Pointers left out for this subject of this server. */
  ignore: readonly string[];
  setIgnore(paths: readonly string[]): void;
}

const NONE: readonly string[] = [];

/** The comparison of two sides, with the paths that are remembered for what it is about. */
export function useComparison({ a, b }: Compared, serverId: string): ShownComparison {
  const { page } = useWirebench();
  const [part, setPart] = useState<ComparePart>();
  const ignoredPaths = usePage((state) => state.ignoredPaths);
  // What the two are about is known with the first answer only.
  const [subject, setSubject] = useState<string>();
  const key = `${serverId}/${subject ?? ''}`;
  const ignore = subject === undefined ? NONE : (ignoredPaths[key] ?? NONE);
  const order = { a, b, ...(part === undefined ? {} : { part }), ignore: [...ignore] };
  const { value, stale, error, loading } = useLoad(JSON.stringify(order), async (host) => {
    const comparison = await host['compare.run'](order);
    setSubject(comparison.subject ?? 'different');
    return comparison;
  });
  return {
    comparison: value,
    error,
    busy: loading || stale,
    setPart,
    ignore,
    setIgnore: (paths) => page.getState().ignorePaths(key, paths),
  };
}
