import { type RefObject, useEffect } from 'react';

export interface RowWheelOptions {
  readonly top: number;
  readonly maxTop: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
  readonly moveTo: (top: number) => void;
}

/** Turns the wheel into row numbers. At either end, and sideways, the browser keeps the event. */
export function useRowWheel(scroller: RefObject<HTMLElement | null>, options: RowWheelOptions): void {
  const { top, maxTop, rowHeight, viewHeight, moveTo } = options;
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      const unit = { 0: 1 / rowHeight, 1: 1, 2: viewHeight / rowHeight }[event.deltaMode] ?? 1;
      const next = Math.min(maxTop, Math.max(0, top + event.deltaY * unit));
      if (next === top) return;
      event.preventDefault();
      moveTo(next);
    };
    // React's own wheel listeners are passive and could not keep the browser from scrolling as well.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scroller, top, maxTop, rowHeight, viewHeight, moveTo]);
}
