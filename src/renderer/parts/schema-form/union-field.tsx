import { useState } from 'react';
import { isJsonObject } from '#shared/exact-json.ts';
import { isObject } from '#shared/json.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import type { NestedProps } from './field-props.ts';
import { type Branch, onlyValue } from './field-spec.ts';
import { matchingBranch } from './fits-field.ts';
import { type FormContext, FormContextProvider, useForm } from './form-context.ts';
import { ObjectFields } from './object-fields.tsx';
import { useFieldSpec } from './use-field-spec.ts';
import { type ValuePath, valueAt } from './value-path.ts';

const MAX_SEGMENTS = 4;
const MAX_LETTERS = 40;

/** Properties that have only one value in a branch. */
function constantsOf(branch: Branch, root: unknown): [name: string, value: unknown][] {
  const properties = isObject(branch.schema.properties) ? Object.entries(branch.schema.properties) : [];
  return properties.flatMap(([name, property]) =>
    onlyValue(property, root).map((value): [string, unknown] => [name, value]),
  );
}

/** What choosing a branch fixes by itself: its constant properties; the rest of the value stays. */
function chosenValue(branch: Branch, value: unknown, root: unknown): unknown {
  const fixed = constantsOf(branch, root);
  if (fixed.length === 0 || !(value === undefined || isJsonObject(value))) return value;
  return Object.fromEntries([...Object.entries(value ?? {}), ...fixed]);
}

/** A value that is being filled in belongs to the shown form, so it gets what that form fixes. */
function setterInside(form: FormContext, branch: Branch, path: ValuePath, value: unknown): FormContext['set'] {
  return (at, next, typed) => {
    form.set(at, next, typed);
    if (next === undefined) return;
    for (const [name, fixed] of constantsOf(branch, form.root)) {
      if (valueAt(value, [name]) === undefined && at[path.length] !== name) form.set([...path, name], fixed);
    }
  };
}

/** A value of one of several forms: the choice of the form, then its fields. */
export function UnionField({ spec, path, value, depth }: NestedProps) {
  const form = useForm();
  const { root, set, FieldView } = form;
  const { branches } = spec;
  const [picked, setPicked] = useState<number>();
  const shown = picked ?? matchingBranch(branches, value, root) ?? 0;
  const branch = branches[shown];
  const options = branches.map(({ label }, index) => ({ value: String(index), label: label.slice(0, 60) }));
  const choose = (place: string) => {
    const next = branches[Number(place)];
    if (!next) return;
    setPicked(Number(place));
    const changed = chosenValue(next, value, root);
    if (changed !== value) set(path, changed);
  };
  const letters = options.reduce((sum, { label }) => sum + label.length, 0);
  const few = options.length <= MAX_SEGMENTS && letters <= MAX_LETTERS;
  const inner = useFieldSpec(branch?.schema, root, value);
  return (
    <div className="form">
      <div className="form-f">
        {few ? (
          <Segmented label="Form of this value" options={options} value={String(shown)} onChange={choose} />
        ) : (
          <Select aria-label="Form of this value" options={options} value={String(shown)} onValue={choose} />
        )}
      </div>
      {branch && inner.kind === 'object' && (value === undefined || isJsonObject(value)) ? (
        <FormContextProvider value={{ ...form, set: setterInside(form, branch, path, value) }}>
          <ObjectFields key={shown} spec={inner} path={path} value={value} required depth={depth} />
        </FormContextProvider>
      ) : (
        branch && (
          <FieldView key={shown} name="value" schema={branch.schema} path={path} required={false} depth={depth + 1} />
        )
      )}
    </div>
  );
}
