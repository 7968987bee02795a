import { Calendar, Clock, Eye, EyeOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { defaultWords } from './default-words.ts';
import type { ControlProps } from './field-props.ts';
import { useForm } from './form-context.ts';
import { isMasked } from './masked.ts';
import { useEarlierField, WithButton } from './use-earlier-field.tsx';

const PICKERS: Readonly<Record<string, 'date' | 'time' | 'datetime-local'>> = {
  date: 'date',
  time: 'time',
  'date-time': 'datetime-local',
};
const LONG = 120;

/** The picked local time as the format wants it; a date stays as it is. */
function isoOf(picker: string, picked: string): string {
  if (picker === 'date' || picked === '') return picked;
  if (picker === 'time') return picked.length === 5 ? `${picked}:00Z` : `${picked}Z`;
  const date = new Date(picked);
  return Number.isNaN(date.getTime()) ? picked : date.toISOString();
}

function Picker({ type, onPick }: { type: 'date' | 'time' | 'datetime-local'; onPick: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="form-pick">
      <input
        ref={input}
        type={type}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => onPick(isoOf(type, event.currentTarget.value))}
      />
      <IconButton
        size="sm"
        icon={type === 'time' ? Clock : Calendar}
        label={type === 'time' ? 'Pick a time' : 'Pick a date'}
        onClick={() => input.current?.showPicker()}
      />
    </span>
  );
}

/** Text: one line, several lines where long text is allowed, with a picker for dates, masked for secrets. */
export function TextField(props: ControlProps) {
  const { spec, name, path, value, inList } = props;
  const { set } = useForm();
  const [shown, setShown] = useState(false);
  const { format, maxLength, contentMediaType } = spec.schema;
  const text = typeof value === 'string' ? value : '';
  const change = (next: string) => set(path, next === '' && !inList ? undefined : next);
  const placeholder = value === '' ? 'empty text' : defaultWords(spec);
  const long = (typeof maxLength === 'number' && maxLength > LONG) || typeof contentMediaType === 'string';
  const lines = long || text.includes('\n');
  const { control, button, onKey } = useEarlierField(props, { always: !lines, take: (one) => set(path, one) });
  if (lines) {
    return (
      <WithButton button={button}>
        <TextArea {...control} value={text} onValue={change} placeholder={placeholder} onKeyDown={onKey} />
      </WithButton>
    );
  }
  const masked = isMasked(name, spec.schema);
  const picker = typeof format === 'string' && Object.hasOwn(PICKERS, format) ? PICKERS[format] : undefined;
  return (
    <TextInput
      {...control}
      type={masked && !shown ? 'password' : 'text'}
      value={text}
      onValue={change}
      placeholder={placeholder}
      onKeyDown={onKey}
      trailing={
        <>
          {button}
          {picker && <Picker type={picker} onPick={change} />}
          {masked && (
            <IconButton
              size="sm"
              icon={shown ? EyeOff : Eye}
              label={shown ? 'Hide the text' : 'Show the text'}
              onClick={() => setShown(!shown)}
            />
          )}
        </>
      }
    />
  );
}
