import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface TabPanelProps {
  /** The `idBase` of the `Tabs`, or `tabsIdBase` of the `Segmented`, that switches it. */
  readonly idBase: string;
  readonly id: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The panel of the selected tab. */
export function TabPanel({ idBase, id, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${idBase}-panel-${id}`}
      aria-labelledby={`${idBase}-tab-${id}`}
      className={cx('tab-panel', className)}
    >
      {children}
    </div>
  );
}
