import { type RefObject, useEffect, useRef, useState } from 'react';
import { moveEnd, type Range, type RangeEnd, rangeOf, zoomRange } from './traffic-range.ts';

export interface RangePointerOptions {
  readonly end: number;
  readonly range: Range | undefined;
  readonly onRange: (range: Range | undefined) => void;
}

/** The range that the pointer would leave behind. */
export interface Dragged {
  readonly range: Range | undefined;
}

/** A press that moves less than this is a click and chooses nothing, px. */
const BRUSH_PX = 4;
/** One notch of the wheel, about 100 px, makes the range a quarter longer or a fifth shorter. */
const WHEEL_PX = 450;

type Drag = { which: RangeEnd } | { start: number; x: number };

function handleOf(target: EventTarget | null): RangeEnd | undefined {
  const handle = target instanceof HTMLElement ? target.dataset.handle : undefined;
  return handle === 'from' || handle === 'to' ? handle : undefined;
}

/** Listens until the signal ends. */
function bindPointer(
  element: HTMLElement,
  now: () => RangePointerOptions,
  show: (dragged: Dragged | undefined) => void,
  signal: AbortSignal,
): void {
  let drag: Drag | undefined;
  let latest: Dragged | undefined;
  const timeAt = (x: number): number => {
    const { left, width } = element.getBoundingClientRect();
    return width === 0 ? 0 : ((x - left) / width) * now().end;
  };
  const draggedTo = (to: Drag, x: number): Dragged | undefined => {
    const { range, end } = now();
    const at = timeAt(x);
    if ('which' in to) return { range: moveEnd(range, to.which, at, end) };
    if (Math.abs(x - to.x) < BRUSH_PX) return latest;
    return { range: rangeOf(Math.min(to.start, at), Math.max(to.start, at), end) };
  };
  const stop = (keep: boolean) => {
    if (keep && latest) now().onRange(latest.range);
    drag = undefined;
    latest = undefined;
    show(undefined);
  };
  const listen = <K extends keyof HTMLElementEventMap>(type: K, run: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(type, run, { signal, passive: false });
  listen('pointerdown', (event) => {
    if (event.button !== 0) return;
    const which = handleOf(event.target);
    drag = which ? { which } : { start: timeAt(event.clientX), x: event.clientX };
    element.setPointerCapture?.(event.pointerId);
    // A press beside the handles selects no text and takes no focus.
    if (!which) event.preventDefault();
  });
  listen('pointermove', (event) => {
    if (!drag) return;
    latest = draggedTo(drag, event.clientX);
    show(latest);
  });
  listen('pointerup', () => stop(true));
  listen('pointercancel', () => stop(false));
  listen('dblclick', () => now().onRange(undefined));
  listen('wheel', (event) => {
    if (event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const { range, end, onRange } = now();
    onRange(zoomRange(range, timeAt(event.clientX), Math.exp(event.deltaY / WHEEL_PX), end));
  });
}

/** Drags of the handles, a brush over the lanes, and the wheel. Returns what a drag that goes on has come to. */
export function useRangePointer(box: RefObject<HTMLElement | null>, options: RangePointerOptions): Dragged | undefined {
  const [dragged, setDragged] = useState<Dragged>();
  const now = useRef(options);
  useEffect(() => {
    now.current = options;
  });
  useEffect(() => {
    const ending = new AbortController();
    if (box.current) bindPointer(box.current, () => now.current, setDragged, ending.signal);
    return () => ending.abort();
  }, [box]);
  return dragged;
}
