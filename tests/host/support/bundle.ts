import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Bundles entries the way the application does it, because Node 20 cannot run TypeScript in a worker or a child.
 * `entries` is name to path from the root of the repository; each becomes `<name>.js` in `folder`, below the repository
 * or beside a package.json of type module.
 */
export async function bundle(folder: string, entries: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)]));
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.19',
      rolldownOptions: {
        input,
        external: ['@napi-rs/keyring'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
      },
    },
  });
}
