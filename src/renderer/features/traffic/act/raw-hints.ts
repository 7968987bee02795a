import { isObject, type JsonObject, objectAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import type { Hint } from './request-hints.ts';

type About = Pick<Session, 'hello' | 'config'>;

function read(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function idHint({ id }: JsonObject): string | undefined {
  if (id === undefined) return 'It has no id, so it is a notification: no answer comes.';
  if (id === null) return 'Its id is null. MCP has no such requests, and no answer can be matched.';
  if (typeof id === 'string' || typeof id === 'number') return undefined;
  return 'Its id is neither a number nor a string.';
}

function memberHints(message: JsonObject, { hello }: About): string[] {
  const hints: string[] = [];
  if (message.jsonrpc !== '2.0') hints.push('jsonrpc is not "2.0".');
  const answers = 'result' in message || 'error' in message;
  if (typeof message.method !== 'string') {
    hints.push(
      answers
        ? 'It is an answer. Nothing waits for it unless the server asked with this id.'
        : 'It has no method and no result, so it is no JSON-RPC message.',
    );
    return hints;
  }
  const id = idHint(message);
  if (id !== undefined) hints.push(id);
  if (message.params !== undefined && !isObject(message.params))
    hints.push('Its params are no object. MCP has no others.');
  const meta = objectAt(objectAt(message, 'params'), '_meta');
  const stamped = meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
  if (hello?.era === 'modern' && 'id' in message && !stamped) {
    hints.push('Its _meta names no protocol version. A modern server wants that in every request.');
  }
  return hints;
}

/** What is odd about a raw message. It is sent all the same, byte for byte. */
export function rawHints(text: string, about: About): Hint[] {
  if (text === '') return [];
  const hints: string[] = [];
  const lines = about.config.endpoint.kind !== 'http' && /[\r\n]/.test(text.replace(/\r?\n$/, ''));
  if (lines) hints.push('It has line breaks. A server on stdio takes each line for a message of its own.');
  const found = read(text);
  if (!found) hints.push('It is not JSON. The server may answer with error -32700, say nothing, or end.');
  else if (Array.isArray(found.value)) {
    hints.push('It is a batch. Only version 2025-03-26 has them, and its answers are not waited for.');
  } else if (isObject(found.value)) hints.push(...memberHints(found.value, about));
  else hints.push('It is JSON, but no object, so it is no JSON-RPC message.');
  return hints.map((hint) => ({ text: hint }));
}

/** The id a request in the text would go out under; undefined for anything else. */
export function requestIdOf(text: string): string | number | undefined {
  const found = read(text);
  if (!found || !isObject(found.value) || typeof found.value.method !== 'string') return undefined;
  const { id } = found.value;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
