import { useEffect } from 'react';
import { askTitle } from '../parts/ask/ask-words.ts';
import { askerName } from '../parts/ask/use-asker-name.ts';
import type { EntityState } from '../store/state.ts';
import { useWirebench } from '../store/wirebench.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { freshAsk } from './fresh-ask.ts';
import { serverStatus } from './server-status.ts';
import { useAskNotices } from './use-ask-notices.ts';

const SPOKEN = ['connected', 'failed', 'auth'];

function changedServers(now: EntityState, before: EntityState): string[] {
  return [...now.server.values()].flatMap((server) => {
    const session = server.sessionId === undefined ? undefined : now.session.get(server.sessionId);
    const old = server.sessionId === undefined ? undefined : before.session.get(server.sessionId);
    const status = serverStatus(server, session, 0);
    const was = serverStatus(server, old, 0);
    return status.rail !== was.rail && SPOKEN.includes(status.rail) ? [`${server.config.name}, ${status.text}`] : [];
  });
}

/**
 * Tells screen readers what happens outside the place they are at: connections and new asks (DESIGN 8); and who looks
 * elsewhere that something is asked (S22).
 */
export function useAnnouncements(): void {
  useAskNotices();
  const { entities } = useWirebench();
  const { announce } = useFeedback();
  useEffect(
    () =>
      entities.subscribe((now, before) => {
        if (!before.loaded) return;
        if (now.session !== before.session) for (const text of changedServers(now, before)) announce(text);
        if (now.pending === before.pending) return;
        const { waiting, fresh } = freshAsk(now, before);
        if (!fresh) return;
        announce(`${askTitle(fresh, askerName(now, fresh))}, ${waiting.length} waiting`, 'assertive');
      }),
    [entities, announce],
  );
}
