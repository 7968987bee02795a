import {
  ArrowRight,
  Bell,
  CircleCheck,
  CircleX,
  type LucideIcon,
  MessageCircleQuestionMark,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

export type CalloutKind = 'err' | 'wait' | 'ok' | 'ntf' | 'srv' | 'req';

export interface CalloutProps {
  readonly kind: CalloutKind;
  /** What happened. */
  readonly title: ReactNode;
  /** Why, and what to do. */
  readonly children?: ReactNode;
  readonly icon?: LucideIcon | undefined;
  readonly actions?: ReactNode;
  /** `alert` interrupts a screen reader; use it when the callout answers something the user just did. */
  readonly role?: 'alert' | 'status' | undefined;
}

const ICONS: Readonly<Record<CalloutKind, LucideIcon>> = {
  err: CircleX,
  wait: TriangleAlert,
  ok: CircleCheck,
  ntf: Bell,
  srv: MessageCircleQuestionMark,
  req: ArrowRight,
};

/** C17. A tinted box: what happened, why, what to do. */
export function Callout({ kind, title, children, icon, actions, role }: CalloutProps) {
  return (
    <div className={cx('call', `k-${kind}`)} role={role}>
      <Icon icon={icon ?? ICONS[kind]} />
      <div className="call-b">
        <div className="grow">
          <p className="b6">{title}</p>
          {children !== undefined && <div className="t2">{children}</div>}
        </div>
        {actions && <div className="call-actions">{actions}</div>}
      </div>
    </div>
  );
}
