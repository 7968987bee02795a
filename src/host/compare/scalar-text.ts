import { cutText } from '#core/fold/row-text.ts';
import type { JsonValue } from './json-value.ts';

/** Characters of a string shown on a line. */
const SHOWN = 300;
/** Characters shown before the first place at which two long strings differ. */
const BEFORE = 24;

/** A string as JSON from `from` on; what is left out at either end is a `…`. */
export function stringText(text: string, from: number): string {
  const cut = cutText(text.slice(from), SHOWN);
  const inside = JSON.stringify(cut).slice(1, -1);
  return `"${from > 0 ? '…' : ''}${inside}${from + cut.length < text.length ? '…' : ''}"`;
}

/** One line for a scalar or an empty container; long strings are cut. */
export function scalarText(value: JsonValue, from = 0): string {
  switch (value.kind) {
    case 'object':
      return '{}';
    case 'array':
      return '[]';
    case 'string':
      return stringText(value.text, from);
    default:
      return value.raw.length > SHOWN ? `${value.raw.slice(0, SHOWN)}…` : value.raw;
  }
}

/** Where to begin with two long texts so that their first difference is seen. */
export function firstPart(a: string, b: string): number {
  if (Math.max(a.length, b.length) <= SHOWN) return 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at < SHOWN - BEFORE ? 0 : at - BEFORE;
}

/** The same for two values; 0 unless both are strings. */
export function firstShown(a: JsonValue, b: JsonValue): number {
  return a.kind === 'string' && b.kind === 'string' ? firstPart(a.text, b.text) : 0;
}

/** Whether it is written on one line: a scalar, or a container without anything in it. */
export function isFlat(value: JsonValue): boolean {
  if (value.kind === 'object') return value.members.size === 0;
  return value.kind !== 'array' || value.items.length === 0;
}
