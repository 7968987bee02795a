import { CornerDownLeft, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { isObject, textAt } from '#shared/json.ts';
import { foreignWords } from '../../ui/foreign-segments.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { BlockFrame } from './block-frame.tsx';
import { RawBlock } from './raw-block.tsx';

const NAME_CHARS = 80;

/** A `tool_use` or `tool_result` as it came. */
export type ToolBlockValue = Readonly<Record<string, unknown>>;

export interface ToolBlockProps {
  readonly block: ToolBlockValue;
  /** The content of a result, drawn. */
  readonly children?: ReactNode;
}

/** Whether a block of a conversation with a model is about a tool: its use, or what came of it. */
export function isToolBlock(block: unknown): block is ToolBlockValue {
  return isObject(block) && (block.type === 'tool_use' || block.type === 'tool_result');
}

/** What a model wants a tool to do, and what came of it: ToolUseContent and ToolResultContent of sampling. */
export function ToolBlock({ block, children }: ToolBlockProps) {
  return block.type === 'tool_use' ? <ToolUse block={block} /> : <ToolResult block={block}>{children}</ToolResult>;
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

function ToolResult({ block, children }: ToolBlockProps) {
  const { content, structuredContent, isError } = block;
  if (!Array.isArray(content)) return <RawBlock title="tool result" why="It has no content." value={block} />;
  const facts = [isError === true ? 'an error' : undefined, idWords(block.toolUseId)];
  return (
    <BlockFrame icon={CornerDownLeft} title="tool result" facts={facts} block={block}>
      <div className="block-b stack">
        {content.length === 0 && <p className="t3 fs12">It is empty.</p>}
        {children}
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
