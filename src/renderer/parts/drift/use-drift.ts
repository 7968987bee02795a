import { useCallback } from 'react';
import type { DriftItem, DriftMark } from '#shared/drift.ts';
import { messageOf } from '#shared/errors.ts';
import { type Loaded, useLoad, useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

/** What changed in definitions of a server, with their texts; asked for again when the marks are others. */
export function useDriftItems(serverId: string, marks: readonly DriftMark[]): Loaded<DriftItem[]> {
  const key = marks.map(({ kind, name, at }) => `${kind} ${name} ${at}`).join('\n');
  const only = marks.map(({ kind, name }) => ({ kind, name }));
  return useLoad(key === '' ? undefined : `${serverId}\n${key}`, async (host) => {
    return (await host['drift.get']({ serverId, only })).items;
  });
}

/** Accepts what differs as it is now; says so, and why when it did not work. Resolves with whether it did. */
export function useAcceptDrift(serverId: string): (marks: readonly DriftMark[]) => Promise<boolean> {
  const { link } = useWirebench();
  const { announce, toast } = useFeedback();
  return useCallback(
    async (marks) => {
      const items = marks.map(({ kind, name, at }) => ({ kind, name, at }));
      try {
        await link.client()['drift.accept']({ serverId, items });
        announce(items.length === 1 ? 'Accepted as it is now' : `${items.length} definitions accepted as they are now`);
        return true;
      } catch (error) {
        toast(`Not accepted. ${messageOf(error)}`);
        return false;
      }
    },
    [link, serverId, announce, toast],
  );
}
