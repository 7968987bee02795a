import { useCallback } from 'react';
import { useEntity, usePage, useWirebench } from '../store/wirebench.tsx';

/** The filter text of a view, kept per server over tabs, sessions and restarts. */
export function useViewFilter(sessionId: string, view: string): [text: string, setText: (text: string) => void] {
  const { page } = useWirebench();
  const serverId = useEntity('session', sessionId)?.serverId;
  const key = `${serverId ?? sessionId}/${view}`;
  const text = usePage((state) => state.viewFilters[key]) ?? '';
  return [text, useCallback((next: string) => page.getState().filterView(key, next), [page, key])];
}
