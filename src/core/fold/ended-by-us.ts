import type { HttpRecord } from '#shared/records.ts';

/** The code that the transport gives an HTTP exchange which this app ended itself. */
export const OURS = /^ABORTED: /;

/** Whether an HTTP exchange broke off because this app ended it: nothing was lost then. */
export function endedByUs(record: HttpRecord): boolean {
  return record.what === 'error' && OURS.test(record.text ?? '');
}
