import { isSecretValue } from '#shared/secret-names.ts';
import { plainSecretsInUrl } from './plain-secrets.ts';
import { variableName } from './value-writer.ts';

const NAME = /token|secret|passw(?:or)?d|api[-_]?key|access[-_]?key|private[-_]?key|credential/i;
/** `tokenUrl`, `bearer_token_env_var` and the like say where a secret is, not what it is. */
const ABOUT = /(?:url|uri|endpoint|type|method|name|var|file|path|id|ids|scopes?)$/i;

/** A kept value without the secrets in it: each is `<NAME>`. */
export function maskSecrets(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskSecrets(inner, key)]));
  }
  if (typeof value !== 'string' || value === '' || value.includes('${')) return value;
  if (isSecretValue(value) || (NAME.test(name) && !ABOUT.test(name))) return `<${variableName(name)}>`;
  const address = /^[a-z][a-z+.-]*:\/\//i.test(value) ? plainSecretsInUrl(value) : undefined;
  if (!address) return value;
  const { pieces, names } = address;
  return pieces.map((piece, at) => `${piece}${at < names.length ? `<${variableName(names[at] ?? '')}>` : ''}`).join('');
}
