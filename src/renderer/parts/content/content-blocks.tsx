import { isObject } from '#shared/json.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Portions } from '../portions.tsx';
import { useOperationResult } from '../use-operation-result.ts';
import { ContentBlock } from './content-block.tsx';
import { RawBlock } from './raw-block.tsx';
import { ResourceContents } from './resource-contents.tsx';

export interface ContentBlocksProps {
  /** The `content` of a result, as it came. */
  readonly blocks: readonly unknown[];
  readonly sessionId: string;
  /** Shows a resource in its own tab. */
  readonly onOpenResource?: ((uri: string) => void) | undefined;
}

/** Content blocks one under the other, each at its own risk. */
export function ContentBlocks({ blocks, sessionId, onOpenResource }: ContentBlocksProps) {
  return (
    <Portions items={blocks} noun="block">
      {(block, index) => <ContentBlock key={index} ReadView={ReadResult} {...{ block, sessionId, onOpenResource }} />}
    </Portions>
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
