import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { parseEnv } from 'node:util';

const MOST_BYTES = 1_000_000;

export type EnvFile =
  | { variables: Record<string, string> }
  | { problem: 'missing' | 'no-access' | 'not-a-file' | 'too-large' };

/** Reads a file of `NAME=value` lines: comments, quotes, `export ` and values over several lines as in dotenv. */
export async function readEnvFile(file: string): Promise<EnvFile> {
  try {
    // Without waiting: a pipe of that name would never end.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await handle.stat();
      if (!found.isFile()) return { problem: 'not-a-file' };
      if (found.size > MOST_BYTES) return { problem: 'too-large' };
      return { variables: envOf(await handle.readFile('utf8')) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EISDIR') return { problem: 'not-a-file' };
    return { problem: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'no-access' };
  }
}

function envOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(parseEnv(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')))) {
    // A line without an equals sign is read as part of the next line's name.
    const name = key.split('\n').at(-1)?.trim() ?? '';
    if (/^[^\s=]+$/.test(name) && value !== undefined) found[name] = value;
  }
  return found;
}
