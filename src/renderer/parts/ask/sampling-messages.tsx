import { Plus, Trash2 } from 'lucide-react';
import { isObject, textAt } from '#shared/json.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { ContentBlocks } from '../content/content-blocks.tsx';
import { messageBlocks } from '../models/token-count.ts';

interface MessageEditorProps {
  readonly messages: readonly unknown[];
  readonly sessionId: string;
  readonly onMessages: (messages: unknown[]) => void;
}

const ROLES = ['user', 'assistant'].map((value) => ({ value, label: value }));

/** A block of a message with another text. The content stays one block where it was one. */
function withText(message: unknown, at: number, text: string): unknown {
  if (!isObject(message)) return message;
  const change = (block: unknown) => (isObject(block) ? { ...block, text } : block);
  const { content } = message;
  const next = Array.isArray(content)
    ? content.map((block, index) => (index === at ? change(block) : block))
    : change(content);
  return { ...message, content: next };
}

/** Messages of a request, their roles and texts to be changed; other blocks stay as they are or go. */
export function MessageEditor({ messages, sessionId, onMessages }: MessageEditorProps) {
  const put = (at: number, message: unknown) =>
    onMessages(messages.map((one, index) => (index === at ? message : one)));
  const add = () => onMessages([...messages, { role: 'user', content: { type: 'text', text: '' } }]);
  return (
    <div className="ask-messages">
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message is its place
        <fieldset key={at} className="codebox ask-box">
          <legend className="vh">Message {at + 1}</legend>
          <div className="row">
            <Select
              aria-label={`Role of message ${at + 1}`}
              value={textAt(message, 'role') ?? ''}
              onValue={(role) => put(at, isObject(message) ? { ...message, role } : message)}
              options={ROLES}
            />
            <span className="sp" />
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Take message ${at + 1} out`}
              onClick={() => onMessages(messages.filter((_, index) => index !== at))}
            />
          </div>
          {messageBlocks(message).map((block, index) => {
            const text = isObject(block) && block.type === 'text' ? textAt(block, 'text') : undefined;
            return text === undefined ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
              <ContentBlocks key={index} blocks={[block]} sessionId={sessionId} />
            ) : (
              <TextArea
                // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
                key={index}
                aria-label={`Text of message ${at + 1}`}
                rows={Math.min(8, Math.max(2, text.split('\n').length))}
                value={text}
                onValue={(next) => put(at, withText(message, index, next))}
              />
            );
          })}
        </fieldset>
      ))}
      <div>
        <Button size="sm" variant="quiet" icon={Plus} onClick={add}>
          Add a message
        </Button>
      </div>
    </div>
  );
}
