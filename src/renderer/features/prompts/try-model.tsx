import { useEffect, useRef, useState } from 'react';
import { isObject, type JsonObject } from '#shared/json.ts';
import type { Trial } from '#shared/trials.ts';
import { MessageList } from '../../parts/message-list.tsx';
import { AskPanel, usageWords } from '../../parts/models/ask-panel.tsx';
import { ProviderTrouble } from '../../parts/models/model-picker.tsx';
import { messageBlocks } from '../../parts/models/token-count.ts';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { type TrialView, useTrial } from './use-trial.ts';

export interface TryModelProps {
  readonly sessionId: string;
  readonly prompt: string;
  /** The operation that fetched the messages. */
  readonly operationId: string;
  readonly messages: readonly unknown[];
  /** The newest trial with these messages. */
  readonly trial: Trial | undefined;
}

/** Says once that a trial has ended that ran while it was looked at. */
function useEndTold(trial: Trial | undefined): void {
  const { announce } = useFeedback();
  const ran = useRef(false);
  const status = trial?.status;
  const running = status === 'asking' || status === 'calling';
  useEffect(() => {
    if (ran.current && !running)
      announce(status === 'done' ? 'The model has answered.' : 'The model was not asked to the end.');
    ran.current = running;
  }, [running, status, announce]);
}

/** S12. The messages of a prompt go to a model, and its answer comes in below. The server gets nothing of it. */
export function TryModel({ sessionId, prompt, operationId, messages, trial }: TryModelProps) {
  const view = useTrial(trial);
  const [choice, setChoice] = useState({ provider: trial?.provider ?? '', model: trial?.model ?? '' });
  useEndTold(trial);
  const params: JsonObject = { messages };
  return (
    <ScrollPane label="Try with a model" className="try">
      <div className="try-ask">
        <AskPanel
          params={params}
          hints={undefined}
          {...choice}
          onChoose={(next) => setChoice((before) => ({ ...before, ...next }))}
          running={view.running}
          onAsk={(provider, model) =>
            view.start({
              ...{ sessionId, prompt, operationId, provider, params, withTools: false },
              ...(model === '' ? {} : { model }),
            })
          }
          onStop={view.stop}
        />
      </div>
      <Answers {...{ sessionId, view, trial }} />
    </ScrollPane>
  );
}

interface AnswersProps {
  readonly sessionId: string;
  readonly view: TrialView;
  readonly trial: Trial | undefined;
}

/** What a reply says, without the tools it wants. */
function saidIn(content: unknown): unknown[] {
  return messageBlocks({ content }).filter((block) => !(isObject(block) && block.type === 'tool_use'));
}

/** The replies of the model, and how the trial stands. */
function Answers({ sessionId, view, trial }: AnswersProps) {
  const { replies, text, problem, lost, running } = view;
  return (
    <>
      {replies.map((reply, at) => {
        const said = saidIn(reply.result.content);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reply is its place
          <div key={at}>
            {said.length > 0 && <MessageList messages={[{ role: 'assistant', content: said }]} sessionId={sessionId} />}
          </div>
        );
      })}
      {text !== '' && (
        <MessageList messages={[{ role: 'assistant', content: { type: 'text', text } }]} sessionId={sessionId} />
      )}
      {problem && (
        <div className="pad-v">
          <ProviderTrouble problem={problem} />
        </div>
      )}
      {lost !== undefined && (
        <div className="pad-v">
          <Callout kind="err" title="The model was not asked to the end" role="alert">
            <ForeignText text={lost} limit={400} />
          </Callout>
        </div>
      )}
      <p className="pad-v fs12 t3" role="status">
        <ForeignText text={standing(trial, view, running)} limit={800} />
      </p>
    </>
  );
}

function standing(trial: Trial | undefined, { replies, text }: TrialView, running: boolean): string {
  if (!trial) return '';
  if (running) return text === '' ? 'The model is asked.' : 'The model writes.';
  if (trial.status === 'stopped')
    return 'You stopped it. What came so far stays here; nothing of it went to the server.';
  const last = replies.at(-1);
  if (!last) return '';
  const model = typeof last.result.model === 'string' ? `From ${last.result.model}.` : undefined;
  const parts = [model, usageWords(last.usage), ...last.notes];
  return parts.filter((part) => part !== undefined).join(' ');
}
