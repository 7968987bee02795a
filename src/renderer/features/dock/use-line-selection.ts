import { type RefObject, useEffect, useState } from 'react';
import { useStable } from '../../ui/use-stable.ts';

/** Text that a person selected among the rows of a list. */
export interface LineSelection {
  readonly text: string;
  /** Rows it begins and ends in. */
  readonly first: number;
  readonly last: number;
  /** Where it is, px from the corner of the box. */
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** The row that a node lies in; undefined outside of rows. */
export function rowAt(node: EventTarget | null): number | undefined {
  const element = node instanceof Element ? node : node instanceof Node ? node.parentElement : null;
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return row === undefined ? undefined : Number(row);
}

function selectionIn(box: HTMLElement): LineSelection | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || !box.contains(selection.anchorNode)) return undefined;
  const ends = [rowAt(selection.anchorNode), rowAt(selection.focusNode)].filter((row) => row !== undefined);
  const text = selection.toString();
  if (ends.length === 0 || text.trim() === '') return undefined;
  const outer = box.getBoundingClientRect();
  // Not in every environment of tests.
  const inner = selection.getRangeAt(0).getBoundingClientRect?.() ?? outer;
  return {
    text,
    first: Math.min(...ends),
    last: Math.max(...ends),
    left: inner.left - outer.left,
    top: inner.top - outer.top,
    bottom: inner.bottom - outer.top,
  };
}

/**
 * What is selected inside an element, known once the button of the mouse is up. `onSelect` is called while the
 * selection is made: rows must stay where they are from then on.
 */
export function useLineSelection(
  box: RefObject<HTMLElement | null>,
  onSelect: () => void,
): { selection: LineSelection | undefined; drop: () => void } {
  const [selection, setSelection] = useState<LineSelection>();
  const selecting = useStable(onSelect);
  useEffect(() => {
    const life = new AbortController();
    const found = () => (box.current ? selectionIn(box.current) : undefined);
    const changed = () => {
      if (found()) selecting();
      else setSelection(undefined);
    };
    document.addEventListener('selectionchange', changed, { signal: life.signal });
    for (const end of ['pointerup', 'keyup'] as const) {
      document.addEventListener(end, () => setSelection(found()), { signal: life.signal });
    }
    return () => life.abort();
  }, [box, selecting]);
  const drop = () => {
    document.getSelection()?.removeAllRanges();
    setSelection(undefined);
  };
  return { selection, drop };
}
