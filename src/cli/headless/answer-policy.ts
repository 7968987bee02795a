import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PendingReply } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { isFiniteNumber, isObject, type JsonObject } from '#shared/json.ts';
import { PRODUCT_ID } from '#shared/product.ts';
import { sampleObject } from '#shared/sample-value.ts';
import { UsageError } from '../usage.ts';

/** How questions of a server are answered while nobody sits here. */
export interface AnswerPolicy {
  elicit: 'defaults' | 'decline' | 'cancel' | { json: JsonObject };
  /** Text of every model reply; undefined declines. */
  sample: string | undefined;
  /** --yes: says yes wherever the app would ask, such as before a page is opened. */
  yes: boolean;
}

const WAYS = ['defaults', 'decline', 'cancel'] as const;

/** Reads --elicit. Throws UsageError. */
export function elicitPolicy(text: string | undefined): AnswerPolicy['elicit'] {
  if (text === undefined) return 'decline';
  const way = WAYS.find((one) => one === text);
  if (way) return way;
  if (!text.startsWith('json:')) {
    throw new UsageError(`--elicit takes ${WAYS.join(', ')} or json:{…}, not "${text}".`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text.slice('json:'.length));
  } catch (error) {
    throw new UsageError(`The JSON after --elicit json: cannot be read: ${messageOf(error)}`);
  }
  if (!isObject(json)) throw new UsageError('--elicit json: takes an object with one value for each field.');
  return { json };
}

function formReply({ elicit }: AnswerPolicy, { params, cutFrom }: PendingInput): PendingReply {
  if (elicit === 'decline' || elicit === 'cancel') return { action: elicit };
  // Defaults of a shortened form would be those of another form.
  if (elicit === 'defaults' && cutFrom !== undefined) return { action: 'decline' };
  return { action: 'accept', content: elicit === 'defaults' ? sampleObject(params.requestedSchema) : elicit.json };
}

/** Characters that make about one token. */
const TOKEN = 4;

/** A reply that ends where a model would have to stop (SAMP-03). */
function withinLimit(text: string, maxTokens: unknown): { text: string; stopReason: string } {
  const most = isFiniteNumber(maxTokens) ? Math.max(1, Math.floor(maxTokens)) * TOKEN : Number.POSITIVE_INFINITY;
  if (text.length <= most) return { text, stopReason: 'endTurn' };
  return { text: text.slice(0, most), stopReason: 'maxTokens' };
}

/** The answer to one question. */
export function replyTo(pending: PendingInput, policy: AnswerPolicy): PendingReply {
  switch (pending.kind) {
    case 'form':
      return formReply(policy, pending);
    case 'sampling': {
      if (policy.sample === undefined) return { action: 'decline' };
      const { text, stopReason } = withinLimit(policy.sample, pending.params.maxTokens);
      const content = { type: 'text', text };
      return { action: 'accept', content: { role: 'assistant', content, model: PRODUCT_ID, stopReason } };
    }
    case 'url':
    case 'approval':
      return { action: policy.yes ? 'accept' : policy.elicit === 'cancel' ? 'cancel' : 'decline' };
    case 'roots':
      return { action: 'decline' };
  }
}

/** Folders of --roots as the server sees them. */
export function rootsOf(paths: readonly string[]): { uri: string; name: string }[] {
  return paths.map((path) => ({ uri: pathToFileURL(resolve(path)).href, name: basename(resolve(path)) }));
}
