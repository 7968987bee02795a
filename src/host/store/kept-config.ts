import type { ServerConfig } from '#shared/config.ts';
import { HIDDEN_HEADERS } from './redact.ts';

const HIDDEN = '{{hidden}}';

/** A server's settings as a session folder keeps them: what people write into headers and addresses in plain text is left out. */
export function keptConfig(config: ServerConfig): ServerConfig {
  const { endpoint } = config;
  if (endpoint.kind !== 'http') return config;
  const headers = endpoint.headers.map(({ name, value }) => ({
    name,
    value: typeof value === 'string' && HIDDEN_HEADERS.test(name) ? HIDDEN : value,
  }));
  return { ...config, endpoint: { ...endpoint, url: withoutLogin(endpoint.url), headers } };
}

function withoutLogin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.username === '' && url.password === '')) return address;
  url.username = HIDDEN;
  url.password = '';
  return url.href;
}
