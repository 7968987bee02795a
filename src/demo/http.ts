import { createServer } from 'node:http';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { createDemoContext, type DemoContext, type DemoEra } from './demo-context.ts';
import { DemoServer } from './demo-server.ts';
import { createLegacySessions } from './legacy-sessions.ts';
import { listen, stopListening } from './listening.ts';
import { sendWebResponse, toWebRequest } from './web-bridge.ts';

const PATH = '/mcp';

/** Where and how the demo is served over Streamable HTTP. */
export interface DemoHttpOptions {
  /** TCP port on 127.0.0.1; 0 lets the system choose. */
  port: number;
  era: DemoEra;
  /** Takes one line per remark. */
  log: (line: string) => void;
}

/** A demo that listens; `close` ends its sessions, streams and sockets. */
export interface DemoHttp {
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves the demo on 127.0.0.1 at `/mcp`: legacy clients get sessions, modern requests stand alone.
 * Requests whose Host or Origin is not this computer are refused with 403 (DNS rebinding).
 * Rejects when the port cannot be had.
 */
export async function runDemoOverHttp(options: DemoHttpOptions): Promise<DemoHttp> {
  const context = createDemoContext(options.era, options.log);
  const service = createService(context);
  const server = createServer((incoming, outgoing) => {
    const respond = async (): Promise<void> => {
      await sendWebResponse(await service.fetch(toWebRequest(incoming, outgoing)), outgoing);
    };
    respond().catch((error: unknown) => {
      context.log(`fault while answering ${incoming.method ?? ''} ${incoming.url ?? ''}: ${String(error)}`);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  const port = await listen(server, options.port, '127.0.0.1');
  const url = `http://127.0.0.1:${port}${PATH}`;
  context.log(`ready on ${url}, era ${options.era}`);
  return {
    url,
    close: async () => {
      await service.close();
      await stopListening(server);
      context.log('stopped listening');
    },
  };
}

function createService(context: DemoContext) {
  const legacy = createLegacySessions(context);
  const onerror = (error: Error): void => context.log(`remark: ${error.message}`);
  const modern = createMcpHandler(() => new DemoServer(context, 'modern'), { legacy: 'reject', onerror });
  const items = (): void => modern.notify.resourcesChanged();
  const updated = (uri: string): void => modern.notify.resourceUpdated(uri);
  const extras = (): void => {
    modern.notify.toolsChanged();
    modern.notify.promptsChanged();
    modern.notify.resourcesChanged();
  };
  context.changes.on('items', items).on('updated', updated).on('extras', extras);
  const route = async (request: Request): Promise<Response> => {
    if (context.era === 'modern') return modern.fetch(request);
    if (context.era === 'legacy' || (await isLegacyRequest(request))) return legacy.fetch(request);
    return modern.fetch(request);
  };
  return {
    fetch: async (request: Request): Promise<Response> => {
      const refused =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      if (refused !== undefined) {
        context.log(`refused: Host ${request.headers.get('host')}, Origin ${request.headers.get('origin')}`);
        return refused;
      }
      if (new URL(request.url).pathname !== PATH) return new Response('Not found\n', { status: 404 });
      return route(request);
    },
    close: async (): Promise<void> => {
      context.changes.off('items', items).off('updated', updated).off('extras', extras);
      context.tasks.close();
      await Promise.all([legacy.close(), modern.close(), context.pages.close()]);
    },
  };
}
