import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useEntities } from '../../store/wirebench.tsx';

/** Names of all other servers. */
export function useTakenNames(exceptId: string | undefined): ReadonlySet<string> {
  const names = useEntities(
    useShallow((state) =>
      [...state.server.values()].filter((server) => server.id !== exceptId).map((server) => server.config.name),
    ),
  );
  return useMemo(() => new Set(names), [names]);
}
