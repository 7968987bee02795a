import { useEffect } from 'react';
import { clearShownFilter } from '../parts/use-filter-focus.ts';
import { useWirebench } from '../store/wirebench.tsx';
import { isCovered, isDialogOpen } from '../ui/is-dialog-open.ts';
import { focusList } from './regions.ts';

/**
 * What Escape does where nothing nearer takes it (DESIGN 3.8): it closes the inbox, else clears the filter of the view,
 * else moves the focus to the list.
 */
export function useEscape(): void {
  const { page } = useWirebench();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isDialogOpen()) return;
      if (page.getState().inboxOpen) page.getState().set({ inboxOpen: false });
      else if (isCovered() || !(clearShownFilter() || focusList())) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [page]);
}
