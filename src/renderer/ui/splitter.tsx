import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { cx } from './cx.ts';

export interface SplitterProps {
  /** What it resizes, for example `Width of the list`. */
  readonly label: string;
  /** `vertical` is an upright line between a left and a right pane. */
  readonly orientation: 'vertical' | 'horizontal';
  /** Size in px of the pane it resizes. */
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly defaultSize: number;
  readonly onSize: (size: number) => void;
  /** The resized pane lies after the line (right or below), so moving towards it makes it smaller. */
  readonly paneAfter?: boolean | undefined;
  /** Id of the resized pane. */
  readonly controls?: string | undefined;
}

const STEP = 16;

/** C27. Drag, arrow keys in steps of 16 px, Home and End for the limits; double click or Enter resets. */
export function Splitter(props: SplitterProps) {
  const { label, orientation, size, min, max, defaultSize, onSize, paneAfter, controls } = props;
  const drag = useRef<{ readonly at: number; readonly size: number }>(undefined);
  const upright = orientation === 'vertical';
  const direction = paneAfter ? -1 : 1;
  const set = (next: number) => onSize(Math.round(Math.min(max, Math.max(min, next))));
  const point = (event: PointerEvent) => (upright ? event.clientX : event.clientY);

  const onKeyDown = (event: KeyboardEvent) => {
    const grow = upright ? 'ArrowRight' : 'ArrowDown';
    const shrink = upright ? 'ArrowLeft' : 'ArrowUp';
    if (event.key === grow) set(size + STEP * direction);
    else if (event.key === shrink) set(size - STEP * direction);
    else if (event.key === 'Home') set(min);
    else if (event.key === 'End') set(max);
    else if (event.key === 'Enter') set(defaultSize);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be a focusable window splitter
    <div
      role="separator"
      tabIndex={0}
      className={cx('splitter', upright ? 'upright' : 'flat')}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-controls={controls}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(defaultSize)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        drag.current = { at: point(event), size };
      }}
      onPointerMove={(event) => {
        if (drag.current) set(drag.current.size + (point(event) - drag.current.at) * direction);
      }}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
    />
  );
}
