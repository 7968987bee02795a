import { LINK_PATH, LINK_PROTOCOL } from '#shared/csp.ts';
import { HostError } from '#shared/errors.ts';
import { messagePort, webSocketPort } from '#shared/ports.ts';
import type { Port } from '#shared/rpc.ts';

/** What the preload of the desktop shell puts into the page. */
export interface DesktopBridge {
  platform: string;
  /** Asks the main process for a MessagePort; it arrives as a window message `wirebench:port`. */
  connect(): void;
}

declare global {
  interface Window {
    wirebench?: DesktopBridge;
  }
}

const TOKEN_KEY = 'wirebench.token';
const TOKEN_IN_HASH = /[#&]token=([\w-]+)/;
const PORT_MESSAGE = 'wirebench:port';

/** Whether the address bar holds a token that was not taken yet. */
export function hasNewToken(): boolean {
  return TOKEN_IN_HASH.test(location.hash);
}

/** Whether this tab can ask the browser host at all. */
export function hasToken(): boolean {
  return hasNewToken() || sessionStorage.getItem(TOKEN_KEY) !== null;
}

/** The token of the browser host: it arrives in the fragment, is kept for this tab and leaves the address bar. */
export function takeToken(): string | undefined {
  const given = TOKEN_IN_HASH.exec(location.hash)?.[1];
  if (given) {
    sessionStorage.setItem(TOKEN_KEY, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return given ?? sessionStorage.getItem(TOKEN_KEY) ?? undefined;
}

function desktopPort(bridge: DesktopBridge): Promise<Port> {
  return new Promise((resolve) => {
    const take = (event: MessageEvent) => {
      const port = event.ports[0];
      if (event.source !== window || event.data !== PORT_MESSAGE || !port) return;
      window.removeEventListener('message', take);
      resolve(messagePort(port));
    };
    window.addEventListener('message', take);
    bridge.connect();
  });
}

function browserPort(): Promise<Port> {
  const token = takeToken();
  if (!token) {
    return Promise.reject(
      new HostError(
        'REFUSED',
        'This address has no token. Open the whole address that Wirebench printed when it started.',
      ),
    );
  }
  return new Promise((resolve, reject) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${LINK_PATH}`, [LINK_PROTOCOL, `token.${token}`]);
    socket.onopen = () => resolve(webSocketPort(socket));
    socket.onerror = () =>
      reject(new HostError('CLOSED', 'The host does not answer. It may have stopped, or this tab has an old address.'));
  });
}

/** Opens the one pipe to the host: a MessagePort in the desktop shell, a WebSocket in a browser. */
export function openLink(): Promise<Port> {
  return window.wirebench ? desktopPort(window.wirebench) : browserPort();
}
