import type { ReactNode } from 'react';
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
import { type AskField, type FieldEntry, limitWords, stateOf } from './form-values.ts';

interface FormFieldProps {
  readonly field: AskField;
  readonly entry: FieldEntry;
  readonly onEntry: (entry: FieldEntry) => void;
  readonly problem: string | undefined;
  /** All problems of the form, for a field that has fields of its own. */
  readonly problems: readonly SchemaProblem[];
}

const RADIO_MOST = 6;
const LONG = 120;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** One field of a form ask with its label, limits and problem. */
export function FormField({ field, entry, onEntry, problem, problems }: FormFieldProps) {
  const { name, title, description, required, spec } = field;
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
  const radios = spec.kind === 'choice' && spec.choices.length <= RADIO_MOST;
  const clear = !required && ((radios && typeof entry === 'string') || typeof entry === 'boolean');
  return (
    <div className="ask-field" data-field={name}>
      <Field
        label={
          <>
            <ForeignText text={title ?? name} limit={128} inert />
            {title !== undefined && title !== name && (
              <span className="mono t3 fs11 ask-name">
                <ForeignText text={name} limit={80} inert />
              </span>
            )}
          </>
        }
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

function hintOf(field: AskField, entry: FieldEntry, description: string | undefined): ReactNode {
  const limits = limitWords(field);
  const chosen = field.spec.kind === 'choices' && Array.isArray(entry) ? `${entry.length} chosen` : undefined;
  const words = [chosen, limits].filter((word) => word !== undefined).join(', ');
  if (description === undefined && words === '') return undefined;
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
  switch (spec.kind) {
    case 'boolean':
      return (
        <span className="row">
          <Switch
            id={control.id}
            aria-describedby={control['aria-describedby']}
            checked={entry === true}
            onChecked={onEntry}
          />
          <span className="mono t3 fs11">{entry === undefined ? 'not sent' : String(entry)}</span>
        </span>
      );
    case 'choice':
      return <Choice {...{ field, entry, onEntry, control }} />;
    case 'choices':
      return (
        <OptionButtons
          label={title ?? name}
          multiple
          options={spec.choices.map(({ label }, index) => ({ value: String(index), label: label.slice(0, 200) }))}
          value={Array.isArray(entry) ? entry : []}
          onValue={onEntry}
          control={control}
        />
      );
    case 'number':
      return <TextInput {...control} inputMode="decimal" value={text} onValue={onEntry} />;
    case 'text': {
      const { maxLength, format } = spec.schema;
      if ((typeof maxLength === 'number' && maxLength > LONG) || text.includes('\n')) {
        return <TextArea {...control} value={text} onValue={onEntry} />;
      }
      const hidden = field.secret ? 'password' : 'text';
      // A picker shows nothing for a text that is no date, which would be sent all the same.
      const type = format === 'date' && (text === '' || ISO_DATE.test(text)) ? 'date' : hidden;
      return <TextInput {...control} type={type} value={text} onValue={onEntry} />;
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
            <ForeignText text={label} limit={128} inert />
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
