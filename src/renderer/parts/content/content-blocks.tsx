import { Scissors } from 'lucide-react';
import { isObject, textAt } from '#shared/json.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useMasked } from '../../ui/masking.ts';
import { Portions } from '../portions.tsx';
import { useOperationResult } from '../use-operation-result.ts';
import { BlockFrame } from './block-frame.tsx';
import { ContentBlock } from './content-block.tsx';
import { RawBlock } from './raw-block.tsx';
import { ResourceContents } from './resource-contents.tsx';
import { isToolBlock, ToolBlock } from './tool-blocks.tsx';

export interface ContentBlocksProps {
  /** The `content` of a result, as it came. */
  readonly blocks: readonly unknown[];
  readonly sessionId: string;
  /** The last block goes on beyond what was read. */
  readonly cut?: boolean | undefined;
  /** A conversation with a model, in which tools are used: elsewhere such blocks break the rules. */
  readonly tools?: boolean | undefined;
  /** Shows a resource in its own tab. */
  readonly onOpenResource?: ((uri: string) => void) | undefined;
}

/** Content blocks one under the other, each at its own risk. */
export function ContentBlocks({ sessionId, cut = false, tools = false, onOpenResource, ...props }: ContentBlocksProps) {
  const blocks = useMasked(props.blocks);
  return (
    <Portions items={blocks} noun="block">
      {(block, index) => {
        if (cut && index === blocks.length - 1 && !isWhole(block)) return <CutBlock key={index} block={block} />;
        if (!tools || !isToolBlock(block))
          return <ContentBlock key={index} ReadView={ReadResult} {...{ block, sessionId, onOpenResource }} />;
        return (
          <ToolBlock key={index} block={block}>
            {Array.isArray(block.content) && <ContentBlocks blocks={block.content} sessionId={sessionId} />}
          </ToolBlock>
        );
      }}
    </Portions>
  );
}

/** Whether a block can be shown by its beginning: text can, bytes cannot. */
function isWhole(block: unknown): boolean {
  return textAt(block, 'type') === 'text' && textAt(block, 'text') !== undefined;
}

function CutBlock({ block }: { readonly block: unknown }) {
  return (
    <BlockFrame icon={Scissors} title={(textAt(block, 'type') ?? 'content').slice(0, 60)} facts={[]} block={undefined}>
      <p className="block-b t2 fs12">This block goes on beyond the beginning that you see. Draw all shows it.</p>
    </BlockFrame>
  );
}

/** What a `resources.read` that was started from a link gave. */
function ReadResult({ operationId }: { readonly operationId: string }) {
  const operation = useEntity('operation', operationId);
  const { result, error } = useOperationResult(operation);
  const fault = operation?.fault?.message ?? error;
  if (fault !== undefined) {
    return (
      <div className="block-b">
        <Callout kind="err" title="The resource could not be read" role="status">
          {fault.slice(0, 600)}
        </Callout>
      </div>
    );
  }
  if (!result) return <p className="block-b t3 fs12">Reading the resource</p>;
  const contents = isObject(result.value) && Array.isArray(result.value.contents) ? result.value.contents : undefined;
  return (
    <div className="block-b stack">
      {result.cut && (
        <p className="t3 fs12">Only the beginning is shown here. Open it in Resources to see all of it.</p>
      )}
      {contents ? (
        <Portions<unknown> items={contents} noun="entry">
          {(entry, index) => <ResourceContents key={index} contents={entry} />}
        </Portions>
      ) : (
        <RawBlock title="result" why="The answer has no contents." value={result.value} />
      )}
    </div>
  );
}
