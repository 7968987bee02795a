import { useShallow } from 'zustand/react/shallow';
import type { PendingInput } from '#shared/entities.ts';
import type { EntityState } from '../../store/state.ts';
import { useEntities, useWirebench } from '../../store/wirebench.tsx';
import { askLine } from './ask-words.ts';
import { BrowsingButtons, isBrowsing } from './browsing-buttons.tsx';
import { openAsk } from './open-ask.ts';
import { ReplyProblem } from './reply-problem.tsx';
import { useAnswer } from './use-answer.ts';

export interface BrowsingStepProps {
  readonly sessionId: string;
  /** A request of the call. */
  readonly exchangeId: string;
}

/** Pages of one call that a person was sent to, and is waited for. */
function browsedBy({ pending, operation }: EntityState, { sessionId, exchangeId }: BrowsingStepProps): PendingInput[] {
  return [...pending.values()].filter(
    (ask) =>
      ask.sessionId === sessionId &&
      isBrowsing(ask) &&
      operation.get(ask.operationId ?? '')?.exchangeIds.includes(exchangeId) === true,
  );
}

/** S25. What can be done while a person is in the browser, in the thread of the call that sent them there. */
export function BrowsingStep(props: BrowsingStepProps) {
  const asks = useEntities(useShallow((state) => browsedBy(state, props)));
  return asks.map((ask) => <OnePage key={ask.id} ask={ask} several={asks.length > 1} />);
}

export interface OnePageProps {
  readonly ask: PendingInput;
  /** There are others beside it, so it says which one it is. */
  readonly several: boolean;
}

/** The buttons of one page, and why the reply did not arrive. */
export function OnePage({ ask, several }: OnePageProps) {
  const { page } = useWirebench();
  const answer = useAnswer(ask);
  const line = askLine(ask);
  return (
    <fieldset aria-label={line}>
      {several && <p className="fs12 t2">{line}</p>}
      <ReplyProblem text={answer.problem} />
      <div className="row th-act">
        <BrowsingButtons {...{ ask, answer }} first={false} onOpenAgain={() => openAsk(page, ask)} />
      </div>
    </fieldset>
  );
}
