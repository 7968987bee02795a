import { createHash } from 'node:crypto';

/** An id is a file's name as it is when it can be one; a list that was written by hand may hold any text. */
export function serverFileName(serverId: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,79}$/.test(serverId)) return serverId;
  return `id-${createHash('sha256').update(serverId).digest('hex').slice(0, 32)}`;
}
