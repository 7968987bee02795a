import { expect, test } from 'vitest';
import type { Transport } from '#core/ports.ts';
import { createOpenTransport } from '#host/transport/open-transport.ts';
import { type Endpoint, ServerConfig } from '#shared/config.ts';

async function chosen(endpoint: Endpoint, variant: 'default' | 'sse'): Promise<string> {
  const named = (kind: string) => (given: Endpoint) => {
    expect(given).toBe(config.endpoint);
    return { kind } as unknown as Transport; // only its identity matters here
  };
  const config = ServerConfig.parse({ id: 's', name: 's', endpoint });
  const open = await createOpenTransport({
    config,
    bodies: { put: () => ({ file: '', bytes: 0, sha256: '' }) },
    secrets: { get: async () => undefined },
    stdio: named('stdio'),
    builtin: named('builtin'),
  });
  const transport = open(variant);
  return transport.constructor === Object ? transport.kind : transport.constructor.name;
}

const http = (transport: 'auto' | 'streamable' | 'sse'): Endpoint => ({
  kind: 'http',
  url: 'http://127.0.0.1:9/',
  headers: [],
  transport,
});

test.each<[Endpoint, 'default' | 'sse', string]>([
  [{ kind: 'stdio', command: 'x', args: [], env: {}, inherit: 'short' }, 'default', 'stdio'],
  [{ kind: 'builtin', name: 'demo', era: 'both' }, 'default', 'builtin'],
  [http('auto'), 'default', 'HttpTransport'],
  [http('auto'), 'sse', 'SseTransport'],
  [http('streamable'), 'sse', 'HttpTransport'],
  [http('sse'), 'default', 'SseTransport'],
])('[HSL-15] %j, variant %s: %s', async (endpoint, variant, name) => {
  expect(await chosen(endpoint, variant)).toBe(name);
});
