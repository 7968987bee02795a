import type { RpcRequest, RpcResponse } from '#core/messages.ts';
import type { ToolAsker } from '#shared/approvals.ts';
import type { Exchange, ExchangeStatus } from '#shared/exchange.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { idTakenWords } from '#shared/log-views.ts';
import type { FrameRecord } from '#shared/records.ts';
import type { ThreadStep } from '#shared/traffic.ts';
import { cutText, previewText } from './row-text.ts';

const COUNTED: Readonly<Record<string, { key: string; one: string }>> = {
  'tools/list': { key: 'tools', one: 'tool' },
  'prompts/list': { key: 'prompts', one: 'prompt' },
  'resources/list': { key: 'resources', one: 'resource' },
  'resources/templates/list': { key: 'resourceTemplates', one: 'template' },
  'prompts/get': { key: 'messages', one: 'message' },
  'resources/read': { key: 'contents', one: 'content' },
  'roots/list': { key: 'roots', one: 'root' },
};

/** `1 tool`, `2 tools`. */
export function countOf(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
}

/** What a server wants, in words: `a form with 2 fields`. */
export function askWords(method: string, params: unknown): string {
  if (method === 'roots/list') return 'the folders it may know of';
  if (method === 'sampling/createMessage') {
    return `a model's reply to ${countOf(arrayAt(params, 'messages').length, 'message')}`;
  }
  if (method !== 'elicitation/create') return cutText(method, 100);
  if (textAt(params, 'mode') === 'url') return 'a visit to a page';
  const fields = Object.keys(objectAt(objectAt(params, 'requestedSchema'), 'properties') ?? {}).length;
  return fields === 0 ? 'a confirmation without fields' : `a form with ${countOf(fields, 'field')}`;
}

/** `You accepted`, `A rule declined`. `by` is unknown in logs that do not tell. */
export function replyTitle(by: string | undefined, answer: unknown): string {
  const action = textAt(answer, 'action');
  const did =
    action === 'accept'
      ? 'accepted'
      : action === 'decline'
        ? 'declined'
        : action === 'cancel'
          ? 'cancelled'
          : 'answered';
  const who = { person: 'You', rule: 'A rule', script: 'The script', provider: 'The model provider' }[by ?? ''];
  return who === undefined ? `${did.charAt(0).toUpperCase()}${did.slice(1)}` : `${who} ${did}`;
}

