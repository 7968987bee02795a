import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

export interface Toast {
  readonly id: string;
  /** One line. */
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** How long it stays, milliseconds; 6 s unless told. */
  readonly shownMs?: number | undefined;
}

export interface ToastsProps {
  readonly label?: string | undefined;
  readonly closeLabel?: string | undefined;
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: string) => void;
}

const SHOWN_MS = 6000;

function ToastRow({
  toast,
  closeLabel,
  onDismiss,
}: {
  toast: Toast;
  closeLabel: string;
  onDismiss: (id: string) => void;
}) {
  const [held, setHeld] = useState(false);
  const { id, shownMs = SHOWN_MS } = toast;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onDismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [held, id, shownMs, onDismiss]);
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return (
    <div className="toast" {...hold}>
      <span className="el">{toast.text}</span>
      {toast.action && (
        <Button
          variant="quiet"
          size="sm"
          className="link"
          onClick={() => {
            toast.action?.run();
            onDismiss(id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon={X} label={closeLabel} size="sm" onClick={() => onDismiss(id)} />
    </div>
  );
}

/** C26. The place for toasts, above the dock at the left; each leaves after 6 s unless the pointer or focus is on it. */
export function Toasts({ label = 'Notices', closeLabel = 'Dismiss', toasts, onDismiss }: ToastsProps) {
  return (
    <div className="toasts" role="status" aria-label={label}>
      {toasts.map((toast) => (
        <ToastRow key={toast.id} toast={toast} closeLabel={closeLabel} onDismiss={onDismiss} />
      ))}
    </div>
  );
}
