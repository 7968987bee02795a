import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useRef } from 'react';
import { type MenuItem, MenuItems } from './menu-items.tsx';

export interface MenuProps {
  /** A button that takes a ref (Button or a plain button). For an IconButton use it directly; its tooltip still works. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end' | undefined;
  /** Together they let a key open it; without them the button alone does. */
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** What takes the focus when it closes; the button unless given. */
  readonly returnTo?: (() => HTMLElement | null) | undefined;
}

/** A menu behind a button: arrow keys, type-ahead, Escape; focus returns to the button. */
export function Menu({ trigger, items, align = 'end', open, onOpenChange, returnTo }: MenuProps) {
  const byButton = useRef(false);
  const opened = (next: boolean) => {
    byButton.current = next;
    onOpenChange?.(next);
  };
  const controlled = open === undefined || !onOpenChange ? {} : { open, onOpenChange: opened };
  // Radix asks whether the pointer was used last, and any movement of it counts. A key opened this: its first item is next.
  const onEntryFocus = (event: Event) => {
    if (open === undefined || byButton.current || !(event.target instanceof Element)) return;
    event.preventDefault();
    event.target.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus({ preventScroll: true });
  };
  const onCloseAutoFocus = (event: Event) => {
    const target = returnTo?.();
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <DropdownMenu.Root modal={false} {...controlled}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          {...{ align, onCloseAutoFocus, onEntryFocus }}
          sideOffset={4}
          collisionPadding={8}
          loop
        >
          <MenuItems parts={DropdownMenu} items={items} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
