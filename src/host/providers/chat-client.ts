import type OpenAI from 'openai';
import { childOf } from '#core/abort.ts';
import { isObject, type JsonObject, textAt } from '#shared/json.ts';
import { PRODUCT_NAME, PRODUCT_VERSION } from '#shared/product.ts';
import type { ProviderReply } from '#shared/providers.ts';
import { NoReply, ReplyGatherer } from './gather-reply.ts';
import { limitedBody, TooLarge } from './limited-body.ts';
import {
  type Asked,
  brokenProblem,
  foreignProblem,
  networkProblem,
  providerError,
  statusProblem,
  timeoutProblem,
} from './provider-fault.ts';
import { type ChatBody, toChat } from './to-chat.ts';

/** One provider with its key, for the time of one request. */
export interface Connection extends Asked {
  readonly baseUrl: string;
  /** Longest silence before and in an answer, milliseconds. */
  readonly silenceMs: number;
}

/** The library's own limits are switched off: silence is watched here, and nothing is asked twice. */
const NEVER_MS = 2_147_483_647;
/** Nothing else is sent: no facts of this computer, no headers from the environment. */
const HEADERS = ['accept', 'authorization', 'content-type'];
const MIB = 2 ** 20;
/** A list or an error; the library reads it in one piece. */
const PIECE = { whole: 8 * MIB };
/** A stream is mostly what stands around its words; the library keeps one event at a time. */
const STREAM = { whole: 512 * MIB, event: 2 * MIB };
/** Models of one list that are shown, and characters of an id. */
const MOST_MODELS = 5000;
const LONGEST_ID = 256;

/** Sends what a request needs, follows no redirect, and reads no endless answer. */
function bareFetch(key: string | undefined): typeof fetch {
  return async (input, init) => {
    const given = new Headers(init?.headers);
    const headers = new Headers({ 'user-agent': `${PRODUCT_NAME}/${PRODUCT_VERSION}` });
    for (const name of HEADERS) {
      const value = given.get(name);
      if (value !== null && (name !== 'authorization' || key !== undefined)) headers.set(name, value);
    }
    const response = await fetch(input, { ...init, headers, redirect: 'manual' });
    const streamed = response.ok && init?.method?.toUpperCase() === 'POST';
    return limitedBody(response, streamed ? STREAM : PIECE);
  };
}

/** The library is loaded with the first request. Everything it would read from the environment is set here. */
async function open({ baseUrl: baseURL, key }: Connection): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  return new Client({
    baseURL,
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: NEVER_MS,
    fetch: bareFetch(key),
  });
}

/** Ends a request when its caller does, or when nothing came for a while. */
class Watch {
  readonly #ending: ReturnType<typeof childOf>;
  readonly #ms: number;
  readonly #caller: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silent = false;
  #began = false;

  constructor(ms: number, caller: AbortSignal) {
    this.#ms = ms;
    this.#caller = caller;
    this.#ending = childOf(caller);
    this.#arm();
  }

  get signal(): AbortSignal {
    return this.#ending.controller.signal;
  }

  /** Something came. */
  heard(): void {
    this.#began = true;
    this.#arm();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#ending.release();
  }

  /** Throws what ended the request, if it was the caller or silence. */
  check(connection: Connection): void {
    this.#caller.throwIfAborted();
    if (this.#silent) throw providerError(timeoutProblem(this.#ms, this.#began, connection));
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#silent = true;
      this.#ending.controller.abort();
    }, this.#ms);
  }
}

/** Runs one request; whatever it throws becomes a problem in plain words, or the reason of the caller's signal. */
async function request<T>(
  connection: Connection,
  caller: AbortSignal,
  run: (client: OpenAI, watch: Watch) => Promise<T>,
): Promise<T> {
  const watch = new Watch(connection.silenceMs, caller);
  try {
    const value = await run(await open(connection), watch);
    watch.check(connection);
    return value;
  } catch (error) {
    watch.check(connection);
    throw await inWords(error, connection);
  } finally {
    watch.close();
  }
}

