import { ALargeSmall, Braces, Table2, TextAlignStart } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatSize } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { utf8Size } from '../../ui/utf8-size.ts';
import { BlockFrame } from './block-frame.tsx';
import { FoldedText } from './folded-text.tsx';
import { JsonTable } from './json-table.tsx';
import { CsvTable } from './text/csv-table.tsx';
import { MarkdownText } from './text/markdown-text.tsx';
import { type TextView, type TextViews, textViews } from './text/text-views.ts';

export interface TextBlockProps {
  readonly text: string;
  readonly block: unknown;
  readonly title?: ReactNode;
  readonly facts?: readonly (string | undefined)[] | undefined;
  /** Machine text: set in mono. */
  readonly mono?: boolean | undefined;
  /** Type of the text where one was said. */
  readonly mime?: string | undefined;
  /** Shows a resource in its own tab. */
  readonly onOpenResource?: ((uri: string) => void) | undefined;
}

const LABELS: Readonly<Record<TextView, string>> = {
  tree: 'Tree',
  table: 'Table',
  markdown: 'Markdown',
  colours: 'Colours',
  text: 'Text',
};
/** They stand in this order, whichever is shown at first. */
const ORDER: readonly TextView[] = ['tree', 'table', 'markdown', 'colours', 'text'];

function iconOf({ json, csv }: TextViews) {
  if (json) return Braces;
  return csv ? Table2 : TextAlignStart;
}

/** Text of a server: plain, with line breaks; as a tree, a table, Markdown or in terminal colours where it is that. */
export function TextBlock({ text, block, title = 'text', facts = [], mono = false, mime, ...rest }: TextBlockProps) {
  const views = useMemo(() => textViews(text, mime), [text, mime]);
  const [chosen, setChosen] = useState<TextView>();
  const [fixed, setFixed] = useState(mono || views.offered.includes('colours'));
  const bytes = useMemo(() => utf8Size(text), [text]);
  const { json, tables, csv, offered } = views;
  const view = chosen !== undefined && offered.includes(chosen) ? chosen : (offered[0] ?? 'text');
  const options = ORDER.filter((one) => offered.includes(one)).map((value) => ({ value, label: LABELS[value] }));
  const words = view === 'text' || view === 'colours';
  return (
    <BlockFrame
      icon={iconOf(views)}
      title={title}
      facts={[...facts, formatSize(bytes)]}
      block={block}
      actions={
        <>
          {options.length > 1 && <Segmented label="Show as" options={options} value={view} onChange={setChosen} />}
          {words && (
            <IconButton
              size="sm"
              icon={ALargeSmall}
              label="Letters of one width"
              pressed={fixed}
              onClick={() => setFixed(!fixed)}
            />
          )}
          <CopyButton compact text={() => text} label="Copy text" />
        </>
      }
    >
      {view === 'tree' && json && <JsonTree label="JSON in the text" value={json.value} bytes={bytes} />}
      {view === 'table' && json && <JsonTable label="JSON in the text, as a table" tables={tables} />}
      {view === 'table' && csv && <CsvTable text={text} form={csv} />}
      {view === 'markdown' && <MarkdownText text={text} onOpenResource={rest.onOpenResource} />}
      {words && <FoldedText text={text} mono={fixed} colours={view === 'colours'} />}
    </BlockFrame>
  );
}
