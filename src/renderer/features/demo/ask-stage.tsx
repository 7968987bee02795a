import { useEffect, useRef, useState } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import type { Step } from '#shared/script/run-script.ts';
import { answerFits, scriptReply } from '#shared/script/script-reply.ts';
import { AskSheet } from '../../parts/ask/ask-sheet.tsx';
import { BrowsingButtons, isBrowsing } from '../../parts/ask/browsing-buttons.tsx';
import { filledDraft } from '../../parts/ask/filled-draft.ts';
import { PageCard } from '../../parts/ask/page-card.tsx';
import { PageConsent } from '../../parts/ask/page-consent.tsx';
import { useAnswer } from '../../parts/ask/use-answer.ts';
import { useAskerName } from '../../parts/ask/use-asker-name.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';

export interface AskStageProps {
  readonly ask: PendingInput;
  /** The step of the script that answers it; undefined when the presenter does. */
  readonly answer: Extract<Step, { do: 'answer' }> | undefined;
}

/** Puts what the script will reply into the sheet, once, so that the audience sees it before it is sent. */
function useFilled(ask: PendingInput, answer: AskStageProps['answer']): void {
  const { page } = useWirebench();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another ask comes: what a person typed since stays
  useEffect(() => {
    if (!answer || !answerFits(answer.with, ask) || page.getState().askDrafts[ask.id] !== undefined) return;
    try {
      const draft = filledDraft(ask, scriptReply(ask, answer.with));
      if (draft) page.getState().set({ askDrafts: { ...page.getState().askDrafts, [ask.id]: draft } });
    } catch {
      // The script has no reply to this kind of ask; that is said when the step is played.
    }
  }, [ask.id]);
}

const nothing = () => undefined;

/** The real sheet of an ask, in large. A web page is only shown: its address, and a way to the dialog that opens it. */
export function AskStage({ ask, answer }: AskStageProps) {
  const serverName = useAskerName(ask);
  const card = useRef<HTMLDivElement>(null);
  useFilled(ask, answer);
  const { id, kind } = ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reply is shown anew
  useEffect(() => {
    // What is asked of a model may fill the card: the room reads the last message and the reply to it.
    if (kind !== 'sampling') return;
    const reply = () => card.current?.querySelector('textarea')?.scrollIntoView?.({ block: 'nearest' });
    const frame = requestAnimationFrame(reply);
    return () => cancelAnimationFrame(frame);
  }, [id, kind]);
  return (
    <div ref={card} className="demo-card ask-card">
      {ask.kind === 'url' ? (
        <PageOnStage ask={ask} serverName={serverName} />
      ) : (
        <AskSheet ask={ask} serverName={serverName} onKeep={nothing} onSent={nothing} />
      )}
    </div>
  );
}

function PageOnStage({ ask, serverName }: { readonly ask: PendingInput; readonly serverName: string }) {
  const [reviewing, setReviewing] = useState(false);
  const answer = useAnswer(ask);
  const review = () => setReviewing(true);
  return (
    <>
      <PageCard
        {...{ ask, serverName }}
        onKeep={nothing}
        problem={answer.problem}
        note="The page is not opened by the demo. Open it yourself, or go on."
        footer={
          <div className="dlg-f ask-f">
            {isBrowsing(ask) ? (
              <BrowsingButtons {...{ ask, answer }} first onOpenAgain={review} />
            ) : (
              <>
                <span className="sp" />
                <Button onClick={review}>Review and open…</Button>
              </>
            )}
          </div>
        }
      />
      {reviewing && (
        <PageConsent overSheet ask={ask} serverName={serverName} onKeep={() => setReviewing(false)} onSent={nothing} />
      )}
    </>
  );
}
