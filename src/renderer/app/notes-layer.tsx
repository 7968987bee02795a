import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useTheme } from './use-theme.ts';

const NotesWindow = lazy(async () => ({ default: (await import('../features/demo/notes-window.tsx')).NotesWindow }));

/** A window that shows only what the presenter of a demo has noted. */
export function NotesLayer() {
  useTheme();
  return (
    <main className="win-notes" aria-label="Notes of the demo">
      <ErrorBoundary what="The notes" note="The demo in the other window goes on.">
        <Suspense fallback={null}>
          <NotesWindow />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}
