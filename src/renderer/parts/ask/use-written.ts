import { useMemo } from 'react';
import { isObject, type JsonObject } from '#shared/json.ts';
import { type ReplyFields, resultOf } from './sampling-draft.ts';

/** The result of a reply as it would be sent. */
export interface WrittenReply {
  /** The result as text. */
  readonly json: string;
  readonly content?: JsonObject;
  /** Why the text is no result. */
  readonly problem?: string;
}

/** What a text of JSON says as a result, or why it is none. */
function readResult(text: string): Omit<WrittenReply, 'json'> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { content: value } : { problem: 'The result is an object.' };
  } catch (error) {
    return { problem: `This is not valid JSON. ${error instanceof Error ? error.message : ''}` };
  }
}

/** The result that stands in the editor; a new one only when its fields changed. */
export function useWritten({ blocks, model, stopReason, json }: ReplyFields): WrittenReply {
  return useMemo(() => {
    if (json !== undefined) return { json, ...readResult(json) };
    const content = resultOf({ blocks, model, stopReason, json });
    return { json: JSON.stringify(content, null, 2), content };
  }, [blocks, model, stopReason, json]);
}
