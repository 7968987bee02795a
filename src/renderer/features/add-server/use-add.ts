import { useState } from 'react';
import type { ServerConfig } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import type { HostClient } from '../../store/host.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { type Draft, endpointOf } from './draft.ts';

function save(host: HostClient, draft: Draft, old: ServerConfig | undefined): Promise<{ serverId: string }> {
  const reviewed = { name: draft.name.trim(), era: draft.era, endpoint: endpointOf(draft) };
  return host['server.save']({ ...old, ...reviewed });
}

export interface Adding {
  busy: boolean;
  error: string | undefined;
  /** Saves the drafts in order, then starts them if asked. Those already saved are told by `onSaved`. */
  run(drafts: readonly Draft[], start: boolean): Promise<boolean>;
}

/** Saves reviewed servers; `old` is the server that is being edited. */
export function useAdd(old: ServerConfig | undefined, onSaved: (draft: Draft) => void): Adding {
  const { link, page, entities } = useWirebench();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (drafts: readonly Draft[], start: boolean): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      const host = link.client();
      const saved: string[] = [];
      for (const draft of drafts) {
        const { serverId } = await save(host, draft, old);
        saved.push(serverId);
        onSaved(draft);
      }
      const [first] = saved;
      if (first !== undefined) page.getState().selectServer(first);
      if (start) await Promise.all(saved.map((serverId) => startServer(host, serverId)));
      return true;
    } catch (problem) {
      setError(messageOf(problem));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const startServer = (host: HostClient, serverId: string) => {
    const sessionId = entities.getState().server.get(serverId)?.sessionId;
    const session = sessionId === undefined ? undefined : entities.getState().session.get(sessionId);
    const runs = session !== undefined && session.state.at !== 'closed';
    return runs ? host['session.restart']({ serverId }) : host['session.start']({ serverId });
  };
  return { busy, error, run };
}
