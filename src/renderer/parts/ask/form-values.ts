import type { SchemaProblem } from '#shared/contract.ts';
import { ExactNumber, isJsonObject } from '#shared/exact-json.ts';
import { arrayAt, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { pointerPart } from '#shared/json-pointer.ts';
import { sameJson } from '#shared/same-json.ts';
import { isSecretField } from '#shared/secret-names.ts';
import { type FieldSpec, fieldSpec } from '../schema-form/field-spec.ts';
import { type FormState, typedProblems } from '../schema-form/form-state.ts';
import { readNumber } from '../schema-form/number-text.ts';

/** One field of a form ask. */
export interface AskField {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly spec: FieldSpec;
  readonly schema: unknown;
  /** The schema of the whole form, which references start from. */
  readonly root: unknown;
  /** No plain value of one kind: it is edited as a tool's argument is. */
  readonly nested: boolean;
  /** Its name or title looks like that of a secret; the protocol forbids asking for one. */
  readonly secret: boolean;
}

/**
 * What stands in a field: typed text, places of chosen values, a switch, or for a nested field an object with its value.
 * Undefined: nothing, so it is not sent.
 */
export type FieldEntry = string | boolean | readonly string[] | FormState | undefined;
export type FormEntries = Readonly<Record<string, FieldEntry>>;

/** Kinds of field that the protocol lets a server ask for; others come all the same. */
const PLAIN: readonly string[] = ['text', 'number', 'boolean', 'choice', 'choices'];
const EMPTY: FormState = { value: {}, texts: {} };
/** Fields of one form that are drawn. */
const MOST = 200;

/** The fields a requested schema names, in its order. */
export function askFields(schema: unknown): AskField[] {
  const properties = objectAt(schema, 'properties') ?? {};
  const required = new Set(arrayAt(schema, 'required'));
  return Object.entries(properties)
    .slice(0, MOST)
    .map(([name, property]) => {
      const spec = fieldSpec(property, schema);
      const title = textAt(property, 'title');
      return {
        name,
        title,
        description: textAt(property, 'description'),
        required: required.has(name),
        spec,
        schema: property,
        root: schema,
        nested: !PLAIN.includes(spec.kind) || spec.nullable,
        secret: spec.schema.format === 'password' || isSecretField(name, title),
      };
    });
}

function placeOf({ choices }: FieldSpec, value: unknown): string | undefined {
  const at = choices.findIndex((choice) => sameJson(choice.value, value));
  return at < 0 ? undefined : String(at);
}

/** What a nested field holds, as an object with its name. */
export function stateOf(entry: FieldEntry): FormState {
  return typeof entry === 'object' && 'texts' in entry ? entry : EMPTY;
}

function entryOf({ name, spec, required, nested }: AskField, value: unknown): FieldEntry {
  if (nested) return value === undefined ? undefined : { value: Object.fromEntries([[name, value]]), texts: {} };
  switch (spec.kind) {
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return required ? false : undefined;
    case 'choice':
      return placeOf(spec, value);
    case 'choices':
      return Array.isArray(value) ? value.flatMap((one) => placeOf(spec, one) ?? []) : undefined;
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'number':
      if (value instanceof ExactNumber) return value.text;
      return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
    default:
      return undefined;
  }
}

/** The form as it opens: defaults are filled in. */
export function startEntries(fields: readonly AskField[]): FormEntries {
  return Object.fromEntries(fields.map((field) => [field.name, entryOf(field, field.spec.schema.default)]));
}

/** The form filled in with content that was kept; a field it says nothing of stays empty. */
export function entriesFor(fields: readonly AskField[], content: JsonObject): FormEntries {
  const kept = (name: string) => (Object.hasOwn(content, name) ? content[name] : undefined);
  return Object.fromEntries(fields.map((field) => [field.name, entryOf(field, kept(field.name))]));
}

interface Reading {
  readonly value: unknown;
  readonly problem?: string | undefined;
}

function readEntry({ name, spec, nested }: AskField, entry: FieldEntry): Reading {
  if (nested) {
    const { value: held } = stateOf(entry);
    return { value: isJsonObject(held) && Object.hasOwn(held, name) ? held[name] : undefined };
  }
  const value = (place: string | undefined) => spec.choices[Number(place)]?.value;
  switch (spec.kind) {
    case 'boolean':
    case 'text':
      return { value: entry === '' ? undefined : entry };
    case 'choice':
      return { value: typeof entry === 'string' && entry !== '' ? value(entry) : undefined };
    case 'choices':
      return { value: Array.isArray(entry) && entry.length > 0 ? entry.map(value) : undefined };
    case 'number':
      return typeof entry === 'string' && entry.trim() !== '' ? readNumber(entry) : { value: undefined };
    default:
      return { value: undefined };
  }
}

/** What the form would send, and what of it is no value of its kind. An empty field is not sent. */
export function readForm(
  fields: readonly AskField[],
  entries: FormEntries,
): { content: JsonObject; problems: SchemaProblem[] } {
  const pairs: [string, unknown][] = [];
  const problems: SchemaProblem[] = [];
  for (const field of fields) {
    const { value, problem } = readEntry(field, entries[field.name]);
    if (value !== undefined) pairs.push([field.name, value]);
    if (field.nested) problems.push(...typedProblems(stateOf(entries[field.name])));
    if (problem !== undefined) problems.push({ path: pointerPart(field.name), message: problem, keyword: 'typed' });
  }
  // `fromEntries` also makes an own property of a name such as __proto__.
  return { content: Object.fromEntries(pairs), problems };
}

/** The problem to show at a field; one about a missing value names no path of its own. */
export function problemAt(field: AskField, problems: readonly SchemaProblem[]): string | undefined {
  const own = pointerPart(field.name);
  return problems.find(({ path }) => path === own || path.startsWith(`${own}/`))?.message;
}

/** `2 of 2 chosen`, `1 chosen, at least 2`: how many of a list are chosen and how many may be. */
export function chosenWords({ spec }: AskField, entry: FieldEntry): string {
  const { minItems, maxItems } = spec.schema;
  const count = Array.isArray(entry) ? entry.length : 0;
  const of = typeof maxItems === 'number' ? `${count} of ${maxItems} chosen` : `${count} chosen`;
  return typeof minItems === 'number' && count < minItems ? `${of}, at least ${minItems}` : of;
}

/** `0.01 to 248.90`, `email`, `at most 60 characters`: what a field takes, in words. */
export function limitWords({ spec }: AskField): string | undefined {
  const { schema, kind } = spec;
  const { minLength, maxLength, format, minimum, maximum } = schema;
  const range = (low: unknown, high: unknown, unit: string) => {
    if (typeof low === 'number' && typeof high === 'number') return `${low} to ${high}${unit}`;
    if (typeof low === 'number') return `at least ${low}${unit}`;
    return typeof high === 'number' ? `at most ${high}${unit}` : undefined;
  };
  if (kind === 'number') {
    const words = [schema.type === 'integer' ? 'whole number' : undefined, range(minimum, maximum, '')];
    return words.filter((word) => word !== undefined).join(', ') || undefined;
  }
  if (kind !== 'text') return undefined;
  if (typeof format === 'string') return format.slice(0, 40);
  return range(minLength, maxLength, (maxLength ?? minLength) === 1 ? ' character' : ' characters');
}
