import type { Severity } from '#shared/records.ts';

/** A message to be checked against the official schemas. */
export interface MessageJob {
  /** JSON of one message. */
  text: string;
  part: 'request' | 'result' | 'notification';
  era: 'legacy' | 'modern';
  /** Of the message, or of the request it answers; empty where that is not known. */
  method: string;
  /** Written by this app, not by the server. */
  sent: boolean;
  /** tools/call: the tool, and as JSON the outputSchema it was last listed with. */
  tool?: { name: string; outputSchema?: string };
  /** No schema speaks of it, such as an error or an answer too many: only its keys are looked at. */
  keysOnly?: true;
  /** Also tell which checks found nothing, as remarks that say `passed`. */
  all?: boolean;
}

/** A finding that does not know its record yet. */
export interface Remark {
  rule: string;
  severity: Severity;
  text: string;
  ref: string;
  /** The check was made in full and found nothing. */
  passed?: true;
}

/** Said of output that was checked and found right. */
export const MATCHES_OUTPUT = 'structuredContent matches the outputSchema of the tool';
