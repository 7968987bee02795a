import type { Origin, ServerConfig, SettingValue } from '#shared/config.ts';
import {
  plainSecretIn,
  plainSecretsInArgs,
  plainSecretsInUrl,
  type SecretText,
} from '../exchange-formats/plain-secrets.ts';
import { HIDDEN_HEADERS } from './redact.ts';

const HIDDEN = '{{hidden}}';

/**
 * A server's settings as a session folder keeps them, which may be handed on: what people write in plain text into
 * variables, arguments, headers and addresses is left out where it looks like a secret.
 */
export function keptConfig(config: ServerConfig): ServerConfig {
  const { endpoint, inputs, origin } = config;
  const kept = {
    ...config,
    ...(inputs && { inputs: withoutSecrets(inputs) }),
    ...(origin && { origin: withoutRest(origin) }),
  };
  switch (endpoint.kind) {
    case 'builtin':
      return kept;
    case 'stdio':
      return {
        ...kept,
        endpoint: { ...endpoint, env: withoutPlain(endpoint.env), args: withoutSecretArgs(endpoint.args) },
      };
    case 'http': {
      const headers = endpoint.headers.map(({ name, value }) => ({ name, value: shown(name, value) }));
      return {
        ...kept,
        endpoint: { ...endpoint, url: withoutLogin(masked(plainSecretsInUrl(endpoint.url), endpoint.url)), headers },
      };
    }
  }
}

function masked(secret: SecretText | undefined, text: string): string {
  return secret ? secret.pieces.join(HIDDEN) : text;
}

function shown(name: string, value: SettingValue): SettingValue {
  if (typeof value !== 'string') return value;
  return HIDDEN_HEADERS.test(name) ? HIDDEN : masked(plainSecretIn(name, value), value);
}

function withoutPlain(env: Record<string, SettingValue>): Record<string, SettingValue> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, shown(name, value)]));
}

function withoutSecretArgs(args: readonly string[]): string[] {
  const secrets = plainSecretsInArgs(args);
  return args.map((arg, at) => masked(secrets.get(at), arg));
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
