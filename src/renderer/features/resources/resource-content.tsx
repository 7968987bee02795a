import { useId, useState } from 'react';
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
import type { ShownRead } from './use-reads.ts';

type View = 'preview' | 'source' | 'raw';

const VIEWS = [
  { value: 'preview', label: 'Preview' },
  { value: 'source', label: 'Source' },
  { value: 'raw', label: 'Raw' },
] as const;

const MAX_BUTTONS = 6;

function languageOf(mime: string | undefined): 'json' | 'markdown' | 'plaintext' {
  if (mime !== undefined && /[/+]json\b/.test(mime)) return 'json';
  return mime === 'text/markdown' ? 'markdown' : 'plaintext';
}

interface ResourceContentProps {
  readonly sessionId: string;
  readonly read: ShownRead;
  readonly loaded: OperationResultState;
}

/** What a reading gave, in three views; several contents are tabs. */
export function ResourceContent({ sessionId, read, loaded }: ResourceContentProps) {
  const { result, error, loadAll, loadingAll } = loaded;
  const id = useId();
  const [view, setView] = useState<View>('preview');
  const [place, setPlace] = useState(0);
  const contents: unknown[] =
    isObject(result?.value) && Array.isArray(result.value.contents) ? result.value.contents : [];
  const shown = contents[Math.min(place, contents.length - 1)];
  const { operation } = read;
  const took = operation?.endedAt === undefined ? undefined : formatDuration(operation.endedAt - operation.startedAt);
  const facts = [
    textAt(shown, 'mimeType')?.slice(0, 60),
    result && formatSize(result.bytes),
    took && `read in ${took}`,
  ].filter((fact) => fact !== undefined);
  return (
    <>
      <div className="row strip">
        <Segmented label="View" options={VIEWS} value={view} onChange={setView} tabsIdBase={id} />
        {contents.length > 1 && view !== 'raw' && (
          <Places contents={contents} place={Math.min(place, contents.length - 1)} onPlace={setPlace} />
        )}
        <span className="sp" />
        <span className="fs12 t3 tn el">{facts.join(', ')}</span>
      </div>
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
        {view === 'raw' && operation?.resultSeq !== undefined && (
          <ScrollPane label="Message">
            <PayloadView sessionId={sessionId} seq={operation.resultSeq} label="Message" as="text" />
          </ScrollPane>
        )}
        {view !== 'raw' && error !== undefined && <EmptyState title="The result could not be read">{error}</EmptyState>}
        {view !== 'raw' && result && contents.length === 0 && (
          <ScrollPane label="Result">
            <RawBlock title="result" why="The answer has no contents." value={result.value} />
          </ScrollPane>
        )}
        {view === 'preview' && shown !== undefined && (
          <ScrollPane label="Preview">
            <ResourceContents key={place} contents={shown} />
          </ScrollPane>
        )}
        {view === 'source' && shown !== undefined && <Source contents={shown} />}
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
  if (text === undefined) {
    return <EmptyState title="These are bytes">Bytes have no source text. Preview and Raw show them.</EmptyState>;
  }
  return (
    <MonacoEditor
      label="Source"
      value={text}
      language={languageOf(textAt(contents, 'mimeType'))}
      path="resource"
      readOnly
    />
  );
}
