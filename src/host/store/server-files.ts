import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createJsonFile, type JsonFile, type JsonFileOptions } from './json-file.ts';

export interface ServerFilesOptions<T> extends Omit<JsonFileOptions<T>, 'path'> {
  dir: string;
}

/** A JSON file of its own for each server, in one folder. */
export interface ServerFiles<T> {
  read(serverId: string): Promise<T>;
  /** Reads again under the lock, changes, writes. Throws IO. */
  update(serverId: string, change: (value: T) => T): Promise<T>;
  /** Removes the file of a server that is no longer in the list. */
  forget(serverId: string): Promise<void>;
}

export function createServerFiles<T>({ dir, ...options }: ServerFilesOptions<T>): ServerFiles<T> {
  const files = new Map<string, JsonFile<T>>();
  const pathOf = (serverId: string) => join(dir, `${nameOf(serverId)}.json`);
  const fileOf = (serverId: string): JsonFile<T> => {
    const known = files.get(serverId);
    if (known) return known;
    const fresh = createJsonFile<T>({ ...options, path: pathOf(serverId) });
    files.set(serverId, fresh);
    return fresh;
  };
  return {
    read: (serverId) => fileOf(serverId).read(),
    update: (serverId, change) => fileOf(serverId).update(change),
    forget: async (serverId) => {
      files.delete(serverId);
      await rm(pathOf(serverId), { force: true });
    },
  };
}

/** An id is a file's name as it is when it can be one; a list that was written by hand may hold any text. */
function nameOf(serverId: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,79}$/.test(serverId)) return serverId;
  return `id-${createHash('sha256').update(serverId).digest('hex').slice(0, 32)}`;
}
