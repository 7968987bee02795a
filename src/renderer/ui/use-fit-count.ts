import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * How many of the children marked `data-fit` fit in the container's width, leaving `reserve` px for a "more" button when
 * not all do. Widths are taken once per `signature` (labels, counts), while everything is still shown.
 */
export function useFitCount(container: RefObject<HTMLElement | null>, signature: string, reserve: number): number {
  const widths = useRef<{ readonly signature: string; readonly ends: readonly number[] }>({ signature: '', ends: [] });
  const [fit, setFit] = useState<{ readonly signature: string; readonly count: number }>();
  const shown = fit?.signature === signature ? fit.count : Number.POSITIVE_INFINITY;

  useLayoutEffect(() => {
    const box = container.current;
    if (box === null) return;
    const measure = () => {
      if (widths.current.signature !== signature) {
        const left = box.getBoundingClientRect().left;
        const items = [...box.querySelectorAll<HTMLElement>('[data-fit]')];
        widths.current = { signature, ends: items.map((item) => item.getBoundingClientRect().right - left) };
      }
      const ends = widths.current.ends;
      const room = box.getBoundingClientRect().width;
      const all = (ends.at(-1) ?? 0) <= room;
      const count = all ? Number.POSITIVE_INFINITY : ends.filter((end) => end <= room - reserve).length;
      setFit((before) => (before?.signature === signature && before.count === count ? before : { signature, count }));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [container, signature, reserve]);

  return shown;
}
