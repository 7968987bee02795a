import { arrayAt, isFiniteNumber, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const PRIORITIES = [
  ['costPriority', 'Cost priority'],
  ['speedPriority', 'Speed priority'],
  ['intelligencePriority', 'Intelligence priority'],
] as const;

/** Names of models that the server hints at, in its order. */
export function hintsOf(params: JsonObject): string[] {
  return arrayAt(objectAt(params, 'modelPreferences'), 'hints').flatMap((hint) => textAt(hint, 'name') ?? []);
}

function foreign(label: string, value: string, mono = false): KeyValueItem {
  return { label, value: <ForeignText text={value} limit={200} />, mono };
}

function items(params: JsonObject): KeyValueItem[] {
  const hints = hintsOf(params);
  const stops = arrayAt(params, 'stopSequences').map((one) => JSON.stringify(one));
  const tools = arrayAt(params, 'tools');
  const choice = textAt(objectAt(params, 'toolChoice'), 'mode');
  const context = textAt(params, 'includeContext');
  const number = (label: string, value: unknown): KeyValueItem[] =>
    isFiniteNumber(value) ? [{ label, value: String(value) }] : [];
  return [
    ...number('Max tokens', params.maxTokens),
    ...number('Temperature', params.temperature),
    foreign('Stop sequences', stops.length === 0 ? 'none' : stops.join(', ')),
    foreign('Include context', context === undefined || context === 'none' ? 'none' : `${context}, deprecated`),
    ...(hints.length === 0 ? [] : [foreign('Model hints', hints.join(', '), true)]),
    foreign('Tools', tools.length === 0 ? 'none' : plural(tools.length, 'tool')),
    ...(choice === undefined ? [] : [foreign('Tool choice', choice)]),
    ...(params.metadata === undefined ? [] : [foreign('Metadata', JSON.stringify(params.metadata), true)]),
  ];
}

/** What the server says of the reply it wants: limits as facts, priorities as bars. */
export function Limits({ params }: { readonly params: JsonObject }) {
  const wishes = objectAt(params, 'modelPreferences');
  const bars = PRIORITIES.flatMap(([key, label]) => {
    const value = wishes?.[key];
    return isFiniteNumber(value) ? [{ label, value }] : [];
  });
  return (
    <div className="ask-limits">
      <KeyValue items={items(params)} />
      {bars.map(({ label, value }) => (
        <div key={label} className="ask-prio fs12">
          <span className="t3">{label}</span>
          <span className="bar" aria-hidden="true">
            <i style={{ width: `${Math.min(1, Math.max(0, value)) * 100}%` }} />
          </span>
          <span className="tn">{String(value)}</span>
        </div>
      ))}
    </div>
  );
}

interface LimitFieldsProps {
  readonly params: JsonObject;
  /** Members to be changed; null takes one out. */
  readonly onParams: (part: JsonObject) => void;
}

const CHOICES = ['auto', 'required', 'none'].map((value) => ({ value, label: value }));

/** The same to be changed. What is no number is not taken. */
export function LimitFields({ params, onParams }: LimitFieldsProps) {
  const stops = arrayAt(params, 'stopSequences').filter((one) => typeof one === 'string');
  return (
    <div className="form-2">
      <NumberField label="Max tokens" whole value={params.maxTokens} onValue={(maxTokens) => onParams({ maxTokens })} />
      <NumberField
        label="Temperature"
        value={params.temperature}
        onValue={(temperature) => onParams({ temperature })}
      />
      <Field label="Stop sequences" hint="One on each line.">
        {(control) => (
          <TextArea
            {...control}
            mono
            rows={2}
            value={stops.join('\n')}
            onValue={(text) => onParams({ stopSequences: text === '' ? null : text.split('\n') })}
          />
        )}
      </Field>
      {arrayAt(params, 'tools').length > 0 && (
        <Field label="Tool choice">
          {(control) => (
            <Select
              {...control}
              value={textAt(objectAt(params, 'toolChoice'), 'mode') ?? 'auto'}
              onValue={(mode) => onParams({ toolChoice: { mode } })}
              options={CHOICES}
            />
          )}
        </Field>
      )}
    </div>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: unknown;
  readonly whole?: boolean;
  readonly onValue: (value: number | null) => void;
}

function NumberField({ label, value, whole = false, onValue }: NumberFieldProps) {
  const take = (text: string) => {
    if (text.trim() === '') return onValue(null);
    const number = Number(text);
    if (Number.isFinite(number) && number >= 0 && (!whole || Number.isInteger(number))) onValue(number);
  };
  return (
    <Field label={label} hint={whole ? 'A whole number.' : 'Usually from 0 to 2.'}>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          min={0}
          step={whole ? 1 : 0.1}
          value={isFiniteNumber(value) ? String(value) : ''}
          onValue={take}
        />
      )}
    </Field>
  );
}
