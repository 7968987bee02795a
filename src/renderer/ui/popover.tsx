import { Popover as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export interface PopoverProps {
  /** A button that takes a ref. */
  readonly trigger: ReactElement;
  /** Accessible name of what opens. */
  readonly label: string;
  readonly children: ReactNode;
  /** Given, the owner opens and closes it, told by `onOpen`. */
  readonly open?: boolean | undefined;
  readonly onOpen?: ((open: boolean) => void) | undefined;
}

/** A small panel at a button: Escape and a click outside close it, focus returns to the button. */
export function Popover({ trigger, label, children, open, onOpen }: PopoverProps) {
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} {...(onOpen ? { onOpenChange: onOpen } : {})}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className="pop" aria-label={label} align="start" sideOffset={6} collisionPadding={8}>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