/** The step that tells who started a call, where no person did. */
export function startedStep(
  { method, requestSeq }: Pick<Exchange, 'method' | 'requestSeq'>,
  by: ToolAsker,
): ThreadStep {
  const did = method === 'tools/call' ? 'ran a tool' : 'made this request';
  const title = by.kind === 'model' ? `A model ${did}` : `A script ${did}`;
  return { kind: 'started', title, detail: cutText(by.name, 200), after: 0, seq: requestSeq };
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** What a result holds, as one sentence; empty when there is nothing to say. */
function resultWords(method: string, result: unknown): string {
  if (!isObject(result)) return '';
  if (method === 'tools/call' || method === 'tasks/result') {
    const blocks = arrayAt(result, 'content').length;
    const structured = result.structuredContent !== undefined;
    const parts = [
      ...(blocks > 0 || !structured ? [countOf(blocks, 'content block')] : []),
      ...(structured ? ['structuredContent'] : []),
    ];
    return `${listed(parts)}.`;
  }
  if (method === 'completion/complete') {
    const completion = objectAt(result, 'completion');
    const total = completion?.total;
    const of = typeof total === 'number' ? ` of ${total.toLocaleString('en-US')}` : '';
    return `${countOf(arrayAt(completion, 'values').length, 'suggestion')}${of}.`;
  }
  if (method === 'initialize' || method === 'server/discover') {
    const info =
      objectAt(result, 'serverInfo') ?? objectAt(objectAt(result, '_meta'), 'io.modelcontextprotocol/serverInfo');
    return previewText([textAt(info, 'name'), textAt(info, 'version')].filter(Boolean).join(' '));
  }
  const counted = COUNTED[method];
  if (!counted) return '';
  const more = typeof result.nextCursor === 'string' ? ', more pages follow' : '';
  return `${countOf(arrayAt(result, counted.key).length, counted.one)}${more}.`;
}

/** The step of an answer that ends a call: `path` leads to what was asked for inside its result. */
export function resultStep(
  method: string,
  { error, result }: Pick<RpcResponse, 'error' | 'result'>,
  { record, path, after }: { record: FrameRecord; path: string[]; after: number },
): ThreadStep {
  const base = { kind: 'result' as const, after, seq: record.seq };
  if (error) {
    const text = cutText(error.message, 200);
    return { ...base, title: `Error ${error.code}`, tone: 'error', text, path: ['error'] };
  }
  let own: unknown = result;
  for (const key of path) own = isObject(own) ? own[key] : undefined;
  const failed = isObject(own) && own.isError === true;
  const words = failed ? toolErrorWords(own) : resultWords(path.length > 0 ? 'tools/call' : method, own);
  const text = record.body ? `${record.body.bytes.toLocaleString('en-US')} bytes.` : words;
  return {
    ...base,
    title: failed ? 'Tool error' : 'Result',
    detail: failed ? 'isError' : cutText(textAt(own, 'resultType') ?? 'complete', 200),
    tone: failed ? 'error' : 'ok',
    ...(text === '' ? {} : { text }),
    path: ['result', ...path],
  };
}

/** First words of the text of a tool's error. */
function toolErrorWords(result: unknown): string {
  const texts = arrayAt(result, 'content').map((block) => textAt(block, 'text'));
  return previewText(texts.find((text) => text !== undefined) ?? 'The tool says that it failed.');
}

/** How a request ended that got no answer. */
const ENDINGS: Readonly<Partial<Record<ExchangeStatus, { title: string; text: string; tone?: 'warn' | 'error' }>>> = {
  stopped: { title: 'Stopped', text: 'No answer was waited for any more. Part of the work may be done.', tone: 'warn' },
  'timed-out': {
    title: 'Timed out',
    text: 'No answer came in time. The other side may still be working on it.',
    tone: 'error',
  },
  lost: {
    title: 'Lost',
    text: 'The connection ended before an answer came. The request may have taken effect.',
    tone: 'error',
  },
  complete: { title: 'Ended', text: 'The server ended it.' },
};

/** The word for how a request without an answer ended; `idTakenBy` names the request that took its id. */
export function endingOf(
  status: ExchangeStatus,
  idTakenBy?: number,
): { title: string; text: string; tone?: 'warn' | 'error' } {
  if (status === 'lost' && idTakenBy !== undefined) {
    return { title: 'Lost', text: idTakenWords(idTakenBy), tone: 'error' };
  }
  return ENDINGS[status] ?? { title: 'Error', text: 'No answer is on record.', tone: 'error' };
}

export const IN_BROWSER = 'Waiting for you in the browser';

/** The server has the consent, and goes on when it hears that the page is done. */
export function awayStep(after: number): ThreadStep {
  return {
    kind: 'waiting',
    title: IN_BROWSER,
    text: 'The call goes on when the server hears that you are done.',
    after,
  };
}

/** What follows once the pages are done that a call was refused for. */
export function againStep(after: number): ThreadStep {
  return { kind: 'future', title: 'The same call once more, as a new request', after };
}

/** The step of a request that this app sent; without an exchange it is a retry. */
export function sentStep(
  { method, params, id }: RpcRequest,
  { seq }: FrameRecord,
  { exchange, after }: { exchange?: Exchange; after: number },
): ThreadStep {
  const detail = cutText(`id ${JSON.stringify(id)}`, 200);
  if (!exchange) {
    const answered = objectAt(params, 'inputResponses');
    return {
      kind: 'retry',
      title: answered ? 'Retried with the answer' : 'Retried with the state',
      detail,
      after,
      seq,
    };
  }
  const path = shownOf(method, params);
  // A message of a batch lies in an array.
  const dot = exchange.id.indexOf('.');
  const place = dot < 0 ? [] : [exchange.id.slice(dot + 1)];
  return { kind: 'sent', title: 'Request sent', detail, after, seq, ...(path ? { path: [...place, ...path] } : {}) };
}

/** What of a request's params says something. */
function shownOf(method: string, params: JsonObject): string[] | undefined {
  if (method === 'tools/call' || method === 'prompts/get') {
    return objectAt(params, 'arguments') ? ['params', 'arguments'] : undefined;
  }
  if (method === 'subscriptions/listen') return ['params', 'notifications'];
  return Object.keys(params).some((key) => key !== '_meta') ? ['params'] : undefined;
}
