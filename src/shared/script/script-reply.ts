import type { PendingReply } from '../contract.ts';
import type { PendingInput } from '../entities.ts';
import { HostError } from '../errors.ts';
import type { ScriptAnswer } from './run-script.ts';

/** Whether an answer of a script is meant for a question. */
export function answerFits({ kind, key }: ScriptAnswer, ask: PendingInput): boolean {
  return (kind === undefined || kind === ask.kind) && (key === undefined || key === ask.key);
}

/** Whether a question waits, and is asked by a call or beside it. */
export function waitsOnCall(
  ask: PendingInput,
  { sessionId, operationId }: { sessionId: string | undefined; operationId: string },
): boolean {
  return ask.status === 'waiting' && ask.sessionId === sessionId && (ask.operationId ?? operationId) === operationId;
}

/** The reply that a script gives to a question. Throws HostError BAD_INPUT when it names none. */
export function scriptReply(ask: PendingInput, answer: ScriptAnswer): PendingReply {
  if (answer.action !== 'accept') return { action: answer.action };
  if (ask.kind === 'url') return { action: 'accept' };
  if (ask.kind !== 'sampling') return { action: 'accept', content: answer.content ?? {} };
  if (answer.content) return { action: 'accept', content: answer.content };
  if (answer.text === undefined)
    throw new HostError('BAD_INPUT', 'The server asks for a reply of a model: give text or content in this answer.');
  const content = { type: 'text', text: answer.text };
  const model = answer.model ?? 'script';
  return { action: 'accept', content: { role: 'assistant', content, model, stopReason: 'endTurn' } };
}
