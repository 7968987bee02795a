import { messageOf } from '#shared/errors.ts';
import { isJsonObject, parseJson, writeJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import { itemsOf, membersOf, type TextSpan, withMember, withoutMember } from '#shared/json-members.ts';
import { pointerKeys } from '#shared/json-pointer.ts';

export type ArgumentReading = { readonly value: JsonObject } | { readonly problem: string };

/** Reads the arguments out of their draft, the JSON text that form and editor share. No text means no arguments. */
export function readArguments(text: string): ArgumentReading {
  if (text.trim() === '') return { value: {} };
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? { value } : { problem: 'Arguments must be a JSON object, in braces.' };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** The draft for a value. */
export function writeArguments(value: unknown): string {
  return writeJson(value, 2);
}

/** The draft after the form made another value of it. What the form did not touch stays as it was written by hand. */
export function editedArguments(text: string, old: unknown, next: unknown): string {
  const byHand = isJsonObject(old) && Object.keys(old).length > 0 && text.trim() !== writeArguments(old);
  if (!byHand || !isJsonObject(next)) return writeArguments(next);
  let edited = text;
  for (const name of Object.keys(old)) if (!Object.hasOwn(next, name)) edited = withoutMember(edited, [name]);
  for (const [name, value] of Object.entries(next)) {
    if (!Object.hasOwn(old, name) || old[name] !== value) edited = withMember(edited, [name], writeJson(value, 2));
  }
  return edited;
}

function partAt(text: string, part: string): TextSpan | undefined {
  if (text.trimStart().startsWith('[')) return [...itemsOf(text)][Number(part)];
  return [...membersOf(text)].findLast(({ name }) => name === part)?.value;
}

/** The line, from 1, on which the value of a JSON pointer begins; of one that is missing, what it is missing from. */
export function lineOf(text: string, pointer: string): number | undefined {
  if ('problem' in readArguments(text)) return undefined;
  let start = text.length - text.trimStart().length;
  let end = text.length;
  for (const key of pointerKeys(pointer)) {
    const found = partAt(text.slice(start, end), key);
    if (!found) break;
    end = start + found.end;
    start += found.start;
  }
  return text.slice(0, start).split('\n').length;
}
