import type { JsonObject } from '#shared/json.ts';
import type { FieldKind } from './field-kind.ts';

interface Limits {
  readonly low: unknown;
  readonly high: unknown;
}

function range({ low, high }: Limits, unit = ''): string | undefined {
  if (typeof low === 'number' && typeof high === 'number')
    return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`;
  if (typeof low === 'number') return unit === '' ? `${low} or more` : `at least ${low}${unit}`;
  if (typeof high !== 'number') return undefined;
  return unit === '' ? `${high} or less` : `at most ${high}${unit}`;
}

function numberWords(schema: JsonObject): (string | undefined)[] {
  const { minimum: low, maximum: high, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  return [
    range({ low, high }),
    typeof above === 'number' ? `more than ${above}` : undefined,
    typeof below === 'number' ? `less than ${below}` : undefined,
    typeof multipleOf === 'number' && multipleOf !== 1 ? `steps of ${multipleOf}` : undefined,
  ];
}

function kindWords(kind: FieldKind, schema: JsonObject, items: string): (string | undefined)[] {
  const type = typeof schema.type === 'string' ? schema.type : undefined;
  const { minItems: low, maxItems: high } = schema;
  switch (kind) {
    case 'choice':
      return [schema.const === undefined ? 'enum' : 'fixed value'];
    case 'choices':
      return ['array of enum'];
    case 'list':
      return [`array of ${items}`, range({ low, high }, high === 1 ? ' entry' : ' entries')];
    case 'tuple':
      return ['array, one field for each place'];
    case 'union':
      return ['one of several forms'];
    case 'file':
      return ['file, sent as base64'];
    case 'number':
      return [type, ...numberWords(schema)];
    case 'text':
      return [
        type,
        typeof schema.format === 'string' ? schema.format.slice(0, 40) : undefined,
        range(
          { low: schema.minLength, high: schema.maxLength },
          (schema.maxLength ?? schema.minLength) === 1 ? ' character' : ' characters',
        ),
      ];
    default:
      return [type ?? (kind === 'object' ? 'object' : 'any value')];
  }
}

/** Type and limits in words: `integer, 1 to 100`. `items` are the words of a list's entries. */
export function fieldWords(kind: FieldKind, schema: JsonObject, on: { nullable: boolean; items: string }): string {
  const words = [...kindWords(kind, schema, on.items), on.nullable ? 'or null' : undefined];
  return words.filter((word) => word !== undefined).join(', ');
}
