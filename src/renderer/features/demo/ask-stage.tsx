import { Globe } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { textAt } from '#shared/json.ts';
import type { Step } from '#shared/script/run-script.ts';
import { answerFits, scriptReply } from '#shared/script/script-reply.ts';
import { AskSheet } from '../../parts/ask/ask-sheet.tsx';
import { askTitle } from '../../parts/ask/ask-words.ts';
import { filledDraft } from '../../parts/ask/filled-draft.ts';
import { ServerMessage } from '../../parts/ask/server-message.tsx';
import { useAskerName } from '../../parts/ask/use-asker-name.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';

// It brings the list of public suffixes and that of look-alike letters.
const DemoAddress = lazy(async () => ({ default: (await import('./demo-address.tsx')).DemoAddress }));

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

function DemoAddressText({ text }: { readonly text: string }) {
  return (
    <p className="codebox demo-url mono">
      <ForeignText text={text} limit={8192} inert />
    </p>
  );
}

/** The real sheet of an ask, in large. A web page is only shown: its address, and a way to the dialog that opens it. */
export function AskStage({ ask, answer }: AskStageProps) {
  const [reviewing, setReviewing] = useState(false);
  const serverName = useAskerName(ask);
  useFilled(ask, answer);
  if (ask.kind !== 'url') {
    return (
      <div className="demo-card ask-card">
        <AskSheet ask={ask} serverName={serverName} onKeep={nothing} onSent={nothing} />
      </div>
    );
  }
  const message = textAt(ask.params, 'message');
  const url = textAt(ask.params, 'url') ?? '';
  return (
    <div className="demo-card ask-card">
      <div className="ask">
        <div className="ask-h">
          <span className="dir k-srv">
            <Icon icon={Globe} />
          </span>
          <div className="col grow">
            <h2>{askTitle(ask, serverName)}</h2>
          </div>
        </div>
        <div className="ask-b">
          {message !== undefined && <ServerMessage text={message} />}
          <Suspense fallback={<DemoAddressText text={url} />}>
            <DemoAddress text={url} />
          </Suspense>
          <p className="t2">The page is not opened by the demo. Open it yourself, or go on.</p>
        </div>
        <div className="dlg-f ask-f">
          <span className="sp" />
          <Button onClick={() => setReviewing(true)}>Review and open…</Button>
        </div>
        {reviewing && (
          <AskSheet ask={ask} serverName={serverName} onKeep={() => setReviewing(false)} onSent={nothing} />
        )}
      </div>
    </div>
  );
}
