import { useEffect, useMemo, useRef, useState } from 'react';
import { isListRead } from '#shared/entities.ts';
import { isObject } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { trialTools } from '#shared/trial-tools.ts';
import type { Trial } from '#shared/trials.ts';
import { MessageList } from '../../parts/message-list.tsx';
import { AskPanel, usageWords } from '../../parts/models/ask-panel.tsx';
import { ProviderTrouble } from '../../parts/models/model-picker.tsx';
import { messageBlocks } from '../../parts/models/token-count.ts';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useCatalog } from '../../parts/use-catalog.ts';
import { useLastAction } from '../../parts/use-last-action.ts';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { TrialCallView } from './trial-call.tsx';
import { useFollowEnd } from './use-follow-end.ts';
import { callKey, type TrialView, useTrial } from './use-trial.ts';

export interface TryModelProps {
  readonly session: Session;
  readonly prompt: string;
  /** The operation that fetched the messages. */
  readonly operationId: string;
  readonly messages: readonly unknown[];
  /** The newest trial with these messages. */
  readonly trial: Trial | undefined;
}

const MORE = 'The results of tools that run go there too.';

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

/** S12. The messages of a prompt go to a model, and its answer comes in below. The server is asked only for tools. */
export function TryModel({ session, prompt, operationId, messages, trial }: TryModelProps) {
  const { id: sessionId } = session;
  const view = useTrial(trial);
  const [choice, setChoice] = useState({ provider: trial?.provider ?? '', model: '' });
  const [wanted, setWanted] = useState(trial?.withTools ?? false);
  const { items, head } = useCatalog(sessionId, 'tools');
  const tools = useMemo(() => trialTools(items), [items]);
  useEndTold(trial);
  const can = tools.length > 0 && session.state.at === 'ready' && head !== undefined && isListRead(head);
  const withTools = wanted && can;
  const params = useMemo(() => ({ messages, ...(withTools ? { tools } : {}) }), [messages, withTools, tools]);
  return (
    <ScrollPane label="Try with a model" className="try">
      <div className="try-ask">
        <AskPanel
          params={params}
          hints={undefined}
          {...choice}
          onChoose={(next) => setChoice((before) => ({ ...before, ...next }))}
          running={view.running}
          more={withTools ? MORE : undefined}
          onAsk={(provider, model) =>
            view.start({
              ...{ sessionId, prompt, operationId, provider, params: { messages }, withTools },
              ...(model === '' ? {} : { model }),
            })
          }
          onStop={view.stop}
        >
          {can && (
            <Checkbox checked={withTools} onChecked={setWanted} disabled={view.running}>
              With the tools of this server. You are asked before each call, except of those you always allow.
            </Checkbox>
          )}
        </AskPanel>
      </div>
      <Answers {...{ session, view, trial }} />
    </ScrollPane>
  );
}

interface AnswersProps {
  readonly session: Session;
  readonly view: TrialView;
  readonly trial: Trial | undefined;
}

const isToolUse = (block: unknown) => isObject(block) && block.type === 'tool_use';

/** The replies of the model, and how the trial stands. */
function Answers({ session, view, trial }: AnswersProps) {
  const { id: sessionId, serverId } = session;
  const decided = useLastAction();
  const { replies, calls, text, problem, lost, running } = view;
  const last = useRef<HTMLParagraphElement>(null);
  const words = standing(trial, view, running);
  const sizes = `${replies.length} ${text.length} ${[...calls.values()].map(({ state }) => state)}`;
  useFollowEnd(last, trial && `${sizes} ${words}`);
  return (
    <>
      {replies.map((reply, at) => {
        const blocks = messageBlocks(reply.result);
        const said = blocks.filter((block) => !isToolUse(block));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reply is its place
          <div key={at}>
            {said.length > 0 && <MessageList messages={[{ role: 'assistant', content: said }]} sessionId={sessionId} />}
            {blocks.filter(isToolUse).map((use, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tool use is its place
              <div className="msg" key={place}>
                <span className="fs12 b5 c-srv">wants a tool</span>
                <div className="msg-b">
                  <TrialCallView
                    {...{ serverId, sessionId, use, decided }}
                    call={calls.get(callKey({ reply: at, use: place }))}
                  />
                </div>
              </div>
            ))}
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
      <p ref={last} className="pad-v fs12 t3" role="status">
        <ForeignText text={words} limit={800} />
      </p>
    </>
  );
}

function standing(trial: Trial | undefined, { replies, text }: TrialView, running: boolean): string {
  if (!trial) return '';
  if (running && trial.status === 'calling') return 'The model waits for its tools.';
  if (running) return text === '' ? 'The model is asked.' : 'The model writes.';
  if (trial.status === 'stopped')
    return `${trial.because ?? 'You stopped it.'} What came so far stays here; nothing more is sent.`;
  if (trial.status === 'limit')
    return `The model was asked ${trial.rounds} times and still wants tools, so it was not asked again.`;
  const last = replies.at(-1);
  if (!last) return '';
  const model = typeof last.result.model === 'string' ? `From ${last.result.model}.` : undefined;
  const parts = [model, usageWords(last.usage), ...last.notes];
  return parts.filter((part) => part !== undefined).join(' ');
}
