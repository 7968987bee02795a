import type { CommandTools } from './server-commands.ts';

/** How long a removed server can be brought back, milliseconds. */
export const UNDO_MS = 10_000;

/**
 * Takes a server off the page at once, and off the host's list when the time to undo is over or the page closes. The host
 * keeps it until then, with its secrets, so a page that ends in between loses nothing. Gives what brings it back; that
 * says false when it is too late.
 */
export function removeLater({ wirebench, attempt }: CommandTools, serverId: string): () => boolean {
  const { page, link, entities } = wirebench;
  const life = new AbortController();
  const show = () => page.getState().set({ leaving: page.getState().leaving.filter((id) => id !== serverId) });
  const finish = () => {
    life.abort();
    const removed = link.client()['server.remove']({ serverId });
    attempt(removed.then(() => page.getState().forget(serverId)).finally(show));
  };
  const timer = setTimeout(finish, UNDO_MS);
  life.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  // Captured: the pipe is closed by a later listener of the same event.
  window.addEventListener('pagehide', finish, { capture: true, signal: life.signal });
  page.getState().set({ leaving: [...page.getState().leaving, serverId] });
  const sessionId = entities.getState().server.get(serverId)?.sessionId;
  const session = sessionId === undefined ? undefined : entities.getState().session.get(sessionId);
  if (session && session.state.at !== 'closed') attempt(link.client()['session.stop']({ sessionId: session.id }));
  return () => {
    if (life.signal.aborted) return false;
    life.abort();
    show();
    return true;
  };
}
