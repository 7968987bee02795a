import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Operation } from '#shared/entities.ts';
import { useEntities } from '../../store/wirebench.tsx';

/** All runs of a tool in a session, oldest first. */
export function useToolRuns(sessionId: string, name: string | undefined): readonly Operation[] {
  return useEntities(
    useShallow((state) =>
      [...state.operation.values()]
        .filter((one) => one.sessionId === sessionId && one.verb === 'tools.call' && one.label === name)
        .sort((a, b) => a.startedAt - b.startedAt),
    ),
  );
}

const UNDER_WAY: ReadonlySet<Operation['status']> = new Set(['running', 'waiting', 'polling']);

/** State of the tools that are running now, by name. */
export function useRunning(sessionId: string): ReadonlyMap<string, Operation['status']> {
  // Progress changes a run several times a second, and the list is not made anew for it.
  const running = useEntities(
    useShallow((state) =>
      [...state.operation.values()]
        .filter(({ sessionId: of, verb, status }) => of === sessionId && verb === 'tools.call' && UNDER_WAY.has(status))
        .flatMap(({ label, status }) => [label, status]),
    ),
  );
  return useMemo(() => {
    const byName = new Map<string, Operation['status']>();
    for (let at = 0; at < running.length; at += 2)
      byName.set(running[at] ?? '', running[at + 1] as Operation['status']); // pairs, as put together above
    return byName;
  }, [running]);
}
