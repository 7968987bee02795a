import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import type { LaunchContext } from '../launch/plan-launch.ts';
import { previewLaunch } from '../launch/preview.ts';
import { deleteUnused, secretNamesOf } from '../store/secrets-unused.ts';

type Names = 'server.detect' | 'server.preview' | 'server.save' | 'server.remove' | 'secret.save' | 'secret.names';

/** Calls about the list of servers and their secrets. */
export function serverHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  const forgetUnused = (names: Iterable<string>) =>
    deleteUnused(names, { dataDir: host.options.dataDir, servers: host.servers, secrets: host.secrets });
  return {
    'server.detect': async ({ text }) => (await import('../exchange-formats/detect.ts')).detect(text),
    'server.preview': ({ endpoint, with: server }) => {
      const context: LaunchContext = {
        ...host.launch,
        // Only whether it is there: the value does not leave the host, and no keychain asks to be unlocked for a preview.
        secret: async (name) => ((await host.secrets.names()).includes(name) ? `{{secret:${name}}}` : undefined),
      };
      return previewLaunch(endpoint, context, server);
    },
    'server.save': async (input) => {
      const before = (await host.servers.list()).find(({ id }) => id === input.id);
      const config = await host.servers.save(input);
      host.upkeep.takeOver(config.id);
      for (const name of secretNamesOf(config)) host.unclaimed.delete(name);
      if (before) await forgetUnused(secretNamesOf(before));
      await host.refreshServers();
      return { serverId: config.id };
    },
    'server.remove': async ({ serverId }) => {
      // Off the list first, so that nothing can start it any more while it is stopped.
      const config = await host.configOf(serverId);
      await host.servers.remove(serverId);
      host.upkeep.takeOver(serverId);
      host.adHoc.delete(serverId);
      await forgetUnused(secretNamesOf(config));
      await host.sessions.removeServer(serverId);
      await host.eras.forget(serverId);
      await host.wishes.forget(serverId);
      await host.tasks.forget(serverId);
      await host.drift.forget(serverId);
      await host.earlier.forget(serverId);
      await host.replies.forget(serverId);
      await host.rules.forget(serverId);
      await host.allowed.forgetServer(serverId);
      await host.refreshServers();
    },
    'secret.save': async ({ name, value }) => {
      if (value === '') throw new HostError('BAD_INPUT', 'A secret needs a value. Type one, or remove the entry.');
      // One that was there before belongs to somebody already.
      const isNew = !(await host.secrets.names()).includes(name);
      await host.secrets.set(name, value);
      if (isNew) host.unclaimed.add(name);
    },
    'secret.names': async () => ({ names: await host.secrets.names() }),
  };
}
