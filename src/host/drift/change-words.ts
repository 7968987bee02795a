import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { DriftMark } from '#shared/drift.ts';
import { DRIFT_THINGS as THINGS } from '#shared/drift-words.ts';
import { arrayAt, isObject, type JsonObject, objectAt } from '#shared/json.ts';
import { canonicalJson } from './definition.ts';

export interface Change {
  kind: CatalogKind;
  change: DriftMark['change'];
  /** The definitions; undefined where only the fingerprint was kept. */
  before: unknown;
  now: unknown;
}

/** A sentence, and how much it matters: smaller comes first. */
type Said = [rank: number, text: string];

const MOST = 30;

/** Characters that take no room or turn the reading direction; line breaks, tabs and joiners are usual text. */
const UNSEEN = /[^\P{Cf}\u200c\u200d]|[^\P{Cc}\n\r\t]|[\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/u;

/** What changed in a definition, a sentence each, the ones that matter most first: what a model reads, then what it may do. */
export function changeWords({ kind, change, before, now }: Change): string[] {
  const thing = THINGS[kind];
  const hides = UNSEEN.test(textOf(now)) && !UNSEEN.test(textOf(before));
  const unseen = hides ? ['It holds characters that cannot be seen.'] : [];
  if (change === 'added') return [`This ${thing} is new.`, ...unseen];
  if (change === 'removed') return [`This ${thing} is gone.`];
  if (before === undefined || now === undefined)
    return ['It is so large that only its fingerprint was kept: what changed in it cannot be told.'];
  if (!isObject(before) || !isObject(now)) return [`Several ${thing}s have this name, and they changed.`, ...unseen];
  const said = [...textWords(before, now), ...argumentWords(kind, before, now), ...hintWords(before, now)];
  const more = [...said, ...otherWords(kind, before, now)].sort(([a], [b]) => a - b).map(([, text]) => text);
  const words = [...unseen, ...more];
  return words.length <= MOST ? words : [...words.slice(0, MOST - 1), `And ${words.length - MOST + 1} more changes.`];
}

function textOf(value: unknown): string {
  // As text, not as JSON: that would name the very characters that are looked for.
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return isObject(value)
    ? Object.entries(value)
        .map(([key, member]) => key + textOf(member))
        .join('')
    : '';
}

const differ = (a: unknown, b: unknown): boolean => canonicalJson(a) !== canonicalJson(b);
const shown = (name: string): string => `"${name.length > 80 ? `${name.slice(0, 79)}…` : name}"`;

function* textWords(before: JsonObject, now: JsonObject): Generator<Said> {
  const [old, fresh] = [before.description, now.description];
  if (differ(old, fresh)) {
    if (old === undefined) yield [0, 'It has a description now.'];
    else yield [0, fresh === undefined ? 'The description is gone.' : 'The description says something else.'];
  }
  if (differ(before.title, now.title)) yield [6, 'The title changed.'];
}

interface Argument {
  required: boolean;
  description: unknown;
  type: unknown;
  rest: JsonObject;
}

function schemaArguments(schema: JsonObject | undefined): Map<string, Argument> {
  const required = new Set(arrayAt(schema, 'required'));
  const found = Object.entries(objectAt(schema, 'properties') ?? {}).map(([name, value]): [string, Argument] => {
    const { description, type, ...rest } = isObject(value) ? value : { value };
    return [name, { required: required.has(name), description, type, rest }];
  });
  return new Map(found);
}

function promptArguments(prompt: JsonObject): Map<string, Argument> {
  const found = arrayAt(prompt, 'arguments')
    .filter(isObject)
    .map(({ name, required, description, ...rest }): [string, Argument] => {
      return [String(name), { required: required === true, description, type: undefined, rest }];
    });
  return new Map(found);
}

function* argumentWords(kind: CatalogKind, before: JsonObject, now: JsonObject): Generator<Said> {
  const [old, fresh] = [objectAt(before, 'inputSchema'), objectAt(now, 'inputSchema')];
  const of = (whole: JsonObject, schema: JsonObject | undefined) =>
    kind === 'prompts' ? promptArguments(whole) : schemaArguments(schema);
  const [was, is] = [of(before, old), of(now, fresh)];
  for (const [name, argument] of is) {
    const known = was.get(name);
    if (known) yield* changedArgument(shown(name), known, argument);
    else if (argument.required) yield [2, `It has a new required argument: ${shown(name)}.`];
    else yield [3, `It has a new argument: ${shown(name)}.`];
  }
  for (const name of was.keys()) if (!is.has(name)) yield [3, `The argument ${shown(name)} is gone.`];
  if (differ(withoutArguments(old), withoutArguments(fresh)))
    yield [5, 'The rules for its arguments together changed.'];
}

function* changedArgument(name: string, was: Argument, is: Argument): Generator<Said> {
  if (differ(was.description, is.description))
    yield [1, `The description of the argument ${name} says something else.`];
  if (was.required !== is.required) yield [2, `The argument ${name} is ${is.required ? 'now' : 'no longer'} required.`];
  if (differ(was.type, is.type))
    yield [3, `The argument ${name} is ${typeWords(is.type)} now, it was ${typeWords(was.type)}.`];
  if (differ(was.rest, is.rest)) yield [5, `The rules of the argument ${name} changed.`];
}

function typeWords(type: unknown): string {
  if (type === undefined) return 'of any type';
  return (Array.isArray(type) ? type.map(String).join(' or ') : String(type)).slice(0, 80);
}

function withoutArguments(schema: JsonObject | undefined): unknown {
  if (schema === undefined) return null;
  const { properties: _properties, required: _required, ...rest } = schema;
  return rest;
}

const HINTS = {
  readOnlyHint: 'only reads',
  destructiveHint: 'may destroy something',
  idempotentHint: 'may be repeated without further effect',
  openWorldHint: 'reaches beyond its own system',
} as const;

function* hintWords(before: JsonObject, now: JsonObject): Generator<Said> {
  const [was, is] = [objectAt(before, 'annotations') ?? {}, objectAt(now, 'annotations') ?? {}];
  for (const [hint, words] of Object.entries(HINTS)) {
    if (was[hint] === is[hint]) continue;
    if (is[hint] === true) yield [4, `It says now that it ${words}.`];
    else if (was[hint] === true) yield [4, `It no longer says that it ${words}.`];
    else yield [6, `It says something else about whether it ${words}.`];
  }
  const rest = (notes: JsonObject) => Object.fromEntries(Object.entries(notes).filter(([key]) => !(key in HINTS)));
  if (differ(rest(was), rest(is))) yield [6, 'Its annotations changed.'];
}

/** Members with words of their own, and those that were dealt with before. */
const WORDS: Record<string, string> = {
  outputSchema: 'The schema of its results changed.',
  execution: 'How it runs as a task changed.',
  _meta: 'The page of its app changed.',
  mimeType: 'The type of its content changed.',
  name: 'The name changed.',
};
const DONE = ['description', 'title', 'annotations', 'inputSchema'];

function* otherWords(kind: CatalogKind, before: JsonObject, now: JsonObject): Generator<Said> {
  const done = kind === 'prompts' ? [...DONE, 'arguments'] : DONE;
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (done.includes(key) || !differ(before[key], now[key])) continue;
    yield [key === '_meta' ? 4 : 6, Object.hasOwn(WORDS, key) ? (WORDS[key] ?? '') : `${shown(key)} changed.`];
  }
}
