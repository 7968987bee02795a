import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { BooleanField } from './boolean-field.tsx';
import { asButtons, ChoiceField } from './choice-field.tsx';
import { ChoicesField } from './choices-field.tsx';
import { defaultWords } from './default-words.ts';
import { FieldMenu } from './field-menu.tsx';
import type { FieldViewProps } from './field-props.ts';
import type { FieldSpec } from './field-spec.ts';
import { FileField } from './file-field.tsx';
import { fitsField } from './fits-field.ts';
import { useForm } from './form-context.ts';
import { JsonField } from './json-field.tsx';
import { ListField } from './list-field.tsx';
import { NumberField } from './number-field.tsx';
import { readNumber } from './number-text.ts';
import { ObjectFields } from './object-fields.tsx';
import { TextField } from './text-field.tsx';
import { TupleField } from './tuple-field.tsx';
import { UnionField } from './union-field.tsx';
import { useFieldSpec } from './use-field-spec.ts';
import { pointerOf, valueAt } from './value-path.ts';

/** Objects deeper than this are edited as JSON (DESIGN S08). */
const MAX_DEPTH = 4;
const CONTROLS = {
  text: TextField,
  number: NumberField,
  boolean: BooleanField,
  choice: ChoiceField,
  choices: ChoicesField,
  file: FileField,
  json: JsonField,
} as const;
const NESTED = { object: ObjectFields, union: UnionField, list: ListField, tuple: TupleField } as const;
const HALF: readonly string[] = ['number', 'boolean'];
/** Longer help is hard to read in half a column; characters. */
const HALF_HELP = 40;

const isNested = (kind: string): kind is keyof typeof NESTED => Object.hasOwn(NESTED, kind);

function problemText(problems: readonly { message: string }[]): ReactNode {
  return problems.length === 0 ? undefined : problems.map(({ message }) => message).join(' ');
}

/** Where an argument is also sent as a header of the request (2026-07-28, Streamable HTTP). */
function HeaderChip({ spec }: { spec: FieldSpec }) {
  const name = spec.schema['x-mcp-header'];
  if (typeof name !== 'string' || name === '') return null;
  return (
    <Chip square title={`Also sent as Mcp-Param-${name.slice(0, 80)}`}>
      header
    </Chip>
  );
}

function helpOf({ schema }: FieldSpec): string {
  return [schema.title, schema.description].filter((text) => typeof text === 'string').join(': ');
}

function hintOf(spec: FieldSpec): ReactNode {
  const help = helpOf(spec);
  return help === '' ? undefined : <ForeignText text={help} limit={200} lines />;
}

/** One place of the value with its label, its control and what is wrong with it. */
export function FieldView({ name, schema, path, required, inList = false, depth }: FieldViewProps) {
  const form = useForm();
  const pointer = pointerOf(path);
  const value = valueAt(form.state.value, path);
  const spec = useFieldSpec(schema, form.root, value);
  const misfit = !fitsField(spec, value);
  // Someone who types over a value that did not fit keeps the control, and so the caret, until the field is left.
  const [held, setHeld] = useState(false);
  const kind = misfit || held || (isNested(spec.kind) && depth > MAX_DEPTH) ? 'json' : spec.kind;
  const inside = kind === 'json' || kind === 'choices';
  const mine = form.problems.filter(({ path: at }) => at === pointer || (inside && at.startsWith(`${pointer}/`)));
  // A number that could not be read stands as text in the value; what was typed is said rather than the type.
  const misread = kind === 'number' && typeof value === 'string' ? readNumber(value).problem : undefined;
  const error = form.shows(pointer) ? (misread ?? problemText(mine)) : undefined;
  // Buttons have no placeholder that could name the default.
  const bare = kind === 'choices' || (kind === 'choice' && asButtons(spec.choices));
  const shared = {
    name: name === '' ? '""' : name,
    type: [spec.words, bare ? defaultWords(spec) : undefined].filter(Boolean).join(', '),
    required: required ? 'required' : undefined,
    mark: <HeaderChip spec={spec} />,
    actions: <FieldMenu name={name} spec={spec} value={value} required={required} path={path} inList={inList} />,
  };
  const frame = {
    'data-pointer': pointer,
    className: cx('form-f', HALF.includes(kind) && !inList && helpOf(spec).length <= HALF_HELP && 'half'),
    onFocus: () => setHeld(misfit),
    onBlur: () => setHeld(false),
  };
  if (value === null && spec.nullable) {
    return (
      <div {...frame}>
        <Field {...shared} hint={hintOf(spec)} error={error} group>
          {() => (
            <div className="row form-null">
              <span className="mono">null</span>
              <Button size="sm" variant="quiet" onClick={() => form.set(path, inList ? '' : undefined)}>
                Enter a value
              </Button>
            </div>
          )}
        </Field>
      </div>
    );
  }
  if (isNested(kind)) {
    const Nested = NESTED[kind];
    return (
      <div {...frame}>
        <FieldGroup {...shared}>
          {hintOf(spec) && <div className="hint t3 fs11">{hintOf(spec)}</div>}
          <Nested spec={spec} path={path} value={value} required={required} depth={depth} />
          {error && <p className="hint err c-err fs11">{error}</p>}
        </FieldGroup>
      </div>
    );
  }
  const Control = CONTROLS[kind];
  const group = kind === 'choice' || kind === 'choices' || kind === 'boolean' || kind === 'file';
  return (
    <div {...frame}>
      <Field {...shared} hint={hintOf(spec)} error={error} group={group}>
        {(control) => <Control spec={spec} name={name} path={path} value={value} {...{ required, inList, control }} />}
      </Field>
    </div>
  );
}
