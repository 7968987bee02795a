import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useRowWheel } from './use-row-wheel.ts';
import { useViewHeight } from './use-view-height.ts';
import { type VirtualScale, virtualScale } from './virtual-scale.ts';

export interface VirtualScrollOptions {
  readonly count: number;
  readonly rowHeight: number;
  /** Px of a head that stays at the top of the viewport. */
  readonly headHeight: number;
  /** No scrolling of its own: the viewport is as high as all rows. */
  readonly natural: boolean | undefined;
  /** Stay at the end while rows arrive; undefined when the list has no such mode. */
  readonly follow: boolean | undefined;
  readonly onFollow: ((follow: boolean) => void) | undefined;
  /** The row at the top edge to begin with. */
  readonly startAt: number | undefined;
}

export interface VirtualScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly scale: VirtualScale;
  /** Px of the rows' viewport. */
  readonly viewHeight: number;
  /** Fractional number of the row at the top edge. */
  readonly top: number;
  /** Moves because the user asked, which ends or resumes following. */
  readonly moveTo: (top: number) => void;
  /** Scrolls the least that shows a row; one that is far away is shown with what is around it. */
  readonly reveal: (index: number) => void;
  readonly onScroll: () => void;
}

const END_SLACK_ROWS = 0.5;
/** Share of the viewport above a row that was jumped to. */
const ABOVE = 1 / 3;

/**
 * Scrolling in row space: the position is a row number, and the scrollbar only shows it. Following the end is what the
 * user wants, not where the scrollbar is: only wheel, keys and pointer end it, so fast rows cannot shake it off.
 */
export function useVirtualScroll(options: VirtualScrollOptions): VirtualScroll {
  const { count, rowHeight, headHeight, natural, follow, onFollow } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const ownScroll = useRef(0);
  const [held, setHeld] = useState(options.startAt);
  const followed = useRef(0);
  const measured = useViewHeight(scroller, rowHeight, headHeight);
  const viewHeight = natural ? Math.max(rowHeight, count * rowHeight) : measured;
  const scale = virtualScale(count, rowHeight, viewHeight);
  const { maxTop } = scale;
  const top = follow ? maxTop : Math.min(maxTop, held ?? followed.current);

  const moveTo = useCallback(
    (wanted: number) => {
      const next = Math.min(maxTop, Math.max(0, wanted));
      setHeld(next);
      const atEnd = next >= maxTop - END_SLACK_ROWS;
      if (follow !== undefined && atEnd !== follow) onFollow?.(atEnd);
    },
    [maxTop, follow, onFollow],
  );
  const reveal = useCallback(
    (index: number) => {
      const fits = Math.max(1, viewHeight / rowHeight);
      const far = index < top - fits || index > top + 2 * fits;
      if (far) moveTo(index - Math.floor(fits * ABOVE));
      else if (index < top) moveTo(index);
      else if (index + 1 > top + fits) moveTo(index + 1 - fits);
    },
    [top, viewHeight, rowHeight, moveTo],
  );
  // So that the rows stay where they are when following is switched off elsewhere. No state: each batch of rows would
  // be drawn twice.
  useLayoutEffect(() => {
    if (!follow) return;
    followed.current = maxTop;
    setHeld(undefined);
  }, [follow, maxTop]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const wanted = scale.toScroll(top);
    if (Math.abs(element.scrollTop - wanted) > 1) element.scrollTop = wanted;
    ownScroll.current = element.scrollTop;
  });
  useRowWheel(scroller, { top, maxTop, rowHeight, viewHeight, moveTo });

  const onScroll = () => {
    const element = scroller.current;
    // Our own scrollTop comes back as an event too; only the user's (scrollbar, touch) counts.
    if (element && Math.abs(element.scrollTop - ownScroll.current) > 1) moveTo(scale.toTop(element.scrollTop));
  };
  return { scroller, scale, viewHeight, top, moveTo, reveal, onScroll };
}
