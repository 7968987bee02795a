import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { cx } from './cx.ts';
import type { FieldControl } from './field.tsx';
import { Icon } from './icon.tsx';
import { moveRovingFocus } from './roving.ts';

export interface OptionButtonsProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  readonly value: readonly string[];
  readonly onValue: (value: string[]) => void;
  /** Several may be chosen; otherwise choosing one replaces the other. */
  readonly multiple?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** From `Field`, so that hint and error are read with the group. */
  readonly control?: FieldControl | undefined;
}

/** C9. A handful of choices as buttons, for enums with few values. Arrow keys move focus, Space or Enter chooses. */
export function OptionButtons(props: OptionButtonsProps) {
  const { label, options, value, onValue, multiple = false, disabled, control } = props;
  const anchor = options.find((option) => value.includes(option.value)) ?? options.find((option) => !option.disabled);
  const choose = (chosen: string) => {
    if (!multiple) return onValue([chosen]);
    const next = value.includes(chosen) ? value.filter((item) => item !== chosen) : [...value, chosen];
    return onValue(next);
  };
  const root = {
    role: multiple ? 'group' : 'radiogroup',
    id: control?.id,
    'aria-label': label,
    'aria-describedby': control?.['aria-describedby'],
    'aria-invalid': multiple ? undefined : control?.['aria-invalid'],
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveRovingFocus(event, 'both'),
  };
  return (
    <div className="opts" {...root}>
      {options.map((option) => {
        const on = value.includes(option.value);
        return (
          <button
            key={option.value}
            type="button"
            data-roving=""
            disabled={disabled || option.disabled}
            tabIndex={option === anchor ? 0 : -1}
            className={cx('opt', on && 'on')}
            onClick={() => choose(option.value)}
            {...(multiple ? { 'aria-pressed': on } : { role: 'radio', 'aria-checked': on })}
          >
            {on && <Icon icon={Check} size="s" />}
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
