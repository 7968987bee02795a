import { useId } from 'react';
import { InboxHead, InboxLists, useAsks } from './inbox-lists.tsx';

/** S22. The inbox as a pane at the right of the window, beside what is worked on. */
export function InboxPane() {
  const titleId = useId();
  const asks = useAsks();
  return (
    <aside className="inbox-pane" aria-labelledby={titleId}>
      <InboxHead titleId={titleId} waiting={asks.waiting.length} />
      <InboxLists {...asks} />
    </aside>
  );
}
