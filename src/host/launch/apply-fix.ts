import {
  type HttpEndpoint,
  type ServerConfig,
  type SettingValue,
  type StdioEndpoint,
  timeoutsOf,
} from '#shared/config.ts';
import { HostError } from '#shared/errors.ts';
import type { FixAction } from '#shared/fix.ts';

/** What a person gave for a fix that asks. */
export interface Given {
  value?: string | undefined;
  /** Put it among the secrets. */
  keep?: boolean | undefined;
}

/** The settings after a fix, and the secret to store before they are saved. */
export interface Fixed {
  config: ServerConfig;
  secret?: { name: string; value: string };
}

/** Longer than this nobody waits for a start, milliseconds. */
const LONGEST_MS = 600_000;
/** The first time more is given, milliseconds. */
const LONGER_MS = 120_000;

/** Carries a fix out on the settings of a server. Nothing is saved or started here. Throws HostError BAD_INPUT. */
export function applyFix(config: ServerConfig, action: FixAction, given: Given): Fixed {
  switch (action.do) {
    case 'set-command':
      return stdio(config, { command: action.command, ...(action.args ? { args: action.args } : {}) });
    case 'choose-command':
      return stdio(config, { command: asked(given.value, 'program') });
    case 'choose-folder':
      return stdio(config, { cwd: asked(given.value || action.suggested, 'folder') });
    case 'set-variable':
      return setVariable(config, action.name, { value: given.value ?? action.value, keep: given.keep });
    case 'pass-variable':
      return passVariable(config, action.name);
    case 'set-inherit':
      return stdio(config, { inherit: action.inherit });
    case 'set-args':
      return stdio(config, { args: action.args });
    case 'set-url':
      return http(config, { url: newAddress(config, action.url) });
    case 'trust-certificate':
      return trust(config, action.fingerprint);
    case 'set-header':
      return setHeader(config, action, given.value);
    case 'set-transport':
      return http(config, { transport: action.transport });
    case 'set-era':
      return { config: { ...config, era: action.era } };
    case 'use-address':
      return { config: { ...config, endpoint: addressEndpoint(action.url) } };
    case 'wait-longer':
      return {
        config: {
          ...config,
          timeouts: { ...config.timeouts, connectMs: longer(timeoutsOf(config.timeouts).connectMs) },
        },
      };
    case 'retry':
      return { config };
    default:
      throw new HostError('BAD_INPUT', 'This fix is carried out by hand. There is nothing to apply.');
  }
}

function stdio(config: ServerConfig, change: Partial<StdioEndpoint>): Fixed {
  return { config: { ...config, endpoint: { ...program(config), ...change } } };
}

function http(config: ServerConfig, change: Partial<HttpEndpoint>): Fixed {
  const { endpoint } = config;
  if (endpoint.kind !== 'http') {
    throw new HostError(
      'BAD_INPUT',
      `"${config.name}" has no address any more, so this fix does not fit. Look at its settings.`,
    );
  }
  return { config: { ...config, endpoint: { ...endpoint, ...change } } };
}

function trust(config: ServerConfig, fingerprint: string): Fixed {
  const known = config.endpoint.kind === 'http' ? config.endpoint.trust : undefined;
  return http(config, { trust: { ...known, fingerprint } });
}

type HeaderFix = Extract<FixAction, { do: 'set-header' }>;

function setHeader(config: ServerConfig, { name, scheme }: HeaderFix, given: string | undefined): Fixed {
  const value = given?.trim() ?? '';
  if (value === '') throw new HostError('BAD_INPUT', `No value was given for ${name}. Enter one and try again.`);
  if (!/^[\x20-\x7e]+$/.test(value)) {
    throw new HostError(
      'BAD_INPUT',
      `The value of ${name} has a character that no header can carry. Copy it once more.`,
    );
  }
  const old = config.endpoint.kind === 'http' ? config.endpoint.headers : [];
  const known = old.find((header) => header.name.toLowerCase() === name.toLowerCase());
  const secret = typeof known?.value === 'object' ? known.value.secret : `${config.id}-${name}`;
  const others = old.filter((header) => header !== known);
  const fixed = http(config, { headers: [...others, { name: known?.name ?? name, value: { secret } }] });
  return { ...fixed, secret: { name: secret, value: scheme && !value.includes(' ') ? `${scheme} ${value}` : value } };
}

