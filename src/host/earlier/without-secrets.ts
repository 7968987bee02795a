import { isJsonObject, parseJson, writeJson } from '#shared/exact-json.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { pointerKeys, pointerPart } from '#shared/json-pointer.ts';
import { isSecretArgument, isSecretValue } from '#shared/secret-names.ts';

export interface WithoutSecrets {
  /** JSON text of what is left. */
  text: string;
  /** JSON pointers of what was left out. */
  leftOut: string[];
}

/** What stands for a value of the secret store once it was replaced. */
const PLACEHOLDER = /\{\{(?:secret|hidden):/;
const MAX_DEPTH = 64;

/**
 * The arguments without what a person would not want to find on the disk: values the schema hides (`format: password`,
 * `writeOnly`), values named or shaped like a secret, and those of the secret store, which `redact` replaces.
 */
export function withoutSecrets(
  text: string,
  schema: unknown,
  redact: (value: unknown) => unknown = (value) => value,
): WithoutSecrets {
  const hidden = hiddenNames(schema);
  const leftOut: string[] = [];
  const clean = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) {
      return value.map((one, index) => (isSecret(one) ? drop(`${path}/${index}`) : clean(one, `${path}/${index}`)));
    }
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      const place = path + pointerPart(name);
      const named = hidden.has(name) || (typeof one === 'string' && one !== '' && isSecretArgument(name));
      if (!named && !isSecret(one)) return [[name, clean(one, place)]];
      drop(place);
      return [];
    });
    // `fromEntries` also makes an own property of a name such as __proto__.
    return Object.fromEntries(kept);
  };
  const drop = (place: string) => {
    leftOut.push(place);
    return null;
  };
  const isSecret = (one: unknown) =>
    typeof one === 'string' && (isSecretValue(one) || PLACEHOLDER.test(String(redact(one))));
  const cleaned = clean(parseJson(text), '');
  return { text: leftOut.length === 0 ? text : writeJson(cleaned), leftOut };
}

/** Names of properties that the schema hides, wherever they stand in it. */
function hiddenNames(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const plain = new Set<object>();
  const walk = (part: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || typeof part !== 'object' || part === null) return;
    if (isObject(part) && isObject(part.properties)) {
      for (const [name, one] of Object.entries(part.properties)) if (hides(one, schema, plain)) names.add(name);
    }
    for (const one of Object.values(part)) walk(one, depth + 1);
  };
  walk(schema, 0);
  return names;
}

/**
 * Whether a part of a schema hides what it is for. Each part is looked at once, as a server may let its parts refer to
 * each other without end; `plain` are those that are known to hide nothing, and takes in what is found to.
 */
function hides(first: unknown, root: unknown, plain: Set<object>): boolean {
  const seen = new Set<unknown>();
  const open = [first];
  while (open.length > 0) {
    const part = open.pop();
    if (!isObject(part) || seen.has(part) || plain.has(part)) continue;
    if (part.format === 'password' || part.writeOnly === true) return true;
    seen.add(part);
    if (typeof part.$ref === 'string') open.push(target(part.$ref, root));
    open.push(part.items, part.additionalProperties);
    for (const forms of [part.allOf, part.anyOf, part.oneOf, part.prefixItems]) {
      if (Array.isArray(forms)) for (const one of forms) open.push(one);
    }
  }
  for (const part of seen) plain.add(part as object); // only objects were added
  return false;
}

/** What a reference inside the same document points at. */
function target(ref: string, root: unknown): unknown {
  if (!ref.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const name of pointerKeys(ref.slice(1))) {
    const inside: JsonObject | undefined = isObject(found) ? found : undefined;
    found = inside && Object.hasOwn(inside, name) ? inside[name] : undefined;
  }
  return found;
}
