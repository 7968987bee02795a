import type { Severity } from '#shared/records.ts';

/** A remark the fold can make from records alone. Words in braces are filled in. */
export interface Rule {
  /** Id of PROTOCOL. */
  rule: string;
  severity: Severity;
  text: string;
  ref: string;
  /** Said once per session: the odd thing is a habit of the server, not an event. */
  once?: boolean;
}
