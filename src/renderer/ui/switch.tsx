import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange' | 'children'> {
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

/** C9. An on/off switch that takes effect at once; name it with `aria-label` or the `id` of a Field. */
export function Switch({ checked, onChecked, className, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      {...rest}
      role="switch"
      aria-checked={checked}
      className={cx('sw-btn', className)}
      onClick={() => onChecked(!checked)}
    >
      <span className={cx('sw', checked && 'on')} />
    </button>
  );
}
