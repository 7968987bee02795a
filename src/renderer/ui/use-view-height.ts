import { type RefObject, useLayoutEffect, useState } from 'react';

/** Used until the viewport is measured, and where nothing has a size. */
const UNMEASURED_PX = 600;

/** Px of an element's viewport without the head, at least one row; follows resizing. */
export function useViewHeight(scroller: RefObject<HTMLElement | null>, rowHeight: number, headHeight: number): number {
  const [height, setHeight] = useState(UNMEASURED_PX);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      if (element.clientHeight > 0) setHeight(Math.max(rowHeight, element.clientHeight - headHeight));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rowHeight, headHeight]);
  return height;
}
