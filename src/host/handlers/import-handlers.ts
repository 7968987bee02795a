import { open, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import { createBundles } from '../bundles/bundles.ts';
import { importBytes, importPath } from '../bundles/import-source.ts';
import type { HostCore } from '../host-core.ts';
import { type ScanFiles, scanClients } from '../scan-clients.ts';

type Names = 'import.scan' | 'import.path' | 'import.bytes' | 'import.unpack';

/** Calls about the configuration of other clients, and about bundles. Nothing is started by them. */
export function importHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  const computer = { platform: process.platform, home: homedir(), env: process.env };
  const bundles = createBundles({ dataDir: host.options.dataDir, computer });
  return {
    'import.scan': async () => ({ found: await scanClients(computer, FILES) }),
    'import.path': ({ path }) => importPath(path, bundles),
    'import.bytes': ({ name, base64 }) => importBytes(name, Buffer.from(base64, 'base64'), bundles),
    'import.unpack': ({ token }) => bundles.unpack(token),
  };
}

const FILES: ScanFiles = {
  list: (folder) => readdir(folder),
  stat: async (path) => {
    const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
    return { size, isFile };
  },
  read: async (path, most) => {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  },
};
