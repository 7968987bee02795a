import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface EmptyStateProps {
  readonly icon?: LucideIcon | undefined;
  readonly title: string;
  /** What it means and what to do, one or two sentences. */
  readonly children?: ReactNode;
  /** At most two buttons. */
  readonly actions?: ReactNode;
}

/** C22. What a list or pane shows when it has nothing to show. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="empty">
      {icon && <Icon icon={icon} size="l" />}
      <p className="b6">{title}</p>
      {children !== undefined && <div className="empty-t">{children}</div>}
      {actions && <div className="empty-a">{actions}</div>}
    </div>
  );
}
