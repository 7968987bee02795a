import { type ReactNode, useId } from 'react';

export interface RadioGroupProps<V extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: ReactNode; readonly disabled?: boolean }[];
  readonly value: V;
  readonly onValue: (value: V) => void;
}

/** C9. Native radio buttons, one per line. */
export function RadioGroup<V extends string>({ label, options, value, onValue }: RadioGroupProps<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="rad-g">
      {options.map((option) => (
        <label key={option.value} className="chk-row">
          <span className="chk-box">
            <input
              type="radio"
              className="rad"
              name={name}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValue(option.value)}
            />
          </span>
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
