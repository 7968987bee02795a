// A well-behaved modern server on stdio. Flag: --page=<tools per page>.
import { readFlags, serveStdio } from './kit.mjs';
import { modernPeer } from './modern-peer.mjs';

const flags = readFlags();
const peer = modernPeer({ pageSize: Number(flags.page ?? 0) });
serveStdio(peer.receive);
