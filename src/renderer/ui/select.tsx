import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean | undefined;
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'children'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly options: readonly SelectOption[];
  /** Shown while `value` is none of the options; picking it again reports an empty string. */
  readonly placeholder?: string | undefined;
  readonly mono?: boolean | undefined;
}

/**
 * C9. One choice of many. A native select: the ready-made replacement writes innerHTML, which Trusted Types refuses,
 * and the native one brings type-ahead and screen reader support.
 */
export function Select({ value, onValue, options, placeholder, mono, className, ...rest }: SelectProps) {
  return (
    <span className={cx('inp sel', className)}>
      <select
        {...rest}
        className={cx('grow', mono && 'mono')}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon icon={ChevronDown} size="s" />
    </span>
  );
}
