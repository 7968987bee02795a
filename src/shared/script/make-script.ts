import { isObject, type JsonObject, objectAt, textAt } from '../json.ts';
import { isSecretArgument } from '../secret-names.ts';
import type { RunScriptInput, ScriptServer } from './run-script.ts';

type StepInput = RunScriptInput['steps'][number];
type AnswerInput = Extract<StepInput, { do: 'answer' }>['with'];

/** A question of a recorded call with what was replied; `reply` is undefined where it was refused. */
export interface RecordedAsk {
  method: string;
  params: unknown;
  key?: string | undefined;
  reply: unknown;
}

/** How a recorded call ended: with a result, an error of the tool or the protocol, or because it was stopped. */
export type RecordedEnd = { as: 'result' | 'tool-error' | 'stopped' } | { as: 'error'; code: number | undefined };

/** What a script is made of. */
export interface RecordedCall {
  server: ScriptServer;
  serverName: string;
  method: string;
  params: JsonObject;
  asks: readonly RecordedAsk[];
  end: RecordedEnd;
  /** Progress messages that came before it was stopped. */
  progress: number;
}

/** Stands in a made script for what looks like a secret. */
export const LEFT_OUT = '(left out: it looks like a secret)';

/** A copy without what is named like a secret. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  const pairs = Object.entries(value).map(([name, item]): [string, unknown] => {
    const secret = isSecretArgument(name) && typeof item === 'string' && item !== '';
    return [name, secret ? LEFT_OUT : withoutSecrets(item)];
  });
  return Object.fromEntries(pairs);
}

const objectOf = (value: unknown): JsonObject => withoutSecrets(isObject(value) ? value : {}) as JsonObject; // the copy of an object

/** The step that sends a recorded request. */
function sentStep(method: string, params: JsonObject): StepInput {
  const name = textAt(params, 'name') ?? '';
  const args = objectOf(params.arguments);
  const say = { title: [method, name].filter(Boolean).join(' ') };
  switch (method) {
    case 'tools/call':
      return { say, do: 'call', with: { name, args } };
    case 'prompts/get':
      return { say, do: 'prompt', with: { name, args: args as Record<string, string> } }; // arguments of prompts are text
    case 'resources/read':
      return { say, do: 'read', with: { uri: textAt(params, 'uri') ?? '' } };
    case 'ping':
      return { say, do: 'ping' };
    default: {
      const { _meta, ...rest } = params;
      return { say, do: 'raw', with: { message: { jsonrpc: '2.0', id: 'script-1', method, params: objectOf(rest) } } };
    }
  }
}

function modelAnswer(reply: JsonObject): AnswerInput {
  const { role, content, model, stopReason, ...rest } = reply;
  const text = textAt(content, 'type') === 'text' ? textAt(content, 'text') : undefined;
  const plain = Object.keys(rest).length === 0 && (stopReason === 'endTurn' || stopReason === undefined);
  if (text === undefined || !plain) return { kind: 'sampling', content: objectOf(reply) };
  return { kind: 'sampling', text, ...(typeof model === 'string' ? { model } : {}) };
}

function answerOf({ method, params, key, reply }: RecordedAsk, several: boolean): AnswerInput {
  const named = several && key !== undefined ? { key } : {};
  if (method === 'sampling/createMessage')
    return isObject(reply) ? { ...modelAnswer(reply), ...named } : { kind: 'sampling', action: 'decline', ...named };
  const kind = textAt(params, 'mode') === 'url' ? 'url' : 'form';
  const action = textAt(reply, 'action');
  if (action !== 'accept') return { kind, action: action === 'cancel' ? 'cancel' : 'decline', ...named };
  const content = objectAt(reply, 'content');
  return { kind, ...(content && kind === 'form' ? { content: objectOf(content) } : {}), ...named };
}

function expected(end: RecordedEnd): Pick<StepInput, 'expect'> {
  if (end.as === 'tool-error') return { expect: { ok: false } };
  if (end.as === 'error') return { expect: end.code === undefined ? { ok: false } : { code: end.code } };
  return { expect: { ok: true } };
}

/** A script that sends a recorded request again, gives the answers that were given, and expects the same kind of end. */
export function makeScript(call: RecordedCall): RunScriptInput {
  const { server, serverName, method, params, end } = call;
  const asks = call.asks.filter((ask) => ask.method !== 'roots/list');
  const several = new Set(asks.map(({ key }) => key)).size > 1;
  const first = sentStep(method, params);
  const answers = asks.map((ask): StepInput => ({ do: 'answer', with: answerOf(ask, several) }));
  const steps = [first, ...answers];
  const last = steps.at(-1);
  if (end.as === 'stopped') steps.push({ do: 'stop', with: { progress: call.progress } });
  else if (last) Object.assign(last, expected(end));
  return { version: 1, title: first.say?.title ?? method, servers: { [serverName]: server }, steps };
}

/** Requests inside a result that asks back, by their key. */
export function requestsIn(result: unknown): [string, JsonObject][] {
  return Object.entries(objectAt(result, 'inputRequests') ?? {}).flatMap(([key, one]) =>
    isObject(one) ? [[key, one]] : [],
  );
}

/** Whether a made script lacks something that looked like a secret. */
export function hasLeftOut(script: RunScriptInput): boolean {
  return JSON.stringify(script.steps).includes(LEFT_OUT);
}
