import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { OverlayStore } from './overlays.ts';

const SearchAll = lazy(async () => ({ default: (await import('../features/search/search-all.tsx')).SearchAll }));

/** The search over all sessions, while it is open. */
export function SearchLayer({ overlays }: { overlays: OverlayStore }) {
  const open = useStore(overlays, (state) => state.searching);
  if (!open) return null;
  return (
    <ErrorBoundary what="The search" note="Nothing was changed.">
      <Suspense fallback={null}>
        <SearchAll onClose={() => overlays.setState({ searching: false })} />
      </Suspense>
    </ErrorBoundary>
  );
}
