import { ExactNumber, isJsonObject, parseJson, writeJson } from '#shared/exact-json.ts';
import { pointerPart } from '#shared/json-pointer.ts';
import { isSecretArgument, isSecretValue } from '#shared/secret-names.ts';
import type { FieldSpec } from './field-spec.ts';
import { isMasked } from './masked.ts';
import type { ValuePath } from './value-path.ts';

/** Arguments of an earlier call, as the host keeps them. */
export interface EarlierCall {
  /** JSON text of an object. */
  readonly text: string;
  /** JSON pointers of values that are not in it, because they are secrets. */
  readonly leftOut?: readonly string[] | undefined;
}

/** Values that a place of the form had in earlier calls, newest first, each once. */
export type EarlierValues = (path: ValuePath) => readonly unknown[];

/** Values that a field offers at most (DESIGN S08). */
export const MOST_VALUES = 20;
/** Larger arguments are only offered as a whole; characters. */
const MOST_CHARS = 50_000;

interface Held {
  readonly pointer: string;
  readonly value: unknown;
}

/** What stands at a place; an entry of a list stands for all entries of it. */
function heldAt(value: unknown, [part, ...rest]: ValuePath, pointer = ''): Held[] {
  if (part === undefined) return [{ pointer, value }];
  if (typeof part === 'number') {
    return Array.isArray(value) ? value.flatMap((one, at) => heldAt(one, rest, pointer + pointerPart(at))) : [];
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, part)) return [];
  return heldAt(value[part], rest, pointer + pointerPart(part));
}

/** Reads earlier calls when the first place is asked for, and each place once. */
export function earlierValuesOf(calls: readonly EarlierCall[]): EarlierValues {
  let read: { value: unknown; leftOut: readonly string[] }[] | undefined;
  const known = new Map<string, readonly unknown[]>();
  const find = (path: ValuePath) => {
    read ??= calls
      .filter(({ text }) => text.length <= MOST_CHARS)
      .map(({ text, leftOut = [] }) => ({ value: parseJson(text), leftOut }));
    const found = new Map<string, unknown>();
    for (const { value, leftOut } of read) {
      for (const held of heldAt(value, path)) {
        // A value without its secret parts is another value.
        const whole = !leftOut.some((one) => one === held.pointer || one.startsWith(`${held.pointer}/`));
        const text = writeJson(held.value);
        if (whole && !found.has(text)) found.set(text, held.value);
      }
    }
    return [...found.values()];
  };
  return (path) => {
    const place = path.map((part) => (typeof part === 'number' ? '/-' : pointerPart(part))).join('');
    const values = known.get(place) ?? find(path);
    known.set(place, values);
    return values;
  };
}

function fits({ kind }: FieldSpec, value: unknown): boolean {
  if (kind === 'text') return typeof value === 'string' && value !== '';
  if (kind === 'number') return typeof value === 'number' || value instanceof ExactNumber;
  return kind === 'json';
}

const isSecret = (value: unknown) => typeof value === 'string' && isSecretValue(value);

/** Those a field can take over: of its kind, another than it has, and none of a field that hides what is in it. */
export function offeredValues(
  values: readonly unknown[],
  { spec, name, value }: { readonly spec: FieldSpec; readonly name: string; readonly value: unknown },
): readonly unknown[] {
  if (isMasked(name, spec.schema) || spec.schema.writeOnly === true || isSecretArgument(name)) return [];
  const now = value === undefined ? undefined : writeJson(value);
  return values.filter((one) => fits(spec, one) && !isSecret(one) && writeJson(one) !== now).slice(0, MOST_VALUES);
}
