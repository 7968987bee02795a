import { Check, type LucideIcon } from 'lucide-react';
import type { ContextMenu, DropdownMenu } from 'radix-ui';
import { cx } from './cx.ts';
import { ForeignText } from './foreign-text.tsx';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { isLetterCaps, useLetterKeys } from './letter-keys.ts';
import { ariaShortcut } from './platform.ts';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  /** The label is no word of this app but a value: it is cut, set in mono, its hidden characters named. */
  readonly foreign?: boolean | undefined;
  readonly icon?: LucideIcon | undefined;
  readonly keys?: readonly string[] | undefined;
  /** Quiet second line or reason, for example why it is disabled. */
  readonly note?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Makes it a check item. */
  readonly checked?: boolean | undefined;
  /** The menu stays open after it, for several choices in a row. */
  readonly stays?: boolean | undefined;
  readonly onSelect: () => void;
}

export type MenuItem = MenuAction | { readonly separator: string } | { readonly heading: string };

interface MenuItemsProps {
  /** The primitive's parts: dropdown and context menu have the same ones. */
  readonly parts: typeof DropdownMenu | typeof ContextMenu;
  readonly items: readonly MenuItem[];
}

const LABEL_CHARS = 128;

/** The rows of a dropdown or context menu. */
export function MenuItems({ parts, items }: MenuItemsProps) {
  // Both primitives have equal part shapes; one static type keeps JSX from joining their prop types.
  const Part = parts as typeof DropdownMenu;
  const letters = useLetterKeys();
  return items.map((item) => {
    if ('separator' in item) return <Part.Separator key={`separator ${item.separator}`} className="menu-sep" />;
    if ('heading' in item) {
      return (
        <Part.Label key={`heading ${item.heading}`} className="menu-h">
          {item.heading}
        </Part.Label>
      );
    }
    const keys = item.keys && (letters || !isLetterCaps(item.keys)) ? item.keys : undefined;
    const shared = {
      className: cx('menu-i', item.danger && 'c-err'),
      disabled: item.disabled ?? false,
      onSelect: (event: Event) => {
        if (item.stays) event.preventDefault();
        item.onSelect();
      },
      'aria-keyshortcuts': keys && ariaShortcut(keys),
    };
    const body = (
      <>
        <span className="menu-ic">
          {item.checked ? <Icon icon={Check} /> : item.icon ? <Icon icon={item.icon} /> : null}
        </span>
        <span className="grow">
          {item.foreign ? <ForeignText text={item.label} limit={LABEL_CHARS} inert className="mono" /> : item.label}
          {item.note !== undefined && <span className="menu-note">{item.note}</span>}
        </span>
        {keys && <Kbd keys={keys} />}
      </>
    );
    return item.checked === undefined ? (
      <Part.Item key={item.id} {...shared}>
        {body}
      </Part.Item>
    ) : (
      <Part.CheckboxItem key={item.id} checked={item.checked} {...shared}>
        {body}
      </Part.CheckboxItem>
    );
  });
}
