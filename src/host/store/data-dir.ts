import { chmod, mkdir, readdir } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { HostError, messageOf } from '#shared/errors.ts';
import { PRODUCT_NAME } from '#shared/product.ts';

export interface DataDirQuery {
  /** The value of --data-dir. */
  flag?: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  home: string;
  /** Where relative paths start; absent means the current folder. */
  cwd?: string;
}

/** The data folder: --data-dir, else WIREBENCH_DATA, else the folder Electron calls userData for this app. Absolute. */
export function resolveDataDir(query: DataDirQuery): string {
  const path = query.platform === 'win32' ? win32 : posix;
  const chosen = query.flag || query.env.WIREBENCH_DATA;
  if (chosen) return path.resolve(query.cwd ?? process.cwd(), chosen);
  return path.join(appData(query), PRODUCT_NAME);
}

/** Electron's appData folder, without Electron. */
function appData({ env, platform, home }: DataDirQuery): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA || win32.join(home, 'AppData', 'Roaming');
  const config = env.XDG_CONFIG_HOME;
  // The base directory specification tells to ignore relative paths.
  return config && posix.isAbsolute(config) ? config : posix.join(home, '.config');
}

const FOLDERS = ['state', 'run', 'logs', 'sessions'];
const OURS = new Set([
  ...FOLDERS,
  'servers.json',
  'settings.json',
  'window.json',
  'window-bounds.json',
  'reply-rules.json',
  'secrets.json',
]);

/**
 * Makes the data folder and the folders in it, open to this account only. A folder that was there before and holds
 * other people's files keeps its mode. Throws IO.
 */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const names = made === undefined ? await readdir(dataDir) : [];
    if (names.length === 0 || names.some((name) => OURS.has(name))) await chmod(dataDir, 0o700);
    for (const name of FOLDERS) {
      await mkdir(`${dataDir}/${name}`, { recursive: true, mode: 0o700 });
      await chmod(`${dataDir}/${name}`, 0o700);
    }
  } catch (error) {
    throw new HostError(
      'IO',
      `The data folder "${dataDir}" cannot be used: ${messageOf(error)}. Choose another one with --data-dir or WIREBENCH_DATA.`,
    );
  }
}
