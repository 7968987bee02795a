import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HostError } from '#shared/errors.ts';
import { type Root, rootsFor } from '#shared/roots.ts';

type Told = Pick<Root, 'uri' | 'name'>;

/**
 * Roots as a server sees them (ROOT-03): nothing but what the settings hold, and file addresses without `..`, so that
 * an address never leads elsewhere than it reads. What is no address at all is left out.
 */
export function exposedRoots(roots: readonly Told[]): Told[] {
  return roots.flatMap(({ uri, name }) => {
    if (!URL.canParse(uri)) return [];
    const url = new URL(uri);
    return [{ uri: url.protocol === 'file:' ? url.href : uri, ...(name === undefined ? {} : { name }) }];
  });
}

/** Whether a change of the roots changes what one server is told. */
export function toldOthers(before: readonly Root[], after: readonly Root[], serverId: string): boolean {
  const told = (roots: readonly Root[]) => JSON.stringify(exposedRoots(rootsFor(roots, serverId)));
  return told(before) !== told(after);
}

/** What is wrong with each root that leads to no readable folder of this computer. Other schemes are not looked at. */
export async function rootTroubles(roots: readonly Told[]): Promise<{ uri: string; text: string }[]> {
  const found = await Promise.all(roots.map(async ({ uri }) => ({ uri, text: await troubleOf(uri) })));
  return found.flatMap(({ uri, text }) => (text === undefined ? [] : [{ uri, text }]));
}

async function troubleOf(uri: string): Promise<string | undefined> {
  if (!uri.startsWith('file:')) return URL.canParse(uri) ? undefined : 'No whole address';
  try {
    const is = await stat(fileURLToPath(uri));
    return is.isDirectory() ? undefined : 'Not a folder';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EACCES' || code === 'EPERM' ? 'Folder cannot be read' : 'Folder not found';
  }
}

/** A folder written as a path, as a root. Throws HostError BAD_INPUT for a path that begins nowhere. */
export async function rootOfPath(written: string): Promise<{ uri: string; name: string; trouble?: string }> {
  const path = written.trim();
  const whole = /^~(?=$|[\\/])/.test(path) ? join(homedir(), path.slice(1)) : path;
  if (!isAbsolute(whole)) {
    throw new HostError('BAD_INPUT', 'Write the whole path of the folder, beginning with / or ~, or with a drive.');
  }
  const folder = normalize(whole).replace(/(?<=[^\\/:])[\\/]+$/, '');
  const { href } = pathToFileURL(folder);
  const trouble = await troubleOf(href);
  return { uri: href, name: basename(folder) || folder, ...(trouble === undefined ? {} : { trouble }) };
}
