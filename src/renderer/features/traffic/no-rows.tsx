import { ArrowRightLeft, Search, SearchX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';

export interface Searching {
  readonly through: number;
  readonly of: number;
}

export interface NoRowsProps {
  readonly filtered: boolean;
  readonly text: string;
  /** A part of the session is chosen on the overview. */
  readonly ranged: boolean;
  readonly searching: Searching | undefined;
  readonly onClear: () => void;
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
export function NoRows({ filtered, text, ranged, searching, onClear }: NoRowsProps) {
  if (!filtered) {
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
      title={titleOf(text, ranged)}
      actions={
        <Button size="sm" onClick={onClear}>
          Clear the filter
        </Button>
      }
    >
      Searched: methods, names, ids and payloads of this session{ranged ? ', within the chosen range' : ''}.
    </EmptyState>
  );
}
