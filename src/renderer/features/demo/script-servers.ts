import type { Endpoint } from '#shared/config.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import type { RunScript, ScriptServer, Step } from '#shared/script/run-script.ts';
import type { ScriptRoom } from '#shared/script/script-flow.ts';
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

/** The entry of the list for a server of a script; one that is not there yet is added. Throws HostError. */
async function entryOf({ link, entities, page }: Wirebench, named: NamedServer | undefined): Promise<string> {
  const entries = [...entities.getState().server.values()];
  if (!named) {
    const chosen = page.getState().serverId ?? (entries.length === 1 ? entries[0]?.id : undefined);
    if (chosen !== undefined && entities.getState().server.has(chosen)) return chosen;
    throw new HostError('BAD_INPUT', 'The script names no server. Choose one in the list, or name one under servers.');
  }
  const { name, server } = named;
  if ('saved' in server) {
    const found = entries.find(({ config }) => config.name === server.saved);
    if (found) return found.id;
    throw new HostError('NOT_FOUND', `There is no server "${server.saved}" in the list. Add it, then go on.`);
  }
  const known = entries.find((entry) => isAt(entry, server));
  if (known) return known.id;
  const endpoint = endpointOf(server);
  if (!endpoint) throw new HostError('BAD_INPUT', `The server "${name}" of the script cannot be started.`);
  const era = server.era === undefined ? {} : { era: server.era };
  return (await link.client()['server.save']({ name, endpoint, ...era })).serverId;
}

/**
 * A connected session of a server of a script. One that runs already is used as it is, unless `afresh`. Throws
 * HostError when it does not connect.
 */
export async function connectServer(
  wirebench: Wirebench,
  room: ScriptRoom,
  named: NamedServer | undefined,
  afresh: boolean,
): Promise<string> {
  const serverId = await entryOf(wirebench, named);
  wirebench.page.getState().selectServer(serverId);
  const { server, session } = wirebench.entities.getState();
  const running = session.get(server.get(serverId)?.sessionId ?? '');
  const up = running !== undefined && running.state.at !== 'closed';
  const start = up && afresh ? 'session.restart' : 'session.start';
  const sessionId = up && !afresh ? running.id : (await wirebench.link.client()[start]({ serverId })).sessionId;
  const settled = await room.until((state) => {
    const found = state.get('session', sessionId);
    return found && ['ready', 'authorizing', 'closed'].includes(found.state.at) ? found : undefined;
  });
  if (settled.state.at === 'ready') return sessionId;
  const failure = settled.state.at === 'closed' ? settled.state.failure : undefined;
  const why = failure ? `${failure.title}. ${failure.why}` : 'It ended, or wants a sign-in.';
  throw new HostError('NOT_READY', `${settled.config.name} did not connect. ${why} Leave the demo to see why.`);
}
