// A well-behaved legacy server on stdio. Flag: --page=<tools per page>.
import { readFlags, serveStdio } from './kit.mjs';
import { legacyPeer } from './legacy-peer.mjs';

const flags = readFlags();
const peer = legacyPeer({ push: (message) => send(message), pageSize: Number(flags.page ?? 0) });
const send = serveStdio(peer.receive);
