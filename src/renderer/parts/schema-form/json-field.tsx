import { TextArea } from '../../ui/text-area.tsx';
import { defaultWords } from './default-words.ts';
import type { ControlProps } from './field-props.ts';
import { useForm } from './form-context.ts';
import { readJson } from './form-state.ts';
import { pointerOf } from './value-path.ts';

/** Any value as JSON text. A text that is not valid yet is kept as it was typed. */
export function JsonField({ spec, path, value, control }: ControlProps) {
  const { state, set } = useForm();
  const typed = state.texts[pointerOf(path)];
  const current = typed && typed.value === value ? typed.text : undefined;
  const plain = spec.kind === 'text' && typeof value === 'string' ? value : undefined;
  const text = current ?? plain ?? (value === undefined ? '' : JSON.stringify(value, null, 2));
  return (
    <TextArea
      {...control}
      mono
      value={text}
      placeholder={defaultWords(spec) ?? 'JSON'}
      onValue={(next) => {
        const read = readJson(next);
        if (next.trim() === '') set(path, undefined);
        // Where the schema wants text, what is no JSON is just the text that was missing.
        else if (spec.kind === 'text' && read.problem !== undefined) set(path, next);
        else set(path, read.value, { kind: 'json', text: next });
      }}
    />
  );
}
