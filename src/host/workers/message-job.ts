import type { Severity } from '#shared/records.ts';

/** A message to be checked against the official schemas. */
export interface MessageJob {
  /** JSON of one message. */
  text: string;
  part: 'request' | 'result' | 'notification';
  era: 'legacy' | 'modern';
  /** Of the message, or of the request it answers. */
  method: string;
  /** Written by this app, not by the server. */
  sent: boolean;
  /** tools/call: the tool, and as JSON the outputSchema it was last listed with. */
  tool?: { name: string; outputSchema?: string };
}

/** A finding that does not know its record yet. */
export interface Remark {
  rule: string;
  severity: Severity;
  text: string;
  ref: string;
}
