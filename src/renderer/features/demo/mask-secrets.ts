import { ExactNumber, isJsonObject } from '#shared/exact-json.ts';
import { isSecretArgument, isSecretName, isSecretValue } from '#shared/secret-names.ts';

const HIDDEN = '••••••••';
/** Deeper values are left out rather than shown unchecked. */
const DEEPEST = 64;
/** What a key may stand behind within a word, such as in an address or in JSON. */
const BEFORE = /["'(<[{/?&#=:,]/g;

/** A word up to the key in it, if there is one. */
function maskWord(word: string): string {
  if (isSecretValue(word)) return HIDDEN;
  for (const { index } of word.matchAll(BEFORE)) {
    if (isSecretValue(word.slice(index + 1))) return `${word.slice(0, index + 1)}${HIDDEN}`;
  }
  return word;
}

/** A text without what in it looks like a key or token, nor passwords and values named like secrets of addresses. */
export function maskText(text: string): string {
  return text
    .replace(/\S+/g, maskWord)
    .replace(/\b(Bearer|Basic)\s+\S+/g, `$1 ${HIDDEN}`)
    .replace(/(:\/\/[^\s/@:]*:)[^\s/@]+@/g, `$1${HIDDEN}@`)
    .replace(/([?&#;]([^\s=?&#;]{1,100})=)[^\s?&#;"']+/g, (all, before: string, name: string) =>
      isSecretName(name) ? `${before}${HIDDEN}` : all,
    );
}

/** A copy for the eyes of an audience: what is named like a secret, or looks like one, is hidden. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (depth > DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth + 1));
  if (!isJsonObject(value)) return value;
  const pairs = Object.entries(value).map(([name, item]): [string, unknown] => {
    const secret = isSecretArgument(name) && (typeof item !== 'object' || item instanceof ExactNumber) && item !== '';
    return [name, secret ? HIDDEN : maskSecrets(item, depth + 1)];
  });
  return Object.fromEntries(pairs);
}

/** One line of a value at a JSON Pointer, hidden when any name on the way to it is that of a secret. */
export function maskAt(pointer: string, line: string): string {
  return line !== '' && pointer.split('/').some(isSecretArgument) ? HIDDEN : maskText(line);
}
