import { useState } from 'react';
import { isObject } from '#shared/json.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import type { NestedProps } from './field-props.ts';
import type { Branch } from './field-spec.ts';
import { fieldSpec } from './field-spec.ts';
import { matchingBranch } from './fits-field.ts';
import { useForm } from './form-context.ts';
import { ObjectFields } from './object-fields.tsx';

const MAX_SEGMENTS = 4;
const MAX_LETTERS = 40;

/** What choosing a branch fixes by itself: its constant properties; the rest of the value stays. */
function chosenValue(branch: Branch, value: unknown): unknown {
  const properties = isObject(branch.schema.properties) ? Object.entries(branch.schema.properties) : [];
  const fixed = properties.flatMap(([name, property]): [string, unknown][] =>
    isObject(property) && property.const !== undefined ? [[name, property.const]] : [],
  );
  if (fixed.length === 0 || !(value === undefined || isObject(value))) return value;
  return Object.fromEntries([...Object.entries(value ?? {}), ...fixed]);
}

/** A value of one of several forms: the choice of the form, then its fields. */
export function UnionField({ spec, path, value, depth }: NestedProps) {
  const { root, set, FieldView } = useForm();
  const { branches } = spec;
  const [picked, setPicked] = useState<number>();
  const shown = picked ?? matchingBranch(branches, value) ?? 0;
  const branch = branches[shown];
  const options = branches.map(({ label }, index) => ({ value: String(index), label: label.slice(0, 60) }));
  const choose = (place: string) => {
    const next = branches[Number(place)];
    if (!next) return;
    setPicked(Number(place));
    const changed = chosenValue(next, value);
    if (changed !== value) set(path, changed);
  };
  const letters = options.reduce((sum, { label }) => sum + label.length, 0);
  const few = options.length <= MAX_SEGMENTS && letters <= MAX_LETTERS;
  const inner = branch && fieldSpec(branch.schema, root);
  return (
    <div className="form">
      <div className="form-f">
        {few ? (
          <Segmented label="Form of this value" options={options} value={String(shown)} onChange={choose} />
        ) : (
          <Select aria-label="Form of this value" options={options} value={String(shown)} onValue={choose} />
        )}
      </div>
      {inner?.kind === 'object' && (value === undefined || isObject(value)) ? (
        <ObjectFields key={shown} spec={inner} path={path} value={value} required depth={depth} />
      ) : (
        branch && (
          <FieldView key={shown} name="value" schema={branch.schema} path={path} required={false} depth={depth + 1} />
        )
      )}
    </div>
  );
}
