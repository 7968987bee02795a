import { ChevronDown } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { formatCount } from './format.ts';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { moveRovingFocus } from './roving.ts';
import { useFitCount } from './use-fit-count.ts';

export interface TabItem {
  readonly id: string;
  readonly label: string;
  readonly count?: number | undefined;
  /** A line before it, between groups of tabs. */
  readonly gapBefore?: boolean | undefined;
  readonly title?: string | undefined;
  /** In a quieter colour: there is little to be seen in it. */
  readonly quiet?: boolean | undefined;
  /** Its count stands out: it has grown since the tab was last looked at. */
  readonly news?: boolean | undefined;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** Shared with the `TabPanel`s. */
  readonly idBase: string;
  /** Text of the button for tabs that do not fit. */
  readonly moreLabel?: ((count: number) => string) | undefined;
}

const MORE_WIDTH = 92;
const moreText = (count: number): string => `${count} more`;

/** Where another tab was selected from elsewhere, a tab that has the focus hands it on to that one. */
function useFocusOnSelected(box: RefObject<HTMLElement | null>, selected: string): void {
  const before = useRef(selected);
  useLayoutEffect(() => {
    const changed = before.current !== selected;
    before.current = selected;
    if (!changed || !box.current?.querySelector('[role="tab"]:focus')) return;
    box.current.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }, [box, selected]);
}

/** C4. Arrow keys, Home and End move focus, Enter or Space selects; tabs that do not fit go into a menu. */
export function Tabs({ label, tabs, selected, onSelect, idBase, moreLabel = moreText }: TabsProps) {
  const box = useRef<HTMLDivElement>(null);
  // All digits are as wide as each other: a count that goes on running needs no new measuring.
  const widthOf = (count: number | undefined) => (count === undefined ? '' : formatCount(count).replace(/\d/g, '0'));
  const signature = tabs.map((tab) => `${tab.label} ${widthOf(tab.count)} ${tab.gapBefore ?? ''}`).join('|');
  const fit = useFitCount(box, signature, MORE_WIDTH);
  const visible = tabs.slice(0, Math.max(1, fit));
  const chosen = tabs.find((tab) => tab.id === selected);
  // The selected tab is always in sight: it takes the last place when it would be in the menu.
  if (chosen && !visible.includes(chosen)) visible.splice(visible.length - 1, 1, chosen);
  const hidden = tabs.filter((tab) => !visible.includes(tab));
  const anchor = chosen ?? visible[0];
  useFocusOnSelected(box, selected);
  return (
    <div className="tabs" ref={box}>
      <div
        className="tabs-l"
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => moveRovingFocus(event, 'horizontal')}
      >
        {visible.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-roving=""
            data-fit=""
            id={`${idBase}-tab-${tab.id}`}
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? `${idBase}-panel-${tab.id}` : undefined}
            tabIndex={tab === anchor ? 0 : -1}
            title={tab.title}
            className={cx('tab', tab.gapBefore && 'gap', tab.quiet && 'quiet', tab.news && 'news')}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="n">{formatCount(tab.count)}</span>}
          </button>
        ))}
      </div>
      {hidden.length > 0 && (
        <Menu
          trigger={
            <button type="button" className="tab">
              {moreLabel(hidden.length)}
              <Icon icon={ChevronDown} size="s" />
            </button>
          }
          items={hidden.map((tab) => ({
            id: tab.id,
            label: tab.count === undefined ? tab.label : `${tab.label} ${formatCount(tab.count)}`,
            onSelect: () => onSelect(tab.id),
          }))}
        />
      )}
    </div>
  );
}
