import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { CustomScheme, Protocol } from 'electron';
import type { Context } from '../context.ts';
import { strict } from '../strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** Addresses of the app's own schemes, as the app and as the browser know them. */
export interface Addresses {
  /** `app://bundle/x` becomes `http://bundle.app.localhost:PORT/x`; other addresses stay. */
  toBrowser(url: string): string;
  toApp(url: string): string;
  /** Resolves when the server behind the schemes listens. */
  ready: Promise<void>;
}

const hostPattern = /^(.*)\.([a-z][a-z0-9+.-]*)\.localhost(?::\d+)?$/;

/** Serves the app's schemes over loopback HTTP: `*.localhost` is a secure context, and each host is an origin of its own. */
class SchemeServer implements Addresses {
  readonly handlers = new Map<string, Handler>();
  readonly ready: Promise<void>;
  private port = 0;

  constructor() {
    const server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) =>
        response.destroy(error instanceof Error ? error : undefined),
      );
    });
    this.ready = new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        // A server that listens on a port has an address with a port.
        this.port = (server.address() as AddressInfo).port;
        server.unref();
        resolve();
      });
    });
  }

  toBrowser(url: string): string {
    const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
    return scheme && this.handlers.has(scheme) ? `http://${host}.${scheme}.localhost:${this.port}${rest}` : url;
  }

  toApp(url: string): string {
    const [, host, scheme, port, rest] = /^http:\/\/([^/]*)\.([a-z0-9+.-]+)\.localhost:(\d+)(.*)$/.exec(url) ?? [];
    return Number(port) === this.port ? `${scheme}://${host}${rest}` : url;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, host, scheme] = hostPattern.exec(request.headers.host ?? '') ?? [];
    const handler = scheme && this.handlers.get(scheme);
    if (!handler) {
      response.writeHead(502).end();
      return;
    }
    const answer = await this.ask(handler, `${scheme}://${host}${request.url ?? '/'}`, request);
    const headers = [...answer.headers].map(([name, value]) => [name, this.mapPolicy(name, value)] as const);
    response.writeHead(answer.status, Object.fromEntries(headers));
    if (!answer.body) response.end();
    // The web stream types of Node and of the DOM differ in name only.
    else Readable.fromWeb(answer.body as ReadableStream).pipe(response);
  }

  private async ask(handler: Handler, url: string, request: IncomingMessage): Promise<Response> {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && name !== 'host' && name !== 'connection') headers.set(name, this.toApp(value));
    }
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const body = hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {};
    try {
      // `duplex` is known to Node's Request and missing in the DOM's type of it.
      return await handler(new Request(url, { method: request.method, headers, ...body } as RequestInit));
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  }

  /** A content policy may name the app's own schemes. */
  private mapPolicy(name: string, value: string): string {
    if (name !== 'content-security-policy' && name !== 'access-control-allow-origin') return value;
    return value.replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s;,]+/gi, (url) => this.toBrowser(url));
  }
}

type Part = Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'>;

/** `protocol`, with Electron's rules: schemes once and before ready, handlers after it and only for standard schemes. */
export function createProtocol(context: Context): { protocol: Part; addresses: Addresses } {
  const server = new SchemeServer();
  let schemes: CustomScheme[] | undefined;
  const protocol = strict('protocol', {
    registerSchemesAsPrivileged(list: CustomScheme[]) {
      if (context.isReady())
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      if (schemes) throw new Error('protocol.registerSchemesAsPrivileged can be called only once');
      schemes = list;
    },
    handle(scheme: string, handler: Handler) {
      context.requireReady('protocol.handle');
      if (!schemes?.some((one) => one.scheme === scheme && one.privileges?.standard)) {
        throw new Error(`protocol.handle: "${scheme}" was not registered as a standard scheme before ready`);
      }
      if (server.handlers.has(scheme)) throw new Error(`protocol.handle: "${scheme}" already has a handler`);
      server.handlers.set(scheme, handler);
    },
    unhandle: (scheme: string) => void server.handlers.delete(scheme),
    isProtocolHandled: (scheme: string) => server.handlers.has(scheme),
  } satisfies Part);
  return { protocol, addresses: server };
}
