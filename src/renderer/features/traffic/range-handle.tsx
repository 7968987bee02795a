import type { KeyboardEvent } from 'react';
import { axisText, percentOf } from './time-axis.ts';
import type { RangeEnd } from './traffic-range.ts';

export interface RangeHandleProps {
  /** Accessible name. */
  readonly label: string;
  readonly which: RangeEnd;
  /** Where it is, where the axis ends, and how far it can go; microseconds. */
  readonly at: number;
  readonly end: number;
  readonly min: number;
  readonly max: number;
  readonly onMove: (at: number) => void;
  readonly onReset: () => void;
}

/** Keys and the share of the axis that they move the handle by. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  PageDown: -0.1,
  PageUp: 0.1,
};

/** One end of the chosen range: a slider on the axis of the session. The pointer moves it through `data-handle`. */
export function RangeHandle({ label, which, at, end, min, max, onMove, onReset }: RangeHandleProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step !== undefined) onMove(at + step * end * (event.shiftKey ? 10 : 1));
    else if (event.key === 'Home') onMove(min);
    else if (event.key === 'End') onMove(max);
    else if (event.key === '0' || event.key === 'Escape') onReset();
    else return;
    event.preventDefault();
  };
  const milliseconds = (us: number) => Math.round(us / 1000);
  return (
    <div
      role="slider"
      tabIndex={0}
      className="ov-handle"
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={milliseconds(min)}
      aria-valuemax={milliseconds(max)}
      aria-valuenow={milliseconds(at)}
      aria-valuetext={axisText(Math.round(at))}
      data-handle={which}
      style={{ left: `${percentOf(at, { from: 0, to: end })}%` }}
      onKeyDown={onKeyDown}
    />
  );
}
