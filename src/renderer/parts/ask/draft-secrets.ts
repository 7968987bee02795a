import { isSecretArgument, isSecretValue } from '#shared/secret-names.ts';
import { mayHoldSecret } from '../schema-form/masked.ts';

/** Nesting that is looked through; what lies deeper is not saved. */
const MAX_DEPTH = 16;

/** A key is one word, or two with its scheme: `Basic arithmetic is` only begins like one. */
function isKey(text: string): boolean {
  const words = text.trim();
  return isSecretValue(words) && words.split(/\s+/, 3).length < 3;
}

/** Whether a JSON text, one that was only begun too, names a masked field or holds a text with the shape of a key. */
export function textHoldsSecret(schema: unknown, json: string): boolean {
  return (
    mayHoldSecret(schema, json) || [...json.matchAll(/"((?:[^"\\]|\\.)*)/g)].some(([, inner = '']) => isKey(inner))
  );
}

/** Whether a part of what was typed for an ask can be a secret, by its name or by its shape, in JSON that was begun too. */
export function mayBeSecret(typed: unknown, depth = 0): boolean {
  if (typeof typed === 'string') return isKey(typed) || textHoldsSecret({}, typed);
  if (typeof typed !== 'object' || typed === null) return false;
  if (depth > MAX_DEPTH) return true;
  return Object.entries(typed).some(
    ([name, one]) => (isSecretArgument(name) && typeof one !== 'object' && one !== '') || mayBeSecret(one, depth + 1),
  );
}
