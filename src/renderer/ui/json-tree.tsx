import { Copy, Link2 } from 'lucide-react';
import { type HTMLAttributes, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { writeJson } from '#shared/exact-json.ts';
import { cx } from './cx.ts';
import { plural } from './format.ts';
import { IconButton } from './icon-button.tsx';
import { JsonLineView, type JsonTreeStrings } from './json-line-view.tsx';
import type { JsonLine } from './json-lines.ts';
import { formatJsonPath, type JsonPath, jsonPathId } from './json-path.ts';
import { NO_HITS, searchJson } from './json-search.ts';
import { useMasked } from './masking.ts';
import { hasMod } from './platform.ts';
import { useColumns } from './use-columns.ts';
import { useJsonFolds } from './use-json-folds.ts';
import { VirtualList } from './virtual-list.tsx';

export interface JsonTreeProps {
  readonly label: string;
  /** A JSON value, from `parseWritten` where its text is at hand; keep its identity stable. */
  readonly value: unknown;
  /** Size of its text in bytes; above 256 KB only the first level is open at the start. */
  readonly bytes?: number | undefined;
  /** Takes the parent's height and scrolls; otherwise as high as its lines, at most 24 of them when there are over 100. */
  readonly fill?: boolean | undefined;
  readonly lineNumbers?: boolean | undefined;
  /** Highlights and opens what contains the text; `active` is the hit in sight. */
  readonly search?: { readonly query: string; readonly active: number } | undefined;
  readonly onHits?: ((count: number) => void) | undefined;
  /** Puts text on the clipboard; with it the footer, Mod+C (value) and Mod+Shift+C (path) work. */
  readonly onCopy?: ((text: string) => void) | undefined;
  /** Values with something wrong about them, by path id: marked, opened at the start, with these words on their lines. */
  readonly notes?: JsonNotes | undefined;
  readonly strings?: JsonTreeStrings | undefined;
}

export type JsonNotes = ReadonlyMap<string, { readonly path: JsonPath; readonly text: string }>;

/** The containers around these values. */
function around(notes: JsonNotes | undefined): ReadonlySet<string> {
  const ids = [...(notes?.values() ?? [])].flatMap(({ path }) =>
    path.map((_, depth) => jsonPathId(path.slice(0, depth))),
  );
  return new Set(ids);
}

const STRINGS: JsonTreeStrings = {
  items: (count) => plural(count, 'item'),
  keys: (count) => plural(count, 'key'),
  moreItems: (left) => `Show more (${left.toLocaleString('en-US')} left)`,
  moreText: (left) => `Show more (${left.toLocaleString('en-US')} characters left)`,
  twice: 'Double key, most programs take the last',
  copyPath: 'Copy path',
  copyValue: 'Copy value',
};
const OPEN_DEPTH = 3;
const LARGE_BYTES = 256_000;
const ROW_PX = 18;
const NATURAL_ROWS = 100;
const CAPPED_ROWS = 24;
const GUTTER_PX = 80;

/** C15. A JSON value as a foldable tree; any size, as only open and visible parts cost anything. */
export function JsonTree(props: JsonTreeProps) {
  const { label, bytes = 0, fill, lineNumbers = true, search, onHits, onCopy, notes, strings = STRINGS } = props;
  const value = useMasked(props.value);
  const box = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string>();
  const columns = useColumns(box, GUTTER_PX);
  const query = search?.query ?? '';
  const hits = useMemo(() => (query === '' ? NO_HITS : searchJson(value, query)), [value, query]);
  const openDepth = bytes > LARGE_BYTES ? 1 : OPEN_DEPTH;
  const noted = useMemo(() => around(notes), [notes]);
  const { lines, setOpen, press } = useJsonFolds(value, { openDepth, opened: noted, forced: hits.parents, columns });
  const found = activeId === undefined ? -1 : lines.findIndex((line) => line.id === activeId);
  const active = found < 0 ? undefined : found;
  const current = active === undefined ? undefined : lines[active];

  useEffect(() => {
    onHits?.(hits.ids.length);
  }, [onHits, hits]);
  const hit = search === undefined ? undefined : hits.ids[search.active];
  useEffect(() => {
    if (hit !== undefined) setActiveId(hit);
  }, [hit]);

  const hitIds = useMemo(() => new Set(hits.ids), [hits]);
  const rowAttributes = useCallback(
    (line: JsonLine): HTMLAttributes<HTMLElement> => {
      const lit = hitIds.has(line.id) || (notes?.has(line.id) ?? false);
      const className = cx('ln', !lineNumbers && 'nog', lit && line.kind !== 'end' && 'hl');
      if (line.kind === 'end') return { className, role: 'none', 'aria-selected': undefined };
      return {
        className,
        'aria-level': line.depth + 1,
        'aria-posinset': line.position,
        'aria-setsize': line.siblings,
        'aria-expanded': line.foldable ? line.kind === 'open' : undefined,
      };
    },
    [hitIds, notes, lineNumbers],
  );
  const renderRow = useCallback(
    (line: JsonLine, index: number) => (
      <JsonLineView
        line={line}
        number={index + 1}
        note={line.kind === 'end' || line.kind === 'text' ? undefined : notes?.get(line.id)?.text}
        strings={strings}
        onPress={press}
      />
    ),
    [strings, press, notes],
  );
  const rows = useMemo(() => ({ count: lines.length, version: 0, getRow: (index: number) => lines[index] }), [lines]);
  const onFold = (index: number, open: boolean) => {
    const line = lines[index];
    if (line === undefined) return;
    if (line.foldable && (line.kind === 'open') !== open) setOpen(line, open);
    else if (open && line.kind === 'open') setActiveId(lines[index + 1]?.id);
    else if (!open) setActiveId(lines.findLast((other, at) => at < index && other.depth < line.depth)?.id ?? line.id);
  };
  const onKey = (event: KeyboardEvent) => {
    if (!onCopy || !current || !hasMod(event) || event.key.toLowerCase() !== 'c') return;
    event.preventDefault();
    onCopy(event.shiftKey ? formatJsonPath(current.path) : asText(current.value));
  };
  const natural = !fill && lines.length <= NATURAL_ROWS;
  const height = natural ? undefined : fill ? '100%' : CAPPED_ROWS * ROW_PX;
  return (
    <div className={cx('json', fill && 'fill')} ref={box}>
      <div className="code json-b" style={fill ? undefined : { height }}>
        <VirtualList
          label={label}
          role="tree"
          rows={rows}
          rowHeight={ROW_PX}
          natural={natural}
          renderRow={renderRow}
          rowAttributes={rowAttributes}
          active={active}
          onActive={(index) => setActiveId(lines[index]?.id)}
          canBeActive={(index) => lines[index]?.kind !== 'end'}
          onOpen={(index) => lines[index] && press(lines[index])}
          onFold={onFold}
          onKey={onKey}
        />
      </div>
      {onCopy && current && <JsonFooter line={current} strings={strings} onCopy={onCopy} />}
    </div>
  );
}

const asText = (value: unknown): string => writeJson(value, 2);

interface JsonFooterProps {
  readonly line: JsonLine;
  readonly strings: JsonTreeStrings;
  readonly onCopy: (text: string) => void;
}

/** Where the active line is, and what can be copied from it. */
function JsonFooter({ line, strings, onCopy }: JsonFooterProps) {
  const path = formatJsonPath(line.path);
  return (
    <div className="json-f">
      <span className="mono el grow" title={path}>
        {path}
      </span>
      <IconButton size="sm" icon={Link2} label={strings.copyPath} onClick={() => onCopy(path)} />
      <IconButton size="sm" icon={Copy} label={strings.copyValue} onClick={() => onCopy(asText(line.value))} />
    </div>
  );
}
