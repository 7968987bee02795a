import { sameJson } from '#shared/same-json.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { OptionButtons } from '../../ui/option-buttons.tsx';
import { asButtons } from './choice-field.tsx';
import type { ControlProps } from './field-props.ts';
import { useForm } from './form-context.ts';

const MANY = 12;

function countWords(chosen: number, { minItems, maxItems }: Record<string, unknown>): string | undefined {
  if (typeof maxItems === 'number') return `${chosen} of ${maxItems} chosen`;
  return typeof minItems === 'number' ? `${chosen} chosen, at least ${minItems}` : undefined;
}

/** Several of a set of fixed values, in the order in which they were chosen. */
export function ChoicesField({ spec, name, path, value, control }: ControlProps) {
  const { set } = useForm();
  const { choices } = spec;
  const items: unknown[] = Array.isArray(value) ? value : [];
  const options = choices.map(({ label }, index) => ({ value: String(index), label: label === '' ? '""' : label }));
  const placeOf = (item: unknown) => String(choices.findIndex((choice) => sameJson(choice.value, item)));
  const chosen = items.map(placeOf);
  const change = (places: readonly string[]) =>
    set(path, places.length === 0 ? undefined : places.map((place) => choices[Number(place)]?.value));
  const words = countWords(items.length, spec.schema);
  const many = !asButtons(choices) && choices.length > MANY;
  return (
    <>
      {many ? (
        <div className="form-checks" id={control.id}>
          {options.map((option) => (
            <Checkbox
              key={option.value}
              checked={chosen.includes(option.value)}
              onChecked={(on) => change(on ? [...chosen, option.value] : chosen.filter((at) => at !== option.value))}
            >
              {option.label}
            </Checkbox>
          ))}
        </div>
      ) : (
        <OptionButtons label={name} options={options} value={chosen} onValue={change} multiple control={control} />
      )}
      {words && <div className="hint">{words}</div>}
    </>
  );
}
