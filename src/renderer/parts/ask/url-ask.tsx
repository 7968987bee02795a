import { useState } from 'react';
import { usePage } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { BrowsingButtons, isBrowsing } from './browsing-buttons.tsx';
import type { AskProps } from './form-ask.tsx';
import { PageCard } from './page-card.tsx';
import { PageConsent } from './page-consent.tsx';
import { useRound } from './round-context.ts';
import { useAnswer } from './use-answer.ts';

/** S25. A server wants a person to open a web page: a dialog, and a sheet in the place of arguments or as a step of a round. */
export function UrlAsk(props: AskProps) {
  const round = useRound();
  return round || props.inPlace ? <PageSheet {...props} /> : <PageConsent {...props} />;
}

/** The page as a sheet, which says how far it is. The consent is a dialog above it. */
function PageSheet(props: AskProps) {
  const { ask, serverName, onKeep, onSent, inPlace = false } = props;
  const answer = useAnswer(ask, onSent);
  const held = usePage((state) => state.heldReplies[ask.id] !== undefined);
  const browsing = isBrowsing(ask);
  const waiting = ask.status === 'waiting';
  const [reviewing, setReviewing] = useState(!inPlace && waiting && !browsing && !held);
  const review = () => setReviewing(true);
  return (
    <>
      <PageCard
        {...{ ask, serverName, onKeep }}
        problem={answer.problem}
        footer={
          <div className="dlg-f ask-f">
            {browsing ? (
              <BrowsingButtons {...{ ask, answer }} first onOpenAgain={review} />
            ) : (
              <>
                <Button disabled={!waiting || answer.sending} onClick={() => answer.send({ action: 'decline' })}>
                  Decline
                </Button>
                <span className="sp" />
                <Button variant="pri" disabled={!waiting} onClick={review}>
                  Review and open…
                </Button>
              </>
            )}
          </div>
        }
      />
      {reviewing && <PageConsent {...props} overSheet onKeep={waiting ? () => setReviewing(false) : onKeep} />}
    </>
  );
}
