import type { Stats } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerLives } from './owner-lives.ts';
import { readSessionFile, type SessionMeta } from './session-file.ts';

/** How session folders are named; the rest of what lies beside them is left alone. */
export const SESSION_FOLDER = /^\d{8}T\d{6}-[\w-]+-[0-9a-f]{6}$/;
const DAY_MS = 86_400_000;

/** What is kept at most; 0 means no limit. */
export interface RetentionLimits {
  /** All session folders that are not pinned together. */
  bytes: number;
  /** Since the end of the session; since its last record when nothing says how it ended. */
  days: number;
}

export interface RetentionWorld {
  isAlive?: (owner: SessionMeta['owner']) => boolean;
  /** Wall clock, milliseconds. */
  now?: () => number;
}

interface Folder {
  name: string;
  bytes: number;
  endedAt: number;
}

async function statOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}

/** The size of a session folder, and when its session ended. Reads no file of it. */
export async function folderFacts(dir: string, name: string, meta: SessionMeta | undefined): Promise<Folder> {
  let [bytes, newest] = [0, 0];
  const entries = await readdir(join(dir, name), { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    const stat = entry.isFile() ? await statOf(join(entry.parentPath, entry.name)) : undefined;
    bytes += stat?.size ?? 0;
    if (stat && entry.name.endsWith('.jsonl')) newest = Math.max(newest, stat.mtimeMs);
  }
  return { name, bytes, endedAt: meta?.closed?.at ?? Math.max(newest, meta?.startedAt ?? 0) };
}

/**
 * Deletes whole session folders: those that ended longer ago than the limit of days, then the oldest until the rest is
 * within the limit of bytes. Pinned ones stay and do not count. Spares those named in `inUse` and those of a host that
 * is still running. Returns the names of the deleted folders.
 */
export async function enforceRetention(
  sessionsDir: string,
  limits: RetentionLimits,
  inUse: ReadonlySet<string>,
  { isAlive = ownerLives, now = Date.now }: RetentionWorld = {},
): Promise<string[]> {
  const entries = await readdir(sessionsDir, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && SESSION_FOLDER.test(entry.name)).map((e) => e.name);
  const mayGo: Folder[] = [];
  let total = 0;
  // Names begin with the time, so their order is their age.
  for (const name of names.sort()) {
    const meta = readSessionFile(join(sessionsDir, name));
    if (meta?.pinned) continue;
    const folder = await folderFacts(sessionsDir, name, meta);
    total += folder.bytes;
    if (!inUse.has(name) && !(meta && !meta.closed && isAlive(meta.owner))) mayGo.push(folder);
  }
  const removed: string[] = [];
  const remove = async ({ name, bytes }: Folder): Promise<void> => {
    await rm(join(sessionsDir, name), { recursive: true, force: true });
    total -= bytes;
    removed.push(name);
  };
  const oldest = limits.days === 0 ? 0 : now() - limits.days * DAY_MS;
  // An unknown age is no reason to delete.
  const tooOld = ({ endedAt }: Folder) => endedAt > 0 && endedAt < oldest;
  for (const folder of mayGo.filter(tooOld)) await remove(folder);
  for (const folder of mayGo.filter((one) => !tooOld(one))) {
    if (limits.bytes === 0 || total <= limits.bytes) break;
    await remove(folder);
  }
  return removed;
}
