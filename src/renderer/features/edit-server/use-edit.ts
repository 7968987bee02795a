import { useState } from 'react';
import type { ServerConfig } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import { type Draft, draftOfServer } from '../../parts/server-form/draft.ts';
import { saveDraft } from '../../parts/server-form/save-draft.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';

export interface Edit {
  draft: Draft;
  busy: boolean;
  error: string | undefined;
  change(draft: Draft): void;
  discard(): void;
  /** Saves, then starts or restarts the server if asked, and goes back to its workspace. */
  save(then: 'nothing' | 'start' | 'restart'): void;
}

/** The draft of one server; what is not saved yet stays while the page lives, also when another server is looked at. */
export function useEdit(config: ServerConfig): Edit {
  const { link, page } = useWirebench();
  const held = usePage((state) => state.heldEdits[config.id]) as Draft | undefined; // written by `hold` only
  const [state, setState] = useState<{ busy: boolean; error: string | undefined }>({ busy: false, error: undefined });
  const hold = (draft: Draft | undefined) => {
    const { [config.id]: _old, ...others } = page.getState().heldEdits;
    page.getState().set({ heldEdits: draft === undefined ? others : { ...others, [config.id]: draft } });
  };
  const draft = held ?? draftOfServer(config);
  const save = async (then: 'nothing' | 'start' | 'restart') => {
    setState({ busy: true, error: undefined });
    try {
      const host = link.client();
      const { serverId } = await saveDraft(host, draft, { id: config.id });
      hold(undefined);
      if (then !== 'nothing') await host[then === 'start' ? 'session.start' : 'session.restart']({ serverId });
      page.getState().selectServer(serverId);
      setState({ busy: false, error: undefined });
    } catch (error) {
      setState({ busy: false, error: messageOf(error) });
    }
  };
  return { ...state, draft, change: hold, discard: () => hold(undefined), save: (then) => void save(then) };
}
