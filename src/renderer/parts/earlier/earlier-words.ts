import { writeJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import { readArguments } from '../argument-text.ts';

const VALUE_CHARS = 60;

function objectIn(text: string): JsonObject | undefined {
  const reading = readArguments(text);
  return 'value' in reading ? reading.value : undefined;
}

/** The first argument by which a kept text differs from the one in the form: `limit: 20`, `limit left out`. */
export function differsBy(text: string, now: string): string {
  const kept = objectIn(text) ?? {};
  const shown = objectIn(now) ?? {};
  const names = [...new Set([...Object.keys(kept), ...Object.keys(shown)])];
  const own = (value: JsonObject, name: string) => (Object.hasOwn(value, name) ? writeJson(value[name]) : undefined);
  const name = names.find((one) => own(kept, one) !== own(shown, one));
  if (name === undefined) return names.length === 0 ? 'No arguments' : 'As in the form now';
  const value = own(kept, name);
  return value === undefined ? `${name.slice(0, 60)} left out` : `${name.slice(0, 60)}: ${value.slice(0, VALUE_CHARS)}`;
}

/** A name to save arguments under: what the first argument with a value says. */
export function exampleName(text: string): string {
  const [first] = Object.entries(objectIn(text) ?? {});
  if (!first) return 'No arguments';
  const [name, value] = first;
  return `${name}: ${typeof value === 'string' ? value : writeJson(value)}`.replace(/\s+/g, ' ').slice(0, VALUE_CHARS);
}
