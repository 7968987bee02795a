import type { PendingInput } from './entities.ts';

/** Whether a question waits for a person; one that a rule is about to answer does not. */
export function waitsForPerson({ status, rule, ruleFailed }: PendingInput): boolean {
  return status === 'waiting' && (rule === undefined || ruleFailed !== undefined);
}
