import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';

interface SecondsFieldProps {
  label: string;
  /** Undefined: the default. */
  ms: number | undefined;
  placeholder?: string;
  onMs: (ms: number | undefined) => void;
}

/** A time limit in seconds; 0 is none. A text that is no number is marked and changes nothing. */
export function SecondsField({ label, ms, placeholder, onMs }: SecondsFieldProps) {
  const [text, setText] = useState<string>();
  const shown = text ?? (ms === undefined ? '' : String(ms / 1000));
  const seconds = Number(shown);
  const wrong = shown.trim() !== '' && !(Number.isFinite(seconds) && seconds >= 0);
  const type = (next: string) => {
    setText(next);
    const value = Number(next);
    if (next.trim() === '') return onMs(undefined);
    if (Number.isFinite(value) && value >= 0) onMs(Math.round(value * 1000));
  };
  return (
    <Field label={label} type="s, 0 is none" error={wrong ? 'Enter seconds.' : undefined}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          placeholder={placeholder}
          value={shown}
          onValue={type}
          onBlur={() => wrong || setText(undefined)}
        />
      )}
    </Field>
  );
}
