import { ContextMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import { type MenuItem, MenuItems } from './menu-items.tsx';

export interface ContextAreaProps {
  readonly items: readonly MenuItem[];
  /** The element that answers to right click, Shift+F10 and the menu key; takes a ref. */
  readonly children: ReactElement;
}

/** Gives an element a context menu. The same items must also be reachable another way. */
export function ContextArea({ items, children }: ContextAreaProps) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu" collisionPadding={8} loop>
          <MenuItems parts={ContextMenu} items={items} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}
