import type { KeyboardEvent } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { ASK_ICONS, askLine, askOrigin, askTitle, waitingTime } from '../../parts/ask/ask-words.ts';
import { useAnswer } from '../../parts/ask/use-answer.ts';
import { useAskerName } from '../../parts/ask/use-asker-name.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Asks that are drawn: a server says how many there are. */
const MOST = 50;

interface WaitingListProps {
  /** Oldest first. */
  readonly asks: readonly PendingInput[];
  readonly onAnswer: (id: string) => void;
}

/** The asks that wait, each with its buttons. */
export function WaitingList({ asks, onAnswer }: WaitingListProps) {
  const now = useNow(asks.length > 0 ? 1000 : undefined);
  if (asks.length === 0) return null;
  return (
    <ul aria-label="Waiting">
      {asks.slice(0, MOST).map((ask, index) => (
        <Waiting key={ask.id} ask={ask} first={index === 0} now={now} onAnswer={onAnswer} />
      ))}
      {asks.length > MOST && <li className="inbox-i fs12 t2">{asks.length - MOST} more wait behind these.</li>}
    </ul>
  );
}

interface WaitingProps {
  readonly ask: PendingInput;
  readonly first: boolean;
  readonly now: number;
  readonly onAnswer: (id: string) => void;
}

function Waiting({ ask, first, now, onAnswer }: WaitingProps) {
  const { page } = useWirebench();
  const name = useAskerName(ask);
  const operation = useEntity('operation', ask.operationId);
  const answer = useAnswer(ask);
  const decline = () => answer.send({ action: 'decline' });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'a') onAnswer(ask.id);
    else if (key === 'd') decline();
    else return;
    event.preventDefault();
  };
  const goTo = () => {
    page.getState().select(`${ask.serverId}/tasks`, ask.taskId ?? '');
    page.getState().openTab(ask.serverId, 'tasks');
  };
  const from = askOrigin(ask, operation);
  return (
    <li className="inbox-i" {...{ onKeyDown }}>
      <span className="dir k-srv">
        <Icon icon={ASK_ICONS[ask.kind]} />
      </span>
      <div className="inbox-t">
        <div className="row">
          <span className="b5 el">{askTitle(ask, name)}</span>
          <span className="sp" />
          <span className="fs11 t3 tn nw">{waitingTime(now - ask.createdAt)}</span>
        </div>
        <span className="fs12 t2 el">
          {from === '' ? '' : `${from}: `}
          {askLine(ask)}
        </span>
        {answer.problem !== undefined && (
          <span className="fs12 c-err" role="alert">
            The reply did not arrive. {answer.problem}
          </span>
        )}
        <div className="row inbox-a">
          <Button
            size="sm"
            variant={first ? 'pri' : 'outline'}
            onClick={() => onAnswer(ask.id)}
            {...(first ? { 'data-first': '' } : {})}
          >
            {ask.kind === 'form' ? 'Answer' : 'Review'}
          </Button>
          <Button size="sm" disabled={answer.sending} onClick={decline}>
            Decline
          </Button>
          {ask.taskId !== undefined && (
            <Button size="sm" variant="quiet" onClick={goTo}>
              Go to task
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
