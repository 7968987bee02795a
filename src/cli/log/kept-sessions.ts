import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ownerLives } from '#host/store/owner-lives.ts';
import { readSessionFile, type SessionMeta } from '#host/store/session-file.ts';
import { CommandFault, EXIT } from '../headless/command-fault.ts';
import { UsageError } from '../usage.ts';

/** A session folder of the data folder. */
export interface KeptSession {
  dir: string;
  meta: SessionMeta;
}

/** The sessions of a data folder, oldest first. Folders without a readable session file are left out. */
export function keptSessions(dataDir: string): KeptSession[] {
  const folder = join(dataDir, 'sessions');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((name) => {
    const dir = join(folder, name);
    const meta = readSessionFile(dir);
    return meta ? [{ dir, meta }] : [];
  });
}

/** Whether a host still writes the log. Another process with its number only makes it look so. */
export function isWritten({ closed, owner }: SessionMeta): boolean {
  return !closed && ownerLives(owner);
}

/**
 * The folder of a session by its id, the beginning of its id, the name or path of its folder, or `last`. Throws
 * UsageError when there is none or more than one, CommandFault while a host writes it.
 */
export function findSession(dataDir: string, wanted: string): string {
  const found = lookUp(dataDir, wanted);
  const meta = readSessionFile(found);
  if (meta && isWritten(meta)) {
    throw new CommandFault(
      EXIT.failed,
      `Session ${meta.sessionId} is still running in process ${meta.owner.pid}. Export it there, or end it first.`,
    );
  }
  return found;
}

function lookUp(dataDir: string, wanted: string): string {
  const sessions = keptSessions(dataDir);
  if (wanted === 'last') {
    const last = sessions.at(-1);
    if (!last) throw new UsageError(`There is no session in ${dataDir}.`);
    return last.dir;
  }
  const exact = sessions.find(({ dir, meta }) => meta.sessionId === wanted || basename(dir) === wanted);
  if (exact) return exact.dir;
  const begins = sessions.filter(({ meta }) => meta.sessionId.startsWith(wanted));
  if (begins.length > 1) throw new UsageError(`More than one session begins with "${wanted}".`);
  if (begins[0]) return begins[0].dir;
  const path = resolve(wanted);
  if (existsSync(join(path, 'wire-00001.jsonl'))) return path;
  throw new UsageError(`There is no session "${wanted}". "wirebench log list" shows them.`);
}
