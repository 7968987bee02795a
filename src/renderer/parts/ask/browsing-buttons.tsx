import type { PendingInput } from '#shared/entities.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { useStopCall } from '../use-stop-call.ts';
import { useRound } from './round-context.ts';
import type { Answer } from './use-answer.ts';

/** Whether the call is sent again once a person is back: always in the modern era, in the legacy one after error -32042. */
export function useRetries(ask: PendingInput): boolean {
  return useEntity('session', ask.sessionId)?.hello?.era === 'modern' || ask.via === 'input-required';
}

/** Whether a person was sent to a page and the call waits until they come back from it. */
export function isBrowsing(ask: PendingInput): boolean {
  return ask.kind === 'url' && ask.openedAt !== undefined && ask.status === 'waiting';
}

/** What the button of somebody says who is back; of a round nothing is sent before the others are answered, too. */
export function useDoneWords(ask: PendingInput): string {
  const round = useRound();
  const retries = useRetries(ask) && !round && ask.group === undefined && ask.consentedAt === undefined;
  return retries ? 'I am done, retry' : 'I am done';
}

export interface BrowsingButtonsProps {
  readonly ask: PendingInput;
  readonly answer: Answer;
  /** It is the first thing of its list. */
  readonly first: boolean;
  /** Shows the address once more, to be opened from there. */
  readonly onOpenAgain: () => void;
}

/** S25. What can be done while a person is in the browser. */
export function BrowsingButtons({ ask, answer, first, onOpenAgain }: BrowsingButtonsProps) {
  const done = useDoneWords(ask);
  return (
    <>
      <Button
        size="sm"
        variant={first ? 'pri' : 'outline'}
        disabled={answer.sending}
        onClick={() => answer.send({ action: 'accept' })}
        {...(first ? { 'data-first': '' } : {})}
        {...(ask.consentedAt === undefined ? {} : { title: 'Nothing is sent: the server knows that you agreed' })}
      >
        {done}
      </Button>
      <Button size="sm" onClick={onOpenAgain}>
        Open again
      </Button>
      {ask.consentedAt === undefined ? (
        <Button size="sm" variant="quiet" disabled={answer.sending} onClick={() => answer.send({ action: 'cancel' })}>
          Cancel request
        </Button>
      ) : (
        ask.operationId !== undefined && <StopCall operationId={ask.operationId} />
      )}
    </>
  );
}

/** The server has its answer, so there is no request to cancel any more, but a call to stop. */
function StopCall({ operationId }: { readonly operationId: string }) {
  const stop = useStopCall();
  return (
    <Button size="sm" variant="quiet" onClick={() => stop(operationId)}>
      Stop the call
    </Button>
  );
}
