import type { StdioEndpoint } from '#shared/config.ts';
import { foldersOf, separatorOf } from './resolve-program.ts';

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
const PROXY = /^(?:https?|all|no|ftp)_proxy$/i;
const CERTIFICATES = /^(?:SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/i;

export type Variables = Readonly<Record<string, string | undefined>>;

export interface InheritedInput {
  inherit: StdioEndpoint['inherit'];
  platform: NodeJS.Platform;
  /** The environment of this app. */
  env: Variables;
  /** That of the login shell, where it answered. */
  shell: Variables | undefined;
}

/** What a server gets before anything is set for it. */
export interface Inherited {
  values: Map<string, { value: string; source: 'shell' | 'inherited' }>;
  /** Folders of its PATH that only the login shell knew. */
  fromShell: string[];
}

/** The environment of one of the three modes: a short list, the login shell's, or all of ours without the marks of this app. */
export function inheritedEnvironment({ inherit, platform, env, shell }: InheritedInput): Inherited {
  const values: Inherited['values'] = new Map();
  const whole = inherit === 'shell' && shell ? shell : ownVariables(env);
  const source = whole === shell ? 'shell' : 'inherited';
  for (const [name, value] of Object.entries(whole)) {
    if (value !== undefined && (inherit !== 'short' || inShortList(name, value, platform))) {
      values.set(name, { value, source });
    }
  }
  const ours = foldersOf(variable(env, 'PATH', platform) ?? '', platform);
  const theirs = foldersOf(shell?.PATH ?? '', platform);
  const fromShell = theirs.filter((folder) => !ours.includes(folder));
  if (source === 'inherited' && fromShell.length > 0) {
    values.set('PATH', { value: bothPaths(ours, theirs).join(separatorOf(platform)), source: 'shell' });
  }
  return { values, fromShell };
}

/** A bare PATH gives way to the terminal's order; one that was made for this start, as in a virtual environment, comes first. */
function bothPaths(ours: readonly string[], theirs: readonly string[]): string[] {
  const bare = ours.every((folder) => theirs.includes(folder));
  return [...new Set(bare ? theirs : [...ours, ...theirs])];
}

/** What this app was given, without the marks of the way it was started. */
export function ownVariables(env: Variables): Record<string, string> {
  const fromAppImage = env.APPDIR !== undefined || env.APPIMAGE !== undefined;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || OURS.test(name)) continue;
    if (!fromAppImage || !APPIMAGE_PATHS.includes(name)) kept[name] = value;
  }
  return kept;
}

function inShortList(name: string, value: string, platform: NodeJS.Platform): boolean {
  // A shell function in a variable would run in any bash the server starts.
  if (value.startsWith('()')) return false;
  if (platform === 'win32') return WINDOWS_SHORT.includes(name.toUpperCase());
  return POSIX_SHORT.includes(name) || name.startsWith('LC_');
}

/** Names that the login shell or this app has and the server does not get: proxies and certificates first. */
export function heldBackNames(given: Variables, env: Variables, shell: Variables | undefined): string[] {
  const all = { ...ownVariables(env), ...shell };
  const rank = (name: string) => (PROXY.test(name) ? 0 : CERTIFICATES.test(name) ? 1 : 2);
  return Object.keys(all)
    .filter((name) => all[name] !== '' && given[name] === undefined && !/^(?:_|SHLVL|PWD|OLDPWD)$/.test(name))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** A sentence on proxies and certificates that are held back; undefined when there are none. */
export function heldBackNote(names: readonly string[]): string | undefined {
  const told = names.filter((name) => PROXY.test(name) || CERTIFICATES.test(name));
  if (told.length === 0) return undefined;
  const [are, them] = told.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${told.join(', ')} ${are} set on this computer but not passed to the server. If it needs ${them} to reach the network, set ${them} for the server or let it inherit more.`;
}

/** The value of a variable; on Windows capitals do not matter. */
export function variable(env: Variables, name: string, platform: NodeJS.Platform): string | undefined {
  const key = variableKey(env, name, platform);
  return key === undefined ? undefined : env[key];
}

/** How a variable is written in an environment that has it. */
export function variableKey(env: Variables, name: string, platform: NodeJS.Platform): string | undefined {
  if (env[name] !== undefined) return name;
  if (platform !== 'win32') return undefined;
  return Object.keys(env).find((known) => known.toUpperCase() === name.toUpperCase());
}
