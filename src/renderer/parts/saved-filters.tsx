import { Bookmark, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { usePage, useWirebench } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextInput } from '../ui/text-input.tsx';

export interface SavedFiltersProps {
  /** The filter as it is now. */
  readonly text: string;
  readonly onChoose: (text: string) => void;
}

const MOST = 50;
const NAME_CHARS = 60;

/** Filters kept under a name, over servers and restarts. */
export function SavedFilters({ text, onChoose }: SavedFiltersProps) {
  const { page } = useWirebench();
  const filters = usePage((state) => state.filters);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const wanted = text.trim();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const as = name.trim() === '' ? wanted.slice(0, NAME_CHARS) : name.trim();
    const others = filters.filter((one) => one.name !== as);
    page.getState().set({ filters: [...others, { name: as, text: wanted }].slice(-MOST) });
    setName('');
    setOpen(false);
  };
  const choose = (saved: string) => {
    setOpen(false);
    onChoose(saved);
  };
  const drop = (gone: string) => page.getState().set({ filters: filters.filter((one) => one.name !== gone) });
  return (
    <Popover
      label="Saved filters"
      open={open}
      onOpen={setOpen}
      trigger={<IconButton size="sm" icon={Bookmark} label="Saved filters" />}
    >
      <div className="saved">
        {filters.length === 0 && <p className="t3">No saved filters yet.</p>}
        {filters.length > 0 && (
          <ul aria-label="Saved filters">
            {filters.map((one) => (
              <li key={one.name}>
                <button type="button" className="li grow" onClick={() => choose(one.text)}>
                  <span className="el">{one.name}</span>
                  {one.text !== one.name && <span className="mono t3 el">{one.text}</span>}
                </button>
                <IconButton size="sm" icon={Trash2} label={`Delete ${one.name}`} onClick={() => drop(one.name)} />
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={save}>
          <TextInput
            value={name}
            onValue={setName}
            maxLength={NAME_CHARS}
            aria-label="Name of this filter"
            placeholder={wanted === '' ? 'Type a filter first' : `Name, else ${wanted.slice(0, 20)}`}
          />
          <Button size="sm" type="submit" disabled={wanted === ''}>
            Save
          </Button>
        </form>
      </div>
    </Popover>
  );
}
