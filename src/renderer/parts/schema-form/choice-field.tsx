import { sameJson } from '#shared/same-json.ts';
import { OptionButtons } from '../../ui/option-buttons.tsx';
import { Select } from '../../ui/select.tsx';
import { defaultWords } from './default-words.ts';
import type { ControlProps } from './field-props.ts';
import type { Choice } from './field-spec.ts';
import { useForm } from './form-context.ts';

const MAX_BUTTONS = 5;
const MAX_LETTERS = 44;

/** Whether choices are few and short enough to be shown all at once. */
export function asButtons(choices: readonly Choice[]): boolean {
  const letters = choices.reduce((sum, { label }) => sum + label.length, 0);
  return choices.length <= MAX_BUTTONS && letters <= MAX_LETTERS;
}

/** One of several fixed values: buttons for a few short ones, a select for more. */
export function ChoiceField({ spec, name, path, value, inList, control }: ControlProps) {
  const { set } = useForm();
  const { choices } = spec;
  const options = choices.map(({ label }, index) => ({ value: String(index), label: label === '' ? '""' : label }));
  const at = value === undefined ? -1 : choices.findIndex((choice) => sameJson(choice.value, value));
  const choose = (place: string) => {
    const next = choices[Number(place)];
    set(path, place === '' || next === undefined ? (inList ? '' : undefined) : next.value);
  };
  if (!asButtons(choices)) {
    const placeholder = defaultWords(spec) ?? 'not sent';
    return (
      <Select
        id={control.id}
        aria-describedby={control['aria-describedby']}
        aria-invalid={control['aria-invalid']}
        aria-label={name}
        value={at < 0 ? '' : String(at)}
        onValue={choose}
        options={options}
        placeholder={placeholder}
      />
    );
  }
  return (
    <OptionButtons
      label={name}
      options={options}
      value={at < 0 ? [] : [String(at)]}
      // Pressing the chosen one takes it away again: an optional value must be able to be left out.
      onValue={([place = '']) => choose(place === String(at) ? '' : place)}
      control={control}
    />
  );
}
