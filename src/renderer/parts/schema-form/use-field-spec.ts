import { useMemo } from 'react';
import { type FieldSpec, fieldSpec } from './field-spec.ts';
import { isConditional } from './live-schema.ts';

/** How the value of a schema is edited, as long as it is this value. */
export function useFieldSpec(schema: unknown, root: unknown, value: unknown): FieldSpec {
  const conditional = useMemo(() => isConditional(schema, root), [schema, root]);
  // Only where fields come and go is it worked out anew with each letter.
  const decisive = conditional ? value : undefined;
  return useMemo(() => fieldSpec(schema, root, { value: decisive }), [schema, root, decisive]);
}
