import type { PendingInput } from '#shared/entities.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import type { Answer } from './use-answer.ts';

/** Whether the call is sent again once a person is back: always in the modern era, in the legacy one after error -32042. */
export function useRetries(ask: PendingInput): boolean {
  return useEntity('session', ask.sessionId)?.hello?.era === 'modern' || ask.via === 'input-required';
}

/** Whether a person was sent to a page and the call waits until they come back from it. */
export function isBrowsing(ask: PendingInput): boolean {
  return ask.kind === 'url' && ask.openedAt !== undefined && ask.status === 'waiting';
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
  const retries = useRetries(ask);
  return (
    <>
      {retries && (
        <Button
          size="sm"
          variant={first ? 'pri' : 'outline'}
          disabled={answer.sending}
          onClick={() => answer.send({ action: 'accept' })}
          {...(first ? { 'data-first': '' } : {})}
        >
          I am done, retry
        </Button>
      )}
      <Button size="sm" onClick={onOpenAgain}>
        Open again
      </Button>
      <Button size="sm" variant="quiet" disabled={answer.sending} onClick={() => answer.send({ action: 'cancel' })}>
        Cancel request
      </Button>
    </>
  );
}
