import type { EnvEntry } from '#shared/session.ts';
import { looksSecret } from './looks-secret.ts';

const PLAIN = /^[\w@%+=:,./-]+$/;
const PLAIN_WINDOWS = /^[\w@+=:,./\\-]+$/;

/** One word of a command line, quoted for the usual shell of the platform when it needs to be. */
export function shellWord(word: string, platform: string): string {
  if (platform === 'win32') return PLAIN_WINDOWS.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command as it would be typed: nothing is left out or shortened. */
export function shellLine(command: readonly string[], platform: string): string {
  return command.map((word) => shellWord(word, platform)).join(' ');
}

interface Launch {
  command: readonly string[];
  cwd: string;
  env: readonly EnvEntry[];
}

/** The same start for a terminal: folder, variables set for this server (secrets as placeholders), command. */
export function terminalLine({ command, cwd, env }: Launch, platform: string): string {
  const set = env.filter(({ source }) => source === 'set' || source === 'secret' || source === 'file');
  const hidden = (entry: EnvEntry) => entry.value === undefined || looksSecret(entry);
  const shown = (entry: EnvEntry) => (hidden(entry) ? `<${entry.name}>` : (entry.value ?? ''));
  const line = shellLine(command, platform);
  if (platform === 'win32') {
    const sets = set.map((entry) => `set "${entry.name}=${shown(entry)}" && `);
    return `cd /d ${shellWord(cwd, platform)} && ${sets.join('')}${line}`;
  }
  const sets = set.map((entry) => `${entry.name}=${shellWord(shown(entry), platform)} `);
  return `cd ${shellWord(cwd, platform)} && ${sets.join('')}${line}`;
}
