import { Clock } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { hasMod } from '../../ui/platform.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useModelAsk } from '../models/use-model-ask.ts';
import { AlwaysMenu } from './always-menu.tsx';
import { AskFrame, type AskView } from './ask-frame.tsx';
import type { AskProps } from './form-ask.tsx';
import { resultProblems } from './sampling-check.ts';
import { changedParams, isEmptyReply, type ReplySource, useSamplingDraft } from './sampling-draft.ts';
import { SamplingReply } from './sampling-reply.tsx';
import { SamplingRequest } from './sampling-request.tsx';
import { SaveReply } from './sampling-saved.tsx';
import { useAnswer } from './use-answer.ts';
import { useInputProblems } from './use-input-problems.ts';
import { useSavedReplies } from './use-saved-replies.ts';
import { useWritten } from './use-written.ts';

const DECLINE = {
  legacy: 'The server receives error -1, User rejected sampling request',
  modern: 'Nothing is sent, the call is not retried and ends as: Ended, you declined to answer',
} as const;

function footNote(empty: boolean, source: ReplySource): string {
  if (empty) return 'There is no reply to send yet';
  return source === 'model' ? 'The server gets nothing until you send' : 'Nothing leaves this computer until you send';
}

/** S26. A server asks for a model's reply: a person sees and changes what is asked, and what goes back (SAMP-02). */
export function SamplingAsk({ ask, serverName, onKeep, onSent }: AskProps) {
  const [draft, change] = useSamplingDraft(ask.id);
  const [view, setView] = useState<AskView>('form');
  const [tried, setTried] = useState(false);
  const answer = useAnswer(ask, onSent);
  const saved = useSavedReplies(ask);
  const model = useModelAsk();
  const era = useEntity('session', ask.sessionId)?.hello?.era;
  const params = useMemo(() => changedParams(ask.params, draft.changed), [ask.params, draft.changed]);
  const written = useWritten(draft);
  const inputs = useInputProblems(written.content, ask.params);
  const problems = written.content
    ? [...resultProblems(written.content, ask.params), ...inputs]
    : [written.problem ?? ''];
  const waiting = ask.status === 'waiting';
  const empty = isEmptyReply(draft);
  const anyway = tried && !empty && written.content !== undefined && problems.length > 0;
  const disabled = !waiting || answer.sending;
  const savable = empty || !written.content ? undefined : written.json;
  const send = () => {
    // A reply that is still coming is not the one a person looked at.
    if (model.running) return;
    setTried(true);
    if (empty || !written.content) return change({ source: empty ? 'write' : 'json' });
    if (problems.length === 0 || anyway) answer.send({ action: 'accept', content: written.content });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event) || !waiting || event.defaultPrevented) return;
    event.preventDefault();
    // Keys that are still held from the run which led here answer nothing.
    if (!event.repeat) send();
  };
  // The exact reply has its place beside the other ways to write one.
  const onView = (next: AskView) => {
    if (next !== 'json') return setView(next);
    if (view === 'form') return setView('request');
    setView('form');
    change({ source: 'json' });
  };
  return (
    <div className={cx('ask', view === 'form' && 'sampling')} {...{ onKeyDown }}>
      <AskFrame
        {...{ ask, serverName, view, onKeep, onView }}
        folded
        tools={era === 'modern' && <Deprecated />}
        formLabel="Reply"
        problem={answer.problem}
        footer={
          <div className="dlg-f ask-f">
            <Tooltip text={DECLINE[era ?? 'legacy']}>
              <Button disabled={disabled} onClick={() => answer.send({ action: 'decline' })}>
                Decline
              </Button>
            </Tooltip>
            <AlwaysMenu ask={ask} reply={savable} />
            <span className="sp" />
            {waiting && <span className="fs11 t3 ask-f-note">{footNote(empty, draft.source)}</span>}
            <SaveReply saved={saved} text={savable} />
            <Button variant="pri" keys={['mod', 'enter']} disabled={disabled || empty || model.running} onClick={send}>
              {anyway ? 'Send anyway' : 'Send reply'}
            </Button>
          </div>
        }
      >
        <div className="ask-2">
          <SamplingRequest ask={ask} params={params} draft={draft} onDraft={change} />
          <SamplingReply
            {...{ ask, params, draft, saved, model, written, problems }}
            onDraft={change}
            missing={tried && empty}
            showProblems={tried}
          />
        </div>
      </AskFrame>
    </div>
  );
}

function Deprecated() {
  return (
    <Chip
      kind="wait"
      icon={Clock}
      title="It works on, and a later version of the protocol may take it out. Servers are to ask a model by themselves."
    >
      <span>
        Sampling is deprecated<span className="ask-since"> since 2026-07-28</span>
      </span>
    </Chip>
  );
}
