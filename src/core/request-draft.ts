import { plainJson, writeJson } from '#shared/exact-json.ts';
import { type JsonObject, objectAt } from '#shared/json.ts';
import { withMember } from '#shared/json-members.ts';
import type { Params } from './era/era.ts';
import type { RpcId } from './messages.ts';

/** A request as it will be sent, and as it is read here. */
export interface Draft {
  id: RpcId;
  method: string;
  text: string;
  message: JsonObject;
}

/** A request with these params, whose exact numbers stay in its text. */
export function requestDraft(id: number, method: string, params: Params): Draft {
  const message = { jsonrpc: '2.0', id, method, params };
  return { id, method, message: plainObject(message), text: writeJson(message) };
}

/** Params that ask for progress by the id of their request. */
export function withToken(params: Params, id: number): Params {
  return { ...params, _meta: { ...objectAt(params, '_meta'), progressToken: id } };
}

/** A request whose params stay as they are written, but for the token that its progress is known by. */
export function exactDraft(
  id: number,
  method: string,
  { text = '', onProgress }: { text?: string; onProgress?: unknown },
): Draft {
  const params = onProgress ? withMember(text, ['_meta', 'progressToken'], String(id)) : text;
  const member = params === '' ? '' : `,"params":${params}`;
  const whole = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${member}}`;
  return { id, method, text: whole, message: JSON.parse(whole) as JsonObject }; // just written as an object
}

/** For what reads a message: without the exact numbers that only its text needs. */
export function plainObject(message: JsonObject): JsonObject {
  return plainJson(message) as JsonObject; // the copy of an object is one
}
