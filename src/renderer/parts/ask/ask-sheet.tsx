import { useState } from 'react';
import { PendingReply } from '#shared/contract.ts';
import { isObject } from '#shared/json.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatSize } from '../../ui/format.ts';
import { ApprovalAsk } from './approval-ask.tsx';
import { AskFrame, type AskView } from './ask-frame.tsx';
import { textHoldsSecret } from './draft-secrets.ts';
import { type AskProps, FormAsk } from './form-ask.tsx';
import { OwnClicks } from './own-clicks.tsx';
import { ReplyJson } from './reply-json.tsx';
import { RoundSheet } from './round-sheet.tsx';
import { SamplingAsk } from './sampling-ask.tsx';
import { UrlAsk } from './url-ask.tsx';
import { useAnswer } from './use-answer.ts';
import { type DraftKind, useDraft } from './use-draft.ts';

/** One ask, ready to be answered by hand. Putting it aside answers nothing. */
export function AskSheet({ ask, onSent, ...rest }: AskProps) {
  return (
    <OwnClicks key={ask.id}>
      <RoundSheet ask={ask} onSent={onSent}>
        {(shown) => <OneAsk key={shown.id} ask={shown} onSent={onSent} {...rest} />}
      </RoundSheet>
    </OwnClicks>
  );
}

function OneAsk(props: AskProps) {
  // A form made of a shortened request would ask for something else than the server does.
  if (props.ask.cutFrom !== undefined && props.ask.kind !== 'approval') return <OtherAsk {...props} />;
  switch (props.ask.kind) {
    case 'form':
      return <FormAsk {...props} />;
    case 'url':
      return <UrlAsk {...props} />;
    case 'sampling':
      return <SamplingAsk {...props} />;
    case 'approval':
      return <ApprovalAsk {...props} />;
    default:
      return <OtherAsk {...props} />;
  }
}

interface TextDraft {
  readonly text: string;
}

const REPLY_TEXT: DraftKind<TextDraft> = {
  start: () => ({ text: '{\n  "action": "accept",\n  "content": {}\n}' }),
  write: ({ text }) => (textHoldsSecret({}, text) ? undefined : { text }),
  read: (saved) => (isObject(saved) && typeof saved.text === 'string' ? { text: saved.text } : undefined),
};

/** Roots are answered by the settings; one that waits anyway can be answered as JSON. */
function OtherAsk({ ask, serverName, onKeep, onSent }: AskProps) {
  const [view, setView] = useState<AskView>('json');
  const [{ text }, setDraft] = useDraft(ask.id, REPLY_TEXT);
  const answer = useAnswer(ask, onSent);
  const disabled = ask.status !== 'waiting' || answer.sending;
  const reply = readReply(text);
  return (
    <div className="ask">
      <AskFrame
        {...{ ask, serverName, view, onKeep }}
        onView={setView}
        formLabel="Reply"
        problem={answer.problem}
        footer={
          <div className="dlg-f ask-f">
            <Button disabled={disabled} onClick={() => answer.send({ action: 'decline' })}>
              Decline
            </Button>
            <span className="sp" />
            <Button variant="pri" disabled={disabled || !reply} onClick={() => reply && answer.send(reply)}>
              Send reply
            </Button>
          </div>
        }
      >
        {ask.cutFrom !== undefined && <TooLarge size={ask.cutFrom} />}
        <ReplyJson
          text={text}
          onText={(next) => setDraft({ text: next })}
          problem={reply ? undefined : 'A reply has an action, and content, an object, when it accepts.'}
        />
      </AskFrame>
    </div>
  );
}

/** What to do with a request that is not mirrored whole. */
function TooLarge({ size }: { readonly size: number }) {
  return (
    <Callout kind="wait" title="This request is too large for a form">
      It has {formatSize(size)}, and requests are drawn up to 256 KB. Decline it, or write the reply as JSON. The whole
      request is in Traffic.
    </Callout>
  );
}

function readReply(text: string): PendingReply | undefined {
  try {
    return PendingReply.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
