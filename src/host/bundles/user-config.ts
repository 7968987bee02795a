import type { ConfigInput } from '#shared/config.ts';
import { isFiniteNumber, isObject, type JsonObject, textAt } from '#shared/json.ts';
import { isSecretName } from '#shared/secret-names.ts';

/** What a person is asked for by an entry of `user_config`. `fill` puts folders of this computer into defaults. */
export function userConfigInput(key: string, given: unknown, fill: (text: string) => string): ConfigInput {
  if (!isObject(given)) return { title: key, kind: 'text', secret: isSecretName(key), required: true };
  const description = textAt(given, 'description')?.slice(0, 1000);
  const fallback = defaultOf(given, fill);
  return {
    title: (textAt(given, 'title') || key).slice(0, 200),
    ...(description && { description }),
    kind: kindOf(textAt(given, 'type')),
    secret: given.sensitive === true,
    required: given.required === true,
    ...(fallback !== undefined && { default: fallback }),
    ...(given.multiple === true && { multiple: true }),
    ...(isFiniteNumber(given.min) && { min: given.min }),
    ...(isFiniteNumber(given.max) && { max: given.max }),
  };
}

function kindOf(type: string | undefined): ConfigInput['kind'] {
  switch (type) {
    case 'number':
    case 'boolean':
    case 'file':
      return type;
    case 'directory':
      return 'folder';
    default:
      return 'text';
  }
}

function defaultOf(given: JsonObject, fill: (text: string) => string): ConfigInput['default'] {
  const list = (Array.isArray(given.default) ? given.default : [given.default]).flatMap((value) => {
    if (typeof value === 'string') return value === '' ? [] : [fill(value)];
    return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
  });
  if (list.length === 0) return undefined;
  return given.multiple === true || list.length > 1 ? list : list[0];
}
