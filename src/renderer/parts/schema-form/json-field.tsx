import { writeJson } from '#shared/exact-json.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { defaultWords } from './default-words.ts';
import type { ControlProps } from './field-props.ts';
import { useForm } from './form-context.ts';
import { readJson, typedAt } from './form-state.ts';
import { readNumber } from './number-text.ts';
import { useEarlierField, WithButton } from './use-earlier-field.tsx';
import { pointerOf } from './value-path.ts';

/** Any value as JSON text. A text that is not valid yet is kept as it was typed. */
export function JsonField(props: ControlProps) {
  const { spec, path, value, inList } = props;
  const { state, set } = useForm();
  const { control, button, onKey } = useEarlierField(props, { always: false, take: (one) => set(path, one) });
  const pointer = pointerOf(path);
  const typed = typedAt(state, pointer, value);
  const plain = spec.kind === 'text' && typeof value === 'string' ? value : undefined;
  const text = typed ?? plain ?? (value === undefined ? '' : writeJson(value, 2));
  const change = (next: string) => {
    const read = readJson(next);
    if (next.trim() === '') set(path, inList ? '' : undefined, inList ? { kind: 'json', text: next } : undefined);
    // Where the schema wants text, what is no JSON is just the text that was missing; so are the digits of a number.
    else if (spec.kind === 'text' && read.problem !== undefined) set(path, next);
    else if (spec.kind === 'number' && read.problem === undefined && readNumber(next).problem === undefined)
      set(path, read.value, { kind: 'number', text: next });
    else set(path, read.value, { kind: 'json', text: next });
  };
  const placeholder = defaultWords(spec) ?? 'JSON';
  return (
    <WithButton button={button}>
      <TextArea {...control} mono value={text} placeholder={placeholder} onValue={change} onKeyDown={onKey} />
    </WithButton>
  );
}
