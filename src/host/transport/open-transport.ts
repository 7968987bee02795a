import type { OpenTransport, Transport } from '#core/ports.ts';
import type { BuiltinEndpoint, ServerConfig, StdioEndpoint } from '#shared/config.ts';
import { fillAddress } from '../launch/fill-address.ts';
import type { LaunchContext } from '../launch/plan-launch.ts';
import type { BodyStore } from './body-store.ts';
import { createHttpTransport } from './http.ts';
import type { SecretSource } from './http-headers.ts';
import { createSseTransport } from './sse.ts';

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

/** Chooses the transport of a server. Over HTTP the older HTTP+SSE is used when configured, or when the caller falls back to it. */
export function createOpenTransport({
  config,
  bodies,
  secrets,
  launch,
  stdio,
  builtin,
}: OpenTransportOptions): OpenTransport {
  const { endpoint } = config;
  return (variant) => {
    switch (endpoint.kind) {
      case 'stdio':
        return stdio(endpoint);
      case 'builtin':
        return builtin(endpoint);
      case 'http': {
        const { url, headers, transport, trust } = endpoint;
        const fill = launch ? () => fillAddress({ ...config, endpoint }, launch) : undefined;
        const old = transport === 'sse' || (transport === 'auto' && variant === 'sse');
        const more = { ...(trust ? { trust } : {}), ...(fill ? { fill } : {}) };
        const options = { url, headers, ...more, maxBytes: config.maxLineBytes, bodies, secrets };
        return old ? createSseTransport(options) : createHttpTransport(options);
      }
    }
  };
}
