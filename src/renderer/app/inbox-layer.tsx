import { lazy, Suspense } from 'react';
import { OPEN_ASK } from '../parts/ask/open-ask.ts';
import { usePage } from '../store/wirebench.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

const Inbox = lazy(async () => ({ default: (await import('../features/inbox/inbox.tsx')).Inbox }));
const InboxPane = lazy(async () => ({ default: (await import('../features/inbox/inbox-pane.tsx')).InboxPane }));

/** The inbox, over the page or as a pane at its right, and the sheet of an ask that was opened from it. */
export function InboxLayer() {
  const open = usePage((state) => state.inboxOpen);
  const pinned = usePage((state) => state.inboxPinned);
  const asked = usePage((state) => (state.selected[OPEN_ASK] ?? '') !== '');
  if (!open) return null;
  return (
    <ErrorBoundary what="The inbox" note="What servers ask for goes on waiting.">
      <Suspense fallback={null}>
        {pinned && <InboxPane />}
        {(!pinned || asked) && <Inbox />}
      </Suspense>
    </ErrorBoundary>
  );
}
