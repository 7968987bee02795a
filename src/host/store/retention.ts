import type { Stats } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSessionFile, type SessionMeta } from './session-file.ts';

const SESSION_FOLDER = /^\d{8}T\d{6}-[\w-]+-[0-9a-f]{6}$/;

/** Whether the process that owns a session folder is there; another process with the same number only keeps it longer. */
function ownerLives(owner: SessionMeta['owner']): boolean {
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it means that it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // what process.kill throws
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}

async function folderBytes(dir: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (entry.isFile()) bytes += (await statOf(join(entry.parentPath, entry.name)))?.size ?? 0;
  }
  return bytes;
}

/**
 * Deletes whole session folders, oldest first, until all of them together are within `limitBytes`. Spares those named
 * in `inUse` and those of a host that is still running. Returns the names of the deleted folders.
 */
export async function enforceRetention(
  sessionsDir: string,
  limitBytes: number,
  inUse: ReadonlySet<string>,
  isAlive: (owner: SessionMeta['owner']) => boolean = ownerLives,
): Promise<string[]> {
  const entries = await readdir(sessionsDir, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && SESSION_FOLDER.test(entry.name)).map((e) => e.name);
  const sizes = new Map<string, number>();
  let total = 0;
  for (const name of names) {
    const bytes = await folderBytes(join(sessionsDir, name));
    sizes.set(name, bytes);
    total += bytes;
  }
  const removed: string[] = [];
  // Names begin with the time, so their order is their age.
  for (const name of names.sort()) {
    if (total <= limitBytes) break;
    const dir = join(sessionsDir, name);
    const meta = readSessionFile(dir);
    if (inUse.has(name) || (meta && !meta.closed && isAlive(meta.owner))) continue;
    await rm(dir, { recursive: true, force: true });
    total -= sizes.get(name) ?? 0;
    removed.push(name);
  }
  return removed;
}
