import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { CSP, LINK_PATH, LINK_PROTOCOL, MEDIA_TYPES } from '#shared/csp.ts';

export interface PageServerOptions {
  /** Folder of the built page. */
  root: string;
  /** 0 lets the system choose. */
  port: number;
  onLink(socket: WebSocket): void;
}

export interface PageServer {
  port: number;
  /** Address with the token in the fragment, which a browser never sends to any server. */
  url: string;
  close(): Promise<void>;
}

const HEADERS = {
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
const MAX_MESSAGE = 64 * 1024 * 1024;

/** Any port passes (tunnels), but only a loopback name: a rebound DNS name never matches. */
function hostAllowed(request: IncomingMessage): boolean {
  return LOOPBACK.has((request.headers.host ?? '').toLowerCase().replace(/:\d+$/, ''));
}

function originMatches(request: IncomingMessage): boolean {
  return request.headers.origin === `http://${request.headers.host}`;
}

function sameText(a: string, b: string): boolean {
  const x = Buffer.from(a);
  const y = Buffer.from(b);
  return x.length === y.length && timingSafeEqual(x, y);
}

function pathOf(request: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
  } catch {
    return undefined;
  }
}

async function servePage(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refuse = (status: number) => void response.writeHead(status, HEADERS).end();
  if (!hostAllowed(request)) return refuse(421);
  if (request.headers.origin !== undefined && !originMatches(request)) return refuse(403);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const path = pathOf(request);
  if (path === undefined) return refuse(400);
  const file = join(root, normalize(path).replace(/^[/\\]+/, '') || 'index.html');
  if (!file.startsWith(root + sep)) return refuse(404);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return refuse(404);
  response.writeHead(200, {
    ...HEADERS,
    'content-type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream',
    'content-length': found.size,
  });
  if (request.method === 'HEAD') response.end();
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
}

/** Why an upgrade is refused; undefined lets it pass. */
function upgradeFault(request: IncomingMessage, token: string): [number, string] | undefined {
  if (!hostAllowed(request)) return [421, 'Misdirected Request'];
  if (!originMatches(request)) return [403, 'Forbidden'];
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  const given = protocols.find((part) => part.startsWith('token.'))?.slice('token.'.length);
  if (given === undefined || !sameText(given, token)) return [401, 'Unauthorized'];
  if (!protocols.includes(LINK_PROTOCOL)) return [400, 'Bad Request'];
  if (pathOf(request) !== LINK_PATH) return [404, 'Not Found'];
  return undefined;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); // a TCP server has an AddressInfo
  });
}

/** Serves the built page and its one WebSocket on loopback. Rejects when the port is taken. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    servePage(options.root, request, response).catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    handleProtocols: () => LINK_PROTOCOL,
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const fault = upgradeFault(request, token);
    if (fault) {
      socket.end(`HTTP/1.1 ${fault[0]} ${fault[1]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (link) => {
      // A message that is too large or broken ends this link only; unheard, the error would end the host.
      link.on('error', () => link.terminate());
      options.onLink(link);
    });
  });
  const port = await listen(server, options.port);
  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${token}`,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
