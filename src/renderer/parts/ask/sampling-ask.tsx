import { type KeyboardEvent, useState } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { arrayAt, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';
import { hasMod } from '../../ui/platform.ts';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { MessageList } from '../message-list.tsx';
import { AskFrame, type AskView } from './ask-frame.tsx';
import type { AskProps } from './form-ask.tsx';
import { ReplyJson } from './reply-json.tsx';
import { useAnswer } from './use-answer.ts';
import { useDraft } from './use-draft.ts';

interface ReplyDraft {
  readonly text: string;
  readonly model: string;
  readonly stopReason: string;
  /** The result as it was changed by hand; undefined while it follows the fields. */
  readonly json: string | undefined;
}

const START: ReplyDraft = { text: '', model: 'written-by-hand', stopReason: 'endTurn', json: undefined };
const STOPS = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse'].map((value) => ({ value, label: value }));
/** Characters that make about one token. */
const TOKEN = 4;

function resultOf({ text, model, stopReason }: ReplyDraft): JsonObject {
  return { role: 'assistant', content: { type: 'text', text }, model, stopReason };
}

function readResult(text: string): { content?: JsonObject; problem?: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { content: value } : { problem: 'The result is an object.' };
  } catch (error) {
    return { problem: `This is not valid JSON. ${error instanceof Error ? error.message : ''}` };
  }
}

/** S26. A server asks for a model's reply, and a person writes it. */
export function SamplingAsk({ ask, serverName, onKeep, onSent }: AskProps) {
  const [draft, setDraft] = useDraft<ReplyDraft>(ask.id, () => START);
  const [view, setView] = useState<AskView>('form');
  const [tried, setTried] = useState(false);
  const answer = useAnswer(ask, onSent);
  const legacy = useEntity('session', ask.sessionId)?.hello?.era === 'legacy';
  const json = draft.json ?? JSON.stringify(resultOf(draft), null, 2);
  const written = readResult(json);
  const waiting = ask.status === 'waiting';
  const empty = draft.json === undefined && draft.text === '';
  const send = () => {
    setTried(true);
    if (written.content && !empty) answer.send({ action: 'accept', content: written.content });
    else setView(empty ? 'form' : 'json');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event) || !waiting) return;
    event.preventDefault();
    send();
  };
  const disabled = !waiting || answer.sending;
  return (
    <div className="ask" {...{ onKeyDown }}>
      <AskFrame
        {...{ ask, serverName, view, onKeep }}
        onView={setView}
        formLabel="Write it"
        problem={answer.problem}
        footer={
          <div className="dlg-f ask-f">
            <Button
              disabled={disabled}
              onClick={() => answer.send({ action: 'decline' })}
              title={
                legacy
                  ? 'The server receives error -1, User rejected sampling request'
                  : 'Nothing is sent, the call ends without a reply'
              }
            >
              Decline
            </Button>
            <span className="sp" />
            <span className="fs11 t3">Nothing leaves this computer until you send</span>
            <Button variant="pri" keys={['mod', 'enter']} disabled={disabled} onClick={send}>
              Send reply
            </Button>
          </div>
        }
      >
        {view === 'json' ? (
          <ReplyJson text={json} onText={(text) => setDraft({ ...draft, json: text })} problem={written.problem} />
        ) : (
          <div className="ask-2">
            <Wanted ask={ask} />
            <Written ask={ask} draft={draft} onDraft={setDraft} missing={tried && empty} />
          </div>
        )}
      </AskFrame>
    </div>
  );
}

interface WrittenProps {
  readonly ask: PendingInput;
  readonly draft: ReplyDraft;
  readonly onDraft: (draft: ReplyDraft) => void;
  readonly missing: boolean;
}

