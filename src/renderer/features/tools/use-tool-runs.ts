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

/** State of the tools that are running now, by name. */
export function useRunning(sessionId: string): ReadonlyMap<string, Operation['status']> {
  const running = useEntities(
    useShallow((state) =>
      [...state.operation.values()].filter(
        ({ sessionId: of, verb, status }) =>
          of === sessionId &&
          verb === 'tools.call' &&
          (status === 'running' || status === 'waiting' || status === 'polling'),
      ),
    ),
  );
  return useMemo(() => new Map(running.map(({ label, status }) => [label, status])), [running]);
}
