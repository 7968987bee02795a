import { writeJson } from '#shared/exact-json.ts';
import type { FieldSpec } from './field-spec.ts';

const MAX = 60;

/** What an empty field says of its default; the default itself is not sent. */
export function defaultWords({ schema }: FieldSpec): string | undefined {
  if (schema.default === undefined) return undefined;
  const plain = typeof schema.default === 'string' && schema.default !== '';
  const text = plain ? String(schema.default) : writeJson(schema.default);
  return `default ${text.length > MAX ? `${text.slice(0, MAX)}…` : text}`;
}
