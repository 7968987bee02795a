import { Loader, type LucideIcon, RefreshCw, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Catalog } from '#shared/entities.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import { secondWords } from '../second-words.ts';
import { OtherServers } from './other-servers.tsx';
import { LIST_METHODS, type ListActions } from './use-list-actions.ts';

export interface ListEmptyProps {
  /** The list that decides; others are shown with it. */
  readonly head: Catalog | undefined;
  /** `tool` and what can be done with it: `offer tools`. */
  readonly noun: string;
  readonly icon: LucideIcon;
  readonly serverName: string;
  readonly actions: ListActions;
  /** What was typed to find something, and what it was looked for in: `name, title and description`. */
  readonly filter: string;
  readonly searched: string;
  readonly onClear: () => void;
  /** Items that are here, whatever the filter. */
  readonly count: number;
  /** After what an empty list means. */
  readonly hint?: ReactNode;
}

const SLOW_MS = 3000;
const WIDTHS = [70, 50, 80, 44, 62, 74];

/** Rows to come: nothing for 300 ms, then their shapes, after 3 s what is waited for (DESIGN 4.1). */
function Waiting({ head, actions }: Pick<ListEmptyProps, 'head' | 'actions'>) {
  const [mounted] = useState(() => Date.now());
  const now = useNow(1000);
  const method = LIST_METHODS[head?.kind ?? 'tools'];
  const waited = now - (head?.readingSince ?? mounted);
  return (
    <div className="list-wait">
      <div role="status" aria-label={`Waiting for ${method}`} className="list-skel">
        {WIDTHS.map((width) => (
          <i key={width} className="skel" style={{ width: `${width}%` }} />
        ))}
      </div>
      {waited > SLOW_MS && (
        <p className="list-more">
          <Icon icon={Loader} size="s" />
          <span className="el grow">
            Waiting for {method}, {secondWords(waited)}
          </span>
          <Button size="sm" variant="quiet" onClick={actions.stop}>
            Stop waiting
          </Button>
        </p>
      )}
    </div>
  );
}

function NoMatch(props: ListEmptyProps) {
  const { head, noun, filter, searched, count, onClear, actions } = props;
  return (
    <EmptyState
      icon={Search}
      title={`No ${noun} matches “${filter.slice(0, 60)}”`}
      actions={
        <>
          <Button keys={['esc']} onClick={onClear}>
            Clear filter
          </Button>
          {head?.nextCursor !== undefined && head.status !== 'loading' && (
            <Button variant="quiet" onClick={() => actions.more('all')}>
              Load all pages
            </Button>
          )}
        </>
      }
    >
      <p>
        {plural(count, noun)} searched by {searched}.
        {head?.nextCursor !== undefined && ' The list goes on at the server.'}
      </p>
      {head && <OtherServers kind={head.kind} sessionId={head.sessionId} filter={filter} />}
    </EmptyState>
  );
}

/** What stands in the place of the rows: waiting, nothing there, nothing found, or why there is nothing (4.1). */
export function ListEmpty(props: ListEmptyProps) {
  const { head, noun, icon, serverName, actions, filter, count, hint } = props;
  if (filter.trim() !== '' && count > 0) return <NoMatch {...props} />;
  const again = (
    <>
      <Button icon={RefreshCw} onClick={actions.refresh}>
        Ask again
      </Button>
      {actions.showAnswer && (
        <Button variant="quiet" onClick={actions.showAnswer}>
          Show the answer
        </Button>
      )}
    </>
  );
  // The list is known to the host and on its way here.
  if (head && head.count > 0 && head.status !== 'failed') return <Waiting {...{ head, actions }} />;
  switch (head?.status) {
    case 'unsupported':
      return (
        <EmptyState icon={icon} title={`This server does not offer ${noun}s`} actions={again}>
          {serverName} did not declare the capability. It can be asked all the same.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState icon={icon} title={`The ${noun}s could not be listed`} actions={again}>
          <ForeignText text={head.error ?? ''} limit={600} />
        </EmptyState>
      );
    case 'ready':
      return (
        <EmptyState icon={icon} title={`No ${noun}s`} actions={again}>
          <p>
            {serverName} answered <span className="mono">{LIST_METHODS[head.kind]}</span> with an empty list. If you
            expected {noun}s, check that the server registers them before it connects.
          </p>
          {hint}
        </EmptyState>
      );
    default:
      return <Waiting {...{ head, actions }} />;
  }
}
