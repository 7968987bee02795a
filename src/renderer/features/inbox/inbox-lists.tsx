import { ChevronRight, Inbox as InboxIcon, PanelRight, X } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import type { PendingInput } from '#shared/entities.ts';
import { openAsk } from '../../parts/ask/open-ask.ts';
import { useShortcutKeys } from '../../parts/keys/use-shortcut-keys.ts';
import { useEntities, usePage, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/count.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useLetterKeys } from '../../ui/letter-keys.ts';
import { AnsweredList } from './answered-list.tsx';
import { DeclineAll } from './decline-all.tsx';
import { WaitingList } from './waiting-list.tsx';

const ANSWERED = 20;

/** What waits, oldest first, and what was answered last. */
export function useAsks(): { waiting: PendingInput[]; answered: PendingInput[] } {
  const asks = useEntities(useShallow((state) => [...state.pending.values()]));
  const waiting = asks.filter(({ status }) => status === 'waiting').toSorted((a, b) => a.createdAt - b.createdAt);
  const answered = asks
    .filter(({ status }) => status !== 'waiting')
    .toSorted((a, b) => (b.answeredAt ?? 0) - (a.answeredAt ?? 0))
    .slice(0, ANSWERED);
  return { waiting, answered };
}

/** Title with the count, the way to the rules, and the place of the inbox. */
export function InboxHead({ titleId, waiting }: { readonly titleId: string; readonly waiting: number }) {
  const { page } = useWirebench();
  const pinned = usePage((state) => state.inboxPinned);
  return (
    <div className="inbox-h">
      <h2 id={titleId}>Waiting for you</h2>
      <Count value={waiting} tone={waiting > 0 ? 'wait' : undefined} label={`${plural(waiting, 'request')} waiting`} />
      <span className="sp" />
      <Button size="sm" variant="quiet" iconAfter={ChevronRight} onClick={() => page.getState().openSettings('asks')}>
        Reply rules
      </Button>
      <IconButton
        size="sm"
        icon={PanelRight}
        label={pinned ? 'Show the inbox over the page' : 'Keep the inbox at the right'}
        pressed={pinned}
        onClick={() => page.getState().set({ inboxPinned: !pinned, inboxOpen: true })}
      />
      {pinned && (
        <IconButton
          size="sm"
          icon={X}
          label="Close the inbox"
          onClick={() => page.getState().set({ inboxOpen: false })}
        />
      )}
    </div>
  );
}

/** The waiting and the answered asks with the keys below. */
export function InboxLists({ waiting, answered }: ReturnType<typeof useAsks>) {
  const { page } = useWirebench();
  const open = (ask: PendingInput) => openAsk(page, ask);
  const toggle = useShortcutKeys('inbox.toggle');
  const letters = useLetterKeys();
  return (
    <>
      <div className="inbox-b">
        {waiting.length === 0 && answered.length === 0 && (
          <EmptyState icon={InboxIcon} title="Nothing waits for you">
            Forms, web pages and model replies that servers ask for are collected here.
          </EmptyState>
        )}
        {waiting.length === 0 && answered.length > 0 && <p className="inbox-none fs12 t2">Nothing waits for you.</p>}
        <DeclineAll asks={waiting} />
        <WaitingList asks={waiting} onAnswer={open} />
        <AnsweredList asks={answered} onOpen={open} />
      </div>
      <div className="inbox-f">
        <span className="row">
          <Kbd keys={toggle} /> Open or close
        </span>
        {letters && waiting.length > 0 && (
          <>
            <span className="row">
              <Kbd keys={['A']} /> Answer
            </span>
            <span className="row">
              <Kbd keys={['D']} /> Decline
            </span>
          </>
        )}
        <span className="sp" />
        {waiting.length > 0 && <span>Timeouts paused</span>}
      </div>
    </>
  );
}
