import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { TransportEvents } from '#core/ports.ts';
import { chainOf, noteIssuers, shortName, wordsOf } from './certificate.ts';

export interface WayOptions {
  ch: string;
  events: TransportEvents;
  /** Fingerprints of the certificates that are in the log already. */
  noted: Set<string>;
}

/** Reports how the connection of a request came about: addresses of the name, where it connected, how it is secured. */
export function watchWay(request: ClientRequest, options: WayOptions): void {
  request.once('socket', (socket) => {
    // A connection that is used again, or was made for us, has no more to wait for.
    if (!socket.connecting && !isGreeting(socket)) {
      connected(socket, options);
      secured(socket, options);
      return;
    }
    const addresses = new Set<string>();
    socket.on('lookup', (error: Error | null, address: string) => {
      if (error) return;
      addresses.add(address);
      options.events.started({ reached: { key: 'name', detail: [...addresses].join(', ') } });
    });
    socket.once('connect', () => connected(socket, options));
    socket.once('secureConnect', () => secured(socket, options));
  });
}

/** Connected, but the certificates are still to be shown. */
function isGreeting(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.getProtocol() === null;
}

function connected(socket: Socket, { events }: WayOptions): void {
  const { remoteAddress, remotePort } = socket;
  if (remoteAddress === undefined) return;
  const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress;
  events.started({ reached: { key: 'connected', detail: `${host}:${remotePort}` } });
}

function secured(socket: Socket, { ch, events, noted }: WayOptions): void {
  if (!(socket instanceof TLSSocket)) return;
  const chain = chainOf(socket);
  const [own] = chain;
  const name = own ? `, certificate of ${shortName(own)}` : '';
  events.started({ reached: { key: 'secure', detail: `${socket.getProtocol() ?? 'TLS'}${name}` } });
  if (!own || noted.has(own.fingerprint)) return;
  noted.add(own.fingerprint);
  const text = `The server showed a certificate of ${shortName(own)}. ${wordsOf(own)}`;
  events.note({ what: 'certificate', level: 'debug', text, data: { ch, accepted: true, chain } });
  noteIssuers(chain, events.note, ch);
}
