import { useEffect } from 'react';
import { askNotice } from '#shared/waits-for-person.ts';
import { askerName } from '../parts/ask/use-asker-name.ts';
import type { EntityState } from '../store/state.ts';
import { useWirebench } from '../store/wirebench.tsx';
import { freshAsk } from './fresh-ask.ts';

/**
 * In a browser the page tells of a question that comes while a person looks elsewhere; the desktop shell does it itself.
 * One notice at a time, and nothing of what is asked in it.
 */
export function useAskNotices(): void {
  const { entities, page, app } = useWirebench();
  useEffect(() => {
    if (app.shell !== 'browser' || typeof Notification === 'undefined') return;
    let shown: Notification | undefined;
    const tell = (now: EntityState, before: EntityState) => {
      if (!before.loaded || now.pending === before.pending) return;
      const { waiting, fresh } = freshAsk(now, before);
      if (waiting.length === 0) shown?.close();
      const wanted = now.settings.get('settings')?.askNotices ?? false;
      if (!fresh || !wanted || document.hasFocus() || Notification.permission !== 'granted') return;
      // The same tag: a newer notice takes the place of the last one, also of another window of the app.
      const { title, ...text } = askNotice(fresh, askerName(now, fresh), waiting.length);
      shown = new Notification(title, { tag: 'wirebench-ask', ...text });
      shown.onclick = () => {
        window.focus();
        page.getState().set({ inboxOpen: true });
      };
    };
    return entities.subscribe(tell);
  }, [entities, page, app]);
}
