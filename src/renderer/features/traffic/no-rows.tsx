import { ArrowRightLeft, Search, SearchX } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import type { TrafficChoice } from './use-traffic-filter.ts';

export interface Searching {
  readonly through: number;
  readonly of: number;
}

export interface NoRowsProps {
  readonly filter: Pick<TrafficChoice, 'narrowing' | 'text' | 'range' | 'clear'>;
  readonly searching: Searching | undefined;
  /** Keys of the whole view: the table that had the focus is gone, and the button has it now. */
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** How far the payloads were looked through. */
export function searchText({ through, of }: Searching): string {
  return `Searching payloads, ${through.toLocaleString('en-US')} of ${plural(of, 'record')}`;
}

function titleOf(text: string, ranged: boolean): string {
  if (text !== '') return `Nothing matches “${text.slice(0, 80)}”`;
  return ranged ? 'Nothing happened in this range' : 'No row of this kind';
}

/** In place of the table while there is nothing in it. */
export function NoRows({ filter, searching, onKey }: NoRowsProps) {
  const ranged = filter.range !== undefined;
  if (!filter.narrowing) {
    return (
      <EmptyState icon={ArrowRightLeft} title="No traffic yet">
        Connect the server or run something.
      </EmptyState>
    );
  }
  if (searching) {
    return (
      <EmptyState icon={Search} title="Nothing found yet">
        {searchText(searching)}.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={titleOf(filter.text, ranged)}
      actions={
        <Button size="sm" onClick={filter.clear} onKeyDown={onKey}>
          Clear the filter
        </Button>
      }
    >
      Searched: methods, names, ids and payloads of this session{ranged ? ', within the chosen range' : ''}.
    </EmptyState>
  );
}
