import type { Origin, ServerConfig } from '#shared/config.ts';
import { HIDDEN_HEADERS } from './redact.ts';

const HIDDEN = '{{hidden}}';

/** A server's settings as a session folder keeps them: what people write into headers and addresses in plain text is left out. */
export function keptConfig(config: ServerConfig): ServerConfig {
  const { endpoint, inputs, origin } = config;
  const kept = {
    ...config,
    ...(inputs && { inputs: withoutSecrets(inputs) }),
    ...(origin && { origin: withoutRest(origin) }),
  };
  if (endpoint.kind !== 'http') return kept;
  const headers = endpoint.headers.map(({ name, value }) => ({
    name,
    value: typeof value === 'string' && HIDDEN_HEADERS.test(name) ? HIDDEN : value,
  }));
  return { ...kept, endpoint: { ...endpoint, url: withoutLogin(endpoint.url), headers } };
}

/** What another client keeps with a server says nothing of a session, and may hold secrets of that client. */
function withoutRest({ rest: _, ...origin }: Origin): Origin {
  return origin;
}

function withoutSecrets(inputs: NonNullable<ServerConfig['inputs']>): NonNullable<ServerConfig['inputs']> {
  const kept = Object.entries(inputs).map(([id, input]) => {
    const { default: preset, value, ...rest } = input;
    if (!input.secret) return [id, input] as const;
    const plain = typeof value === 'string' || Array.isArray(value);
    const answer = value === undefined ? {} : { value: plain ? HIDDEN : value };
    return [id, { ...rest, ...(preset === undefined ? {} : { default: HIDDEN }), ...answer }] as const;
  });
  return Object.fromEntries(kept);
}

function withoutLogin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.username === '' && url.password === '')) return address;
  url.username = HIDDEN;
  url.password = '';
  return url.href;
}
