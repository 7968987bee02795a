import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

interface Root {
  uri: string;
  name?: string | undefined;
}

/**
 * Roots as a server sees them (ROOT-03): nothing but what the settings hold, and file addresses without `..`, so that
 * an address never leads elsewhere than it reads. What is no address at all is left out.
 */
export function exposedRoots(roots: readonly Root[]): Root[] {
  return roots.flatMap((root) => {
    if (!URL.canParse(root.uri)) return [];
    const url = new URL(root.uri);
    return [url.protocol === 'file:' ? { ...root, uri: url.href } : root];
  });
}

/** A sentence for each root that a server was told of and that cannot be reached now. Other schemes are not looked at. */
export async function rootTroubles(roots: readonly Root[]): Promise<string[]> {
  const found = await Promise.all(roots.map(({ uri }) => troubleOf(uri)));
  return found.filter((text) => text !== undefined);
}

async function troubleOf(uri: string): Promise<string | undefined> {
  if (!uri.startsWith('file:')) return undefined;
  try {
    const is = await stat(fileURLToPath(uri));
    return is.isDirectory() ? undefined : `The root ${uri} is not a folder.`;
  } catch {
    // Whatever the reason is: this computer gives nobody this folder now.
    return `The folder ${uri}, which the server was told of as a root, cannot be read on this computer.`;
  }
}
