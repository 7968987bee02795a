import { WandSparkles } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { FieldControl } from '../ui/field.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatDuration } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { secondWords } from './second-words.ts';
import type { Complete, Suggestions } from './use-completion.ts';

export interface CompletionInputProps {
  readonly control: FieldControl;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Values of the other arguments; a server may look at them. */
  readonly others: Record<string, string>;
  /** Undefined: the server offers no suggestions, and this is a plain field. */
  readonly complete: Complete | undefined;
  readonly placeholder?: string | undefined;
}

type Asked = { value: string; suggestions?: Suggestions; error?: string };

const PAUSE_MS = 200;
/** An answer as old as this was given to the same question before, milliseconds. */
const AGED_MS = 2000;

/** Suggestions for what is typed while `open`; an answer to an older text is dropped and its request stopped. */
function useSuggestions({ name, value, others, complete }: CompletionInputProps, open: boolean): Asked | undefined {
  const [asked, setAsked] = useState<Asked>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other arguments are sent along, but their change asks nothing anew
  useEffect(() => {
    if (!open || !complete) return;
    const life = new AbortController();
    const ask = () =>
      complete({ name, value, others }, life.signal).then(
        (suggestions) => !life.signal.aborted && setAsked({ value, suggestions }),
        (error: unknown) => !life.signal.aborted && setAsked({ value, error: messageOf(error) }),
      );
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [open, complete, name, value]);
  return asked;
}

function footOf({ suggestions, error }: Asked): string {
  if (!suggestions) return `No suggestions. ${error ?? ''}`;
  const { values, total, hasMore, tooMany, tookMs, at } = suggestions;
  const of = total !== undefined && total > values.length ? ` of ${total}` : '';
  const more = hasMore && of === '' ? ', there are more' : '';
  const count = values.length === 0 ? 'No suggestions' : `${values.length}${of}`;
  const age = Date.now() - at;
  const when = age < AGED_MS ? formatDuration(tookMs) : `${secondWords(age)} ago`;
  const over = tooMany === undefined ? '' : `. It sent ${tooMany}, 100 are allowed`;
  return `${count} from the server, ${when}${more}${over}`;
}

/** A text field with suggestions of the server under it. Nothing is changed until one is chosen. */
export function CompletionInput(props: CompletionInputProps) {
  const { control, name, value, onValue, complete, placeholder } = props;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [pasted, setPasted] = useState(false);
  const listId = useId();
  const asked = useSuggestions(props, open);
  const values = asked?.suggestions?.values ?? [];
  const shown = open && asked !== undefined;
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!text.includes('\n')) return;
    // One line would lose the line breaks: the field grows instead.
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    setPasted(true);
    onValue(value.slice(0, selectionStart ?? value.length) + text + value.slice(selectionEnd ?? value.length));
  };
  if (value.includes('\n')) {
    return <TextArea {...control} value={value} onValue={onValue} rows={6} autoFocus={pasted} />;
  }
  if (!complete) {
    return <TextInput {...control} value={value} onValue={onValue} placeholder={placeholder} onPaste={onPaste} />;
  }
  const choose = (chosen: string) => {
    onValue(chosen);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (values.length > 0)
        setActive((active + step + (active < 0 && step < 0 ? 1 : 0) + values.length) % values.length);
      return;
    }
    const chosen = values[active];
    if (event.key === 'Enter' && shown && chosen !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Enter') {
      // The form is sent: suggestions would cover what comes of it.
      setOpen(false);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className="compl">
      <TextInput
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        value={value}
        placeholder={placeholder}
        onValue={(next) => {
          onValue(next);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        trailing={<Icon icon={WandSparkles} size="s" label="The server has suggestions" />}
      />
      {shown && (
        <div className="compl-p">
          <div id={listId} role="listbox" aria-label={`Suggestions for ${name}`} className="compl-l">
            {values.map((one, index) => (
              <div
                key={one}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className="li"
                // The field keeps the focus: its blur would take the list away before the click.
                onMouseDown={(event) => {
                  event.preventDefault();
                  choose(one);
                }}
              >
                <ForeignText text={one} limit={128} inert className="el" />
              </div>
            ))}
          </div>
          <p className="compl-f">{footOf(asked)}</p>
        </div>
      )}
    </div>
  );
}
