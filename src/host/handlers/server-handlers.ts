import { homedir } from 'node:os';
import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { Handlers } from '#shared/rpc.ts';
import { detect } from '../exchange-formats/detect.ts';
import type { HostCore } from '../host-core.ts';
import { previewLaunch } from '../launch/preview.ts';

type Names = 'server.detect' | 'server.preview' | 'server.save' | 'server.remove' | 'secret.save' | 'secret.names';

/** Calls about the list of servers and their secrets. */
export function serverHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'server.detect': ({ text }) => detect(text),
    'server.preview': ({ endpoint }) =>
      previewLaunch(endpoint, {
        platform: process.platform,
        env: process.env,
        home: homedir(),
        secret: (name) => host.secrets.get(name),
      }),
    'server.save': async (input) => {
      const config = await host.servers.save(input);
      await host.refreshServers();
      return { serverId: config.id };
    },
    'server.remove': async ({ serverId }) => {
      // Off the list first, so that nothing can start it any more while it is stopped.
      await host.servers.remove(serverId);
      await host.sessions.removeServer(serverId);
      await host.eras.forget(serverId);
      await host.refreshServers();
    },
    'secret.save': async ({ name, value }) => {
      if (value === '') throw new HostError('BAD_INPUT', 'A secret needs a value. Type one, or remove the entry.');
      await host.secrets.set(name, value);
    },
    'secret.names': async () => ({ names: await host.secrets.names() }),
  };
}
