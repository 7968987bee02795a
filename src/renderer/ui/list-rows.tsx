import {
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ListGroupView } from './list-group-view.tsx';
import {
  headKey,
  LIST_ROW_HEIGHT,
  type ListGroup,
  type ListRow,
  type ListStop,
  listStops,
  listTarget,
} from './list-stops.ts';
import { hasMod } from './platform.ts';
import { useStable } from './use-stable.ts';

export interface ListRowsProps {
  readonly id?: string | undefined;
  readonly label: string;
  readonly groups: readonly ListGroup[];
  readonly selectedId?: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onOpen?: ((id: string) => void) | undefined;
  /** A click with Shift on a row: what is chosen and this one. */
  readonly onExtend?: ((id: string) => void) | undefined;
  readonly onToggleGroup?: ((id: string) => void) | undefined;
  /** A press on a row opens it instead of only choosing it. */
  readonly openOnClick?: boolean | undefined;
  /** Mod+C on a row. */
  readonly onCopy?: ((id: string) => void) | undefined;
}

/** Above this many rows only those near the viewport are in the document. */
const ALL_IN_DOCUMENT = 200;
const MARGIN_ROWS = 20;
const TAB_STOP = '[data-row][tabindex="0"]';

function rangeOf(top: number, rows: number, view: { readonly top: number; readonly height: number }): [number, number] {
  const from = Math.floor((view.top - top) / LIST_ROW_HEIGHT) - MARGIN_ROWS;
  const to = Math.ceil((view.top + view.height - top) / LIST_ROW_HEIGHT) + MARGIN_ROWS;
  return [Math.max(0, Math.min(rows, from)), Math.max(0, Math.min(rows, to))];
}

type Piece =
  | { readonly group: ListGroup; readonly range: readonly [number, number] }
  /** Px of groups that are not drawn, before the group of this name. */
  | { readonly gap: number; readonly before: string };

/** Groups near the view, with those of their rows that are; what lies between them is a gap. `kept` is always drawn. */
function inWindow(
  groups: readonly ListGroup[],
  view: { readonly top: number; readonly height: number },
  kept: ListGroup | undefined,
): Piece[] {
  const margin = MARGIN_ROWS * LIST_ROW_HEIGHT;
  const pieces: Piece[] = [];
  let top = 0;
  let gap = 0;
  for (const group of groups) {
    const rowsTop = top + (group.label === undefined ? 0 : LIST_ROW_HEIGHT);
    const count = group.collapsed ? 0 : group.rows.length;
    const bottom = rowsTop + count * LIST_ROW_HEIGHT;
    if (group === kept || (bottom >= view.top - margin && top <= view.top + view.height + margin)) {
      if (gap > 0) pieces.push({ gap, before: group.id });
      gap = 0;
      pieces.push({ group, range: rangeOf(rowsTop, count, view) });
    } else gap += bottom - top;
    top = bottom;
  }
  if (gap > 0) pieces.push({ gap, before: '' });
  return pieces;
}

function reveal(box: HTMLElement | null, stop: ListStop): void {
  if (box === null) return;
  const bottom = stop.top + LIST_ROW_HEIGHT;
  if (stop.top < box.scrollTop) box.scrollTop = stop.top - LIST_ROW_HEIGHT;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom + LIST_ROW_HEIGHT - box.clientHeight;
}

/** Set to true, the row with the tab stop takes the focus after the render that made it so, and put it into the document. */
function useWantedFocus(box: RefObject<HTMLElement | null>): RefObject<boolean> {
  const wanted = useRef(false);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    box.current?.querySelector<HTMLElement>(TAB_STOP)?.focus({ preventScroll: true });
  });
  return wanted;
}

/**
 * Grouped rows as listboxes with one tab stop (roving tabindex): arrow keys go through group heads and rows, left and
 * right fold a group, Enter opens.
 */
