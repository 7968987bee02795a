import { isSecretName, isSecretValue } from '#shared/secret-names.ts';

/** A text cut around something that looks like a secret; `name` says what it is. */
export interface PlainSecret {
  before: string;
  name: string;
  after: string;
}

const SCHEME = /^((?:Bearer|Basic|Token)\s+)\S/i;

/** The value of a variable or header, when it looks like a secret that is written down. */
export function plainSecretIn(name: string, value: string): PlainSecret | undefined {
  if (value === '' || value.includes('${')) return undefined;
  if (!isSecretName(name) && !isSecretValue(value)) return undefined;
  return { before: SCHEME.exec(value)?.[1] ?? '', name, after: '' };
}

/** The arguments that look like secrets, by their place. */
export function plainSecretsInArgs(args: readonly string[]): Map<number, PlainSecret> {
  const found = new Map<number, PlainSecret>();
  for (const [at, arg] of args.entries()) {
    const [option = '', inline] = arg.split(/=(.*)/s);
    const named = option.startsWith('-') && isSecretName(option);
    const name = option.replace(/^-+/, '');
    const next = args[at + 1];
    if (named && inline !== undefined && plainSecretIn(option, inline)) {
      found.set(at, { before: `${option}=`, name, after: '' });
    } else if (named && inline === undefined && next !== undefined && !next.startsWith('-')) {
      const secret = plainSecretIn(option, next);
      if (secret) found.set(at + 1, { ...secret, name });
    } else if (!found.has(at) && isSecretValue(arg)) {
      found.set(at, { before: '', name: `argument ${at + 1}`, after: '' });
    }
  }
  return found;
}

/** The first secret in the login or the query of an address. */
export function plainSecretInUrl(url: string): PlainSecret | undefined {
  const login = /^([a-z][a-z+.-]*:\/\/[^/?#@:]*:)([^/?#@]+)(@.*)$/is.exec(url);
  if (login?.[2] !== undefined && !login[2].includes('${')) {
    return { before: login[1] ?? '', name: 'password', after: login[3] ?? '' };
  }
  for (const pair of url.matchAll(/[?&]([^=&#]+)=([^&#]*)/g)) {
    const [whole, name = '', value = ''] = pair;
    if (plainSecretIn(name, value)) {
      const start = pair.index + whole.length - value.length;
      return { before: url.slice(0, start), name, after: url.slice(start + value.length) };
    }
  }
  return undefined;
}
