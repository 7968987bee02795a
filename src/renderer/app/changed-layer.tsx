import { lazy, Suspense } from 'react';
import { usePage } from '../store/wirebench.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const ChangedAsks = lazy(async () => ({ default: (await import('../parts/drift/changed-asks.tsx')).ChangedAsks }));

/** The question about a changed tool over whatever is about to call it. */
export function ChangedLayer() {
  const asking = usePage(({ changedAsks }) => changedAsks.length > 0);
  if (!asking) return null;
  return (
    <ErrorBoundary what="The question about a changed tool" note="Nothing was sent.">
      <Suspense fallback={null}>
        <ChangedAsks />
      </Suspense>
    </ErrorBoundary>
  );
}
