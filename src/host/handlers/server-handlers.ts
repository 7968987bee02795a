import { homedir } from 'node:os';
import type { ServerConfig } from '#shared/config.ts';
import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { Handlers } from '#shared/rpc.ts';
import { detect } from '../exchange-formats/detect.ts';
import type { HostCore } from '../host-core.ts';
import { previewLaunch } from '../launch/preview.ts';

type Names = 'server.detect' | 'server.preview' | 'server.save' | 'server.remove' | 'secret.save' | 'secret.names';

/** Names of the secrets a server uses. */
function secretsOf({ endpoint }: ServerConfig): string[] {
  if (endpoint.kind === 'builtin') return [];
  const values = endpoint.kind === 'stdio' ? Object.values(endpoint.env) : endpoint.headers.map(({ value }) => value);
  return values.flatMap((value) => (typeof value === 'string' ? [] : [value.secret]));
}

/** Deletes the secrets of a server that is gone, unless another one uses them. */
async function forgetSecrets(host: HostCore, gone: ServerConfig): Promise<void> {
  const used = new Set((await host.servers.list()).flatMap(secretsOf));
  for (const name of secretsOf(gone)) if (!used.has(name)) await host.secrets.delete(name);
}

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
      const config = await host.configOf(serverId);
      await host.servers.remove(serverId);
      await forgetSecrets(host, config);
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