export function ListRows(props: ListRowsProps) {
  const { id, label, groups, selectedId, onSelect, onOpen, onToggleGroup, openOnClick, onCopy } = props;
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useWantedFocus(box);
  const stops = useMemo(() => listStops(groups), [groups]);
  const [activeKey, setActiveKey] = useState<string>();
  const [view, setView] = useState({ top: 0, height: 1000 });
  const chosen = stops.find((stop) => stop.row !== undefined && stop.row.id === selectedId);
  const [lastSelected, setLastSelected] = useState(selectedId);
  if (lastSelected !== selectedId) {
    setLastSelected(selectedId);
    // Chosen from elsewhere, such as the palette: the tab stop goes along.
    if (chosen && chosen.key !== activeKey) setActiveKey(undefined);
  }
  const anchor =
    stops.find((stop) => stop.key === activeKey) ?? chosen ?? stops.find((stop) => stop.row !== undefined) ?? stops[0];

  const chosenKey = chosen?.key;
  const latest = useStable(() => chosen && reveal(box.current, chosen));
  useLayoutEffect(() => {
    if (chosenKey !== undefined) latest();
  }, [chosenKey, latest]);

  const pick = useCallback(
    (key: string) => {
      setActiveKey(key);
      const row = stops.find((stop) => stop.key === key)?.row;
      if (row) onSelect(row.id);
    },
    [stops, onSelect],
  );
  const open = useCallback((row: ListRow) => (onOpen ?? onSelect)(row.id), [onOpen, onSelect]);
  const press = useCallback(
    (key: string) => {
      pick(key);
      const row = stops.find((stop) => stop.key === key)?.row;
      if (row && openOnClick) open(row);
    },
    [pick, open, stops, openOnClick],
  );
  const extend = useStable((row: ListRow) => props.onExtend?.(row.id));
  const toggle = useCallback((group: ListGroup) => onToggleGroup?.(group.id), [onToggleGroup]);

  const go = (stop: ListStop | undefined) => {
    if (stop === undefined) return;
    wantsFocus.current = stop.key !== anchor?.key;
    pick(stop.key);
    reveal(box.current, stop);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (anchor?.row && onCopy && hasMod(event) && !event.shiftKey && event.key.toLowerCase() === 'c') {
      event.preventDefault();
      return onCopy(anchor.row.id);
    }
    if (event.altKey || event.ctrlKey || event.metaKey || anchor === undefined) return;
    const target = listTarget(event.key, stops.indexOf(anchor), stops.length - 1);
    const { group, row } = anchor;
    const folds = group.collapsed !== undefined && onToggleGroup !== undefined;
    if (target !== undefined) go(stops[target]);
    else if (event.key === 'ArrowLeft' && folds && row) go(stops.find((stop) => stop.key === headKey(group)));
    else if (event.key === 'ArrowLeft' && folds && !group.collapsed) toggle(group);
    else if (event.key === 'ArrowRight' && folds && group.collapsed) toggle(group);
    else if (event.key === 'Enter' && row) open(row);
    else if (event.key === ' ' && row) onSelect(row.id);
    else return;
    event.preventDefault();
  };
  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop, clientHeight } = event.currentTarget;
    if (Math.abs(scrollTop - view.top) > (MARGIN_ROWS / 2) * LIST_ROW_HEIGHT || clientHeight > view.height) {
      setView({ top: scrollTop, height: Math.max(clientHeight, 1) });
    }
  };

  const windowed = stops.length > ALL_IN_DOCUMENT;
  const pieces = windowed
    ? inWindow(groups, view, anchor?.group)
    : groups.map((group) => ({ group, range: undefined }));
  return (
    <div className="pane-b list-b" id={id} ref={box} {...{ onKeyDown, onScroll }}>
      {pieces.map((piece) =>
        'gap' in piece ? (
          <div key={`gap ${piece.before}`} style={{ height: piece.gap }} />
        ) : (
          <ListGroupView
            key={piece.group.id}
            group={piece.group}
            listLabel={label}
            selectedId={selectedId}
            anchorKey={anchor?.key}
            range={piece.range}
            onPick={press}
            onOpen={open}
            onExtend={props.onExtend && extend}
            onToggle={toggle}
          />
        ),
      )}
    </div>
  );
}
