import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Operation, PendingInput } from '#shared/entities.ts';
import { isBrowsing } from '../../parts/ask/browsing-buttons.tsx';
import { askKey } from '../../parts/ask/open-ask.ts';
import { useLastAction } from '../../parts/use-last-action.ts';
import type { EntityState } from '../../store/state.ts';
import { useEntities, useEntity, usePage, useWirebench } from '../../store/wirebench.tsx';
import { isTextField } from '../../ui/is-text-field.ts';

/** Asks whose sheet stands in the place of the arguments. */
const IN_PLACE: readonly PendingInput['kind'][] = ['form', 'sampling', 'url'];

/** A person who is at a page already is waited for in the thread. */
const hasSheet = (ask: PendingInput): boolean => IN_PLACE.includes(ask.kind) && !isBrowsing(ask);

/** The oldest ask of a run, unless a person has chosen another one of it. */
function askOf(
  { pending }: Pick<EntityState, 'pending'>,
  run: Operation | undefined,
  chosen: string | undefined,
): PendingInput | undefined {
  if (run === undefined) return undefined;
  const own = [...pending.values()].filter(
    (ask) => ask.operationId === run.id && ask.status === 'waiting' && hasSheet(ask),
  );
  return own.find(({ id }) => id === chosen) ?? own.toSorted((a, b) => a.createdAt - b.createdAt)[0];
}

interface Place {
  /** Under which the page knows the ask that has something typed in its open sheet. */
  readonly key: string;
  readonly run: Operation | undefined;
}

/**
 * An ask that ended with something typed in its open sheet stays there for copying until it is closed: also when its
 * server was started again, where it gives way to the first run.
 */
function useEndedAsk(waiting: PendingInput | undefined, open: boolean, { key, run }: Place) {
  const { page } = useWirebench();
  const typed = usePage((state) => waiting !== undefined && state.askDrafts[waiting.id] !== undefined);
  const last = usePage((state) => state.selected[key]);
  const keep = useCallback(
    (id: string) => {
      const { selected, select } = page.getState();
      if ((selected[key] ?? '') !== id) select(key, id);
    },
    [page, key],
  );
  const id = waiting?.id;
  useEffect(() => {
    if (id !== undefined) keep(typed && open ? id : '');
  }, [id, typed, open, keep]);
  const ended = useEntity('pending', last);
  const own = run === undefined || ended?.operationId === run.id;
  return { ended: !waiting && own && ended?.status === 'expired' ? ended : undefined, close: () => keep('') };
}

export interface CallAsk {
  /** The column of the arguments. */
  readonly column: RefObject<HTMLDivElement | null>;
  /** What the shown call asks, or asked while something was typed; undefined when it asks nothing that has a sheet. */
  readonly ask: PendingInput | undefined;
  /** Its sheet stands in the place of the arguments. */
  readonly placed: boolean;
  /** The sheet takes the focus when it is drawn. */
  readonly focus: boolean;
  /** The last thing a person did belongs to this call: what it asks next may take the focus. */
  readonly acted: () => void;
  /** Whether that is still so: no key and no press since. */
  readonly own: RefObject<boolean>;
  readonly open: () => void;
  readonly putAside: () => void;
}

/**
 * Where the ask of the call on screen stands (S22, S24): in the place of the arguments, without taking the focus from a
 * person who does something else; not at all while somebody types there, until they want it.
 */
export function useCallAsk(run: Operation | undefined, toolKey: string): CallAsk {
  const column = useRef<HTMLDivElement>(null);
  const { page } = useWirebench();
  const wanted = usePage((state) => state.askWanted);
  const [shown, setShown] = useState<{ id: string; focus: boolean }>();
  const chosen = useRef<string>(undefined);
  const waiting = useEntities((state) => askOf(state, run, wanted ?? chosen.current));
  const isOpen = waiting !== undefined && shown?.id === waiting.id;
  const { ended, close } = useEndedAsk(waiting, isOpen, { key: askKey(toolKey), run });
  const ask = waiting ?? ended;
  const aside = usePage((state) => ask !== undefined && state.asksAside.has(ask.id));
  const own = useLastAction();
  const runId = run?.id;
  useEffect(() => {
    page.getState().set({ callOnScreen: runId });
    return () => page.getState().set({ callOnScreen: undefined });
  }, [page, runId]);
  const askId = ask?.id;
  useEffect(() => {
    if (askId === undefined) return setShown(undefined);
    const { activeElement } = document;
    const typing = isTextField(activeElement) && column.current?.contains(activeElement);
    if (own.current || !typing) setShown({ id: askId, focus: own.current });
  }, [askId, own]);
  const open = () => {
    if (askId === undefined) return;
    const asksAside = new Set(page.getState().asksAside);
    asksAside.delete(askId);
    chosen.current = askId;
    page.getState().set({ asksAside, askWanted: undefined });
    setShown({ id: askId, focus: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened when it is wanted, not when `open` is made anew
  useEffect(() => {
    if (askId !== undefined && wanted === askId) open();
  }, [wanted, askId]);
  const putAside = () => {
    if (ended) close();
    else if (askId !== undefined) page.getState().set({ asksAside: new Set(page.getState().asksAside).add(askId) });
  };
  return {
    ask,
    column,
    placed: askId !== undefined && shown?.id === askId && !aside,
    focus: shown?.focus === true,
    acted: () => {
      own.current = true;
    },
    own,
    open,
    putAside,
  };
}
