import { Clock, Globe } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { textAt } from '#shared/json.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { askOrigin, askTitle, endWords } from './ask-words.ts';
import { isBrowsing, useDoneWords, useRetries } from './browsing-buttons.tsx';
import type { AskProps } from './form-ask.tsx';
import { LeaveApp } from './leave-app.tsx';
import { OwnClicks } from './own-clicks.tsx';
import { InBrowser } from './page-card.tsx';
import { ReplyProblem } from './reply-problem.tsx';
import { ServerMessage } from './server-message.tsx';
import { type Answer, useAnswer } from './use-answer.ts';

export interface PageConsentProps extends AskProps {
  /** The sheet of the page is below it: closing it keeps nothing aside. */
  readonly overSheet?: boolean;
}

/** S25. Asked before a page is opened outside the app. It closes with that: what follows is no matter of a dialog. */
export function PageConsent({ ask, serverName, onKeep, onSent, overSheet = false }: PageConsentProps) {
  const { link } = useWirebench();
  const safe = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  const answer = useAnswer(ask, onSent);
  const operation = useEntity('operation', ask.operationId);
  const browsing = isBrowsing(ask);
  const waiting = ask.status === 'waiting';
  const refusable = waiting && ask.consentedAt === undefined;
  const round = ask.round === undefined ? '' : `round ${ask.round}`;
  const from = [askOrigin(ask, operation), round].filter((part) => part !== '').join(', ');
  const wasOpened = () => {
    link
      .client()
      ['pending.opened']({ id: ask.id })
      .then(onKeep, (error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <OwnClicks>
      <LeaveApp
        title={askTitle(ask, serverName)}
        description={from === '' ? undefined : from}
        address={textAt(ask.params, 'url') ?? ''}
        onClose={onKeep}
        keepLabel={waiting && !overSheet ? 'Keep for later in the Inbox' : undefined}
        safe={safe}
        offered={waiting}
        again={ask.openedAt !== undefined}
        onOpened={wasOpened}
        head={<Head {...{ ask, browsing, answer }} />}
        facts={<Facts ask={ask} />}
        foot={<ReplyProblem text={answer.problem ?? problem} />}
        left={
          refusable ? (
            <Refusals answer={answer} safe={safe} />
          ) : (
            <Button ref={safe} onClick={onKeep}>
              Close
            </Button>
          )
        }
      />
    </OwnClicks>
  );
}

interface HeadProps {
  readonly ask: PendingInput;
  readonly browsing: boolean;
  readonly answer: Answer;
}

function Head({ ask, browsing, answer }: HeadProps) {
  const message = textAt(ask.params, 'message');
  const waiting = ask.status === 'waiting';
  const over = waiting ? undefined : endWords(ask);
  const unopened = waiting && ask.doneAt !== undefined && ask.openedAt === undefined && ask.via === 'input-required';
  return (
    <>
      {over !== undefined && <Callout kind={ask.status === 'accepted' ? 'ok' : 'wait'} title={over} />}
      {browsing && <InBrowser />}
      {unopened && <DoneUnopened answer={answer} />}
      {message !== undefined && <ServerMessage text={message} />}
    </>
  );
}

/** The call is not sent again by itself: nobody here has agreed to anything yet (ELIC-20). */
function DoneUnopened({ answer }: { readonly answer: Answer }) {
  return (
    <Callout kind="ok" title="The server says this page is done">
      <div className="row">
        <span>You have not opened it from here.</span>
        <span className="sp" />
        <Button size="sm" disabled={answer.sending} onClick={() => answer.send({ action: 'accept' })}>
          Try again without opening it
        </Button>
      </div>
    </Callout>
  );
}

function Refusals({ answer, safe }: { readonly answer: Answer; readonly safe: RefObject<HTMLButtonElement | null> }) {
  return (
    <>
      <Button ref={safe} disabled={answer.sending} onClick={() => answer.send({ action: 'decline' })}>
        Decline
      </Button>
      <Button variant="quiet" disabled={answer.sending} onClick={() => answer.send({ action: 'cancel' })}>
        Cancel request
      </Button>
    </>
  );
}

function Facts({ ask }: { readonly ask: PendingInput }) {
  const retries = useRetries(ask);
  const done = useDoneWords(ask);
  return (
    <ul className="fs12 t2 url-facts">
      <li className="row">
        <Icon icon={Globe} size="s" />
        Opens in your browser. This app does not see what you enter there.
      </li>
      <li className="row">
        <Icon icon={Clock} size="s" />
        {retries
          ? `The call waits. Come back and choose ${done}.`
          : 'Opening it tells the server that you agreed. The call goes on when the server hears that you are done.'}
      </li>
    </ul>
  );
}
