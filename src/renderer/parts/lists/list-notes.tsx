import type { Catalog } from '#shared/entities.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ageWords } from './list-freshness.ts';
import { LIST_METHODS, type ListActions } from './use-list-actions.ts';

interface ListErrorProps {
  readonly heads: readonly (Catalog | undefined)[];
  /** Why the host did not give what it has. */
  readonly error?: string | undefined;
  readonly actions: ListActions;
}

/** Over a list that could not be read again: what is shown stays, with its age. */
export function ListError({ heads, error, actions }: ListErrorProps) {
  const failed = heads.find((head) => head?.status === 'failed' && head.count > 0);
  const now = useNow(failed ? 1000 : undefined);
  const text = failed?.error ?? error;
  if (text === undefined) return null;
  const age = failed?.fetchedAt === undefined ? '' : `, ${ageWords(now - failed.fetchedAt)}`;
  return (
    <div className="pad-s">
      <Callout kind="wait" title={`Could not refresh${age}`}>
        <p>
          {failed && <span className="mono">{LIST_METHODS[failed.kind]}: </span>}
          <ForeignText text={text} limit={300} />
        </p>
        <Button size="sm" onClick={actions.refresh}>
          Try again
        </Button>
      </Callout>
    </div>
  );
}

interface ListMoreProps {
  readonly heads: readonly (Catalog | undefined)[];
  /** Items on show. */
  readonly count: number;
  readonly actions: ListActions;
  readonly ended: boolean;
}

/** Below the rows of a list that goes on at the server: how much is here, and the way to the rest. */
export function ListMore({ heads, count, actions, ended }: ListMoreProps) {
  const goesOn = heads.filter((head) => head?.nextCursor !== undefined);
  const [head] = goesOn;
  if (head === undefined) return null;
  const loading = heads.some((one) => one?.status === 'loading');
  // Pages of one size so far are likely to go on like that; the server decides.
  const size = goesOn.length === 1 && head.pages > 0 && head.count % head.pages === 0 ? head.count / head.pages : 0;
  return (
    <div className="list-more">
      <span className="grow">Showing {count.toLocaleString('en-US')} of more</span>
      {loading ? (
        <Button size="sm" variant="quiet" onClick={actions.stop}>
          Stop
        </Button>
      ) : (
        <span className="list-more-acts">
          <Button size="sm" disabled={ended} onClick={() => actions.more('next')}>
            {size > 0 ? `Load next ${size.toLocaleString('en-US')}` : 'Load the next page'}
          </Button>
          <Button size="sm" variant="quiet" disabled={ended} onClick={() => actions.more('all')}>
            Load all
          </Button>
        </span>
      )}
    </div>
  );
}
