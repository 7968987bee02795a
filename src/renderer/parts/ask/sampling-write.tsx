import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { isFiniteNumber } from '#shared/json.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { tokenWords } from '../models/sent-words.ts';
import { textTokens } from '../models/token-count.ts';
import { offeredTools } from './sampling-check.ts';
import { type BlockType, type ChangeDraft, emptyBlock, type ReplyBlock, type SamplingDraft } from './sampling-draft.ts';
import { MediaBlock } from './sampling-media.tsx';
import { ToolUseBlock } from './sampling-tool-use.tsx';

const STOPS = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse'];
const TYPES: readonly { value: BlockType; label: string }[] = [
  { value: 'text', label: 'text' },
  { value: 'image', label: 'image' },
  { value: 'audio', label: 'audio' },
  { value: 'tool_use', label: 'tool use' },
];

interface ReplyEditorProps {
  readonly ask: PendingInput;
  readonly draft: SamplingDraft;
  readonly onDraft: ChangeDraft;
  /** It was to be sent and is empty. */
  readonly missing: boolean;
  /** A model writes into it. */
  readonly locked: boolean;
}

/** How long the texts of a reply are for a model, against the limit of the server (SAMP-03). */
function tokensOf(blocks: readonly ReplyBlock[], limit: unknown): { words: string; over: boolean } {
  const texts = blocks.map(({ type, text, input }) =>
    type === 'text' ? text : type === 'tool_use' ? JSON.stringify(input.value) : '',
  );
  const tokens = textTokens(texts.join('\n'));
  if (!isFiniteNumber(limit)) return { words: tokenWords(tokens), over: false };
  const of = `about ${tokens.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} tokens`;
  return { words: of, over: tokens > limit };
}

/** The reply as fields: its blocks, the name of the model, why it stopped. */
export function ReplyEditor({ ask, draft, onDraft, missing, locked }: ReplyEditorProps) {
  const { blocks } = draft;
  const { words, over } = tokensOf(blocks, ask.params.maxTokens);
  const change = (part: Partial<SamplingDraft>) => onDraft({ ...part, json: undefined });
  const setBlocks = (next: readonly ReplyBlock[]) => {
    const uses = next.some(({ type }) => type === 'tool_use');
    const stopReason = uses ? 'toolUse' : draft.stopReason === 'toolUse' ? 'endTurn' : draft.stopReason;
    change({ blocks: next, stopReason });
  };
  const put = (at: number, part: Partial<ReplyBlock>) =>
    setBlocks(blocks.map((block, index) => (index === at ? { ...block, ...part } : block)));
  const only = blocks.length === 1 ? blocks[0] : undefined;
  const stops = STOPS.includes(draft.stopReason) || draft.stopReason === '' ? STOPS : [...STOPS, draft.stopReason];
  return (
    <fieldset className="ask-editor" disabled={locked || ask.status !== 'waiting'}>
      <legend className="vh">Reply</legend>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
        <div key={at} className={block.type === 'text' ? 'ask-block grow' : 'ask-block'}>
          {!only && (
            <div className="row">
              <TypeSelect block={block} label={`Type of block ${at + 1}`} onType={(type) => put(at, { type })} />
              <span className="sp" />
              <IconButton
                size="sm"
                icon={Trash2}
                label={`Take block ${at + 1} out`}
                onClick={() => setBlocks(blocks.filter((_, index) => index !== at))}
              />
            </div>
          )}
          <BlockFields
            {...{ block, ask }}
            path={only ? 'content' : `content[${at}]`}
            onBlock={(part) => put(at, part)}
            tokens={at === 0 ? <span className={over ? 'fs11 tn c-wait' : 'fs11 tn t3'}>{words}</span> : undefined}
            error={missing ? 'Write the reply, or decline.' : undefined}
          />
        </div>
      ))}
      {over && (
        <p className="fs11 c-wait" role="status">
          A model would have stopped at the limit of {String(ask.params.maxTokens)} tokens.
        </p>
      )}
      <div className={only ? 'form-3' : 'form-2'}>
        {only && (
          <Field label="Content" type="type">
            {(control) => <TypeSelect block={only} control={control} onType={(type) => put(0, { type })} />}
          </Field>
        )}
        <Field label="Model name" type="model">
          {(control) => <TextInput {...control} value={draft.model} onValue={(model) => change({ model })} />}
        </Field>
        <Field label="Stop reason" type="stopReason">
          {(control) => (
            <Select
              {...control}
              value={draft.stopReason}
              onValue={(stopReason) => change({ stopReason })}
              options={stops.map((value) => ({ value, label: value }))}
              {...(draft.stopReason === '' ? { placeholder: 'none' } : {})}
            />
          )}
        </Field>
      </div>
      <div>
        <Button
          size="sm"
          variant="quiet"
          icon={Plus}
          onClick={() =>
            setBlocks([...blocks, emptyBlock(offeredTools(ask.params).length > 0 ? 'tool_use' : 'text', blocks.length)])
          }
        >
          Add a block
        </Button>
      </div>
    </fieldset>
  );
}

interface TypeSelectProps {
  readonly block: ReplyBlock;
  readonly onType: (type: BlockType) => void;
  readonly label?: string;
  readonly control?: object;
}

function TypeSelect({ block, onType, label, control }: TypeSelectProps) {
  const take = (value: string) => {
    const found = TYPES.find((one) => one.value === value);
    if (found) onType(found.value);
  };
  return <Select {...control} aria-label={label} value={block.type} onValue={take} options={TYPES} />;
}

interface BlockFieldsProps {
  readonly block: ReplyBlock;
  readonly ask: PendingInput;
  /** Where it stands in the result. */
  readonly path: string;
  readonly onBlock: (part: Partial<ReplyBlock>) => void;
  readonly tokens: ReactNode;
  readonly error: string | undefined;
}

function BlockFields({ block, ask, path, onBlock, tokens, error }: BlockFieldsProps) {
  switch (block.type) {
    case 'text':
      return (
        <Field label="Text" type={`${path}.text`} error={error} actions={tokens}>
          {(control) => (
            <TextArea {...control} rows={6} value={block.text} onValue={(text) => onBlock({ text })} spellCheck />
          )}
        </Field>
      );
    case 'image':
    case 'audio':
      return <MediaBlock {...{ block, path, onBlock }} sessionId={ask.sessionId} />;
    case 'tool_use':
      return <ToolUseBlock {...{ block, path, onBlock }} tools={offeredTools(ask.params)} />;
  }
}
