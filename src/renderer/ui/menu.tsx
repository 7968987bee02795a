import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import { type MenuItem, MenuItems } from './menu-items.tsx';

export interface MenuProps {
  /** A button that takes a ref (Button or a plain button). For an IconButton use it directly; its tooltip still works. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end' | undefined;
}

/** A menu behind a button: arrow keys, type-ahead, Escape; focus returns to the button. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={4} collisionPadding={8} loop>
          <MenuItems parts={DropdownMenu} items={items} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
