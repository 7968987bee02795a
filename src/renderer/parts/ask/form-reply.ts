import { PendingReply, type SchemaProblem } from '#shared/contract.ts';
import { hasExactNumber, isJsonObject, parseJson, writeJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import { oneLine } from './ask-words.ts';

/** The reply that a form gives, as the exact result object. */
export function replyText(content: JsonObject): string {
  return writeJson({ action: 'accept', content }, 2);
}

/** A reply with this content; numbers that would lose digits on the way to the host travel as text. */
export function accepted(content: JsonObject): PendingReply {
  if (!hasExactNumber(content)) return { action: 'accept', content };
  return { action: 'accept', contentText: writeJson(content) };
}

/** What a written reply is: sent as it is meant, or only as it stands. */
export interface WrittenReply {
  /** Absent where the text is no JSON object: nothing can be sent. */
  readonly exact?: PendingReply;
  /** The same as an ordinary reply; absent where it is none. */
  readonly reply?: PendingReply;
  /** The content of an ordinary one, for the check against the schema. */
  readonly content?: JsonObject;
  /** What is wrong with it. */
  readonly problem?: string;
}

const KNOWN: readonly string[] = ['action', 'content', '_meta'];

function shapeProblem(given: JsonObject): string | undefined {
  const { action, content } = given;
  if (!PendingReply.safeParse(given).success || (content !== undefined && !isJsonObject(content)))
    return 'A reply has an action (accept, decline or cancel), and content, an object, when it accepts.';
  if (action !== 'accept' && content !== undefined) return `A reply that says ${String(action)} has no content.`;
  const other = Object.keys(given).find((key) => !KNOWN.includes(key));
  return other === undefined ? undefined : `A reply has no member ${oneLine(other, 40)}.`;
}

/** Reads a reply that was written as JSON. */
export function readReply(text: string): WrittenReply {
  let given: unknown;
  try {
    given = parseJson(text);
  } catch (error) {
    return { problem: `This is not valid JSON. ${error instanceof Error ? error.message : ''}` };
  }
  if (!isJsonObject(given)) return { problem: 'A result is a JSON object.' };
  const exact: PendingReply = { action: 'accept', resultText: text };
  const problem = shapeProblem(given);
  if (problem !== undefined) return { exact, problem };
  const { action, content = {}, _meta } = given;
  if (!isJsonObject(content)) return { exact };
  if (action === 'decline' || action === 'cancel') return { exact, reply: _meta === undefined ? { action } : exact };
  return { exact, reply: _meta === undefined ? accepted(content) : exact, content };
}

/** One line for what does not fit the schema. */
export function problemWords(problems: readonly SchemaProblem[]): string | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const at = first.path === '' ? '' : `${oneLine(first.path.slice(1), 60)}: `;
  return `${at}${first.message}${problems.length > 1 ? ` And ${problems.length - 1} more.` : ''}`;
}
