import type { OpenTransport, Transport } from '#core/ports.ts';
import type { BuiltinEndpoint, HttpEndpoint, ServerConfig, StdioEndpoint } from '#shared/config.ts';
import { fillAddress } from '../launch/fill-address.ts';
import type { LaunchContext } from '../launch/plan-launch.ts';
import type { BodyStore } from './body-store.ts';
import type { SecretSource } from './http-headers.ts';

/** How the transports of one session are made. */
export interface OpenTransportOptions {
  config: ServerConfig;
  bodies: BodyStore;
  /** Gives the values of SecretRefs in headers. */
  secrets: SecretSource;
  /** What references in an address and its headers are filled in from; absent means they stay as they are written. */
  launch?: LaunchContext;
  stdio(endpoint: StdioEndpoint): Transport;
  builtin(endpoint: BuiltinEndpoint): Transport;
}

/**
 * Chooses the transport of a server. Over HTTP the older HTTP+SSE is used when configured, or when the caller falls back
 * to it; what HTTP needs is loaded then only, since most servers are programs.
 */
export async function createOpenTransport(options: OpenTransportOptions): Promise<OpenTransport> {
  const { config, stdio, builtin } = options;
  const { endpoint } = config;
  switch (endpoint.kind) {
    case 'stdio':
      return () => stdio(endpoint);
    case 'builtin':
      return () => builtin(endpoint);
    case 'http':
      return await openHttp(endpoint, options);
  }
}

async function openHttp(endpoint: HttpEndpoint, options: OpenTransportOptions): Promise<OpenTransport> {
  const { config, bodies, secrets, launch } = options;
  const { url, headers, transport, trust } = endpoint;
  const [{ createHttpTransport }, { createSseTransport }] = await Promise.all([
    import('./http.ts'),
    import('./sse.ts'),
  ]);
  return (variant) => {
    const fill = launch ? () => fillAddress({ ...config, endpoint }, launch) : undefined;
    const old = transport === 'sse' || (transport === 'auto' && variant === 'sse');
    const more = { ...(trust ? { trust } : {}), ...(fill ? { fill } : {}) };
    const http = { url, headers, ...more, maxBytes: config.maxLineBytes, bodies, secrets };
    return old ? createSseTransport(http) : createHttpTransport(http);
  };
}
