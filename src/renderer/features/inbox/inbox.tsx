import { Inbox as InboxIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { PendingInput } from '#shared/entities.ts';
import { AskSheet } from '../../parts/ask/ask-sheet.tsx';
import { useAskerName } from '../../parts/ask/use-asker-name.ts';
import { useEntities, useEntity, usePage, useWirebench } from '../../store/wirebench.tsx';
import { Count } from '../../ui/count.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { AnsweredList } from './answered-list.tsx';
import { WaitingList } from './waiting-list.tsx';

const ANSWERED = 20;
const CHOSEN = 'inbox';

function useAsks(): { waiting: PendingInput[]; answered: PendingInput[] } {
  const asks = useEntities(useShallow((state) => [...state.pending.values()]));
  const waiting = asks.filter(({ status }) => status === 'waiting').toSorted((a, b) => a.createdAt - b.createdAt);
  const answered = asks
    .filter(({ status }) => status !== 'waiting')
    .toSorted((a, b) => (b.answeredAt ?? 0) - (a.answeredAt ?? 0))
    .slice(0, ANSWERED);
  return { waiting, answered };
}

const FIELDS = '.ask-b input, .ask-b select, .ask-b textarea, .ask-b button';

interface FocusRule {
  /** Id of the ask that is open. */
  readonly shown: string | undefined;
  /** What is open takes the focus itself: the consent puts it on its safest button. */
  readonly ownFocus: boolean;
  readonly waiting: number;
}

/** Focus follows what the inbox shows, and goes back to where it was when the inbox closes. */
function useBorrowedFocus({ shown, ownFocus, waiting }: FocusRule) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const enter = () => {
    const target = box.current?.querySelector<HTMLElement>(`[data-first], ${FIELDS}`);
    (target ?? box.current)?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides where the focus goes
  useEffect(() => {
    if (!ownFocus) enter();
  }, [shown, ownFocus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answered ask takes its focused button away
  useEffect(() => {
    if (document.activeElement === document.body) enter();
  }, [waiting]);
  return box;
}

/** S22. Everything that waits for a person, oldest first, and what was answered last. */
export function Inbox() {
  const { page } = useWirebench();
  const titleId = useId();
  const { waiting, answered } = useAsks();
  const chosenId = usePage((state) => state.selected[CHOSEN]);
  const chosen = useEntity('pending', chosenId);
  const name = useAskerName(chosen);
  const sheet = chosen && chosen.kind !== 'url' ? chosen : undefined;
  const box = useBorrowedFocus({ shown: chosen?.id, ownFocus: chosen?.kind === 'url', waiting: waiting.length });
  const choose = (id: string) => page.getState().select(CHOSEN, id);
  const back = () => choose('');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    // Escape puts aside; it never answers.
    if (chosen) back();
    else page.getState().set({ inboxOpen: false });
  };
  return (
    <section
      ref={box}
      role="dialog"
      aria-modal="false"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={cx('inbox', sheet && (sheet.kind === 'sampling' ? 'wide' : 'sheet-open'))}
      {...{ onKeyDown }}
    >
      <div className={sheet ? 'vh' : 'inbox-h'}>
        <h2 id={titleId}>Waiting for you</h2>
        <Count
          value={waiting.length}
          tone={waiting.length > 0 ? 'wait' : undefined}
          label={`${plural(waiting.length, 'request')} waiting`}
        />
      </div>
      {sheet ? (
        <AskSheet key={sheet.id} ask={sheet} serverName={name} onKeep={back} onSent={back} />
      ) : (
        <>
          <div className="inbox-b">
            {waiting.length === 0 && answered.length === 0 && (
              <EmptyState icon={InboxIcon} title="Nothing waits for you">
                Forms, web pages and model replies that servers ask for are collected here.
              </EmptyState>
            )}
            <WaitingList asks={waiting} onAnswer={choose} />
            <AnsweredList asks={answered} onOpen={choose} />
          </div>
          <div className="inbox-f">
            <span className="row">
              <Kbd keys={['mod', 'I']} /> Open or close
            </span>
            <span className="row">
              <Kbd keys={['A']} /> Answer
            </span>
            <span className="row">
              <Kbd keys={['D']} /> Decline
            </span>
            <span className="sp" />
            {waiting.length > 0 && <span>Timeouts paused</span>}
          </div>
        </>
      )}
      {chosen?.kind === 'url' && (
        <AskSheet key={chosen.id} ask={chosen} serverName={name} onKeep={back} onSent={back} />
      )}
    </section>
  );
}
