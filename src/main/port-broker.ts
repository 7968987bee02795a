import { type IpcMainEvent, ipcMain, MessageChannelMain, type MessagePortMain } from 'electron';
import type { Port } from '#shared/rpc.ts';
import { isOwnUrl } from './origin.ts';

/** A message may only come from the top frame of the app's own page. */
export function isTrusted(event: IpcMainEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isOwnUrl(frame.url);
}

function portOf(port: MessagePortMain): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (fn) => {
      port.on('message', (event) => fn(event.data));
      port.start();
    },
    onClose: (fn) => void port.on('close', fn),
    close: () => port.close(),
  };
}

/** Gives each page that asks one end of a MessageChannel and the host the other. */
export function brokerPorts(attach: (port: Port) => void): void {
  ipcMain.on('wirebench:connect', (event) => {
    if (!isTrusted(event)) return;
    const { port1, port2 } = new MessageChannelMain();
    attach(portOf(port1));
    event.sender.postMessage('wirebench:port', null, [port2]);
  });
}
