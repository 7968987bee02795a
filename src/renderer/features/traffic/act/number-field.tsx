import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly min: number;
  readonly max: number;
  readonly disabled?: boolean | undefined;
}

/** The whole number a field holds; undefined when it is none from `min` to `max`. */
export function wholeIn(value: string, min: number, max: number): number | undefined {
  const number = /^\s*\d+\s*$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** A whole number with its limits. */
export function NumberField({ label, value, onValue, min, max, disabled }: NumberFieldProps) {
  const error = wholeIn(value, min, max) === undefined ? `A whole number from ${min} to ${max}` : undefined;
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput {...control} inputMode="numeric" value={value} onValue={onValue} disabled={disabled ?? false} />
      )}
    </Field>
  );
}
