import { type ReactNode, useId } from 'react';
import type { SchemaProblem } from '#shared/contract.ts';
import { Button } from '../../ui/button.tsx';
import { Field, type FieldControl } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { OptionButtons } from '../../ui/option-buttons.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { labelOf } from '../schema-form/field-spec.ts';
import { SchemaField } from '../schema-form/schema-field.tsx';
import { type AskField, chosenWords, type FieldEntry, limitWords, stateOf } from './form-values.ts';

interface FormFieldProps {
  readonly field: AskField;
  readonly entry: FieldEntry;
  readonly onEntry: (entry: FieldEntry) => void;
  readonly problem: string | undefined;
  /** All problems of the form, for a field that has fields of its own. */
  readonly problems: readonly SchemaProblem[];
}

const RADIO_MOST = 6;
/** Longer texts get several lines; characters. */
const LONG = 120;
/** Longer limits stand below the field; characters. */
const SHORT = 26;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The title of a field and the name that is sent. */
function Label({ field: { name, title } }: { readonly field: AskField }) {
  return (
    <>
      {/* The space is for those who hear both names as one. */}
      <ForeignText text={title ?? name} limit={128} inert />{' '}
      {title !== undefined && title !== name && (
        <span className="mono t3 fs11 ask-name">
          <ForeignText text={name} limit={80} inert />
        </span>
      )}
    </>
  );
}

/** A switch stands before its label; one that is optional can be left out. */
function SwitchField({ field, entry, onEntry, problem }: Omit<FormFieldProps, 'problems'>) {
  const id = useId();
  const { name, description, required } = field;
  const described = [description && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="ask-field fld" data-field={name}>
      <div className="row ask-sw">
        <Switch
          id={id}
          checked={entry === true}
          onChecked={onEntry}
          {...(described === '' ? {} : { 'aria-describedby': described })}
        />
        <label htmlFor={id}>
          <Label field={field} />
        </label>
        <span className={required ? 'req fs11' : 'ty fs11 t3'}>{required ? 'required' : 'optional'}</span>
        {entry === undefined && <span className="fs11 t3">not sent</span>}
        <span className="sp" />
        {!required && entry !== undefined && (
          <Button size="sm" variant="quiet" onClick={() => onEntry(undefined)}>
            Do not send
          </Button>
        )}
      </div>
      {description !== undefined && (
        <div className="hint" id={`${id}-hint`}>
          <ForeignText text={description} limit={300} />
        </div>
      )}
      {problem !== undefined && (
        <div className="hint err" id={`${id}-error`}>
          {problem}
        </div>
      )}
    </div>
  );
}

/** One field of a form ask with its label, limits and problem. */
export function FormField({ field, entry, onEntry, problem, problems }: FormFieldProps) {
  const { name, description, required, spec } = field;
  if (field.nested) {
    const { schema, root } = field;
    return (
      <div className="ask-field" data-field={name}>
        <SchemaField
          {...{ name, schema, root, required, problems }}
          state={stateOf(entry)}
          onState={onEntry}
          showAll={problems.length > 0}
        />
      </div>
    );
  }
  if (spec.kind === 'boolean') return <SwitchField {...{ field, entry, onEntry, problem }} />;
  const radios = spec.kind === 'choice' && spec.choices.length <= RADIO_MOST;
  const clear = !required && radios && typeof entry === 'string';
  return (
    <div className="ask-field" data-field={name}>
      <Field
        label={<Label field={field} />}
        type={required ? undefined : 'optional'}
        required={required ? 'required' : undefined}
        hint={hintOf(field, entry, description)}
        error={problem}
        group={radios || spec.kind === 'choices'}
        actions={
          clear && (
            <Button size="sm" variant="quiet" onClick={() => onEntry(undefined)}>
              Do not send
            </Button>
          )
        }
      >
        {(control) => <Control {...{ field, entry, onEntry, control }} />}
      </Field>
    </div>
  );
}

