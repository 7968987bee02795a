import type { SessionMeta } from './session-file.ts';

/** Whether the process that owns a session folder is there; another process with the same number only keeps it longer. */
export function ownerLives(owner: SessionMeta['owner']): boolean {
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it means that it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // what process.kill throws
  }
}
