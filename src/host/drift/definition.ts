import { hash } from 'node:crypto';
import type { CatalogKind } from '#shared/catalog-kind.ts';
import { isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';

/** One definition of a list: what it is found by, and what it is compared by. */
export interface Definition {
  name: string;
  /** SHA-256 of the canonical JSON of what counts, hexadecimal. */
  hash: string;
  /** That canonical JSON; absent where it is too large to be kept. */
  text?: string | undefined;
}

/** Characters of one definition, and of all of one list, that are kept; beyond them the fingerprint has to do. */
const TEXT_MOST = { one: 200_000, all: 6_000_000 };

const NAME_MOST = 1000;

/** The member that names an item of each list. */
const ID_KEYS = { tools: 'name', prompts: 'name', resources: 'uri', templates: 'uriTemplate' } as const;

/**
 * JSON that is the same for the same value: no spaces, members sorted by name. The order of a list counts, except that
 * of `required` in a schema, which some servers write in another order at each start.
 */
export function canonicalJson(value: unknown): string {
  // Texts are added to, because arrays that are joined take twice as long: lists have thousands of definitions.
  let text = '';
  if (Array.isArray(value)) {
    for (const one of value) text += `${text === '' ? '' : ','}${canonicalJson(one)}`;
    return `[${text}]`;
  }
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  for (const key of Object.keys(value).sort()) {
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(memberOf(value, key))}`;
  }
  return `{${text}}`;
}

function memberOf(value: JsonObject, key: string): unknown {
  const member = value[key];
  if (key !== 'required' || !Array.isArray(member)) return member;
  return member.every((one) => typeof one === 'string') ? [...member].sort() : member;
}

export function hashOf(text: string): string {
  return hash('sha256', text);
}

/** Fingerprint of a schema; undefined where there is none. */
export function hashOfSchema(schema: unknown): string | undefined {
  return schema === undefined ? undefined : hashOf(canonicalJson(schema));
}

/**
 * What of a definition counts. Left out: icons and `_meta`, which servers make anew for each listing, except which page
 * opens as a tool's app (`_meta.ui`); and what a resource says of its content, its size and when it last changed.
 */
export function whatCounts(kind: CatalogKind, item: JsonObject): JsonObject {
  const { icons: _icons, _meta, ...rest } = item;
  const ui = objectAt(_meta, 'ui');
  const counted: JsonObject = ui === undefined ? rest : { ...rest, _meta: { ui } };
  if (kind !== 'resources') return counted;
  const { size: _size, annotations, ...resource } = counted;
  if (!isObject(annotations)) return annotations === undefined ? resource : { ...resource, annotations };
  const { lastModified: _lastModified, ...notes } = annotations;
  return Object.keys(notes).length === 0 ? resource : { ...resource, annotations: notes };
}

/** A name of any length must not fill the state that every page mirrors. */
function shortName(name: string): string {
  return name.length <= NAME_MOST ? name : `${name.slice(0, 200)}… ${hashOf(name).slice(0, 16)}`;
}

/** Reads the definitions of a list, a portion at a time. A name that comes several times is one definition of them all. */
export class DefinitionReader {
  readonly #kind: CatalogKind;
  readonly #byName = new Map<string, JsonObject[]>();

  constructor(kind: CatalogKind) {
    this.#kind = kind;
  }

  add(items: readonly JsonObject[]): void {
    for (const item of items) {
      const name = shortName(textAt(item, ID_KEYS[this.#kind]) ?? '');
      const known = this.#byName.get(name);
      if (known) known.push(item);
      else this.#byName.set(name, [item]);
    }
  }

  /** Every definition with its fingerprint, in the order of the list; made one by one as they are taken. */
  *definitions(): Generator<Definition> {
    let left = TEXT_MOST.all;
    for (const [name, items] of this.#byName) {
      const counted = items.map((item) => whatCounts(this.#kind, item));
      const text = canonicalJson(counted.length === 1 ? counted[0] : counted);
      const keep = text.length <= Math.min(TEXT_MOST.one, left);
      if (keep) left -= text.length;
      yield { name, hash: hashOf(text), ...(keep ? { text } : {}) };
    }
  }
}

/** A text that was kept, as a value; undefined when there is none. */
export function keptValue(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

/** Members whose meaning does not depend on the era a list was read in. */
const SHARED = ['name', 'title', 'description', 'annotations', 'arguments', 'uri', 'uriTemplate', 'mimeType'];

/** Whether two definitions, read in different eras, say the same in what both eras have. */
export function sameInBothEras(a: Definition, b: Definition): boolean {
  if (a.hash === b.hash) return true;
  const [one, other] = [sharedPart(keptValue(a.text)), sharedPart(keptValue(b.text))];
  return one !== undefined && one === other;
}

function sharedPart(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { $schema: _dialect, ...schema } = objectAt(value, 'inputSchema') ?? {};
  return canonicalJson({ ...Object.fromEntries(SHARED.map((key) => [key, value[key]])), schema });
}
