import { type ReactNode, useId } from 'react';
import type { Operation } from '#shared/entities.ts';
import { isObject, textAt } from '#shared/json.ts';
import { RawBlock } from '../../parts/content/raw-block.tsx';
import { ResourceContents } from '../../parts/content/resource-contents.tsx';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import type { OperationResultState } from '../../parts/use-operation-result.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDuration, formatSize, shortenPath } from '../../ui/format.ts';
import { MonacoEditor } from '../../ui/monaco-editor.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { languageOf } from './source-language.ts';

export type View = 'preview' | 'source' | 'raw' | 'changes';

const MAX_BUTTONS = 6;

/** The entries of a `resources/read` result. */
export function contentsIn(value: unknown): unknown[] {
  return isObject(value) && Array.isArray(value.contents) ? value.contents : [];
}

interface ResourceContentProps {
  readonly sessionId: string;
  /** The reading on show, with what it gave. */
  readonly operation: Operation;
  readonly loaded: OperationResultState;
  readonly view: View;
  readonly onView: (view: View) => void;
  /** Which of several contents is on show. */
  readonly place: number;
  readonly onPlace: (place: number) => void;
  /** Below the line of views. */
  readonly bar: ReactNode;
  /** The view of the versions, and how many changes it has. */
  readonly changes: ReactNode;
  readonly changeCount: number;
  readonly onOpenResource: (uri: string) => void;
}

/** What a reading gave, in four views; several contents are tabs. */
export function ResourceContent(props: ResourceContentProps) {
  const { sessionId, operation, loaded, view, onView, place, onPlace, bar, changes, changeCount } = props;
  const { result, error, loadAll, loadingAll } = loaded;
  const id = useId();
  const contents = contentsIn(result?.value);
  const at = Math.min(place, contents.length - 1);
  const shown = contents[at];
  const took = operation.endedAt === undefined ? undefined : formatDuration(operation.endedAt - operation.startedAt);
  const facts = [
    textAt(shown, 'mimeType')?.slice(0, 60),
    result && formatSize(result.bytes),
    took && `read in ${took}`,
  ].filter((fact) => fact !== undefined);
  const views = [
    { value: 'preview', label: 'Preview' },
    { value: 'source', label: 'Source' },
    { value: 'raw', label: 'Raw' },
    { value: 'changes', label: changeCount > 0 ? `Changes ${changeCount}` : 'Changes' },
  ] as const;
  const several = contents.length > 1 && (view === 'preview' || view === 'source');
  return (
    <>
      <div className="row strip">
        <Segmented label="View" options={views} value={view} onChange={onView} tabsIdBase={id} />
        {several && <Places contents={contents} place={at} onPlace={onPlace} />}
        <span className="sp" />
        <span className="fs12 t3 tn el">{facts.join(', ')}</span>
      </div>
      {bar}
      {result?.cut && (
        <div className="row strip fs12">
          <span>Only the beginning is shown, the result has {formatSize(result.bytes)}.</span>
          <span className="sp" />
          {loadAll && (
            <Button size="sm" onClick={loadAll} disabled={loadingAll}>
              Show all of it
            </Button>
          )}
        </div>
      )}
      <TabPanel idBase={id} id={view} className="fill-panel">
        {view === 'changes' ? (
          changes
        ) : view === 'raw' ? (
          operation.resultSeq !== undefined && (
            <ScrollPane label="Message">
              <PayloadView sessionId={sessionId} seq={operation.resultSeq} label="Message" as="text" />
            </ScrollPane>
          )
        ) : error !== undefined ? (
          <EmptyState title="The result could not be read">{error}</EmptyState>
        ) : result && shown === undefined ? (
          <ScrollPane label="Result">
            <RawBlock title="result" why="The answer has no contents." value={result.value} />
          </ScrollPane>
        ) : view === 'source' ? (
          <Source contents={shown} />
        ) : (
          shown !== undefined && (
            <ScrollPane label="Preview">
              <ResourceContents key={at} contents={shown} onOpenResource={props.onOpenResource} />
            </ScrollPane>
          )
        )}
      </TabPanel>
    </>
  );
}

interface PlacesProps {
  readonly contents: readonly unknown[];
  readonly place: number;
  readonly onPlace: (place: number) => void;
}

/** Which of several contents is shown: buttons for a few, a select for more. */
function Places({ contents, place, onPlace }: PlacesProps) {
  const options = contents.map((one, index) => ({
    value: String(index),
    label: shortenPath(textAt(one, 'uri') ?? `${index + 1}`, 28),
  }));
  const shared = { options, value: String(place) };
  return contents.length > MAX_BUTTONS ? (
    <Select aria-label="Contents" {...shared} onValue={(next) => onPlace(Number(next))} />
  ) : (
    <Segmented label="Contents" {...shared} onChange={(next) => onPlace(Number(next))} />
  );
}

function Source({ contents }: { readonly contents: unknown }) {
  const text = textAt(contents, 'text');
  if (contents === undefined) return null;
  if (text === undefined) {
    return <EmptyState title="These are bytes">Bytes have no source text. Preview and Raw show them.</EmptyState>;
  }
  return (
    <MonacoEditor
      label="Source"
      value={text}
      language={languageOf(textAt(contents, 'mimeType'), textAt(contents, 'uri'))}
      path="resource"
      readOnly
    />
  );
}
