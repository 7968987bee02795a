import type { WirebenchContract } from '../contract.ts';
import { isObject, type JsonObject, objectAt, textAt } from '../json.ts';
import { pagesOfRefusal } from '../page-refusal.ts';
import type { Client } from '../rpc.ts';
import type { Session } from '../session.ts';
import type { ThreadStep } from '../traffic.ts';
import { makeScript, type RecordedAsk, type RecordedEnd, requestsIn } from './make-script.ts';
import type { RunScriptInput, ScriptServer } from './run-script.ts';

type Host = Client<WirebenchContract>;

/** Messages over this size are not put into a script, bytes. */
const MOST_BYTES = 1_048_576;

async function messageAt(host: Host, sessionId: string, seq: number): Promise<JsonObject> {
  const body = await host['log.body']({ sessionId, seq, bytes: MOST_BYTES });
  if (body.more || body.base64) throw new Error('A message of this call is over 1 MB, too large for a script.');
  const message: unknown = JSON.parse(body.text);
  if (!isObject(message)) throw new Error('This call was sent in a batch, so no script can be made of it.');
  return message;
}

/** The questions of a thread with their replies, in the order in which they were answered. */
async function asksOf(host: Host, sessionId: string, steps: readonly ThreadStep[]): Promise<RecordedAsk[]> {
  const asked = new Map<string, JsonObject>();
  const waiting: JsonObject[] = [];
  const asks: RecordedAsk[] = [];
  const read = new Set<number>();
  for (const { kind, seq, reply: said } of steps) {
    if (kind !== 'ask' && kind !== 'reply') continue;
    if (said) {
      addPage(asks, { key: said.key, params: asked.get(said.key)?.params, reply: { action: said.action } });
      continue;
    }
    if (seq === undefined) {
      // Declined without a message: the call was not sent again.
      const [open = waiting.shift()] = [...asked.values()];
      if (open) asks.push({ method: textAt(open, 'method') ?? '', params: open.params, reply: undefined });
      continue;
    }
    if (read.has(seq)) continue;
    read.add(seq);
    const message = await messageAt(host, sessionId, seq);
    if (kind === 'ask') {
      const pages = pagesOfRefusal(objectAt(message, 'error') ?? {}).map(({ key, ...page }) => [key, page] as const);
      const inside = [...requestsIn(message.result), ...pages];
      for (const [key, request] of inside) asked.set(key, request);
      if (inside.length === 0 && typeof message.method === 'string') waiting.push(message);
      continue;
    }
    for (const [key, reply] of Object.entries(objectAt(message.params, 'inputResponses') ?? {})) {
      const request = asked.get(key);
      asked.delete(key);
      asks.push({ method: textAt(request, 'method') ?? '', params: request?.params, key, reply });
    }
    const request = 'result' in message || 'error' in message ? waiting.shift() : undefined;
    if (request) asks.push({ method: textAt(request, 'method') ?? '', params: request.params, reply: message.result });
  }
  return asks;
}

/**
 * Adds what was said to a page that a call was refused for. One that the call was refused for once more was not done
 * yet: a script waits for it, and is asked once.
 */
function addPage(asks: RecordedAsk[], page: Pick<RecordedAsk, 'key' | 'params' | 'reply'>): void {
  const message = textAt(page.params, 'message');
  const again = asks.findIndex(({ key, params }) => key === page.key && textAt(params, 'message') === message);
  if (again >= 0) asks.splice(again, 1);
  asks.push({ method: 'elicitation/create', ...page });
}

/** A decline that no message carried: the call was not sent again, and ended with it. */
const isSilentDecline = ({ kind, seq, reply }: ThreadStep) =>
  kind === 'reply' && seq === undefined && reply?.action !== 'accept';

function endOf(steps: readonly ThreadStep[]): RecordedEnd {
  const last = steps.findLast(({ kind }) => kind === 'result');
  if (last?.title === 'Result') return { as: 'result' };
  if (last?.title === 'Tool error') return { as: 'tool-error' };
  if (last?.title === 'Stopped' && !steps.some(isSilentDecline)) return { as: 'stopped' };
  const code = /^Error (-?\d+)/.exec(last?.title ?? '')?.[1];
  return { as: 'error', code: code === undefined ? undefined : Number(code) };
}

function serverOf({ config }: Session): ScriptServer {
  // What was recorded in one era is asked in another way in the other.
  if (config.endpoint.kind === 'builtin')
    return { builtin: 'demo', ...(config.era === 'auto' ? {} : { era: config.era }) };
  return { saved: config.name };
}

/** A script that plays a recorded call again, with the answers that were given. Rejects with a sentence. */
export async function scriptOfThread(host: Host, session: Session, exchangeId: string): Promise<RunScriptInput> {
  const sessionId = session.id;
  const { steps } = await host['exchange.thread']({ sessionId, exchangeId });
  // Of a later round the thread is that of the whole call.
  const seq = steps.find(({ kind }) => kind === 'sent')?.seq;
  if (seq === undefined) throw new Error('Only what this app sent can be played again.');
  const request = await messageAt(host, sessionId, seq);
  return makeScript({
    server: serverOf(session),
    serverName: session.config.name,
    method: textAt(request, 'method') ?? '',
    params: objectAt(request, 'params') ?? {},
    asks: await asksOf(host, sessionId, steps),
    end: endOf(steps),
    progress: steps.reduce((sum, step) => sum + (step.kind === 'progress' ? (step.count ?? 1) : 0), 0),
  });
}
