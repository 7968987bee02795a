import type { SchemaProblem } from '#shared/contract.ts';
import { isObject, type JsonObject, objectAt, parsedObject, textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';

/** Something a person may want to know before sending; it stops nothing. */
export interface Hint {
  readonly text: string;
  /** Place in the text, a JSON Pointer. */
  readonly path?: string;
  /** Nothing odd: what will happen when it is sent. */
  readonly note?: boolean;
}

export interface RequestDraft {
  readonly method: string;
  readonly text: string;
}

const ENVELOPE = ['protocolVersion', 'clientInfo', 'clientCapabilities'];
const NS = 'io.modelcontextprotocol/';

/** The params as an object; undefined for what a request cannot carry. */
export function paramsOf(text: string): JsonObject | undefined {
  return text.trim() === '' ? {} : parsedObject(text);
}

/** Why the request cannot be sent as a request; undefined when it can. */
export function blockedDraft({ method, text }: RequestDraft): string | undefined {
  if (method.trim() === '') return 'A request needs a method.';
  if (method.startsWith('notifications/')) return 'A notification gets no answer. Send it as a raw message.';
  if (paramsOf(text) !== undefined) return undefined;
  return 'The params are no JSON object. Correct them, or send the text as a raw message.';
}

/** The schema a draft can be checked against, with the part of it that is checked. */
export function checkedPart(
  { method, text }: RequestDraft,
  tools: readonly JsonObject[],
): { schema: unknown; value: unknown } | undefined {
  const params = method === 'tools/call' ? paramsOf(text) : undefined;
  const tool = params && tools.find((one) => one.name === params.name);
  if (!tool || !isObject(tool.inputSchema)) return undefined;
  return { schema: tool.inputSchema, value: params.arguments ?? {} };
}

interface Known {
  readonly session: Pick<Session, 'hello' | 'config'>;
  readonly tools: readonly JsonObject[];
  readonly problems: readonly SchemaProblem[];
  readonly ownEnvelope: boolean;
}

/** What is odd about a draft. */
export function requestHints(draft: RequestDraft, { session, tools, problems, ownEnvelope }: Known): Hint[] {
  const params = paramsOf(draft.text);
  if (!params) return [];
  const hints: Hint[] = [];
  const name = textAt(params, 'name');
  if (draft.method === 'tools/call' && tools.length > 0 && !tools.some((tool) => tool.name === name)) {
    hints.push({ text: `The server lists no tool named ${JSON.stringify(name ?? null).slice(0, 80)}.` });
  }
  const meta = objectAt(params, '_meta');
  const missing = ENVELOPE.filter((key) => meta?.[NS + key] === undefined);
  if (session.hello?.era === 'modern' && !ownEnvelope && missing.length > 0) {
    hints.push({ text: `_meta has no ${missing.join(', ')}. A modern server wants them in every request.` });
  }
  if (meta?.progressToken !== undefined)
    hints.push({ text: 'The progress token is made new when it is sent.', note: true });
  if (session.config.trace && meta?.traceparent !== undefined) {
    hints.push({ text: 'The traceparent is made new, because this server is set to trace every request.', note: true });
  }
  return [...hints, ...problems.map(({ path, message }) => ({ text: message, path: `/arguments${path}` }))];
}
