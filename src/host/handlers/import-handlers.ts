import { open, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import type { ScanFiles } from '../scan-clients.ts';

type Names = 'import.scan' | 'import.path' | 'import.bytes' | 'import.unpack';

/** Calls about the configuration of other clients, and about bundles. Nothing is started by them. */
export function importHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  const computer = { platform: process.platform, home: homedir(), env: process.env };
  // Readers of formats are loaded when something is imported: most starts, and all short commands, do without.
  const load = async () => {
    const [{ createBundles }, source] = await Promise.all([
      import('../bundles/bundles.ts'),
      import('../bundles/import-source.ts'),
    ]);
    return { ...source, bundles: createBundles({ dataDir: host.options.dataDir, computer }) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  const formats = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    'import.scan': async () => {
      const { scanClients } = await import('../scan-clients.ts');
      return { found: await scanClients(computer, FILES) };
    },
    'import.path': async ({ path }) => {
      const { importPath, bundles } = await formats();
      return importPath(path, bundles);
    },
    'import.bytes': async ({ name, base64 }) => {
      const { importBytes, bundles } = await formats();
      return importBytes(name, Buffer.from(base64, 'base64'), bundles);
    },
    'import.unpack': async ({ token }) => (await formats()).bundles.unpack(token),
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
