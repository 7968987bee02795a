import { HostError, messageOf } from '#shared/errors.ts';
import type { HostCore } from './host-core.ts';
import type { KeptFolder } from './kept/kept-list.ts';
import { ownerLives } from './store/owner-lives.ts';
import { writeSessionFile } from './store/session-file.ts';

function pinKept({ dir, meta }: KeptFolder, pinned: boolean): void {
  // The host that runs it writes this file whole, from what it knows.
  if (!meta.closed && meta.owner.pid !== process.pid && ownerLives(meta.owner)) {
    const text = `This session is still running in another Wirebench (pid ${meta.owner.pid}). Pin it there, or when it has ended.`;
    throw new HostError('CONFLICT', text);
  }
  try {
    writeSessionFile(dir, { ...meta, pinned });
  } catch (error) {
    throw new HostError('IO', `session.json in ${dir} could not be written: ${messageOf(error)}.`);
  }
}

/**
 * Exempts the log of a session from the limits of kept sessions, or no longer. Throws NOT_FOUND when no folder belongs
 * to it, CONFLICT while another host runs it, IO when it could not be noted.
 */
export async function pinSession(
  host: Pick<HostCore, 'kept' | 'sessions' | 'state'>,
  sessionId: string,
  pinned: boolean,
): Promise<void> {
  const open = host.sessions.all().find((session) => session.id === sessionId);
  if (!open) {
    const kept = await host.kept.find(sessionId);
    if (!kept) throw new HostError('NOT_FOUND', 'The log of this session is no longer in the data folder.');
    return pinKept(kept, pinned);
  }
  if (!open.log.describe({ pinned })) {
    throw new HostError('IO', `session.json in ${open.log.dir} could not be written. Check the space on the disk.`);
  }
  const entity = host.state.get('session', sessionId);
  if (entity) host.state.apply({ op: 'put', topic: 'session', id: sessionId, value: { ...entity, pinned } });
}
