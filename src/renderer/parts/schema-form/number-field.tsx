import type { KeyboardEvent } from 'react';
import { ExactNumber } from '#shared/exact-json.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { defaultWords } from './default-words.ts';
import type { ControlProps } from './field-props.ts';
import type { FieldSpec } from './field-spec.ts';
import { useForm } from './form-context.ts';
import { typedAt } from './form-state.ts';
import { readNumber, steppedNumber } from './number-text.ts';
import { useEarlierField } from './use-earlier-field.tsx';
import { pointerOf } from './value-path.ts';

/** The widest range of which a slider hits each step. */
const MAX_RANGE = 100;

interface SliderProps {
  readonly spec: FieldSpec;
  readonly value: unknown;
  readonly step: number;
  readonly onValue: (value: number) => void;
}

/** Between two bounds that are near each other. For the pointer alone: the keyboard has the field beside it. */
function Slider({ spec, value, step, onValue }: SliderProps) {
  const { minimum, maximum } = spec.schema;
  if (typeof minimum !== 'number' || typeof maximum !== 'number' || maximum - minimum > MAX_RANGE) return null;
  const whole = spec.schema.type === 'integer' || spec.schema.multipleOf !== undefined;
  return (
    <input
      className="form-slider"
      type="range"
      tabIndex={-1}
      aria-hidden="true"
      min={minimum}
      max={maximum}
      step={whole ? step : 'any'}
      value={typeof value === 'number' ? value : minimum}
      onChange={(event) => onValue(Number(event.currentTarget.value))}
    />
  );
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return value instanceof ExactNumber ? value.text : String(value);
}

/** A number as text, to any digit. What is no number is kept and named as a problem; the arrow keys step. */
export function NumberField(props: ControlProps) {
  const { spec, path, value, inList } = props;
  const { state, set } = useForm();
  const { control, button, onKey } = useEarlierField(props, { always: false, take: (one) => set(path, one) });
  const text = typedAt(state, pointerOf(path), value) ?? textOf(value);
  const { multipleOf } = spec.schema;
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  const change = (next: string) => {
    if (next.trim() === '' && !inList) set(path, undefined);
    else set(path, readNumber(next).value, { kind: 'number', text: next });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (onKey(event)) return;
    const times = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (times === 0 || event.altKey || typeof value === 'string') return;
    event.preventDefault();
    set(path, steppedNumber(value, step, times));
  };
  const fallback = defaultWords(spec);
  return (
    <TextInput
      {...control}
      className="tn"
      inputMode={spec.schema.type === 'integer' ? 'numeric' : 'decimal'}
      value={text}
      onValue={change}
      placeholder={fallback}
      trailing={
        <>
          <Slider spec={spec} value={value} step={step} onValue={(next) => set(path, next)} />
          {text !== '' && fallback !== undefined && <span className="t3 fs11">{fallback}</span>}
          {button}
        </>
      }
      onKeyDown={onKeyDown}
    />
  );
}
