import { useState } from 'react';
import { isJsonObject } from '#shared/exact-json.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import type { NestedProps } from './field-props.ts';
import { type Branch, onlyValue } from './field-spec.ts';
import { matchingBranch } from './fits-field.ts';
import { type FormContext, FormContextProvider, useForm } from './form-context.ts';
import { ObjectFields } from './object-fields.tsx';
import { useFieldSpec } from './use-field-spec.ts';
import { pointerOf, type ValuePath, valueAt } from './value-path.ts';

const MAX_SEGMENTS = 4;
const MAX_LETTERS = 40;

/** Properties that have only one value in a branch. */
function constantsOf(branch: Branch, root: unknown): [name: string, value: unknown][] {
  const properties = isObject(branch.schema.properties) ? Object.entries(branch.schema.properties) : [];
  return properties.flatMap(([name, property]) =>
    onlyValue(property, root).map((value): [string, unknown] => [name, value]),
  );
}

const namesOf = ({ schema }: Branch) => (isObject(schema.properties) ? Object.keys(schema.properties) : []);

interface Chosen {
  readonly value: unknown;
  readonly aside: JsonObject;
}

/**
 * What choosing a branch makes of a value: members that only other branches have are put aside, those put aside that it
 * has come back, and its constant properties are fixed. What no branch names stays.
 */
function chosenValue(branch: Branch, branches: readonly Branch[], root: unknown, before: Chosen): Chosen {
  if (!(before.value === undefined || isJsonObject(before.value))) return before;
  const own = new Set(namesOf(branch));
  const fixed = constantsOf(branch, root);
  const constant = new Set(branches.flatMap((one) => constantsOf(one, root).map(([name]) => name)));
  const foreign = new Set(branches.flatMap(namesOf).filter((name) => !own.has(name)));
  const members = Object.entries(before.value ?? {});
  const kept = Object.entries(before.aside);
  const back = kept.filter(([name]) => own.has(name));
  const away = members.filter(([name]) => foreign.has(name) && !constant.has(name));
  const stay = members.filter(([name]) => !foreign.has(name));
  const aside = Object.fromEntries([...kept.filter(([name]) => !own.has(name)), ...away]);
  const next = Object.fromEntries([...back, ...stay, ...fixed]);
  return { value: before.value === undefined && Object.keys(next).length === 0 ? undefined : next, aside };
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
  const { root, state, swap, FieldView } = form;
  const aside = state.aside?.[pointerOf(path)] ?? {};
  const { branches } = spec;
  const [picked, setPicked] = useState<number>();
  const shown = picked ?? matchingBranch(branches, value, root) ?? 0;
  const branch = branches[shown];
  const options = branches.map(({ label }, index) => ({ value: String(index), label: label.slice(0, 60) }));
  const choose = (place: string) => {
    const next = branches[Number(place)];
    if (!next) return;
    setPicked(Number(place));
    const chosen = chosenValue(next, branches, root, { value, aside });
    swap(path, chosen.value, chosen.aside);
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
      {Object.keys(aside).length > 0 && (
        <p className="hint t3 fs11">
          Kept for another form, not sent: <ForeignText text={Object.keys(aside).join(', ')} limit={200} />
        </p>
      )}
    </div>
  );
}
