import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ServerConfig } from '#shared/config.ts';
import { ClosedReason, Exit, Failure, Hello } from '#shared/session.ts';

/** Number of the data folder's format; see docs/format.md. */
export const FORMAT = 1;

/** What session.json holds: everything about a session that is not in its records. */
export const SessionMeta = z.object({
  format: z.number(),
  sessionId: z.string(),
  serverId: z.string(),
  /** As it was at the start; secrets are names in it, never values. */
  config: ServerConfig,
  /** Wall clock, milliseconds. */
  startedAt: z.number(),
  /** The app that wrote the folder. */
  app: z.string(),
  /** The host the folder belongs to. */
  owner: z.object({ pid: z.number(), started: z.string().optional() }),
  hello: Hello.optional(),
  closed: z
    .object({ at: z.number(), reason: ClosedReason, failure: Failure.optional(), exit: Exit.optional() })
    .optional(),
  /** A person wants it kept: the limits of kept sessions do not apply. */
  pinned: z.boolean().optional(),
});
export type SessionMeta = z.infer<typeof SessionMeta>;

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');

/** `<UTC yyyymmddThhmmss>-<serverId>-<6 hex>`: sorts by age, and cannot leave the sessions folder. */
export function sessionFolderName(serverId: string, at: Date): string {
  const day = `${at.getUTCFullYear()}${pad(at.getUTCMonth() + 1)}${pad(at.getUTCDate())}`;
  const time = `${pad(at.getUTCHours())}${pad(at.getUTCMinutes())}${pad(at.getUTCSeconds())}`;
  const id = serverId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'server';
  return `${day}T${time}-${id}-${randomBytes(3).toString('hex')}`;
}

/** Writes session.json to a temporary file and renames it, so that a reader never sees half of it. */
export function writeSessionFile(dir: string, meta: SessionMeta): void {
  const temporary = join(dir, 'session.json.tmp');
  writeFileSync(temporary, `${JSON.stringify(meta, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, join(dir, 'session.json'));
}

/** The session file of a folder, or undefined when it is missing, damaged or of a newer form. */
export function readSessionFile(dir: string): SessionMeta | undefined {
  try {
    const parsed = SessionMeta.safeParse(JSON.parse(readFileSync(join(dir, 'session.json'), 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
