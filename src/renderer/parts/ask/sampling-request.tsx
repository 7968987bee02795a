import { Pencil, RotateCcw } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { arrayAt, type JsonObject, textAt } from '#shared/json.ts';
import { Chip } from '../../ui/chip.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatCount, plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { MessageList } from '../message-list.tsx';
import { offeredTools } from './sampling-check.ts';
import type { ChangeDraft, SamplingDraft } from './sampling-draft.ts';
import { LimitFields, Limits } from './sampling-limits.tsx';
import { MessageEditor } from './sampling-messages.tsx';
import { ToolPicker, ToolTable } from './sampling-tools.tsx';

interface SamplingRequestProps {
  readonly ask: PendingInput;
  /** The request with what was changed. */
  readonly params: JsonObject;
  readonly draft: SamplingDraft;
  readonly onDraft: ChangeDraft;
}

interface PartProps {
  readonly title: string;
  readonly count?: string | undefined;
  /** Members of the params that this part shows. */
  readonly keys: readonly string[];
  readonly draft: SamplingDraft;
  readonly onDraft: ChangeDraft;
  readonly disabled: boolean;
  readonly shown: ReactNode;
  readonly edited: ReactNode;
}

/** A part of the request: shown as it is, changed behind its pencil, and put back as the server wrote it. */
function Part({ title, count, keys, draft, onDraft, disabled, shown, edited }: PartProps) {
  const id = useId();
  const [editing, setEditing] = useState(false);
  const changed = keys.some((key) => Object.hasOwn(draft.changed, key));
  const reset = () => {
    const rest = Object.entries(draft.changed).filter(([key]) => !keys.includes(key));
    onDraft({ changed: Object.fromEntries(rest) });
    setEditing(false);
  };
  return (
    <section className="ask-part" aria-labelledby={id}>
      <div className="row ask-part-h">
        <h3 id={id} className="fs12 b6">
          {title}
        </h3>
        {count !== undefined && <span className="fs11 t3 tn">{count}</span>}
        <span className="sp" />
        {changed && <Chip kind="req">changed by you</Chip>}
        {changed && (
          <IconButton
            size="sm"
            icon={RotateCcw}
            label={`Reset ${title.toLowerCase()}`}
            onClick={reset}
            disabled={disabled}
          />
        )}
        <IconButton
          size="sm"
          icon={Pencil}
          label={editing ? `Done with ${title.toLowerCase()}` : `Edit ${title.toLowerCase()}`}
          pressed={editing}
          disabled={disabled}
          onClick={() => setEditing(!editing)}
        />
      </div>
      {editing && !disabled ? edited : shown}
    </section>
  );
}

/** Left: what the server wants to send to a model. Changes count for a model that is asked from here (SAMP-04). */
export function SamplingRequest({ ask, params, draft, onDraft }: SamplingRequestProps) {
  const system = textAt(params, 'systemPrompt');
  const messages = arrayAt(params, 'messages');
  const tools = offeredTools(params);
  const disabled = ask.status !== 'waiting';
  const put = (part: JsonObject) => onDraft({ changed: { ...draft.changed, ...part } });
  const common = { draft, onDraft, disabled };
  return (
    <section className="ask-col" aria-label="What the server wants to send to a model">
      <p className="fs11 t3 b5">What the server wants to send to a model</p>
      <Part
        {...common}
        title="System prompt"
        count={system === undefined ? undefined : plural(system.length, 'character')}
        keys={['systemPrompt']}
        shown={
          system === undefined || system === '' ? (
            <p className="t3 fs12">There is none.</p>
          ) : (
            <p className="codebox ask-box">
              <ForeignText text={system} limit={2000} lines />
            </p>
          )
        }
        edited={
          <TextArea
            aria-label="System prompt"
            rows={4}
            value={system ?? ''}
            onValue={(text) => put({ systemPrompt: text === '' ? null : text })}
          />
        }
      />
      <Part
        {...common}
        title="Messages"
        count={formatCount(messages.length)}
        keys={['messages']}
        shown={
          <div className="codebox ask-box">
            <MessageList messages={messages} sessionId={ask.sessionId} tools />
            {messages.length === 0 && <p className="t3 fs12">There are none.</p>}
          </div>
        }
        edited={
          <MessageEditor messages={messages} sessionId={ask.sessionId} onMessages={(next) => put({ messages: next })} />
        }
      />
      <Part
        {...common}
        title="Limits and preferences"
        keys={['maxTokens', 'temperature', 'stopSequences', 'toolChoice', 'includeContext']}
        shown={<Limits params={params} />}
        edited={<LimitFields params={params} onParams={put} />}
      />
      {offeredTools(ask.params).length > 0 && (
        <Part
          {...common}
          title="Tools"
          count={formatCount(tools.length)}
          keys={['tools']}
          shown={<ToolTable tools={tools} />}
          edited={
            <ToolPicker all={offeredTools(ask.params)} chosen={tools} onChosen={(next) => put({ tools: next })} />
          }
        />
      )}
    </section>
  );
}
