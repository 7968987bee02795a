import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly mono?: boolean | undefined;
  /** Quieter border, for filter fields. */
  readonly search?: boolean | undefined;
  readonly leading?: ReactNode;
  readonly trailing?: ReactNode;
}

/** C9. One line of text with optional parts before and after it. Spelling help is off: most values are for machines. */
export function TextInput({ value, onValue, mono, search, leading, trailing, className, ...rest }: TextInputProps) {
  return (
    <span className={cx('inp', search && 'search', className)}>
      {leading}
      <input
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        {...rest}
        className={cx('grow', mono && 'mono')}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      {trailing}
    </span>
  );
}
