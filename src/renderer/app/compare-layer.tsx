import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import type { ServerEntry } from '#shared/entities.ts';
import { useEntity, usePage, useWirebench } from '../store/wirebench.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { OverlayStore } from './overlays.ts';

const CompareView = lazy(async () => ({
  default: (await import('../features/compare/compare-view.tsx')).CompareView,
}));

const ChooseSessions = lazy(async () => ({
  default: (await import('../features/compare/choose-sessions.tsx')).ChooseSessions,
}));

const ChooseDefinitions = lazy(async () => ({
  default: (await import('../features/compare/choose-definitions.tsx')).ChooseDefinitions,
}));

/** What had the focus gets it back; where that is gone, the tab that is shown. */
function giveBack(opener: Element | null): void {
  // After the view is gone: until then the workspace below takes no focus.
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body) return;
    const usable = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    const target = usable ? opener : document.querySelector<HTMLElement>('.ws [role="tab"][aria-selected="true"]');
    target?.focus();
  });
}

function useFocusBack(): void {
  const { page } = useWirebench();
  useEffect(() => {
    let opener: Element | null = null;
    return page.subscribe((state, before) => {
      if (state.compare && !before.compare) opener = document.activeElement;
      if (!state.compare && before.compare) giveBack(opener);
    });
  }, [page]);
}

function Definitions({ sessionId }: { sessionId: string | undefined }) {
  const { page } = useWirebench();
  const session = useEntity('session', sessionId);
  const choosing = usePage((state) => state.choosing);
  if (!session || !choosing) return null;
  return (
    <ErrorBoundary what="The choice of definitions" note="Nothing was changed.">
      <Suspense fallback={null}>
        <ChooseDefinitions
          session={session}
          name={choosing.name}
          onClose={() => page.getState().set({ choosing: undefined })}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** S32 over the workspace, which stays as it is below, and the choice of two sessions or definitions for it. */
export function CompareLayer({ server, overlays }: { server: ServerEntry; overlays: OverlayStore }) {
  const compared = usePage((state) => state.compare);
  const choosing = useStore(overlays, (state) => state.comparing === server.id);
  useFocusBack();
  const key = JSON.stringify(compared);
  return (
    <>
      {compared && (
        <ErrorBoundary key={key} what="The comparison" note="Nothing was changed.">
          <Suspense fallback={<main className="ws cmp" aria-label="Compare" />}>
            <CompareView key={key} compared={compared} serverId={server.id} />
          </Suspense>
        </ErrorBoundary>
      )}
      <Definitions sessionId={server.sessionId} />
      {choosing && (
        <ErrorBoundary what="The choice of sessions" note="Nothing was changed.">
          <Suspense fallback={null}>
            <ChooseSessions
              serverId={server.id}
              name={server.config.name}
              onClose={() => overlays.setState({ comparing: undefined })}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