function Written({ ask, draft, onDraft, missing }: WrittenProps) {
  const limit = ask.params.maxTokens;
  const tokens = Math.ceil(draft.text.length / TOKEN);
  const over = typeof limit === 'number' && tokens > limit;
  const change = (part: Partial<ReplyDraft>) => onDraft({ ...draft, ...part, json: undefined });
  return (
    <section className="ask-col" aria-label="Your reply">
      <h3 className="fs11 t3 b5">Your reply</h3>
      {draft.json !== undefined && (
        <Callout kind="wait" title="The reply was changed as JSON">
          That text is sent, not these fields. A change here replaces it.
        </Callout>
      )}
      <Field
        label="Text"
        type="content.text"
        error={missing ? 'Write the reply, or decline.' : undefined}
        hint={
          <span className={over ? 'c-wait' : undefined}>
            about {tokens.toLocaleString('en-US')}
            {typeof limit === 'number' && ` of ${limit.toLocaleString('en-US')}`} tokens
            {over && '. A model would have stopped at the limit.'}
          </span>
        }
      >
        {(control) => (
          <TextArea {...control} rows={10} value={draft.text} onValue={(text) => change({ text })} spellCheck />
        )}
      </Field>
      <div className="form-2">
        <Field label="Model name" type="model">
          {(control) => <TextInput {...control} value={draft.model} onValue={(model) => change({ model })} />}
        </Field>
        <Field label="Stop reason" type="stopReason">
          {(control) => (
            <Select
              {...control}
              value={draft.stopReason}
              onValue={(stopReason) => change({ stopReason })}
              options={STOPS}
            />
          )}
        </Field>
      </div>
    </section>
  );
}

function Wanted({ ask }: { readonly ask: PendingInput }) {
  const { params } = ask;
  const system = textAt(params, 'systemPrompt');
  const messages = arrayAt(params, 'messages');
  return (
    <section className="ask-col" aria-label="What the server wants to send to a model">
      <h3 className="fs11 t3 b5">What the server wants to send to a model</h3>
      {system !== undefined && (
        <>
          <h3 className="fs12 b6">System prompt</h3>
          <p className="codebox ask-box">
            <ForeignText text={system} limit={2000} lines />
          </p>
        </>
      )}
      <h3 className="fs12 b6">Messages</h3>
      <div className="codebox ask-box">
        <MessageList messages={messages} sessionId={ask.sessionId} />
        {messages.length === 0 && <p className="t3 fs12">There are none.</p>}
      </div>
      <h3 className="fs12 b6">Limits and preferences</h3>
      <KeyValue items={limits(params)} />
    </section>
  );
}

function limits(params: JsonObject): KeyValueItem[] {
  const wishes = objectAt(params, 'modelPreferences');
  const hints = arrayAt(wishes, 'hints').flatMap((hint) => textAt(hint, 'name') ?? []);
  const stops = arrayAt(params, 'stopSequences').map((one) => JSON.stringify(one));
  const tools = arrayAt(params, 'tools');
  const choice = textAt(objectAt(params, 'toolChoice'), 'mode');
  const number = (label: string, value: unknown): KeyValueItem[] =>
    typeof value === 'number' ? [{ label, value: String(value) }] : [];
  const text = (label: string, value: string): KeyValueItem => ({
    label,
    value: <ForeignText text={value} limit={200} />,
  });
  return [
    ...number('Max tokens', params.maxTokens),
    ...number('Temperature', params.temperature),
    text('Stop sequences', stops.length === 0 ? 'none' : stops.join(', ')),
    text('Include context', textAt(params, 'includeContext') ?? 'none'),
    ...(hints.length === 0 ? [] : [text('Model hints', hints.join(', '))]),
    text('Tools', tools.length === 0 ? 'none' : plural(tools.length, 'tool')),
    ...(choice === undefined ? [] : [text('Tool choice', choice)]),
    ...number('Cost priority', wishes?.costPriority),
    ...number('Speed priority', wishes?.speedPriority),
    ...number('Intelligence priority', wishes?.intelligencePriority),
  ];
}
