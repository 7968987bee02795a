import { Search, X } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useFilterFocus } from './use-filter-focus.ts';
import { usePausedText } from './use-paused-text.ts';

export interface FilterFieldProps {
  /** Placeholder and accessible name. */
  readonly label: string;
  readonly value: string;
  /** Told once typing paused, so that the host is not asked for every letter. */
  readonly onValue: (value: string) => void;
}

const KEYS = ['mod', 'F'];

/** Moves the focus to the table or board below; false where there is none. */
function toRows(input: HTMLInputElement): boolean {
  const view = input.closest('.tab-view') ?? document;
  const rows = view.querySelector<HTMLElement>('[role="treegrid"], [data-row][tabindex="0"]');
  rows?.focus();
  return rows !== null;
}

/** The filter of a view. Mod+F or `/` focuses it, the down arrow goes to the rows, Escape clears it. */
export function FilterField({ label, value, onValue }: FilterFieldProps) {
  const [typed, setTyped] = usePausedText(value, onValue);
  const empty = () => {
    setTyped('');
    onValue('');
    return typed !== '';
  };
  const input = useFilterFocus(empty);
  const clear = () => {
    empty();
    input.current?.focus();
  };
  return (
    <TextInput
      type="search"
      search
      className="filter"
      ref={input}
      aria-label={label}
      placeholder={label}
      value={typed}
      onValue={setTyped}
      leading={<Icon icon={Search} size="s" />}
      trailing={
        typed === '' ? <Kbd keys={KEYS} /> : <IconButton size="sm" icon={X} label="Clear filter" onClick={clear} />
      }
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && toRows(event.currentTarget)) return event.preventDefault();
        if (event.key !== 'Escape' || typed === '') return;
        event.stopPropagation();
        clear();
      }}
    />
  );
}
