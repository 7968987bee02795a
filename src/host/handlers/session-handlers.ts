import { randomBytes } from 'node:crypto';
import type { RunBy } from '#core/session-options.ts';
import { ServerConfig } from '#shared/config.ts';
import type { PendingReply, StartWith, WirebenchContract } from '#shared/contract.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { isJsonObject, parseJson } from '#shared/exact-json.ts';
import { isObject } from '#shared/json.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { Verb } from '#shared/verbs.ts';
import { runForScript } from '../approvals/script-run.ts';
import { nameOfEndpoint } from '../exchange-formats/name-of-endpoint.ts';
import type { HostCore } from '../host-core.ts';
import { withShortIcons } from '../icons/icon-set.ts';
import type { LiveSession } from '../live-session.ts';
import { pinSession } from '../pin-session.ts';
import { resultText } from '../publish/log-body.ts';

type Names =
  | 'session.start'
  | 'session.startWith'
  | 'session.stop'
  | 'session.restart'
  | 'session.waitLonger'
  | 'session.pin'
  | 'operation.run'
  | 'operation.cancel'
  | 'operation.keepWaiting'
  | 'operation.result'
  | 'pending.answer'
  | 'pending.leaveOut'
  | 'pending.opened'
  | 'catalog.items'
  | 'catalog.stop'
  | 'schema.check';

function sessionOfOperation(host: HostCore, operationId: string): LiveSession {
  const operation = host.state.get('operation', operationId);
  if (!operation) throw new HostError('NOT_FOUND', 'This run is no longer known. Its messages are in the log.');
  return host.sessions.get(operation.sessionId);
}

function sessionOfAsk(host: HostCore, id: string): LiveSession {
  const pending = host.state.get('pending', id);
  if (!pending) throw new HostError('NOT_FOUND', 'This request is gone: the call that asked has ended.');
  return host.sessions.get(pending.sessionId);
}

/** Starts a config that is not saved. With an id it belongs to that server of the list; throws NOT_FOUND without it. */
async function startWith(host: HostCore, { config, secrets, roots, rules }: StartWith): Promise<string> {
  const listed = config.id !== undefined;
  const id = config.id ?? `adhoc-${randomBytes(4).toString('hex')}`;
  if (listed) await host.configOf(id);
  host.upkeep.takeOver(id);
  host.adHoc.set(id, { secrets: new Map(Object.entries(secrets)), roots, rules, listed });
  return host.sessions.start(ServerConfig.parse({ name: nameOfEndpoint(config.endpoint), ...config, id }));
}

/** The reply with the content that came as text. Throws BAD_INPUT when that, or the text of a result, is no JSON object. */
function exactReply(reply: PendingReply): PendingReply {
  const text = reply.action === 'accept' ? (reply.resultText ?? reply.contentText) : undefined;
  if (reply.action !== 'accept' || text === undefined) return reply;
  let content: unknown;
  try {
    content = parseJson(text);
  } catch (error) {
    throw new HostError('BAD_INPUT', `The reply is not JSON: ${messageOf(error)}`);
  }
  if (!isJsonObject(content)) throw new HostError('BAD_INPUT', 'The reply is no JSON object.');
  return reply.resultText === undefined ? { action: 'accept', content } : reply;
}

/** A request out of the log has marks where secrets were. Throws REFUSED. */
function withSecrets({ reveal }: LiveSession, input: unknown): unknown {
  return isObject(input) && typeof input.params === 'string' ? { ...input, params: reveal(input.params) } : input;
}

/** A single command, and a server that is not in the list, leave nothing behind. */
function keepsRuns({ options, adHoc }: HostCore, { serverId }: LiveSession): boolean {
  return options.kind !== 'headless' && adHoc.get(serverId)?.listed !== false;
}

/** Starts an operation and gives its id. */
function run(
  host: HostCore,
  session: LiveSession,
  { verb, input }: { verb: Verb; input?: unknown },
  how: RunBy,
): string {
  const operationId = session.core.run(verb, verb === 'request.send' ? withSecrets(session, input) : input, how);
  if ((verb === 'tools.call' || verb === 'prompts.get') && keepsRuns(host, session))
    host.earlier.began(session, operationId, input, verb === 'prompts.get' ? 'prompt' : undefined);
  return operationId;
}

/** Calls about running servers: sessions, operations, asks and lists. */
export function sessionHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'session.start': async ({ serverId }) => {
      host.upkeep.takeOver(serverId);
      host.adHoc.delete(serverId);
      return { sessionId: await host.sessions.start(await host.configOf(serverId)) };
    },
    'session.startWith': async (input) => ({ sessionId: await startWith(host, input) }),
    'session.stop': async ({ sessionId }) => {
      const { serverId } = host.sessions.get(sessionId);
      const isNewest = host.sessions.newestOf(serverId) === sessionId;
      const startsAgain = isNewest && host.upkeep.takeOver(serverId);
      await host.sessions.stop(sessionId);
      if (startsAgain) await host.sessions.stopServer(serverId);
    },
    'session.restart': async ({ serverId }) => {
      const config = await host.configOf(serverId);
      host.upkeep.takeOver(serverId);
      await host.sessions.stopServer(serverId);
      return { sessionId: await host.sessions.start(config) };
    },
    'session.waitLonger': ({ sessionId }) => host.sessions.get(sessionId).core.waitLonger(),
    'session.pin': ({ sessionId, pinned }) => pinSession(host, sessionId, pinned),
    'operation.run': async ({ by, ...wish }, caller) => {
      const session = host.sessions.get(wish.sessionId);
      if (!by) return { operationId: run(host, session, wish, {}) };
      const asker = { kind: by.kind, name: by.name };
      const begin = () => run(host, session, wish, { unruled: by.answers === true, by: asker });
      return { operationId: await runForScript(host, { ...wish, session, asker, caller }, begin) };
    },
    'operation.cancel': ({ operationId }) => sessionOfOperation(host, operationId).core.cancel(operationId),
    'operation.keepWaiting': ({ operationId }) => sessionOfOperation(host, operationId).core.keepWaiting(operationId),
    'operation.result': async ({ operationId, bytes }) => {
      const session = sessionOfOperation(host, operationId);
      const found = session.core.resultOf(operationId);
      if (!found || 'fault' in found) throw new HostError('NOT_FOUND', 'This run has no result.');
      return resultText(session.log, found.seq, { rpcId: found.rpcId, limit: bytes, path: found.path });
    },
    'pending.answer': ({ id, reply, by }) =>
      host.approvals.has(id)
        ? host.approvals.answer(id, reply, by)
        : sessionOfAsk(host, id).core.answer(id, exactReply(reply), by),
    'pending.leaveOut': ({ id }) => sessionOfAsk(host, id).core.leaveOut(id),
    'pending.opened': ({ id }) => sessionOfAsk(host, id).core.pageOpened(id),
    'catalog.items': ({ sessionId, kind, from, count }) => {
      const { core, redact } = host.sessions.get(sessionId);
      const { rev, epoch, items } = core.items(kind);
      const page = items.slice(from, from + count);
      // A single command draws nothing and tells the list as the server gave it.
      const told = host.options.kind === 'headless' ? page : page.map((item) => withShortIcons(item, redact));
      return { rev, epoch, total: items.length, items: redact(told) };
    },
    'catalog.stop': ({ sessionId, kind }) => host.sessions.get(sessionId).core.stopList(kind),
    'schema.check': ({ schema, value }) => host.checker.check(schema, value),
  };
}