function program({ endpoint, name }: ServerConfig): StdioEndpoint {
  if (endpoint.kind === 'stdio') return endpoint;
  throw new HostError('BAD_INPUT', `"${name}" is no program any more, so this fix does not fit. Look at its settings.`);
}

/** A path a person gave. */
function asked(value: string | undefined, what: 'program' | 'folder'): string {
  const path = value?.trim().replace(/^(["'])(.*)\1$/, '$2') ?? '';
  if (path === '') throw new HostError('BAD_INPUT', `No ${what} was given. Name one and try again.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no path has them
  if (/[\u0000-\u001f]/.test(path)) {
    throw new HostError(
      'BAD_INPUT',
      `The ${what} has a line break or another control character in it. Paste only its path.`,
    );
  }
  return path;
}

function setVariable(config: ServerConfig, name: string, { value, keep }: Given): Fixed {
  const { env } = program(config);
  checkName(name);
  if (value === undefined || value === '') {
    throw new HostError('BAD_INPUT', `No value was given for ${name}. Type one and try again.`);
  }
  if (value.includes('\u0000')) throw new HostError('BAD_INPUT', `The value of ${name} has a null character in it.`);
  if (!keep) return stdio(config, { env: { ...env, [name]: literal(config, value) } });
  // Where the settings name a secret already, its value is what was missing.
  const known = env[name];
  const secret = typeof known === 'object' ? known.secret : `${config.id}-${name}`;
  return { ...stdio(config, { env: { ...env, [name]: { secret } } }), secret: { name: secret, value } };
}

/** A value as it is written in settings in which a dollar sign and a brace begin a reference. */
function literal({ literal: plain }: ServerConfig, value: string): SettingValue {
  if (plain || !/\$\{|^~(?:[/\\]|$)/.test(value)) return value;
  throw new HostError(
    'BAD_INPUT',
    'The value looks like a reference to another variable. Keep it as a secret, or write it in the settings of this server.',
  );
}

/** The value stays where it is: it is read from the login shell at each start. */
function passVariable(config: ServerConfig, name: string): Fixed {
  const { env } = program(config);
  checkName(name);
  if (config.literal) return stdio(config, { inherit: 'shell' });
  return stdio(config, { env: { ...env, [name]: `\${${name}}` } });
}

function checkName(name: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has them
  if (!/^[^=\u0000-\u001f]+$/.test(name)) {
    throw new HostError('BAD_INPUT', `"${name.slice(0, 100)}" is no name of a variable.`);
  }
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new HostError('BAD_INPUT', `"${text.slice(0, 200)}" is not an http or https address.`);
}

/** The offered address; the login and the query of the old one stay, as long as it is the same computer. */
function newAddress({ endpoint }: ServerConfig, text: string): string {
  const url = addressOf(text);
  const old = endpoint.kind === 'http' && URL.canParse(endpoint.url) ? new URL(endpoint.url) : undefined;
  if (!old || old.hostname !== url.hostname || url.search !== '') return url.href;
  url.search = old.search;
  // Not over a way that everybody can read, unless it was like that before.
  if (url.protocol === 'https:' || old.protocol === 'http:') {
    url.username = old.username;
    url.password = old.password;
  }
  return url.href;
}

function addressEndpoint(text: string): HttpEndpoint {
  return { kind: 'http', url: addressOf(text).href, headers: [], transport: 'auto' };
}

/** Twice the time, at least two minutes, at most ten; no limit stays none. */
function longer(connectMs: number): number {
  return connectMs === 0 ? 0 : Math.max(connectMs, Math.min(LONGEST_MS, Math.max(LONGER_MS, connectMs * 2)));
}