/** Ids of the models, sorted, at most 5000. Throws a HostError with a ProviderProblem. */
export function listModels(connection: Connection, signal: AbortSignal): Promise<string[]> {
  return request(connection, signal, async (client, watch) => {
    const page = await client.models.list({ signal: watch.signal });
    // The page is what was parsed, whatever that was.
    const data: unknown = page.data;
    if (!Array.isArray(data)) throw providerError(foreignProblem(connection));
    const ids = data.flatMap((model) => textAt(model, 'id') ?? []).filter((id) => id.length <= LONGEST_ID);
    return ids.sort().slice(0, MOST_MODELS);
  });
}

/** Asks a model; text is told as it comes. Throws a HostError with a ProviderProblem, or the signal's reason. */
export async function askModel(
  connection: Connection & { model: string },
  params: JsonObject,
  { signal, onText }: { signal: AbortSignal; onText(text: string): void },
): Promise<ProviderReply> {
  const { body, names, notes } = toChat(params, connection.model);
  return request(connection, signal, async (client, watch) => {
    const gathered = new ReplyGatherer();
    try {
      for await (const chunk of await start(client, body, watch.signal)) {
        watch.heard();
        const text = gathered.add(chunk);
        if (text !== '') onText(text);
      }
      watch.check(connection);
      if (gathered.chunks === 0) throw providerError(foreignProblem(connection));
      return { ...gathered.end(names, connection.model), notes: [...notes] };
    } catch (error) {
      if (error instanceof NoReply) throw providerError(brokenProblem(error.message, connection));
      if (error instanceof SyntaxError)
        throw providerError(brokenProblem('A part of it is not valid JSON.', connection));
      if (gathered.chunks > 0 && isCut(error))
        throw providerError(brokenProblem('The connection was cut.', connection));
      throw error;
    }
  });
}

/** Newer models want the limit under another name, and say so. */
async function start(client: OpenAI, body: ChatBody, signal: AbortSignal) {
  try {
    return await client.chat.completions.create(body, { signal });
  } catch (error) {
    const { BadRequestError } = await import('openai');
    if (!(error instanceof BadRequestError) || !error.message.includes('max_completion_tokens')) throw error;
    const { max_tokens, ...rest } = body;
    return client.chat.completions.create({ ...rest, max_completion_tokens: max_tokens ?? null }, { signal });
  }
}

/** The stream's connection ended: undici throws a plain TypeError. */
function isCut(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated';
}

/** The words of a provider: an object with a message, or just text. */
function saidBy(error: unknown, whole: string): string | undefined {
  if (typeof error === 'string') return error;
  if (isObject(error)) return textAt(error, 'message') ?? JSON.stringify(error);
  return whole.replace(/^\d{3} /, '').replace(/^status code \(no body\)$/, '');
}

/** The system's code of a failed connection lies some causes deep. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = textAt({ ...at }, 'code');
    if (code !== undefined) return code;
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return undefined;
}

async function inWords(error: unknown, connection: Connection): Promise<unknown> {
  if (error instanceof TooLarge) return providerError(brokenProblem(error.message, connection));
  const { APIConnectionError, APIError } = await import('openai');
  if (error instanceof APIConnectionError)
    return providerError(networkProblem(codeOf(error), error.message, connection));
  if (error instanceof APIError) {
    const said = saidBy(error.error, error.message);
    // An error inside a stream has no status.
    if (typeof error.status !== 'number')
      return providerError(brokenProblem('The provider reported an error in the middle of it.', connection, said));
    const headers: Headers | undefined = error.headers;
    const { status } = error;
    const code = textAt(error.error, 'code');
    return providerError(
      statusProblem(
        { status, said, code, retryAfter: headers?.get('retry-after'), location: headers?.get('location') },
        connection,
      ),
    );
  }
  return isCut(error) ? providerError(networkProblem('ECONNRESET', '', connection)) : error;
}
