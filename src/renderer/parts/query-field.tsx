import { Search, X } from 'lucide-react';
import { useId } from 'react';
import type { FilterSuggestion, KnownValues } from '#shared/filter/complete-filter.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { cx } from '../ui/cx.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { useFilterFocus } from './use-filter-focus.ts';
import { usePausedText } from './use-paused-text.ts';
import { useQueryCompletion } from './use-query-completion.ts';

export interface QueryFieldProps {
  readonly value: string;
  /** Told once typing paused. */
  readonly onValue: (value: string) => void;
  /** Values seen in the log, asked for when suggestions are wanted. */
  readonly known: () => KnownValues;
  /** Placeholder and accessible name. */
  readonly label?: string | undefined;
  /** Which suggestions are of use here, by the text they put in; absent: all. Keep it stable. */
  readonly offers?: ((insert: string) => boolean) | undefined;
}

const KEYS = ['mod', 'F'];
const MAX_CHARS = 1000;

/** A filter in the language of docs/filter-language.md, with suggestions for keys and values; DESIGN S16. */
export function QueryField({ value, onValue, known, label = 'Filter', offers }: QueryFieldProps) {
  const [typed, setTyped] = usePausedText(value, onValue);
  const input = useFilterFocus(() => {
    setTyped('');
    onValue('');
    return typed !== '';
  });
  const { suggestions, active, ...completion } = useQueryCompletion({
    input,
    text: typed,
    setText: setTyped,
    known,
    offers,
  });
  const id = useId();
  const [problem] = parseFilter(value).problems;
  const shown = suggestions.length > 0;
  const put = (text: string) => {
    setTyped(text);
    onValue(text);
    completion.close();
    input.current?.focus();
  };
  return (
    <div className="compl filter">
      <TextInput
        search
        className={cx(problem && 'warn')}
        ref={input}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        placeholder={label}
        maxLength={MAX_CHARS}
        value={typed}
        onValue={completion.typed}
        onBlur={() => {
          completion.close();
          // What is clicked next, such as Export, acts on the filter that is read there.
          if (typed !== value) onValue(typed);
        }}
        onKeyDown={(event) => {
          const used = completion.onKey(event);
          if (!used && (event.key !== 'Escape' || typed === '')) return;
          event.preventDefault();
          event.stopPropagation();
          if (!used) put('');
        }}
        leading={<Icon icon={Search} size="s" />}
        trailing={
          <>
            <span role="status" id={`${id}-problem`} className="c-wait el problem" title={problem?.text}>
              {problem?.text}
            </span>
            {typed === '' ? (
              <Kbd keys={KEYS} />
            ) : (
              <IconButton size="sm" icon={X} label="Clear filter" onClick={() => put('')} />
            )}
            <SavedFilters text={typed} onChoose={put} />
          </>
        }
      />
      {shown && <Suggestions id={id} suggestions={suggestions} active={active} onTake={completion.take} />}
    </div>
  );
}

interface SuggestionsProps {
  readonly id: string;
  readonly suggestions: readonly FilterSuggestion[];
  readonly active: number;
  readonly onTake: (suggestion: FilterSuggestion) => void;
}

function Suggestions({ id, suggestions, active, onTake }: SuggestionsProps) {
  return (
    <div className="compl-p">
      <div id={`${id}-list`} role="listbox" aria-label="Suggestions for the filter" className="compl-l">
        {suggestions.map((one, index) => (
          <div
            key={one.label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="li"
            ref={index === active ? (element) => element?.scrollIntoView?.({ block: 'nearest' }) : undefined}
            // The field keeps the focus: its blur would take the list away before the click.
            onMouseDown={(event) => {
              event.preventDefault();
              onTake(one);
            }}
          >
            <ForeignText text={one.label} limit={128} inert className="mono el" />
            {one.hint !== undefined && <span className="t3 el">{one.hint}</span>}
          </div>
        ))}
      </div>
      <p className="compl-f">{plural(suggestions.length, 'suggestion')}, ↓ to choose, Tab or Enter to take</p>
    </div>
  );
}
