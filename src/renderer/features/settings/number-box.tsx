import { useState } from 'react';
import { TextInput } from '../../ui/text-input.tsx';

interface NumberBoxProps {
  label: string;
  unit: string;
  value: number;
  /** The only numbers that are taken; absent means all from 0 up. */
  whole?: readonly [from: number, to: number];
  onSave: (value: number) => void;
}

/** A number, saved when the field is left or with Enter; what is no number is marked and changes nothing. */
export function NumberBox({ label, unit, value, whole, onSave }: NumberBoxProps) {
  const [text, setText] = useState<string>();
  const typed = text === undefined ? value : Number(text);
  const fits = whole ? Number.isInteger(typed) && typed >= whole[0] && typed <= whole[1] : typed >= 0;
  const wrong = text?.trim() === '' || !Number.isFinite(typed) || !fits;
  const leave = () => {
    if (wrong) return;
    setText(undefined);
    if (typed !== value) onSave(typed);
  };
  return (
    <TextInput
      className="setting-n"
      aria-label={label}
      aria-invalid={wrong || undefined}
      inputMode="decimal"
      value={text ?? String(value)}
      onValue={setText}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
      trailing={<span className="fs12 t3">{unit}</span>}
    />
  );
}
