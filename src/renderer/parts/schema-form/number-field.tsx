import type { KeyboardEvent } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import { defaultWords } from './default-words.ts';
import type { ControlProps } from './field-props.ts';
import { useForm } from './form-context.ts';
import { readNumber } from './number-text.ts';
import { pointerOf } from './value-path.ts';

/** One step of the arrow keys; the sum is rounded to the digits of the step so that 0.1 + 0.2 reads 0.3. */
function stepped(value: unknown, step: number, times: number): number {
  const start = typeof value === 'number' ? value : 0;
  const digits = (String(step).split('.')[1] ?? '').length;
  return Number((start + step * times).toFixed(Math.max(digits, (String(start).split('.')[1] ?? '').length)));
}

/** A number as text. What is no number is kept and named as a problem; the arrow keys step. */
export function NumberField({ spec, path, value, inList, control }: ControlProps) {
  const { state, set } = useForm();
  const typed = state.texts[pointerOf(path)];
  const text = typed && typed.value === value ? typed.text : value === undefined ? '' : String(value);
  const { multipleOf } = spec.schema;
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  const change = (next: string) => {
    if (next.trim() === '' && !inList) set(path, undefined);
    else set(path, readNumber(next).value, { kind: 'number', text: next });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const times = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (times === 0 || event.altKey || typeof value === 'string') return;
    event.preventDefault();
    set(path, stepped(value, step, times));
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
      trailing={text !== '' && fallback !== undefined && <span className="t3 fs11">{fallback}</span>}
      onKeyDown={onKeyDown}
    />
  );
}
