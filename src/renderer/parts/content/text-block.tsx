import { Braces, TextAlignStart } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatSize } from '../../ui/format.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { BlockFrame } from './block-frame.tsx';
import { FoldedText } from './folded-text.tsx';

export interface TextBlockProps {
  readonly text: string;
  readonly block: unknown;
  readonly title?: ReactNode;
  readonly facts?: readonly (string | undefined)[] | undefined;
  /** Machine text: set in mono. */
  readonly mono?: boolean | undefined;
}

/** Above this no tree is offered: reading it would hold up the page. */
const MAX_TREE = 1_000_000;
const VIEWS = [
  { value: 'tree', label: 'Tree' },
  { value: 'text', label: 'Text' },
] as const;

/** The value of a text that is a JSON object or list; plain words and numbers stay text. */
export function jsonIn(text: string): { value: unknown } | undefined {
  if (text.length > MAX_TREE || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Text of a server: plain, with line breaks; as a tree where it is JSON. */
export function TextBlock({ text, block, title = 'text', facts = [], mono }: TextBlockProps) {
  const json = useMemo(() => jsonIn(text), [text]);
  const [view, setView] = useState<'tree' | 'text'>('tree');
  const bytes = useMemo(() => new TextEncoder().encode(text).length, [text]);
  return (
    <BlockFrame
      icon={json ? Braces : TextAlignStart}
      title={title}
      facts={[...facts, formatSize(bytes)]}
      block={block}
      actions={
        <>
          {json && <Segmented label="Show as" options={VIEWS} value={view} onChange={setView} />}
          <CopyButton compact text={() => text} label="Copy text" />
        </>
      }
    >
      {json && view === 'tree' ? (
        <JsonTree label="JSON in the text" value={json.value} bytes={bytes} />
      ) : (
        <FoldedText text={text} mono={mono} />
      )}
    </BlockFrame>
  );
}
