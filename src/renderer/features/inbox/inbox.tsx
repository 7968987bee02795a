import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { ASK_FIELDS } from '../../parts/ask/ask-fields.ts';
import { AskSheet } from '../../parts/ask/ask-sheet.tsx';
import { OPEN_ASK } from '../../parts/ask/open-ask.ts';
import { useAskerName } from '../../parts/ask/use-asker-name.ts';
import type { PageState } from '../../store/page.ts';
import type { EntityState } from '../../store/state.ts';
import { useEntities, useEntity, usePage, useWirebench } from '../../store/wirebench.tsx';
import { cx } from '../../ui/cx.ts';
import { useFeedback } from '../../ui/feedback.tsx';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import { InboxHead, InboxLists, useAsks } from './inbox-lists.tsx';

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
    const target = box.current?.querySelector<HTMLElement>(`[data-first], ${ASK_FIELDS}`);
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

/** Selectors of what belongs to the inbox although it lies beside it: its button, menus and notices. */
const ITS_OWN = '[data-inbox-toggle], [role="menu"], .toasts';

/** A call that asks again does so soon after it has its reply, milliseconds. */
const NEXT_ROUND_MS = 800;

interface PopoverRule {
  readonly box: RefObject<HTMLElement | null>;
  /** Its place is beside the page. */
  readonly pinned: boolean;
  /** Id of the ask that is open. */
  readonly opened: string | undefined;
  readonly asks: ReturnType<typeof useAsks>;
}

const placeOf = ({ serverId, tabs, settingsAt, trafficOf, review, compare, demo }: PageState) =>
  [serverId, tabs, settingsAt, trafficOf, review, compare, demo] as const;

/**
 * The lists over the page do not stay in the way of what is done next: a press beside them, another place, and the reply
 * to the last ask close them. Nothing is answered by that.
 */
function useGivesWay({ box, pinned, opened, asks }: PopoverRule): void {
  const { page } = useWirebench();
  const { toast } = useFeedback();
  const waited = useRef(false);
  /** Its lists lie over the page, with no ask open. */
  const over = !pinned && opened === undefined;
  const count = asks.waiting.length;
  // Why the last one ended without a reply is read here.
  const replied = asks.answered[0]?.status !== 'expired';
  useEffect(() => {
    if (!over) return;
    const close = () => page.getState().set({ inboxOpen: false });
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || isDialogOpen()) return;
      if (!box.current?.contains(target) && target.closest(ITS_OWN) === null) close();
    };
    document.addEventListener('pointerdown', press, true);
    const stop = page.subscribe((now, before) => {
      const was = placeOf(before);
      if (now.inboxOpen && placeOf(now).some((part, at) => part !== was[at])) close();
    });
    return () => {
      document.removeEventListener('pointerdown', press, true);
      stop();
    };
  }, [over, page, box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an ask that is opened when none waits is read, not answered
  useEffect(() => {
    if (opened !== undefined && count === 0) waited.current = false;
  }, [opened]);
  useEffect(() => {
    if (count > 0) waited.current = true;
    else if (pinned) waited.current = false;
    if (!over || count > 0 || !waited.current || !replied) return;
    const timer = setTimeout(() => {
      page.getState().set({ inboxOpen: false });
      toast('Nothing more waits for you');
    }, NEXT_ROUND_MS);
    return () => clearTimeout(timer);
  }, [over, pinned, count, replied, page, toast]);
}

/** Whether one of the asks of the round that an ask is of still waits. */
function isRoundOpen({ pending }: Pick<EntityState, 'pending'>, ask: PendingInput | undefined): boolean {
  if (ask?.group === undefined) return false;
  return [...pending.values()].some(({ group, status }) => group === ask.group && status === 'waiting');
}

/** S22. Everything that waits for a person, oldest first, and what was answered last; an open ask is a sheet. */
export function Inbox() {
  const { page } = useWirebench();
  const titleId = useId();
  const asks = useAsks();
  const chosenId = usePage((state) => state.selected[OPEN_ASK]);
  const pinned = usePage((state) => state.inboxPinned);
  const chosen = useEntity('pending', chosenId);
  const name = useAskerName(chosen);
  const inRound = useEntities((state) => isRoundOpen(state, chosen));
  const sheet = chosen && (chosen.kind !== 'url' || inRound) ? chosen : undefined;
  const waiting = asks.waiting.length;
  const box = useBorrowedFocus({ shown: chosen?.id, ownFocus: chosen !== undefined && !sheet, waiting });
  const alone = usePage((state) => state.askAlone) && chosen !== undefined;
  useGivesWay({ box, pinned, opened: chosen?.id, asks });
  const back = () => {
    page.getState().select(OPEN_ASK, '');
    if (alone) page.getState().set({ inboxOpen: false, askAlone: false });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    // Escape puts aside; it never answers.
    if (chosen) back();
    else page.getState().set({ inboxOpen: false });
  };
  const open = chosen && <AskSheet key={chosen.id} ask={chosen} serverName={name} onKeep={back} onSent={back} />;
  if ((pinned || alone) && !sheet) return open;
  return (
    <section
      ref={box}
      role="dialog"
      aria-modal="false"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={cx('inbox', sheet && 'sheet-open', sheet?.kind === 'sampling' && 'wide', pinned && 'beside')}
      {...{ onKeyDown }}
    >
      {sheet ? (
        <h2 id={titleId} className="vh">
          Waiting for you
        </h2>
      ) : (
        <>
          <InboxHead titleId={titleId} waiting={waiting} />
          <InboxLists {...asks} />
        </>
      )}
      {open}
    </section>
  );
}
