import { fieldSpec } from './field-spec.ts';

/** What a new entry of a list starts as: its default, else the empty value of its kind. */
export function firstValue(schema: unknown, root: unknown): unknown {
  const { kind, choices, schema: known, nullable } = fieldSpec(schema, root);
  if (known.default !== undefined) return known.default;
  if (kind === 'object') return {};
  if (kind === 'list' || kind === 'choices' || kind === 'tuple') return [];
  if (kind === 'boolean') return false;
  if (kind === 'choice') return choices[0]?.value;
  return kind === 'json' && nullable ? null : '';
}
