import { isAbsolute } from 'node:path';
import type { ServerConfig } from '#shared/config.ts';
import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { Client } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { applyFix } from '../launch/apply-fix.ts';
import { folderProblem } from '../launch/resolve-program.ts';
import { deleteUnused, secretNamesOf } from '../store/secrets-unused.ts';

type Input = Parameters<Client<WirebenchContract>['fix.apply']>[0];

/** A folder that a person chose is looked at first, so that one typing mistake does not follow the other. */
async function checkFolder(folder: string): Promise<void> {
  // Others are relative to a place that only the start knows.
  const problem = isAbsolute(folder) ? await folderProblem(folder) : undefined;
  if (!problem) return;
  const why = {
    missing: 'There is no such folder',
    'not-a-folder': 'That is no folder',
    'no-access': 'This account may not enter that folder',
  };
  throw new HostError('BAD_INPUT', `${why[problem]}: "${folder}". Nothing was changed. Choose another one.`);
}

/** Throws NOT_FOUND, with other words for a server that was only started, not saved. */
async function savedConfig(host: HostCore, serverId: string): Promise<ServerConfig> {
  const isListed = (await host.servers.list()).some(({ id }) => id === serverId);
  if (!isListed && host.sessions.all().some((session) => session.serverId === serverId)) {
    throw new HostError('NOT_FOUND', 'This server is not saved, so its settings cannot be changed. Save it first.');
  }
  return host.configOf(serverId);
}

/** Gives a session that is still connecting its time again; undefined when there is none. */
function extended(host: HostCore, serverId: string): string | undefined {
  const newest = host.sessions.newestOf(serverId);
  const at = newest === undefined ? undefined : host.state.get('session', newest)?.state.at;
  if (newest === undefined || (at !== 'opening' && at !== 'negotiating')) return undefined;
  host.sessions.get(newest).core.waitLonger();
  return newest;
}

/**
 * Carries out a fix of Diagnosis: changes the saved settings, keeps a secret, starts the server again. Throws NOT_FOUND
 * for a server that is in no list, BAD_INPUT for a value that cannot be used; nothing is changed then.
 */
export async function applyFixCall(host: HostCore, input: Input): Promise<{ sessionId: string }> {
  const { serverId, action, value, keep } = input;
  const before = await savedConfig(host, serverId);
  if (action.do === 'wait-longer') {
    const sessionId = extended(host, serverId);
    if (sessionId !== undefined) return { sessionId };
  }
  const { config, secret } = applyFix(before, action, { value, keep });
  if (action.do === 'choose-folder' && config.endpoint.kind === 'stdio') await checkFolder(config.endpoint.cwd ?? '');
  host.upkeep.takeOver(serverId);
  if (secret) await host.secrets.set(secret.name, secret.value);
  if (config !== before) {
    const { options, servers, secrets } = host;
    const unused = (names: Iterable<string>) => deleteUnused(names, { dataDir: options.dataDir, servers, secrets });
    try {
      await host.servers.save(config);
    } catch (error) {
      // Nothing refers to what was just stored.
      if (secret) await unused([secret.name]);
      throw error;
    }
    await unused(secretNamesOf(before));
    await host.refreshServers();
  }
  host.adHoc.delete(serverId);
  await host.sessions.stopServer(serverId);
  return { sessionId: await host.sessions.start(config) };
}
