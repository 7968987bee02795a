import { Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { PendingInput } from '#shared/entities.ts';
import type { EntityState } from '../../store/state.ts';
import { useEntities, usePage, useWirebench } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ASK_FIELDS } from './ask-fields.ts';
import { isSecretReply } from './held-reply.ts';
import { type Round, RoundContext } from './round-context.ts';
import { useSendRound } from './use-send-round.ts';

const byAge = (a: PendingInput, b: PendingInput) => a.createdAt - b.createdAt;

/** Asks of the same round that wait, in the order the server named them; the ask alone where it has no others. */
function roundOf({ pending }: Pick<EntityState, 'pending'>, ask: PendingInput): PendingInput[] {
  if (ask.group === undefined || ask.status !== 'waiting') return [ask];
  const mates = [...pending.values()].filter((one) => one.group === ask.group && one.status === 'waiting');
  return mates.toSorted(byAge);
}

export interface RoundSheetProps {
  readonly ask: PendingInput;
  readonly onSent: () => void;
  /** The sheet of one ask of the round. */
  readonly children: (ask: PendingInput) => ReactNode;
}

/** The sheet of an ask. Where a round has several, each is a step, and the replies are sent together. */
export function RoundSheet({ ask, onSent, children }: RoundSheetProps) {
  const { entities } = useWirebench();
  // Its asks stay together while their replies are sent one after the other.
  const [ids] = useState(() => roundOf(entities.getState(), ask).map(({ id }) => id));
  const asks = useEntities(useShallow((state) => ids.flatMap((id) => state.pending.get(id) ?? [])));
  return asks.length > 1 ? <Steps {...{ ask, asks, onSent, children }} /> : children(ask);
}

interface EndedStep {
  readonly shown: PendingInput;
  /** The replies are on their way, and do all of this. */
  readonly sending: boolean;
  /** The first that has no reply yet. */
  readonly next: string | undefined;
  readonly setStep: (id: string) => void;
  /** Sends the replies that are kept. */
  readonly send: () => void;
  readonly onSent: () => void;
}

/** A step may end without its buttons, as a page does that the server says is done: the round goes on all the same. */
function useEndedStep(asks: readonly PendingInput[], { shown, sending, next, setStep, send, onSent }: EndedStep): void {
  const ended = shown.status === 'accepted';
  const all = asks.every(({ status }) => status === 'accepted');
  const isKept = asks.some(({ status }) => status === 'waiting');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows on the end of the step, not on what is made anew
  useEffect(() => {
    if (!ended || sending) return;
    if (all) onSent();
    else if (next !== undefined) setStep(next);
    else if (isKept) send();
  }, [ended, all, next, isKept]);
}

function Steps({ ask, asks, onSent, children }: RoundSheetProps & { readonly asks: readonly PendingInput[] }) {
  const { page } = useWirebench();
  const held = usePage((state) => state.heldReplies);
  const isOpen = ({ id, status }: PendingInput) => status === 'waiting' && held[id] === undefined;
  // Where the round was left, such as by a reload: the first without a reply.
  const [step, setStep] = useState(() => (isOpen(ask) ? ask : (asks.find(isOpen) ?? ask)).id);
  const wentOn = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  // The field that had the focus went with its step: the next one is filled in without a detour.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step decides where the focus goes
  useEffect(() => {
    if (!wentOn.current) return;
    wentOn.current = false;
    body.current?.querySelector<HTMLElement>(ASK_FIELDS)?.focus();
  }, [step]);
  const over = useRef(false);
  // The replies have arrived, and their asks have ended: both tell of the same.
  const end = () => {
    if (!over.current) onSent();
    over.current = true;
  };
  const { sending, problem, send } = useSendRound(asks, end);
  const shown = asks.find(({ id }) => id === step) ?? ask;
  const given = asks.filter(({ id }) => held[id] !== undefined).length;
  useEndedStep(asks, { shown, sending, next: asks.find(isOpen)?.id, setStep, send: () => send(held), onSent: end });
  const round: Round = {
    size: asks.length,
    open: asks.filter((one) => one.id !== shown.id && isOpen(one)).length,
    hold: (reply) => {
      if (sending) return;
      const heldReplies = { ...page.getState().heldReplies, [shown.id]: reply };
      const secretReplies = new Set(page.getState().secretReplies);
      if (isSecretReply(shown, reply)) secretReplies.add(shown.id);
      else secretReplies.delete(shown.id);
      page.getState().set({ heldReplies, secretReplies });
      const next = asks.find(({ id, status }) => status === 'waiting' && heldReplies[id] === undefined);
      wentOn.current = next !== undefined;
      if (next) setStep(next.id);
      else send(heldReplies);
    },
  };
  return (
    <RoundContext value={round}>
      <div className="ask-steps">
        <Segmented
          label="Requests of this round"
          value={shown.id}
          onChange={setStep}
          options={asks.map(({ id }, at) => ({
            value: id,
            label: `${at + 1} of ${asks.length}${held[id] ? `, ${held[id].action}` : ''}`,
          }))}
        />
        <span className="sp" />
        <Menu
          trigger={<IconButton size="sm" icon={Ellipsis} label="More for this round" />}
          items={[
            {
              id: 'send',
              label: 'Send what I have',
              note: `${given} of ${asks.length}; the server has to ask for the rest again`,
              disabled: given === 0 || sending,
              onSelect: () => send(held),
            },
          ]}
        />
      </div>
      {problem !== undefined && (
        <Callout kind="err" title="The replies did not arrive" role="alert">
          {problem}
        </Callout>
      )}
      <div className="ask-step" key={shown.id} ref={body}>
        {children(shown)}
      </div>
    </RoundContext>
  );
}
