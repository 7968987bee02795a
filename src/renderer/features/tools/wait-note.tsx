import { Inbox } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { openAsk } from '../../parts/ask/open-ask.ts';
import { useEntities, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { plural } from '../../ui/format.ts';

/** Tells that a run waits for a person, with the way to the oldest of its asks. */
export function WaitNote({ runId }: { readonly runId: string }) {
  const { page } = useWirebench();
  const asks = useEntities(
    useShallow((state) =>
      [...state.pending.values()]
        .filter(({ operationId, status }) => operationId === runId && status === 'waiting')
        .toSorted((a, b) => a.createdAt - b.createdAt),
    ),
  );
  const [oldest] = asks;
  return (
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
  );
}
