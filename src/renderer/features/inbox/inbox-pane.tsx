import { useEffect, useId, useRef } from 'react';
import { InboxHead, InboxLists, useAsks } from './inbox-lists.tsx';

/** S22. The inbox as a pane at the right of the window, beside what is worked on. Who opens it has the focus in it. */
export function InboxPane() {
  const titleId = useId();
  const asks = useAsks();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const { current } = box;
    (current?.querySelector<HTMLElement>('[data-first]') ?? current)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside ref={box} className="inbox-pane" aria-labelledby={titleId} tabIndex={-1}>
      <InboxHead titleId={titleId} waiting={asks.waiting.length} />
      <InboxLists {...asks} />
    </aside>
  );
}
