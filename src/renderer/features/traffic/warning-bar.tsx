import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

/** A sentence on the log that is shown, which a person should know before they trust it or hand it on. */
export function WarningBar({ children }: { readonly children: ReactNode }) {
  return (
    <div className="paused k-wait warning" role="note">
      <Icon icon={TriangleAlert} size="s" />
      <span>{children}</span>
    </div>
  );
}
