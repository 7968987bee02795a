import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { LogSearch } from './use-log-search.ts';

export interface DockSearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly search: LogSearch;
  readonly onClose: () => void;
}

function placeOf({ hits, at, more, error, settled }: LogSearch, text: string): string {
  if (error !== undefined) return error;
  if (text === '' || !settled) return '';
  if (hits.length === 0) return 'Not found';
  return `${(at + 1).toLocaleString('en-US')} of ${hits.length.toLocaleString('en-US')}${more ? ' or more' : ''}`;
}

/** Find in the log: Enter goes on, Shift+Enter back, Escape closes. */
export function DockSearch({ text, onText, search, onClose }: DockSearchProps) {
  return (
    <div className="dock-find">
      <TextInput
        autoFocus
        search
        aria-label="Search log"
        placeholder="Search log"
        value={text}
        onValue={onText}
        maxLength={1000}
        leading={<Icon icon={Search} size="s" />}
        trailing={
          <span className="fs11 t3 tn nw" role="status">
            {placeOf(search, text)}
          </span>
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <IconButton size="sm" icon={ChevronUp} label="Previous hit" onClick={() => search.step(-1)} />
      <IconButton size="sm" icon={ChevronDown} label="Next hit" onClick={() => search.step(1)} />
      <IconButton size="sm" icon={X} label="Close search" onClick={onClose} />
    </div>
  );
}
