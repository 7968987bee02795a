import { posix, win32 } from 'node:path';
import type { FileView } from './file-view.ts';

export interface PlacesQuery {
  platform: NodeJS.Platform;
  home: string;
  /** Where version managers may have been told to put things, such as NVM_DIR or LOCALAPPDATA. */
  env: Readonly<Record<string, string | undefined>>;
  files: FileView;
}

/** Longest chain of nvm aliases that is followed. */
const ALIASES = 5;
/** Versions of one tool that are looked through, the newest first. */
const VERSIONS = 20;

/**
 * Folders in which version managers and installers put programs, the likeliest first, whether they exist or not. Used
 * only when neither the PATH nor the login shell knows a program.
 */
export async function usualPlaces(query: PlacesQuery): Promise<string[]> {
  const places = query.platform === 'win32' ? await windowsPlaces(query) : await posixPlaces(query);
  return [...new Set(places)];
}

async function posixPlaces({ platform, home, env, files }: PlacesQuery): Promise<string[]> {
  const mac = platform === 'darwin';
  const at = (...parts: string[]) => posix.join(home, ...parts);
  const data = env.XDG_DATA_HOME || at('.local', 'share');
  const support = at('Library', 'Application Support');
  const fnm = [env.FNM_DIR, posix.join(data, 'fnm'), ...(mac ? [posix.join(support, 'fnm')] : []), at('.fnm')];
  return [
    ...(await nvm(env.NVM_DIR || at('.nvm'), files)),
    ...(await each(fnm, (folder) => fnmFolders(folder, files))),
    posix.join(env.VOLTA_HOME || at('.volta'), 'bin'),
    posix.join(env.ASDF_DATA_DIR || at('.asdf'), 'shims'),
    posix.join(env.MISE_DATA_DIR || posix.join(data, 'mise'), 'shims'),
    ...(mac ? ['/opt/homebrew/bin', '/usr/local/bin'] : ['/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin']),
    at('.local', 'bin'),
    posix.join(env.CARGO_HOME || at('.cargo'), 'bin'),
    posix.join(env.BUN_INSTALL || at('.bun'), 'bin'),
    posix.join(env.DENO_INSTALL || at('.deno'), 'bin'),
    ...['shims', 'bin'].map((name) => posix.join(env.PYENV_ROOT || at('.pyenv'), name)),
    env.PNPM_HOME || (mac ? at('Library', 'pnpm') : posix.join(data, 'pnpm')),
    at('bin'),
    ...(mac ? ['/opt/local/bin'] : ['/snap/bin']),
    at('.nix-profile', 'bin'),
    '/run/current-system/sw/bin',
    '/usr/bin',
    '/bin',
  ];
}

/** nvm keeps each Node in a folder of its own; its default alias says which one a terminal has. */
async function nvm(folder: string, files: FileView): Promise<string[]> {
  const versions = newestFirst(await files.names(posix.join(folder, 'versions', 'node')));
  const wanted = await nvmDefault(folder, files);
  const first = wanted === undefined ? undefined : versions.find((version) => isVersion(version, wanted));
  const order = first === undefined ? versions : [first, ...versions];
  return order.slice(0, VERSIONS).map((version) => posix.join(folder, 'versions', 'node', version, 'bin'));
}

/** `20`, `v20.1`, or undefined for the newest. */
async function nvmDefault(folder: string, files: FileView): Promise<string | undefined> {
  let alias = 'default';
  for (let step = 0; step < ALIASES; step += 1) {
    const text = (await files.firstLine(posix.join(folder, 'alias', alias))).trim();
    if (/^v?\d/.test(text)) return text;
    // `node` and `stable` are the newest; anything else outside the folder of aliases leads nowhere.
    if (!/^[\w*-]+(?:\/[\w*-]+)?$/.test(text)) return undefined;
    alias = text;
  }
  return undefined;
}

function isVersion(version: string, wanted: string): boolean {
  const plain = wanted.replace(/^v/, '');
  const own = version.replace(/^v/, '');
  return own === plain || own.startsWith(`${plain}.`);
}

