import { ScrollText } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { useEntity, useSteadySession } from '../store/wirebench.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { LinkBar } from './link-bar.tsx';
import { useLetterKeySetting } from './use-letter-keys.ts';
import { useTheme } from './use-theme.ts';

const Dock = lazy(async () => ({ default: (await import('../features/dock/dock.tsx')).Dock }));

/** A window that shows only the logs of one server, of whichever session is its newest. */
export function DockWindow({ serverId }: { readonly serverId: string }) {
  const server = useEntity('server', serverId);
  const session = useSteadySession(server?.sessionId);
  const name = server?.config.name;
  useTheme();
  useLetterKeySetting();
  useEffect(() => {
    document.title = name === undefined ? PRODUCT_NAME : `Logs of ${name.slice(0, 80)}`;
  }, [name]);
  return (
    <div className="win dock-window">
      <LinkBar />
      <main aria-label={name === undefined ? PRODUCT_NAME : `Logs of ${name}`}>
        <h1 className="vh">{name === undefined ? 'Logs' : `Logs of ${name}`}</h1>
        {server ? (
          <ErrorBoundary key={server.id} what="The log dock" note="The server goes on, and every message is on record.">
            <Suspense fallback={null}>
              <Dock server={server} session={session} alone />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <EmptyState icon={ScrollText} title="This server is not on the list any more">
            Close this window. The logs of its sessions are in the data folder.
          </EmptyState>
        )}
      </main>
    </div>
  );
}
