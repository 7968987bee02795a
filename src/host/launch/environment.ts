import type { StdioEndpoint } from '#shared/config.ts';
import type { EnvEntry } from '#shared/session.ts';

const POSIX_SHORT = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'TMPDIR'];
const WINDOWS_SHORT = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];
/** Marks of the way this app itself was started; they would change how a server runs. */
const OURS = /^(ELECTRON_.*|NODE_OPTIONS|NODE_CHANNEL_.*|APPDIR|APPIMAGE|ARGV0|OWD|CHROME_DESKTOP|ORIGINAL_XDG_.*)$/i;
/** An AppImage points these into its own mount. */
const APPIMAGE_PATHS = [
  'LD_LIBRARY_PATH',
  'PYTHONHOME',
  'PYTHONPATH',
  'PERLLIB',
  'GSETTINGS_SCHEMA_DIR',
  'QT_PLUGIN_PATH',
];

export interface EnvironmentInput {
  endpoint: Pick<StdioEndpoint, 'env' | 'inherit'>;
  platform: NodeJS.Platform;
  /** The environment of this app. */
  env: Readonly<Record<string, string | undefined>>;
  secret(name: string): Promise<string | undefined>;
}

export interface LaunchEnvironment {
  env: Record<string, string>;
  /** Where each variable came from, by name; secrets without value, `missing` when their value is not stored. */
  entries: EnvEntry[];
  /** Names of secrets that have no value. */
  missing: string[];
}

/** The environment a server gets: a short list or all of ours, without the marks of this app, then what is configured. */
export async function launchEnvironment(input: EnvironmentInput): Promise<LaunchEnvironment> {
  const env: Record<string, string> = {};
  const entries = new Map<string, EnvEntry>();
  const missing: string[] = [];
  for (const [name, value] of inherited(input)) {
    env[name] = value;
    entries.set(name, { name, value, source: 'inherited' });
  }
  for (const [name, setting] of Object.entries(input.endpoint.env)) {
    // Windows has one variable for Path and PATH.
    const clash = input.platform === 'win32' ? Object.keys(env).find((known) => sameName(known, name)) : undefined;
    if (clash !== undefined && clash !== name) {
      delete env[clash];
      entries.delete(clash);
    }
    const value = typeof setting === 'string' ? setting : await input.secret(setting.secret);
    if (value === undefined) {
      if (typeof setting !== 'string') missing.push(setting.secret);
      delete env[name];
      entries.set(name, { name, source: 'missing' });
      continue;
    }
    env[name] = value;
    entries.set(name, typeof setting === 'string' ? { name, value, source: 'set' } : { name, source: 'secret' });
  }
  const list = [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { env, entries: list, missing };
}

/** The value of a variable; on Windows capitals do not matter. */
export function variable(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  if (platform !== 'win32' || env[name] !== undefined) return env[name];
  const key = Object.keys(env).find((known) => sameName(known, name));
  return key === undefined ? undefined : env[key];
}

function inherited(input: EnvironmentInput): [string, string][] {
  const windows = input.platform === 'win32';
  const short = new Set(windows ? WINDOWS_SHORT : POSIX_SHORT);
  const fromAppImage = input.env.APPDIR !== undefined || input.env.APPIMAGE !== undefined;
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(input.env)) {
    if (value === undefined || OURS.test(name)) continue;
    if (fromAppImage && APPIMAGE_PATHS.includes(name)) continue;
    const listed = windows ? short.has(name.toUpperCase()) : short.has(name) || name.startsWith('LC_');
    // A shell function in a variable would run in any bash the server starts.
    if (input.endpoint.inherit === 'short' && (!listed || value.startsWith('()'))) continue;
    kept.push([name, value]);
  }
  return kept;
}

function sameName(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase();
}
