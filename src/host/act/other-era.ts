import { randomBytes } from 'node:crypto';
import { noSuchRequest } from '#core/era/methods.ts';
import type { ServerConfig } from '#shared/config.ts';
import { isOperationOver, type Operation } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import type { Exchange } from '#shared/exchange.ts';
import { memberText, requestText } from '#shared/json-members.ts';
import type { EraName } from '#shared/product.ts';
import type { Session } from '#shared/session.ts';
import { askedAs } from '../ad-hoc.ts';
import { wholeText } from '../exchange-formats/log/payload-text.ts';
import type { HostCore } from '../host-core.ts';
import { entityWhen } from './entity-when.ts';

export interface ExchangeRef {
  sessionId: string;
  exchangeId: string;
}

/** Longest time for all of it, a person's answers included. */
const ALL_MS = 15 * 60_000;
/** The tools are listed first, because their definitions say which headers a call needs; a list may hang. */
const LISTS_MS = 10_000;

interface Source {
  serverId: string;
  config: ServerConfig;
  era: EraName;
  method: string;
  /** Text of the params as the log keeps it; absent when the request has none. */
  params: string | undefined;
}

/**
 * Sends a request once more in the era that its session does not speak, in a session of its own that ends afterwards
 * and keeps its log. Throws REFUSED where the server or the era does not have it, TIMED_OUT when no answer came.
 */
export async function sendInOtherEra(host: HostCore, ref: ExchangeRef): Promise<ExchangeRef> {
  const source = await readSource(host, ref);
  const era = source.era === 'legacy' ? 'modern' : 'legacy';
  const missing = noSuchRequest(source.method, era);
  if (missing !== undefined) throw new HostError('REFUSED', missing);
  const signal = AbortSignal.timeout(ALL_MS);
  const sessionId = await start(host, source, era);
  try {
    await comeUp(host, { sessionId, era, source, signal });
    return { sessionId, exchangeId: await ask(host, sessionId, source, signal) };
  } finally {
    const stopped = host.sessions.stop(sessionId);
    stopped.catch((error: unknown) => host.log.warn(`the session in the ${era} era did not end: ${String(error)}`));
  }
}

function readSource(host: HostCore, { sessionId, exchangeId }: ExchangeRef): Promise<Source> {
  return host.reader.use(sessionId, async ({ serverId, log, views }) => {
    const exchange = await views.exchange(exchangeId);
    if (!exchange) throw new HostError('NOT_FOUND', 'This exchange is not in the log of the session.');
    if (exchange.origin !== 'client') {
      throw new HostError('REFUSED', 'The server sent this request. Only requests to a server can be sent again.');
    }
    const era = (host.state.get('session', sessionId)?.hello ?? log.meta?.hello)?.era;
    if (!era) {
      const text = 'No version was agreed in this session, so there is no era that another could be compared with.';
      throw new HostError('REFUSED', text);
    }
    // The log of an earlier run does not keep plain secrets of its settings, so the server's own are used.
    const config = host.sessions.find(sessionId)?.config ?? (await host.configOf(serverId));
    const { method, rpcId, requestSeq } = exchange;
    const text = await wholeText(log, requestSeq);
    const request = text === undefined ? undefined : requestText(text, rpcId);
    if (request === undefined) {
      throw new HostError('TOO_LARGE', 'The request cannot be read from the log, or is over 32 MiB.');
    }
    return { serverId, config, era, method, params: memberText(request, ['params']) };
  });
}

/** Starts the server again beside itself, in no list, with the secrets, folders and reply rules of the first one. */
async function start(host: HostCore, { serverId, config, method }: Source, era: EraName): Promise<string> {
  const id = `adhoc-${randomBytes(4).toString('hex')}`;
  const given = host.adHoc.get(serverId);
  host.adHoc.set(id, {
    secrets: given?.secrets ?? new Map(),
    roots: given?.roots,
    rules: given?.rules,
    actsFor: askedAs(host.adHoc, serverId),
    listed: false,
  });
  const sessionId = await host.sessions.start({ ...config, id, era });
  const text = `Started to send ${method} in the ${era} era. It ends when the answer is there.`;
  host.sessions.get(sessionId).core.note({ what: 'other-era', text });
  return sessionId;
}

interface Coming {
  sessionId: string;
  era: EraName;
  source: Source;
  signal: AbortSignal;
}

/** Resolves when the session is ready for the request. Throws REFUSED when it does not come up. */
async function comeUp(host: HostCore, { sessionId, era, source, signal }: Coming): Promise<void> {
  const rests = ({ state }: Session) => ['ready', 'closed', 'authorizing'].includes(state.at);
  const session = await entityWhen(host.state, { topic: 'session', id: sessionId, fits: rests, signal });
  if (session?.state.at !== 'ready') throw notUp(session, era, source.config.name);
  if (source.method !== 'tools/call' || era !== 'modern' || source.config.endpoint.kind !== 'http') return;
  const listed = ({ ladder, state }: Session) =>
    state.at !== 'ready' || ladder.some(({ key, state: step }) => key === 'lists' && step === 'ok');
  const soon = AbortSignal.any([signal, AbortSignal.timeout(LISTS_MS)]);
  await entityWhen(host.state, { topic: 'session', id: sessionId, fits: listed, signal: soon });
}

function notUp(session: Session | undefined, era: EraName, name: string): HostError {
  const state = session?.state;
  if (state?.at === 'authorizing') {
    return new HostError('REFUSED', `${name} asks for a sign-in before it speaks the ${era} era. Nothing was sent.`);
  }
  const failure = state?.at === 'closed' ? state.failure : undefined;
  const why = failure ? `${failure.title}. ${failure.why}` : 'It did not get ready in time.';
  return new HostError('REFUSED', `${name} does not speak the ${era} era. ${why} Nothing was sent.`);
}

async function ask(host: HostCore, sessionId: string, source: Source, signal: AbortSignal): Promise<string> {
  const session = host.sessions.get(sessionId);
  const { core, reveal } = session;
  const params = source.params === undefined ? {} : { params: reveal(source.params) };
  const operationId = core.run('request.send', { method: source.method, ...params, ownEnvelope: true });
  const fits = ({ status }: Operation) => isOperationOver(status);
  const operation = await entityWhen(host.state, { topic: 'operation', id: operationId, fits, signal });
  if (!operation) throw new HostError('TIMED_OUT', 'No answer came in 15 minutes, so the session was ended.');
  // Asked for only now: it knows the records that there are at this moment.
  const { views } = session;
  const found = await Promise.all(operation.exchangeIds.map((id) => views.exchange(id)));
  const exchange = answered(operation, found);
  if (exchange) return exchange.id;
  const { fault } = operation;
  const code = fault?.kind === 'timeout' ? 'TIMED_OUT' : 'REFUSED';
  throw new HostError(code, fault?.message ?? 'The server gave no answer.');
}

/** The exchange that carries the last word: the result of the last round, or of the task. */
function answered({ resultSeq }: Operation, exchanges: readonly (Exchange | undefined)[]): Exchange | undefined {
  return resultSeq === undefined ? undefined : exchanges.find((one) => one?.responseSeq === resultSeq);
}
