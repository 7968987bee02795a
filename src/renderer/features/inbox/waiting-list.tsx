import type { KeyboardEvent } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { ASK_ICONS, askLine, askOrigin, askTitle, waitingTime } from '../../parts/ask/ask-words.ts';
import { BrowsingButtons, isBrowsing } from '../../parts/ask/browsing-buttons.tsx';
import { OwnClicks } from '../../parts/ask/own-clicks.tsx';
import { useAnswer } from '../../parts/ask/use-answer.ts';
import { useAskerName } from '../../parts/ask/use-asker-name.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { listTarget } from '../../ui/list-stops.ts';
import { useNow } from '../../ui/use-now.ts';

/** Asks that are drawn: a server says how many there are. */
const MOST = 50;
/** Asks of one round that are named. */
const MOST_LINES = 4;

interface WaitingListProps {
  /** Oldest first. */
  readonly asks: readonly PendingInput[];
  readonly onAnswer: (ask: PendingInput) => void;
}

/** The asks of each round together, in the order of the oldest of each. */
function grouped(asks: readonly PendingInput[]): PendingInput[][] {
  const groups = new Map<string, PendingInput[]>();
  for (const ask of asks) {
    const key = ask.group ?? ask.id;
    groups.set(key, [...(groups.get(key) ?? []), ask]);
  }
  return [...groups.values()];
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

/** The keys of a list go from entry to entry, each of which is brought into sight. */
function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  if (hasModifier(event) || event.defaultPrevented) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > .inbox-i')];
  const at = entries.findIndex((entry) => entry.contains(document.activeElement));
  const target = at < 0 ? undefined : listTarget(event.key, at, entries.length - 1);
  const entry = target === undefined ? undefined : entries[target];
  if (!entry) return;
  event.preventDefault();
  if (target !== at) entry.querySelector<HTMLElement>('.inbox-a button')?.focus();
  entry.scrollIntoView?.({ block: 'nearest' });
}

/** Whether an entry was scrolled away, so that nobody sees what a key would answer. */
function isOutOfSight(entry: Element): boolean {
  const box = entry.closest('.inbox-b')?.getBoundingClientRect();
  const { top, bottom } = entry.getBoundingClientRect();
  return box !== undefined && (bottom < box.top || top > box.bottom);
}

/** The asks that wait, each with its buttons; those of one round are one entry. */
export function WaitingList({ asks, onAnswer }: WaitingListProps) {
  const now = useNow(asks.length > 0 ? 1000 : undefined);
  if (asks.length === 0) return null;
  const entries = grouped(asks);
  return (
    <ul aria-label="Waiting" onKeyDown={moveBetween}>
      {entries.slice(0, MOST).map(([ask, ...others], index) => {
        if (!ask) return null;
        return <Waiting key={ask.id} {...{ ask, others, now, onAnswer }} first={index === 0} />;
      })}
      {entries.length > MOST && <li className="inbox-i fs12 t2">{entries.length - MOST} more wait behind these.</li>}
    </ul>
  );
}

interface WaitingProps {
  readonly ask: PendingInput;
  /** Asked in the same round, after it. */
  readonly others: readonly PendingInput[];
  readonly first: boolean;
  readonly now: number;
  readonly onAnswer: (ask: PendingInput) => void;
}

function Waiting({ ask, others, first, now, onAnswer }: WaitingProps) {
  const { page } = useWirebench();
  const name = useAskerName(ask);
  const operation = useEntity('operation', ask.operationId);
  const answer = useAnswer(ask);
  const alone = others.length === 0;
  const browsing = alone && isBrowsing(ask);
  const decline = () => answer.send({ action: 'decline' });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = event.key.toLowerCase();
    if (hasModifier(event) || (key !== 'a' && key !== 'd')) return;
    // The first press shows what it is about.
    if (isOutOfSight(event.currentTarget)) event.currentTarget.scrollIntoView?.({ block: 'nearest' });
    else if (key === 'a') onAnswer(ask);
    // Who is at the page has its buttons alone, none of which declines: a bare key must not either.
    else if (alone && !isBrowsing(ask)) decline();
    else return;
    event.preventDefault();
  };
  const goTo = () => {
    page.getState().select(`${ask.serverId}/tasks`, ask.taskId ?? '');
    page.getState().openTab(ask.serverId, 'tasks');
  };
  const from = askOrigin(ask, operation, 'shared');
  const verb = ask.kind === 'form' ? 'Answer' : 'Review';
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
        {[ask, ...others].slice(0, MOST_LINES).map((one, at) => (
          <span key={one.id} className="fs12 t2 el" title={askOrigin(one, operation) || undefined}>
            {at > 0 || from === '' ? '' : `${from}: `}
            {alone ? '' : `${at + 1} of ${others.length + 1}, `}
            {isBrowsing(one) ? 'Waiting for you in the browser' : askLine(one)}
          </span>
        ))}
        {answer.problem !== undefined && (
          <span className="fs12 c-err" role="alert">
            The reply did not arrive. {answer.problem}
          </span>
        )}
        <OwnClicks>
          <div className="row inbox-a">
            {browsing ? (
              <BrowsingButtons {...{ ask, answer, first }} onOpenAgain={() => onAnswer(ask)} />
            ) : (
              <>
                <Button
                  size="sm"
                  variant={first ? 'pri' : 'outline'}
                  onClick={() => onAnswer(ask)}
                  {...(first ? { 'data-first': '' } : {})}
                >
                  {alone ? verb : `Answer ${others.length + 1} requests`}
                </Button>
                {alone && (
                  <Button
                    size="sm"
                    disabled={answer.sending}
                    onClick={decline}
                    title={
                      ask.kind === 'sampling' || ask.kind === 'approval'
                        ? undefined
                        : 'The server receives the action decline'
                    }
                  >
                    {ask.kind === 'approval' ? 'Deny' : 'Decline'}
                  </Button>
                )}
              </>
            )}
            {ask.taskId !== undefined && (
              <Button size="sm" variant="quiet" onClick={goTo}>
                Go to task
              </Button>
            )}
          </div>
        </OwnClicks>
      </div>
    </li>
  );
}
