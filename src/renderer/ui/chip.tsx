import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { Kind } from './kind.ts';

export interface ChipProps {
  readonly kind?: Kind | undefined;
  /** Square corners, for table cells. */
  readonly square?: boolean | undefined;
  readonly icon?: LucideIcon | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** C5. A short state in words, coloured by kind. */
export function Chip({ kind, square, icon, title, children }: ChipProps) {
  return (
    <span className={cx('chip', kind && `k-${kind}`, square && 'sq')} title={title}>
      {icon && <Icon icon={icon} size="s" />}
      {children}
    </span>
  );
}