async function fnmFolders(folder: string, files: FileView): Promise<string[]> {
  const versions = newestFirst(await files.names(posix.join(folder, 'node-versions')));
  return [
    posix.join(folder, 'aliases', 'default', 'bin'),
    ...versions.slice(0, VERSIONS).map((name) => posix.join(folder, 'node-versions', name, 'installation', 'bin')),
  ];
}

async function windowsPlaces({ home, env, files }: PlacesQuery): Promise<string[]> {
  const get = (name: string) => variableOf(env, name);
  const roaming = get('APPDATA') || win32.join(home, 'AppData', 'Roaming');
  const local = get('LOCALAPPDATA') || win32.join(home, 'AppData', 'Local');
  const machine = get('PROGRAMFILES') || 'C:\\Program Files';
  const shared = get('PROGRAMDATA') || 'C:\\ProgramData';
  const programs = win32.join(local, 'Programs');
  const at = (...parts: string[]) => win32.join(home, ...parts);
  const versions = async (folder: string, pattern: RegExp, ...rest: string[]) =>
    newestFirst((await files.names(folder)).filter((name) => pattern.test(name)))
      .slice(0, VERSIONS)
      .map((name) => win32.join(folder, name, ...rest));
  const fnm = get('FNM_DIR') || win32.join(roaming, 'fnm');
  const pythons = await versions(win32.join(programs, 'Python'), /^Python\d/);
  return [
    ...[get('NVM_SYMLINK')].filter((folder) => folder !== undefined),
    ...(await versions(get('NVM_HOME') || win32.join(roaming, 'nvm'), /^v\d/)),
    win32.join(fnm, 'aliases', 'default'),
    ...(await versions(win32.join(fnm, 'node-versions'), /^v\d/, 'installation')),
    ...(get('VOLTA_HOME') ? [win32.join(get('VOLTA_HOME') ?? '', 'bin')] : []),
    win32.join(local, 'Volta', 'bin'),
    win32.join(machine, 'Volta'),
    win32.join(machine, 'nodejs'),
    win32.join(programs, 'nodejs'),
    win32.join(roaming, 'npm'),
    win32.join(get('SCOOP') || at('scoop'), 'shims'),
    win32.join(shared, 'chocolatey', 'bin'),
    win32.join(local, 'Microsoft', 'WinGet', 'Links'),
    win32.join(local, 'mise', 'shims'),
    at('.local', 'bin'),
    win32.join(get('CARGO_HOME') || at('.cargo'), 'bin'),
    win32.join(get('BUN_INSTALL') || at('.bun'), 'bin'),
    win32.join(get('DENO_INSTALL') || at('.deno'), 'bin'),
    at('.pyenv', 'pyenv-win', 'shims'),
    at('.pyenv', 'pyenv-win', 'bin'),
    win32.join(programs, 'Python', 'Launcher'),
    ...pythons.flatMap((folder) => [folder, win32.join(folder, 'Scripts')]),
    ...(await files.names(programs)).filter((name) => name !== 'Python').map((name) => win32.join(programs, name)),
  ];
}

function variableOf(env: PlacesQuery['env'], name: string): string | undefined {
  if (env[name] !== undefined) return env[name];
  // Windows does not tell capitals apart.
  const key = Object.keys(env).find((known) => known.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

async function each(
  folders: readonly (string | undefined)[],
  read: (folder: string) => Promise<string[]>,
): Promise<string[]> {
  const given = folders.filter((folder) => folder !== undefined && folder !== '');
  return (await Promise.all([...new Set(given)].map((folder) => read(folder ?? '')))).flat();
}

/** Folder names with versions in them, the newest first; names without a number last. */
function newestFirst(names: readonly string[]): string[] {
  const numbers = (name: string) => (name.match(/\d+/g) ?? []).map(Number);
  return [...names].sort((a, b) => {
    const [left, right] = [numbers(a), numbers(b)];
    for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
      const more = (right[at] ?? -1) - (left[at] ?? -1);
      if (more !== 0) return more;
    }
    return 0;
  });
}
