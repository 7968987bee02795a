import { lazy, Suspense } from 'react';
import type { LeaveDialogProps } from './leave-dialog.tsx';

// It brings the list of public suffixes and that of look-alike letters.
const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** The question before a page is opened outside the app, loaded when it is first asked. */
export function LeaveApp(props: LeaveDialogProps) {
  return (
    <Suspense fallback={null}>
      <LeaveDialog {...props} />
    </Suspense>
  );
}
