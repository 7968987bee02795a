import type { ReactNode } from 'react';
import { isObject } from '#shared/json.ts';
import { Callout } from '../ui/callout.tsx';
import { plural } from '../ui/format.ts';
import { JsonTree } from '../ui/json-tree.tsx';
import { ContentBlocks } from './content/content-blocks.tsx';
import { RawBlock } from './content/raw-block.tsx';
import { StructuredBlock } from './content/structured-block.tsx';
import { LargeResult } from './large-result.tsx';
import type { OperationResultState } from './use-operation-result.ts';
import type { OutputCheck } from './use-output-check.ts';

export interface ResultViewProps {
  readonly sessionId: string;
  readonly state: OperationResultState;
  /** Name of the file a large one is saved as. */
  readonly fileName: string;
  readonly toolError: boolean;
  readonly check: OutputCheck | undefined;
  /** What is wrong with the structured part, as a list. */
  readonly problemList?: ReactNode;
  /** Shows the exact message, which is read part by part. */
  readonly onRaw: () => void;
  readonly onOpenResource: (uri: string) => void;
}

/** The structured part of a larger result is not measured on its own, bytes. */
const MEASURED = 1_000_000;
const KNOWN = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType']);

/** S09. A result as a person reads it: content blocks, structured content, and what is wrong with either. */
export function ResultView(props: ResultViewProps) {
  const { sessionId, state, fileName, toolError, check, problemList, onRaw, onOpenResource } = props;
  const { result, error } = state;
  if (error !== undefined) {
    return (
      <Callout kind="err" title="The result could not be read">
        {error}
      </Callout>
    );
  }
  if (!result) return <p className="t3 fs12">Reading the result</p>;
  const value = isObject(result.value) ? result.value : undefined;
  const content = Array.isArray(value?.content) ? value.content : undefined;
  const rest = value && Object.fromEntries(Object.entries(value).filter(([key]) => !KNOWN.has(key)));
  const structured = value?.structuredContent;
  return (
    <>
      {toolError && (
        <Callout kind="err" title="The tool ran and reported a failure">
          The protocol worked. A model would see this text and could try again.
        </Callout>
      )}
      <LargeResult state={state} fileName={fileName} onRaw={onRaw} />
      {content && (
        <ContentBlocks
          blocks={content}
          cut={result.cut && Object.keys(value ?? {}).at(-1) === 'content'}
          {...{ sessionId, onOpenResource }}
        />
      )}
      {!content && (
        <RawBlock
          title="result"
          why="The result has no content blocks."
          value={result.value ?? result.text.slice(0, 2000)}
        />
      )}
      {content?.length === 0 && structured === undefined && (
        <p className="t3 fs12">The result is empty: no content blocks.</p>
      )}
      {problemList}
      {check?.title !== undefined && <p className="t2 fs12">{check.title}</p>}
      {structured !== undefined && (
        <StructuredBlock
          title="structuredContent"
          value={structured}
          problems={check?.problems}
          bytes={result.bytes > MEASURED ? result.bytes : undefined}
        />
      )}
      {content && rest && Object.keys(rest).length > 0 && <StructuredBlock title="Other members" value={rest} />}
      {isObject(value?._meta) && (
        <details className="codebox block-meta fs12">
          <summary className="t3">_meta, {plural(Object.keys(value._meta).length, 'key')}</summary>
          <JsonTree label="_meta" value={value._meta} />
        </details>
      )}
    </>
  );
}
