import { CornerDownLeft, Wrench } from 'lucide-react';
import { isObject, textAt } from '#shared/json.ts';
import { foreignWords } from '../../ui/foreign-segments.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { useMasked } from '../../ui/masking.ts';
import { BlockFrame } from './block-frame.tsx';
import { ContentBlocks } from './content-blocks.tsx';
import { RawBlock } from './raw-block.tsx';

const NAME_CHARS = 80;

export interface ToolBlockProps {
  /** A `tool_use` or `tool_result` as it came. */
  readonly block: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
}

/** Whether a block of a conversation with a model is about a tool: its use, or what came of it. */
export function isToolBlock(block: unknown): block is Readonly<Record<string, unknown>> {
  return isObject(block) && (block.type === 'tool_use' || block.type === 'tool_result');
}

/** What a model wants a tool to do, and what came of it: ToolUseContent and ToolResultContent of sampling. */
export function ToolBlock({ block, sessionId }: ToolBlockProps) {
  const shown = useMasked(block);
  return shown.type === 'tool_use' ? <ToolUse block={shown} /> : <ToolResult block={shown} sessionId={sessionId} />;
}

function ToolUse({ block }: Pick<ToolBlockProps, 'block'>) {
  const name = textAt(block, 'name');
  if (name === undefined) return <RawBlock title="tool use" why="It names no tool." value={block} />;
  const words = foreignWords(name, NAME_CHARS);
  return (
    <BlockFrame icon={Wrench} title="tool use" facts={[words, idWords(block.id)]} block={block}>
      {isObject(block.input) && Object.keys(block.input).length === 0 ? (
        <p className="block-b t3 fs12">No arguments.</p>
      ) : (
        <JsonTree label={`Arguments for ${words}`} value={block.input} lineNumbers={false} />
      )}
    </BlockFrame>
  );
}

function ToolResult({ block, sessionId }: ToolBlockProps) {
  const { content, structuredContent, isError } = block;
  if (!Array.isArray(content)) return <RawBlock title="tool result" why="It has no content." value={block} />;
  const facts = [isError === true ? 'an error' : undefined, idWords(block.toolUseId)];
  return (
    <BlockFrame icon={CornerDownLeft} title="tool result" facts={facts} block={block}>
      <div className="block-b stack">
        {content.length === 0 && <p className="t3 fs12">It is empty.</p>}
        <ContentBlocks blocks={content} sessionId={sessionId} />
        {structuredContent !== undefined && (
          <JsonTree label="structuredContent" value={structuredContent} lineNumbers={false} />
        )}
      </div>
    </BlockFrame>
  );
}

/** The id that ties a use and its result together. */
function idWords(id: unknown): string | undefined {
  return typeof id === 'string' ? `id ${foreignWords(id, NAME_CHARS)}` : undefined;
}
