import type { Endpoint } from '#shared/config.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import type { RunScript, ScriptServer, Step } from '#shared/script/run-script.ts';
import type { ScriptRoom } from '#shared/script/script-flow.ts';
import type { Session } from '#shared/session.ts';
import type { EntityState } from '../../store/state.ts';
import type { Wirebench } from '../../store/wirebench.tsx';

/** A server of a script, with the name it goes by there. */
export interface NamedServer {
  name: string;
  server: ScriptServer;
}

/** The server a step is for; undefined when neither the step nor the script names one. */
export function serverOf({ servers = {} }: RunScript, { target }: Pick<Step, 'target'>): NamedServer | undefined {
  const [first] = Object.keys(servers);
  const name = target ?? first;
  if (name === undefined) return undefined;
  return { name, server: (Object.hasOwn(servers, name) ? servers[name] : undefined) ?? { saved: name } };
}

/** What would be started that is not on the list of servers: a command or an address, as the script has it. */
export function strangersOf({ servers = {} }: RunScript): string[] {
  return Object.values(servers).flatMap((server) => {
    if ('command' in server) return [[server.command, ...server.args].map(quoted).join(' ')];
    return 'url' in server ? [server.url] : [];
  });
}

const quoted = (word: string) => (/^[\w./:@=+-]+$/.test(word) ? word : JSON.stringify(word));

function endpointOf(server: ScriptServer): Endpoint | undefined {
  if ('builtin' in server) return { kind: 'builtin', name: 'demo', era: 'both' };
  if ('url' in server) return { kind: 'http', url: server.url, headers: [], transport: 'auto' };
  if (!('command' in server)) return undefined;
  return { kind: 'stdio', command: server.command, args: server.args, env: {}, inherit: 'short' };
}

function isAt(entry: ServerEntry, server: ScriptServer): boolean {
  const { endpoint, era } = entry.config;
  if ('era' in server && server.era !== undefined && server.era !== era) return false;
  if ('builtin' in server) return endpoint.kind === 'builtin';
  if ('url' in server) return endpoint.kind === 'http' && endpoint.url === server.url;
  if (!('command' in server)) return false;
  const own = endpoint.kind === 'stdio' && [endpoint.command, ...endpoint.args];
  return own !== false && JSON.stringify(own) === JSON.stringify([server.command, ...server.args]);
}

/** One that is being stopped is of no use any more: the next one starts when it has ended. */
const isUp = (session: Session | undefined) =>
  session !== undefined && session.state.at !== 'closing' && session.state.at !== 'closed';

/** The server of the list that a server of a script is; of several one that runs. `chosen`: the one of the window. */
function knownEntry(
  { server, session }: Pick<EntityState, 'server' | 'session'>,
  named: NamedServer | undefined,
  chosen: string | undefined,
): ServerEntry | undefined {
  const entries = [...server.values()];
  if (!named) {
    const id = chosen ?? (entries.length === 1 ? entries[0]?.id : undefined);
    return id === undefined ? undefined : server.get(id);
  }
  const wanted = named.server;
  if ('saved' in wanted) return entries.find(({ config }) => config.name === wanted.saved);
  const same = entries.filter((entry) => isAt(entry, wanted));
  return same.find(({ sessionId }) => isUp(session.get(sessionId ?? ''))) ?? same[0];
}

/** Name of the server that a step is for, where it is up already. */
export function nameOfRunning(
  state: Pick<EntityState, 'server' | 'session'>,
  named: NamedServer | undefined,
  chosen: string | undefined,
): string | undefined {
  const entry = knownEntry(state, named, chosen);
  return entry && isUp(state.session.get(entry.sessionId ?? '')) ? entry.config.name : undefined;
}

/** The entry of the list for a server of a script; one that is not there yet is added. Throws HostError. */
async function entryOf({ link, entities, page }: Wirebench, named: NamedServer | undefined): Promise<string> {
  const known = knownEntry(entities.getState(), named, page.getState().serverId);
  if (known) return known.id;
  if (!named) {
    throw new HostError('BAD_INPUT', 'The script names no server. Choose one in the list, or name one under servers.');
  }
  const { name, server } = named;
  if ('saved' in server) {
    throw new HostError('NOT_FOUND', `There is no server "${server.saved}" in the list. Add it, then go on.`);
  }
  const endpoint = endpointOf(server);
  if (!endpoint) throw new HostError('BAD_INPUT', `The server "${name}" of the script cannot be started.`);
  const era = server.era === undefined ? {} : { era: server.era };
  return (await link.client()['server.save']({ name, endpoint, ...era })).serverId;
}

/** A session of a script. */
export interface JoinedSession {
  sessionId: string;
  /** It was up before, and was left as it is. */
  joined: boolean;
}

/**
 * A connected session of a server of a script. One that is up already is used as it is: others may work with it.
 * Throws HostError when it does not connect.
 */
export async function connectServer(
  wirebench: Wirebench,
  room: ScriptRoom,
  named: NamedServer | undefined,
): Promise<JoinedSession> {
  const serverId = await entryOf(wirebench, named);
  wirebench.page.getState().selectServer(serverId);
  const { server, session } = wirebench.entities.getState();
  const running = session.get(server.get(serverId)?.sessionId ?? '');
  const joined = isUp(running);
  const sessionId =
    running && joined ? running.id : (await wirebench.link.client()['session.start']({ serverId })).sessionId;
  const settled = await room.until((state) => {
    const found = state.get('session', sessionId);
    return found && ['ready', 'authorizing', 'closed'].includes(found.state.at) ? found : undefined;
  });
  if (settled.state.at === 'ready') return { sessionId, joined };
  const failure = settled.state.at === 'closed' ? settled.state.failure : undefined;
  const why = failure ? `${failure.title}. ${failure.why}` : 'It ended, or wants a sign-in.';
  throw new HostError('NOT_READY', `${settled.config.name} did not connect. ${why} Leave the demo to see why.`);
}
