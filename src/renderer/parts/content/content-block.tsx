import { isObject, textAt } from '#shared/json.ts';
import { AudioBlock } from './audio-block.tsx';
import { ImageBlock } from './image-block.tsx';
import { LinkBlock, type ReadView } from './link-block.tsx';
import { RawBlock } from './raw-block.tsx';
import { ResourceContents } from './resource-contents.tsx';
import { TextBlock } from './text-block.tsx';

export interface ContentBlockProps {
  /** One content block as the server sent it; anything is taken. */
  readonly block: unknown;
  readonly sessionId: string;
  readonly ReadView: ReadView;
  readonly onOpenResource?: ((uri: string) => void) | undefined;
}

/** One content block of a result or a message. A block that breaks the rules is shown raw, the others are not harmed. */
export function ContentBlock({ block, sessionId, ReadView, onOpenResource }: ContentBlockProps) {
  if (!isObject(block)) return <RawBlock title="content" why="This is not a content block." value={block} />;
  const type = textAt(block, 'type');
  const text = textAt(block, 'text');
  switch (type) {
    case 'text':
      return text === undefined ? (
        <RawBlock title="text" why="Its text is missing." value={block} />
      ) : (
        <TextBlock text={text} block={block} onOpenResource={onOpenResource} />
      );
    case 'image':
      return <ImageBlock data={block.data} mimeType={block.mimeType} block={block} />;
    case 'audio':
      return <AudioBlock data={block.data} mimeType={block.mimeType} block={block} />;
    case 'resource_link':
      return <LinkBlock block={block} {...{ sessionId, ReadView, onOpenResource }} />;
    case 'resource':
      return <ResourceContents contents={block.resource} title="resource" block={block} {...{ onOpenResource }} />;
    case undefined:
      return <RawBlock title="content" why="This block has no type." value={block} />;
    default:
      return <RawBlock title={type} why={`Unknown content type “${type.slice(0, 60)}”.`} value={block} />;
  }
}
