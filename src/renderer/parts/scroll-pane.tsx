import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

export interface ScrollPaneProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

// Focusable, so that the keyboard can scroll it too.
const FOCUSABLE = { tabIndex: 0 };

/** The scrolling body of a pane. */
export function ScrollPane({ label, className, children }: ScrollPaneProps) {
  return (
    <section className={cx('pane-b scroll pad stack', className)} aria-label={label} {...FOCUSABLE}>
      {children}
    </section>
  );
}
