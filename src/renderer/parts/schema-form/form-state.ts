import type { SchemaProblem } from '#shared/contract.ts';
import { messageOf } from '#shared/errors.ts';
import { parseJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import { sameJson } from '#shared/same-json.ts';
import { readNumber } from './number-text.ts';
import { valueAtPointer } from './value-path.ts';

/** What was typed where the text says more than the value: `1.`, `42xyz`, half a JSON object. */
export interface TypedText {
  readonly kind: 'number' | 'json';
  readonly text: string;
  /** What stands in the value for it; an older text no longer counts once the value is another one. */
  readonly value: unknown;
}

export interface FormState {
  readonly value: unknown;
  /** By JSON pointer. */
  readonly texts: Readonly<Record<string, TypedText>>;
  /** What was typed in forms of a union that are not the chosen one, by the JSON pointer of the union. It is not sent. */
  readonly aside?: Readonly<Record<string, JsonObject>>;
}

/** What was typed at a place, as long as it still stands for the value there. */
export function typedAt(state: FormState, pointer: string, value: unknown): string | undefined {
  const typed = Object.hasOwn(state.texts, pointer) ? state.texts[pointer] : undefined;
  return typed && sameJson(typed.value, value) ? typed.text : undefined;
}

export interface JsonReading {
  readonly value: unknown;
  readonly problem?: string;
}

/** Reads a JSON text; one that is not valid stands for itself. */
export function readJson(text: string): JsonReading {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    return { value: text, problem: `This is not valid JSON, so it is kept as text. ${messageOf(error)}` };
  }
}

function problemOf({ kind, text }: TypedText): string | undefined {
  return kind === 'number' ? readNumber(text).problem : readJson(text).problem;
}

/** Problems of what was typed itself, which a check of the value cannot see or says less well. */
export function typedProblems(state: FormState): SchemaProblem[] {
  return Object.entries(state.texts).flatMap(([path, typed]) => {
    const message = problemOf(typed);
    const current = message !== undefined && sameJson(valueAtPointer(state.value, path), typed.value);
    return current ? [{ path, message, keyword: 'typed' }] : [];
  });
}

/** One problem per place and message, where what was typed is said before what the schema says of it. */
export function joinProblems(typed: readonly SchemaProblem[], checked: readonly SchemaProblem[]): SchemaProblem[] {
  const places = new Set(typed.map(({ path }) => path));
  return [...typed, ...checked.filter(({ path }) => !places.has(path))];
}
