import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ExactNumber } from '#shared/exact-json.ts';
import { formatSize } from './format.ts';
import { Icon } from './icon.tsx';
import { childCount, type JsonLine, STRING_FOLD } from './json-lines.ts';
import { escapeJson } from './json-text.ts';

export interface JsonTreeStrings {
  readonly items: (count: number) => string;
  readonly keys: (count: number) => string;
  readonly moreItems: (left: number) => string;
  readonly moreText: (left: number) => string;
  /** Of a member whose name comes more than once. */
  readonly twice: string;
  readonly copyPath: string;
  readonly copyValue: string;
}

export interface JsonLineViewProps {
  readonly line: JsonLine;
  readonly number: number;
  readonly strings: JsonTreeStrings;
  /** What is wrong with the value, at the end of its line. */
  readonly note?: string | undefined;
  /** Caret or "show more" pressed. */
  readonly onPress: (line: JsonLine) => void;
}

const MAX_INDENT = 40;
const MAX_KEY = 200;

function scalar(value: unknown): ReactNode {
  if (typeof value === 'number') return <span className="jn">{String(value)}</span>;
  if (value instanceof ExactNumber) return <span className="jn">{value.text}</span>;
  if (typeof value === 'boolean') return <span className="jb">{String(value)}</span>;
  if (Array.isArray(value)) return <span className="jp">[]</span>;
  if (typeof value === 'object' && value !== null) return <span className="jp">{'{}'}</span>;
  return <span className="jz">null</span>;
}

function stringValue(line: JsonLine, value: string): ReactNode {
  const cut = value.length > STRING_FOLD;
  if (line.kind === 'open') return <span className="jp t3">{formatSize(new Blob([value]).size)}</span>;
  return (
    <>
      <span className="js">
        "{line.text}
        {cut ? '…' : ''}"
      </span>
      {cut && <span className="jp t3"> {formatSize(new Blob([value]).size)}</span>}
    </>
  );
}

function content({ line, strings, onPress }: JsonLineViewProps): ReactNode {
  const { value } = line;
  const list = Array.isArray(value);
  if (line.kind === 'text') return <span className="js">{line.text}</span>;
  if (line.kind === 'more') {
    const left = line.left ?? 0;
    return (
      <button type="button" tabIndex={-1} className="textbtn json-more" onClick={() => onPress(line)}>
        {typeof value === 'string' ? strings.moreText(left) : strings.moreItems(left)}
      </button>
    );
  }
  if (line.kind === 'end') return <span className="jp">{list ? ']' : '}'}</span>;
  if (typeof value === 'string') return stringValue(line, value);
  if (line.kind === 'open') return <span className="jp">{list ? '[' : '{'}</span>;
  if (line.kind === 'leaf' || typeof value !== 'object' || value === null) return scalar(value);
  const count = childCount(value);
  return (
    <span className="jp">
      {list ? '[ ' : '{ '}
      {list ? strings.items(count) : strings.keys(count)}
      {list ? ' ]' : ' }'}
    </span>
  );
}

/** One line of the JSON tree: number, caret, key and value. */
export function JsonLineView(props: JsonLineViewProps) {
  const { line, number, note, strings, onPress } = props;
  const key = line.path.at(-1);
  const named = typeof key === 'string' && (line.kind === 'open' || line.kind === 'closed' || line.kind === 'leaf');
  const pressing = line.foldable ? { onClick: () => onPress(line) } : {};
  return (
    <>
      <span className="g" aria-hidden="true">
        {number}
      </span>
      <span className="f" aria-hidden="true" {...pressing}>
        {line.foldable && <Icon icon={line.kind === 'open' ? ChevronDown : ChevronRight} />}
      </span>
      <span className="c" style={{ paddingLeft: `${2 * Math.min(MAX_INDENT, line.depth)}ch` }}>
        {named && (
          <>
            <span className="jk">"{escapeJson(key.slice(0, MAX_KEY)) + (key.length > MAX_KEY ? '…' : '')}"</span>
            <span className="jp">: </span>
          </>
        )}
        {content(props)}
        {line.comma && line.kind !== 'open' && <span className="jp">,</span>}
        {line.twice && line.kind !== 'end' && line.kind !== 'text' && line.kind !== 'more' && (
          <span className="json-note">{strings.twice}</span>
        )}
        {note !== undefined && <span className="json-note">{note}</span>}
      </span>
    </>
  );
}
