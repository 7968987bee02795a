import { cx } from './cx.ts';
import { formatCount } from './format.ts';

export interface CountProps {
  readonly value: number;
  readonly tone?: 'wait' | 'err' | undefined;
  /** What is counted, read instead of the bare number, for example `2 requests waiting`. */
  readonly label?: string | undefined;
}

/** C6. A small number: grey, amber (someone waits) or red (errors). */
export function Count({ value, tone, label }: CountProps) {
  return (
    <span className={cx('count', tone)}>
      <span aria-hidden={label !== undefined}>{formatCount(value)}</span>
      {label !== undefined && <span className="vh">{label}</span>}
    </span>
  );
}
