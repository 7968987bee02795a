import { lazy, Suspense } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const SettingsPage = lazy(async () => ({
  default: (await import('../features/settings/settings-page.tsx')).SettingsPage,
}));
const TrafficPage = lazy(async () => ({
  default: (await import('../features/traffic/traffic-page.tsx')).TrafficPage,
}));
const KeptDock = lazy(async () => ({ default: (await import('../features/dock/kept-dock.tsx')).KeptDock }));

/** What takes the place of a workspace: the settings, else traffic that belongs to none. */
export function Elsewhere({ settings }: { readonly settings: boolean }) {
  if (settings) {
    return (
      <ErrorBoundary what="The settings" note="They are as you left them.">
        <Suspense fallback={<main className="ws" aria-label="Settings" />}>
          <SettingsPage />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return (
    <ErrorBoundary what="This view" note="Every message is on record.">
      <Suspense fallback={<main className="ws" aria-label={PRODUCT_NAME} />}>
        <TrafficPage logs={(sessionId) => <KeptDock sessionId={sessionId} serverId={undefined} />} />
      </Suspense>
    </ErrorBoundary>
  );
}
