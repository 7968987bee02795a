import { Bell, Search, SearchX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import type { LogLevelChoice } from './use-log-level.ts';
import type { NoticeFilterChoice } from './use-notice-filter.ts';

export interface Searching {
  readonly through: number;
  readonly of: number;
}

export function searchText({ through, of }: Searching): string {
  return `Searching payloads, ${through.toLocaleString('en-US')} of ${plural(of, 'record')}`;
}

export interface NoNoticesProps {
  readonly choice: NoticeFilterChoice;
  readonly searching: Searching | undefined;
  readonly level: LogLevelChoice;
}

/** Why the table is empty, and what to do about it. */
export function NoNotices({ choice, searching, level }: NoNoticesProps) {
  const filtered = choice.filter !== undefined;
  if (filtered && searching) {
    return (
      <EmptyState icon={Search} title="Nothing found yet">
        {searchText(searching)}.
      </EmptyState>
    );
  }
  if (filtered) {
    return (
      <EmptyState
        icon={SearchX}
        title="No notification matches"
        actions={
          <Button size="sm" onClick={choice.clear}>
            Clear the filters
          </Button>
        }
      >
        Type, levels and text leave none of them.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Bell}
      title="No notifications yet"
      actions={
        level.off && (
          <Button size="sm" onClick={() => level.ask('info')}>
            Turn on info and up
          </Button>
        )
      }
    >
      {level.off
        ? 'Log messages are off. Turn on info and up.'
        : 'Log messages, progress and changes of lists are shown here.'}
    </EmptyState>
  );
}
