import { isSecretName, isSecretValue } from '#shared/secret-names.ts';

/** A text cut where secrets stand: one piece more than there are names. */
export interface SecretText {
  pieces: string[];
  /** What each secret is. */
  names: string[];
}

/** A text that is a secret and nothing else. */
export function wholeSecret(name: string): SecretText {
  return { pieces: ['', ''], names: [name] };
}

/** Whether a text has the same pieces around its own secrets. */
export function fitsPieces(text: string, pieces: readonly string[]): boolean {
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index === pieces.length - 1) return text.length - piece.length >= at && text.endsWith(piece);
    const found = index === 0 ? (text.startsWith(piece) ? 0 : -1) : text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

const SCHEME = /^((?:Bearer|Basic|Token)\s+)\S/i;

/** The value of a variable or header, when it looks like a secret that is written down. */
export function plainSecretIn(name: string, value: string): SecretText | undefined {
  if (value === '' || value.includes('${')) return undefined;
  if (!isSecretName(name) && !isSecretValue(value)) return undefined;
  return { pieces: [SCHEME.exec(value)?.[1] ?? '', ''], names: [name] };
}

/** The arguments that look like secrets, by their place. */
export function plainSecretsInArgs(args: readonly string[]): Map<number, SecretText> {
  const found = new Map<number, SecretText>();
  for (const [at, arg] of args.entries()) {
    const [option = '', inline] = arg.split(/=(.*)/s);
    const named = option.startsWith('-') && isSecretName(option);
    const name = option.replace(/^-+/, '');
    const next = args[at + 1];
    if (named && inline !== undefined && plainSecretIn(option, inline)) {
      found.set(at, { pieces: [`${option}=`, ''], names: [name] });
    } else if (named && inline === undefined && next !== undefined && !next.startsWith('-')) {
      const secret = plainSecretIn(option, next);
      if (secret) found.set(at + 1, { ...secret, names: [name] });
    } else if (!found.has(at) && isSecretValue(arg)) {
      found.set(at, wholeSecret(`argument ${at + 1}`));
    }
  }
  return found;
}

/** The secrets in the login and the query of an address. */
export function plainSecretsInUrl(url: string): SecretText | undefined {
  const cuts: { start: number; end: number; name: string }[] = [];
  const login = /^([a-z][a-z+.-]*:\/\/[^/?#@:]*:)([^/?#@]+)@/i.exec(url);
  if (login?.[1] !== undefined && login[2] !== undefined && !login[2].includes('${')) {
    cuts.push({ start: login[1].length, end: login[1].length + login[2].length, name: 'password' });
  }
  for (const pair of url.matchAll(/[?&]([^=&#?]+)=([^&#]*)/g)) {
    const [whole, name = '', value = ''] = pair;
    const end = pair.index + whole.length;
    if (plainSecretIn(name, value)) cuts.push({ start: end - value.length, end, name });
  }
  if (cuts.length === 0) return undefined;
  const edges = [0, ...cuts.flatMap(({ start, end }) => [start, end]), url.length];
  const pieces = edges.flatMap((edge, at) => (at % 2 === 0 ? [url.slice(edge, edges[at + 1])] : []));
  return { pieces, names: cuts.map(({ name }) => name) };
}
