import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Icon } from '../ui/icon.tsx';
import type { OnePane } from './use-one-pane.ts';

interface CrumbBarProps {
  readonly pane: OnePane;
  /** Name of the list, for example `Tools`. */
  readonly list: string;
  /** Name of the item. */
  readonly name: string;
  /** At the right: what chooses among the panes of the item. */
  readonly children?: ReactNode;
}

/** The line above an item where the window has no room for all panes: the way back to the list, and the panes (DESIGN 3.9). */
export function CrumbBar({ pane, list, name, children }: CrumbBarProps) {
  const narrow = pane.layout === 'narrow';
  if (!narrow && !(pane.layout === 'medium' && children)) return null;
  return (
    <div className="crumb">
      {narrow && (
        <>
          <button type="button" className="crumb-b" aria-label={`Back to ${list}`} onClick={pane.toList}>
            <Icon icon={ChevronLeft} size="s" />
            {list}
          </button>
          <span className="mono b5 el">
            <ForeignText text={name} limit={128} inert />
          </span>
        </>
      )}
      <span className="sp" />
      {children}
    </div>
  );
}
