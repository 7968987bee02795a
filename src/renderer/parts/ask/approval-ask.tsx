import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { objectAt, textAt } from '#shared/json.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatSize } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { DriftCallout } from '../drift/drift-callout.tsx';
import { marksOf } from '../drift/drift-marks.tsx';
import { hintChips, saidHints } from '../tool-hints.ts';
import { AskFrame } from './ask-frame.tsx';
import { ASK_ICONS, askTitle } from './ask-words.ts';
import type { AskProps } from './form-ask.tsx';
import { OwnClicks } from './own-clicks.tsx';
import { type Answer, useAnswer } from './use-answer.ts';
import { useAskerName } from './use-asker-name.ts';

/** A press that was meant for what stood here before does not decide this, milliseconds. */
const ARMED_AFTER_MS = 400;
/** Characters of exact arguments that are drawn before somebody asks for more. */
const MOST_SHOWN = 4000;

/** S27. Somebody who is no person wants a tool to run: the whole question, as a sheet. */
export function ApprovalAsk({ ask, serverName, onKeep, onSent }: AskProps) {
  const answer = useAnswer(ask, onSent);
  return (
    <div className="ask">
      <AskFrame
        {...{ ask, serverName, onKeep }}
        view="form"
        formLabel="Call"
        problem={answer.problem}
        footer={
          <div className="dlg-f ask-f">
            <Decision {...{ ask, answer }} />
          </div>
        }
      >
        <WantedCall ask={ask} />
      </AskFrame>
    </div>
  );
}

export interface ApprovalBarProps {
  readonly ask: PendingInput;
  /** Whether the last thing a person did was to decide a question of the same place: then the next takes the focus. */
  readonly decided: RefObject<boolean>;
}

/** The same question in the place where its answer is waited for. */
export function ApprovalBar({ ask, decided }: ApprovalBarProps) {
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const serverName = useAskerName(ask);
  const answer = useAnswer(ask);
  const send: Answer['send'] = (reply) => {
    decided.current = true;
    answer.send(reply);
  };
  useEffect(() => {
    // On no button, which a key that was meant for the question before would press.
    if (decided.current) box.current?.focus();
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [decided]);
  return (
    <section ref={box} className="approval" aria-labelledby={titleId} tabIndex={-1}>
      <div className="row">
        <span className="dir k-srv">
          <Icon icon={ASK_ICONS.approval} />
        </span>
        <h3 id={titleId}>{askTitle(ask, serverName)}</h3>
      </div>
      <WantedCall ask={ask} />
      {answer.problem !== undefined && (
        <Callout kind="err" title="The answer did not arrive" role="alert">
          {answer.problem}
        </Callout>
      )}
      <OwnClicks>
        <div className="row">
          <Decision ask={ask} answer={{ ...answer, send }} />
        </div>
      </OwnClicks>
    </section>
  );
}

/** What would run: what the tool says of itself, and the arguments to the digit. */
function WantedCall({ ask: { params, serverId, tool, approval, cutFrom } }: { readonly ask: PendingInput }) {
  const drift = useEntity('server', serverId)?.drift;
  const mark = tool === undefined ? undefined : marksOf(drift, 'tools').get(tool);
  const hints = saidHints(params);
  const args = useMemo(() => objectAt(params, 'arguments') ?? {}, [params]);
  const exact = textAt(params, 'argumentsText');
  const title = textAt(params, 'title');
  const chips = hintChips(hints);
  return (
    <>
      {hints.destructive && (
        <Callout kind="err" title="The server marks this tool as destructive">
          It may change or delete data, and this app cannot undo that. It is asked about each time.
        </Callout>
      )}
      {approval?.lapsed && (
        <Callout kind="wait" title="You always allowed this tool, but of another server">
          The command or address of this server is not the one that you allowed it for.
        </Callout>
      )}
      <DriftCallout serverId={serverId} mark={mark} />
      <div className="row approval-what">
        <span className="mono b5">
          <ForeignText text={tool ?? ''} limit={128} />
        </span>
        {title !== undefined && (
          <span className="fs12 t2">
            <ForeignText text={title} limit={128} inert />
          </span>
        )}
        {chips.map(({ icon, label, kind }) => (
          <Chip key={label} icon={icon} kind={kind}>
            {label}
          </Chip>
        ))}
        {chips.length === 0 && <span className="fs12 t3">It does not say what it may change.</span>}
      </div>
      <div className="codebox">
        {exact === undefined ? (
          <JsonTree label="Arguments" value={args} />
        ) : (
          <p className="mono fs12 block-b">
            <ForeignText text={exact} limit={MOST_SHOWN} lines />
          </p>
        )}
      </div>
      {cutFrom !== undefined && (
        <Callout kind="wait" title="Only a part of the arguments is shown">
          They have {formatSize(cutFrom)}, and up to 256 KB are shown whole. Long texts and lists are cut here; what
          runs is not.
        </Callout>
      )}
    </>
  );
}

function Decision({ ask, answer }: { readonly ask: PendingInput; readonly answer: Answer }) {
  const armed = useArmed();
  const disabled = ask.status !== 'waiting' || answer.sending || !armed;
  const allow = (always: boolean) =>
    answer.send({ action: 'accept', ...(always ? { content: { always: true } } : {}) });
  return (
    <>
      <Button disabled={ask.status !== 'waiting' || answer.sending} onClick={() => answer.send({ action: 'decline' })}>
        Deny
      </Button>
      <span className="sp" />
      {ask.approval?.mayRemember === true && (
        <Button
          disabled={disabled}
          onClick={() => allow(true)}
          title="Until its definition changes, or the command or address of the server. Settings, What servers may ask, lists it."
        >
          Always allow this tool
        </Button>
      )}
      <Button
        variant={saidHints(ask.params).destructive ? 'danger' : 'pri'}
        disabled={disabled}
        onClick={() => allow(false)}
      >
        Allow once
      </Button>
    </>
  );
}

/** False for a moment after it came into sight. */
function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return armed;
}
