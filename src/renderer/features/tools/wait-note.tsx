import { Inbox } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { isBrowsing } from '../../parts/ask/browsing-buttons.tsx';
import { OnePage } from '../../parts/ask/browsing-step.tsx';
import { openAsk } from '../../parts/ask/open-ask.ts';
import { useEntities, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { plural } from '../../ui/format.ts';

export interface WaitNoteProps {
  readonly runId: string;
  /** An ask that is told of elsewhere, with its button. */
  readonly noted: string | undefined;
  /** The thread below says which page somebody was sent to. */
  readonly inThread: boolean;
}

/** Tells that a run waits for a person, with the way to the oldest of its asks. */
export function WaitNote({ runId, noted, inThread }: WaitNoteProps) {
  const { page } = useWirebench();
  const all = useEntities(
    useShallow((state) =>
      [...state.pending.values()]
        .filter(({ operationId, status }) => operationId === runId && status === 'waiting')
        .toSorted((a, b) => a.createdAt - b.createdAt),
    ),
  );
  const asks = all.filter((ask) => ask.id !== noted && !isBrowsing(ask));
  const [oldest] = asks;
  const pages = inThread ? [] : all.filter(isBrowsing);
  return (
    <>
      {pages.map((ask) => (
        <Callout key={ask.id} kind="wait" title="Waiting for you in the browser">
          <OnePage ask={ask} several={pages.length > 1} />
        </Callout>
      ))}
      {(oldest !== undefined || all.length === 0) && (
        <Callout
          kind="wait"
          title="The server needs something from you"
          actions={
            <Button
              size="sm"
              icon={Inbox}
              onClick={() => (oldest ? openAsk(page, oldest) : page.getState().set({ inboxOpen: true }))}
            >
              {oldest ? 'Answer' : 'Open the inbox'}
            </Button>
          }
        >
          <p>
            {asks.length > 1
              ? `${plural(asks.length, 'request')} wait for your answer.`
              : 'The call goes on once you have answered.'}{' '}
            Its timeout is paused.
          </p>
        </Callout>
      )}
    </>
  );
}
