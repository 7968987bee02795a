import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { rootCalls } from '#shared/roots.ts';
import type { Handlers } from '#shared/rpc.ts';
import { rootOfPath, rootTroubles } from '../exposed-roots.ts';
import type { HostCore } from '../host-core.ts';

/** Calls about the folders that servers may be told of; the list itself is a setting. */
export function rootHandlers({
  options: { shell },
}: HostCore): Pick<Handlers<WirebenchContract>, keyof typeof rootCalls> {
  return {
    'root.check': async ({ uris }) => ({ troubles: await rootTroubles(uris.map((uri) => ({ uri }))) }),
    'root.fromPath': ({ path }) => rootOfPath(path),
    'root.pickFolder': async () => {
      if (!shell.pickFolder) throw new HostError('REFUSED', 'This shell has no dialog for folders. Write the path.');
      const path = await shell.pickFolder();
      return path === undefined ? {} : { path };
    },
  };
}
