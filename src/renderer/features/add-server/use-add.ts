import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { Draft } from '../../parts/server-form/draft.ts';
import { saveDraft } from '../../parts/server-form/save-draft.ts';
import { useWirebench } from '../../store/wirebench.tsx';

export interface Adding {
  busy: boolean;
  error: string | undefined;
  /** Saves the drafts in order, then starts them if asked. Those already saved are told by `onSaved`. */
  run(drafts: readonly Draft[], start: boolean): Promise<boolean>;
}

/** Saves reviewed servers. */
export function useAdd(onSaved: (draft: Draft) => void, onUnpacked: (draft: Draft) => void): Adding {
  const { link, page } = useWirebench();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (drafts: readonly Draft[], start: boolean): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      const host = link.client();
      const saved: string[] = [];
      for (const draft of drafts) {
        const { serverId } = await saveDraft(host, draft, { onUnpacked: () => onUnpacked(draft) });
        saved.push(serverId);
        onSaved(draft);
      }
      const [first] = saved;
      if (first !== undefined) page.getState().selectServer(first);
      if (start) await Promise.all(saved.map((serverId) => host['session.start']({ serverId })));
      return true;
    } catch (problem) {
      setError(messageOf(problem));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}
