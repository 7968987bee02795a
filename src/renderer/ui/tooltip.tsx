import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

export interface TooltipProps {
  readonly text: ReactNode;
  readonly keys?: readonly string[] | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** One focusable element that takes a ref. */
  readonly children: ReactElement;
}

/** A hint after 500 ms of hover, or at once on keyboard focus; Escape closes it. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={500} disableHoverableContent={false}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content className="tip" side={side} sideOffset={5} collisionPadding={8}>
            {text}
            {keys && <Kbd keys={keys} />}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
