import { dockAddress } from '../../parts/dock-address.ts';

const SIZE = 'popup,width=960,height=420';

/** Opens the logs of a server in a window of their own, or brings it forward. False when the browser did not let it. */
export function openDockWindow(serverId: string): boolean {
  // The same name finds a window that is open already. It has this one as its opener, which gives it the host's token.
  const opened = window.open(dockAddress(serverId), `wirebench-dock-${serverId}`, SIZE);
  opened?.focus();
  return opened !== null;
}