/** Limits that stand in the field itself, at its end; they are said with the hint. */
function limitsInside(field: AskField): string | undefined {
  const words = limitWords(field);
  const inside = words !== undefined && words.length <= SHORT && ['text', 'number'].includes(field.spec.kind);
  return inside && !isLong(field) ? words : undefined;
}

function isLong({ spec }: AskField): boolean {
  const { maxLength } = spec.schema;
  return spec.kind === 'text' && typeof maxLength === 'number' && maxLength > LONG;
}

function Inside({ field }: { readonly field: AskField }) {
  const words = limitsInside(field);
  return (
    words !== undefined && (
      <span className="fs11 t3 nw" aria-hidden="true">
        {words}
      </span>
    )
  );
}

function hintOf(field: AskField, entry: FieldEntry, description: string | undefined): ReactNode {
  const words = field.spec.kind === 'choices' ? chosenWords(field, entry) : (limitWords(field) ?? '');
  if (description === undefined && words === '') return undefined;
  if (limitsInside(field) !== undefined) {
    return (
      <>
        {description !== undefined && <ForeignText text={description} limit={300} />}
        <span className="vh"> {words}</span>
      </>
    );
  }
  return (
    <>
      {description !== undefined && <ForeignText text={description} limit={300} />}
      {description !== undefined && words !== '' && <br />}
      {words}
    </>
  );
}

interface ControlProps {
  readonly field: AskField;
  readonly entry: FieldEntry;
  readonly onEntry: (entry: FieldEntry) => void;
  readonly control: FieldControl;
}

function Control({ field, entry, onEntry, control }: ControlProps) {
  const { spec, name, title } = field;
  const text = typeof entry === 'string' ? entry : '';
  const chosen: readonly string[] = Array.isArray(entry) ? entry : [];
  const { maxItems } = spec.schema;
  const full = typeof maxItems === 'number' && chosen.length >= maxItems;
  switch (spec.kind) {
    case 'choice':
      return <Choice {...{ field, entry, onEntry, control }} />;
    case 'choices':
      return (
        <OptionButtons
          label={title ?? name}
          multiple
          options={spec.choices.map(({ label }, index) => ({
            value: String(index),
            label: label.slice(0, 200),
            disabled: full && !chosen.includes(String(index)),
          }))}
          value={chosen}
          onValue={onEntry}
          control={control}
        />
      );
    case 'number':
      return (
        <TextInput
          {...control}
          inputMode="decimal"
          value={text}
          onValue={onEntry}
          trailing={<Inside field={field} />}
        />
      );
    case 'text': {
      const { format } = spec.schema;
      if (isLong(field) || text.includes('\n')) {
        return <TextArea {...control} value={text} onValue={onEntry} />;
      }
      const hidden = field.secret ? 'password' : 'text';
      // A picker shows nothing for a text that is no date, which would be sent all the same.
      const type = format === 'date' && (text === '' || ISO_DATE.test(text)) ? 'date' : hidden;
      return <TextInput {...control} type={type} value={text} onValue={onEntry} trailing={<Inside field={field} />} />;
    }
    default:
      return null;
  }
}

function Choice({ field, entry, onEntry, control }: ControlProps) {
  const { spec, name, title, required } = field;
  const chosen = typeof entry === 'string' ? entry : '';
  if (spec.choices.length > RADIO_MOST) {
    return (
      <Select
        {...control}
        value={chosen}
        onValue={(place) => onEntry(place === '' ? undefined : place)}
        options={spec.choices.map(({ label }, index) => ({ value: String(index), label: label.slice(0, 200) }))}
        {...(required && chosen !== '' ? {} : { placeholder: required ? 'Choose one' : 'Not sent' })}
      />
    );
  }
  return (
    <RadioGroup
      label={title ?? name}
      value={chosen}
      onValue={onEntry}
      options={spec.choices.map(({ label, value }, index) => ({
        value: String(index),
        label: (
          <>
            <ForeignText text={label} limit={128} inert />{' '}
            {labelOf(value) !== label && (
              <span className="mono t3 fs11 ask-name">
                <ForeignText text={labelOf(value)} limit={80} inert />
              </span>
            )}
          </>
        ),
      }))}
    />
  );
}
