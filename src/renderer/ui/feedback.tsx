import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { Announcer, Urgency } from './announcer.ts';
import { LiveRegion } from './live-region.tsx';
import { type Toast, Toasts } from './toasts.tsx';

/** How any view speaks to the person outside its own place. */
export interface Feedback {
  /** For screen readers only. */
  readonly announce: (text: string, urgency?: Urgency) => void;
  /** One line at the bottom left; screen readers hear it too. Gives what takes it away before its time. */
  readonly toast: (text: string, action?: Toast['action'], shownMs?: number) => () => void;
}

const SILENT: Feedback = { announce: () => undefined, toast: () => () => undefined };
const Context = createContext<Feedback>(SILENT);

/** Holds the toasts and live regions of the window; rendered once at the root. */
export function FeedbackProvider({
  announcer,
  children,
}: {
  readonly announcer: Announcer;
  readonly children: ReactNode;
}) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = useCallback((id: string) => setToasts((old) => old.filter((toast) => toast.id !== id)), []);
  const feedback = useMemo<Feedback>(
    () => ({
      announce: announcer.say,
      toast: (text, action, shownMs) => {
        const id = crypto.randomUUID();
        setToasts((old) => {
          // The same words again are one notice, with the newest button.
          const others = old.filter((one) => one.text !== text);
          return [...others.slice(-2), { id, text, action, shownMs }];
        });
        return () => dismiss(id);
      },
    }),
    [announcer, dismiss],
  );
  return (
    <Context value={feedback}>
      {children}
      <Toasts toasts={toasts} onDismiss={dismiss} />
      <LiveRegion announcer={announcer} />
    </Context>
  );
}

/** Says nothing where no `FeedbackProvider` is above, for example in a test of one widget. */
export function useFeedback(): Feedback {
  return useContext(Context);
}
