import type { DockTab } from '../../store/page.ts';
import { Icon } from '../../ui/icon.tsx';
import { moveRovingFocus } from '../../ui/roving.ts';
import type { DockTabDef } from './dock-tabs.ts';

export interface DockTabListProps {
  readonly tabs: readonly DockTabDef[];
  readonly chosen: DockTabDef;
  /** The panel of the chosen tab is shown. */
  readonly open: boolean;
  /** Begins the ids of tabs and panel. */
  readonly idBase: string;
  readonly onChoose: (tab: DockTab) => void;
}

/** The tabs of the dock with how many lines each has. */
export function DockTabList({ tabs, chosen, open, idBase, onChoose }: DockTabListProps) {
  return (
    <div
      className="row dtabs"
      role="tablist"
      aria-label="Logs"
      onKeyDown={(event) => moveRovingFocus(event, 'horizontal')}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          data-roving=""
          className="dtab"
          id={`${idBase}-tab-${tab.id}`}
          aria-selected={tab === chosen}
          aria-controls={open && tab === chosen ? `${idBase}-panel` : undefined}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          <Icon icon={tab.icon} size="s" />
          {tab.label}
          {tab.total !== undefined && tab.total > 0 && (
            <span className="tn t3 n">{tab.total.toLocaleString('en-US')}</span>
          )}
        </button>
      ))}
    </div>
  );
}
