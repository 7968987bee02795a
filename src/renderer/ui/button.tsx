import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { useShownKeys } from './letter-keys.ts';
import { ariaShortcut } from './platform.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `pri` at most once per pane (DESIGN C1). */
  readonly variant?: 'outline' | 'pri' | 'quiet' | 'tint' | 'danger' | undefined;
  readonly size?: 'md' | 'sm' | undefined;
  readonly icon?: LucideIcon | undefined;
  /** Icon after the text, for example a chevron on a menu button. */
  readonly iconAfter?: LucideIcon | undefined;
  /** Shortcut drawn at the right and announced through `aria-keyshortcuts`. */
  readonly keys?: readonly string[] | undefined;
}

/** C1. A push button; `type` is `button` unless told otherwise. */
export function Button({ variant = 'outline', size = 'md', icon, iconAfter, keys, className, ...rest }: ButtonProps) {
  const { children, ...attributes } = rest;
  const shown = useShownKeys(keys);
  return (
    <button
      type="button"
      aria-keyshortcuts={shown && ariaShortcut(shown)}
      {...attributes}
      className={cx('btn', variant !== 'outline' && variant, size === 'sm' && 'sm', className)}
    >
      {icon && <Icon icon={icon} />}
      {children}
      {shown && <Kbd keys={shown} />}
      {iconAfter && <Icon icon={iconAfter} size="s" />}
    </button>
  );
}
