import { messageOf } from '#shared/errors.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { isExactNumber } from '../../parts/schema-form/number-text.ts';

export type ArgumentReading = { readonly value: JsonObject } | { readonly problem: string };

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Whole numbers that a double cannot hold, in quotes: they stay exact as text and are named as a problem. */
function withExactNumbers(text: string): string {
  return text.replaceAll(TOKENS, (token) => (token.startsWith('"') || isExactNumber(token) ? token : `"${token}"`));
}

/** Reads the arguments out of their draft, the JSON text that form and editor share. No text means no arguments. */
export function readArguments(text: string): ArgumentReading {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(withExactNumbers(text));
    return isObject(value) ? { value } : { problem: 'Arguments must be a JSON object, in braces.' };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** The draft for a value. */
export function writeArguments(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
