import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

export interface CodeBoxProps {
  readonly title?: ReactNode;
  readonly icon?: LucideIcon | undefined;
  /** Quiet text after the title, for example a size. */
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  /** Takes the height its parent gives and scrolls inside. */
  readonly fill?: boolean | undefined;
  readonly children: ReactNode;
}

/** C16. A framed payload with a head line. */
export function CodeBox({ title, icon, meta, actions, fill, children }: CodeBoxProps) {
  const head = title !== undefined || meta !== undefined || actions !== undefined;
  return (
    <div className={cx('codebox', fill && 'fill')}>
      {head && (
        <div className="h">
          {icon && <Icon icon={icon} />}
          <span className="b5 el">{title}</span>
          {meta !== undefined && <span className="t3 nw num">{meta}</span>}
          <span className="sp" />
          {actions}
        </div>
      )}
      <div className="codebox-b">{children}</div>
    </div>
  );
}
