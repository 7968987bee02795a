import { isObject } from '#shared/json.ts';
import { isSecretArgument, isSecretValue } from '#shared/secret-names.ts';

const HIDDEN = '••••••••';
/** Deeper values are left out rather than shown unchecked. */
const DEEPEST = 64;

/** A text without the words in it that look like keys or tokens. */
export function maskText(text: string): string {
  return text
    .replace(/\S+/g, (word) => {
      const bare = word.replace(/^["'(<[]+/, '');
      return isSecretValue(bare) ? HIDDEN : word;
    })
    .replace(/\b(Bearer|Basic)\s+\S+/g, `$1 ${HIDDEN}`);
}

/** A copy for the eyes of an audience: what is named like a secret, or looks like one, is hidden. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (depth > DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth + 1));
  if (!isObject(value)) return value;
  const pairs = Object.entries(value).map(([name, item]): [string, unknown] => {
    const secret = isSecretArgument(name) && typeof item !== 'object' && item !== '';
    return [name, secret ? HIDDEN : maskSecrets(item, depth + 1)];
  });
  return Object.fromEntries(pairs);
}
