import { useLayoutEffect, useRef } from 'react';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import type { TabId } from '../store/page.ts';
import { usePage, useWirebench } from '../store/wirebench.tsx';
import type { TabDef } from './tabs.ts';

/** The tab to show. Diagnosis comes forward once when it is offered, and gives way to the tab before it when it goes. */
export function useShownTab(
  server: ServerEntry,
  session: Session | undefined,
  tabs: readonly TabDef[],
): TabDef | undefined {
  const { page, entities } = useWirebench();
  const chosen = usePage((state) => state.tabs[server.id]);
  const before = useRef(new Map<string, TabId>());
  const diagnosing = tabs[0]?.id === 'diagnosis';
  const sessionId = session?.id;
  useLayoutEffect(() => {
    const { tabs: stored, openTab, serverId } = page.getState();
    const now = stored[server.id];
    if (diagnosing) {
      // A view that shows a call lost with the server already says what happened.
      const told = [...entities.getState().operation.values()].some(
        (operation) => operation.sessionId === sessionId && operation.fault?.kind === 'lost',
      );
      if (told || now === 'diagnosis') return;
      if (now) before.current.set(server.id, now);
      if (serverId === undefined || serverId === server.id) openTab(server.id, 'diagnosis');
    } else if (now === 'diagnosis') {
      openTab(server.id, before.current.get(server.id) ?? 'tools');
    }
  }, [diagnosing, sessionId, server.id, page, entities]);
  return tabs.find((tab) => tab.id === chosen) ?? tabs.find((tab) => tab.id !== 'diagnosis');
}
