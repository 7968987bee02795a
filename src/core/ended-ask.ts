import type { Result } from './era/era.ts';
import type { InputReply } from './inputs.ts';
import type { AskEnd } from './kernel.ts';

/** Code a legacy server gets when the person refuses sampling (SAMP-09); JSON-RPC knows no error for a person's no. */
const USER_REJECTED = -1;

/** What a server gets for a question whose no is an error: `empty` for an acceptance without content, `rejected` for a no. */
export function replyOfEnd(end: AskEnd, rejected: string, empty: Result): InputReply {
  if (end.action === 'accept') return { kind: 'result', result: end.content ?? empty };
  if (end.action === 'expired')
    return { kind: 'refused', code: USER_REJECTED, message: 'The request ended before it was answered' };
  return { kind: 'refused', code: USER_REJECTED, message: rejected, declinedBy: end.by ?? 'person' };
}
