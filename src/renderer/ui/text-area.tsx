import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly mono?: boolean | undefined;
}

/** C9. Several lines of text; the user may drag its height. */
export function TextArea({ value, onValue, mono, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={3}
      spellCheck={false}
      {...rest}
      className={cx('inp ta', mono && 'mono', className)}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}
