import { Check, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'ref'> {
  readonly checked: boolean | 'mixed';
  readonly onChecked: (checked: boolean) => void;
  /** The label; leave out only together with `aria-label` or inside a Field. */
  readonly children?: ReactNode;
}

/** C9. A native checkbox drawn in the kit's style, with a mixed state. */
export function Checkbox({ checked, onChecked, children, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = checked === 'mixed';
  }, [checked]);
  return (
    <label className={cx('chk-row', className)}>
      <span className="chk-box">
        <input
          {...rest}
          ref={input}
          type="checkbox"
          className="chk"
          checked={checked === true}
          onChange={(event) => onChecked(event.currentTarget.checked)}
        />
        {checked !== false && <Icon icon={checked === 'mixed' ? Minus : Check} />}
      </span>
      {children !== undefined && <span>{children}</span>}
    </label>
  );
}
