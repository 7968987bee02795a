import { isObject, textAt } from '#shared/json.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ContentBlocks } from './content/content-blocks.tsx';
import { Portions } from './portions.tsx';

export interface MessageListProps {
  /** Messages of a prompt or of a request for a model's reply, as they came. */
  readonly messages: readonly unknown[];
  readonly sessionId: string;
  /** A conversation with a model, in which tools are used. */
  readonly tools?: boolean | undefined;
  readonly onOpenResource?: ((uri: string) => void) | undefined;
}

function blocksOf(message: unknown): unknown[] {
  if (!isObject(message)) return [message];
  return Array.isArray(message.content) ? message.content : [message.content];
}

/** A text alone needs no frame; everything else gets the frame of its kind. */
function plainText(blocks: readonly unknown[]): string | undefined {
  const [only] = blocks;
  if (blocks.length !== 1 || !isObject(only) || only.type !== 'text' || only.annotations !== undefined)
    return undefined;
  return textAt(only, 'text');
}

/** Messages one under the other, with who says them at the left. */
export function MessageList({ messages, ...props }: MessageListProps) {
  return (
    <Portions items={messages} noun="message">
      {(message, index) => <Message key={index} message={message} {...props} />}
    </Portions>
  );
}

type MessageProps = Omit<MessageListProps, 'messages'> & { readonly message: unknown };

function Message({ message, sessionId, tools, onOpenResource }: MessageProps) {
  const role = textAt(message, 'role') ?? 'no role';
  const blocks = blocksOf(message);
  const text = plainText(blocks);
  return (
    <div className="msg">
      <span className={`fs12 b5 ${role === 'assistant' ? 'c-res' : 'c-req'}`}>
        <ForeignText text={role} limit={40} inert />
      </span>
      <div className="msg-b">
        {text === undefined ? (
          <ContentBlocks blocks={blocks} {...{ sessionId, tools, onOpenResource }} />
        ) : (
          <p>
            <ForeignText text={text} limit={4000} lines />
          </p>
        )}
      </div>
    </div>
  );
}
