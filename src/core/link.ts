import type { IdSource } from './id-source.ts';
import { Peer, type PeerHandlers } from './peer.ts';
import type { Clock, OpenTransport, Transport } from './ports.ts';
import type { Tap } from './tap.ts';

/** One open way to the server with the peer that speaks over it. A session may go through several. */
export interface Link {
  readonly variant: 'default' | 'sse';
  readonly transport: Transport;
  readonly peer: Peer;
}

export interface LinkDeps {
  openTransport: OpenTransport;
  tap: Tap;
  clock: Clock;
  ids: IdSource;
}

/** Makes the transport and its peer; nothing is opened yet. */
export function makeLink(
  deps: LinkDeps,
  variant: 'default' | 'sse',
  handlers: (link: () => Link) => PeerHandlers,
): Link {
  const transport = deps.openTransport(variant);
  const peer: Peer = new Peer({
    transport,
    tap: deps.tap,
    clock: deps.clock,
    ids: deps.ids,
    handlers: handlers(() => link),
    answersElsewhere: variant === 'sse',
  });
  const link: Link = { variant, transport, peer };
  return link;
}

/** Opens it. Rejects with a TransportError. */
export function openLink(link: Link, tap: Tap): Promise<void> {
  return link.transport.open(tap.events(link.peer.hooks));
}
