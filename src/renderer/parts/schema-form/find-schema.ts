import { isObject } from '#shared/json.ts';
import { partKey } from '#shared/json-pointer.ts';

/** Parts of a schema that are looked at for a name; who names more has to do with JSON. */
const MAX_PARTS = 5000;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function atPointer(root: unknown, pointer: string): unknown {
  let found = root;
  for (const raw of pointer.split('/').slice(1)) {
    const part = partKey(decode(raw));
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = Reflect.get(found, part);
  }
  return found;
}

/** The first part of a schema that a test takes, breadth first. */
function findPart(root: unknown, test: (part: Record<string, unknown>) => boolean): unknown {
  const queue: unknown[] = [root];
  for (let at = 0; at < queue.length && at < MAX_PARTS; at += 1) {
    const part = queue[at];
    if (isObject(part) && test(part)) return part;
    if (typeof part === 'object' && part !== null) queue.push(...Object.values(part).slice(0, MAX_PARTS));
  }
  return undefined;
}

function absolute(ref: string, base: unknown): string | undefined {
  return typeof base === 'string' && URL.canParse(ref, base) ? new URL(ref, base).href : undefined;
}

/** The document that a reference names: the whole schema, or a part of it with an `$id` of its own. */
function documentOf(name: string, root: unknown): unknown {
  const base = isObject(root) ? root.$id : undefined;
  if (name === '' || name === base) return root;
  const full = absolute(name, base);
  return findPart(root, ({ $id }) => $id === name || (full !== undefined && absolute(String($id), base) === full));
}

/** What a reference inside the same document leads to; nothing is ever fetched, so any other leads nowhere. */
export function findSchema(ref: string, root: unknown): unknown {
  const hash = ref.indexOf('#');
  const fragment = hash < 0 ? '' : decode(ref.slice(hash + 1));
  const document = documentOf(hash < 0 ? ref : ref.slice(0, hash), root);
  if (document === undefined || fragment === '') return document;
  // The parts of a pointer are decoded one by one, so that an escaped slash stays one.
  if (fragment.startsWith('/')) return atPointer(document, ref.slice(hash + 1));
  return findPart(document, ({ $anchor, $dynamicAnchor, $id }) => {
    return $anchor === fragment || $dynamicAnchor === fragment || $id === `#${fragment}`;
  });
}
