import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { Splitter } from './splitter.tsx';

export interface SplitProps {
  /** Name of the splitter. */
  readonly label: string;
  /** `row`: panes side by side; `column`: one above the other. */
  readonly direction: 'row' | 'column';
  /** The pane that keeps its px size; the other takes the rest. */
  readonly fixed: 'first' | 'second';
  readonly size: number;
  readonly onSize: (size: number) => void;
  readonly defaultSize: number;
  readonly min: number;
  /** Px the other pane keeps at least. */
  readonly minOther: number;
  readonly first: ReactNode;
  /** Undefined: the first pane has all the room, and stays mounted when the second one comes or goes. */
  readonly second: ReactNode;
  /** Only this pane is seen; the other stays mounted. */
  readonly only?: 'first' | 'second' | undefined;
  /** The second pane slides over the first one instead of taking its room. */
  readonly over?: boolean | undefined;
}

/** Two panes with a splitter; the size is held by the caller so that it can be kept per tab. */
export function Split(props: SplitProps) {
  const { label, direction, fixed, size, onSize, defaultSize, min, minOther, only, over = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      setRoom(direction === 'row' ? element.clientWidth : element.clientHeight);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [direction]);
  const alone = only !== undefined || props.second === undefined;
  const max = Number.isFinite(room) ? Math.max(min, room - minOther) : Math.max(min, size, defaultSize) * 4;
  const shown = Math.min(max, Math.max(min, size));
  const pane = (which: 'first' | 'second') => {
    const slid = over && !alone && which === 'second';
    const sized = which === fixed && !alone && !over;
    return (
      <div
        className={cx('split-p', slid ? 'over' : !sized && 'grow')}
        id={which === fixed ? id : undefined}
        style={slid ? { width: size } : sized ? { flex: `0 0 ${shown}px` } : undefined}
        hidden={only !== undefined && only !== which}
      >
        {props[which]}
      </div>
    );
  };
  return (
    <div className={cx('split', direction === 'column' && 'stacked')} ref={box}>
      {pane('first')}
      {!alone && !over && (
        <Splitter
          label={label}
          orientation={direction === 'row' ? 'vertical' : 'horizontal'}
          size={shown}
          min={min}
          max={max}
          defaultSize={defaultSize}
          onSize={onSize}
          paneAfter={fixed === 'second'}
          controls={id}
        />
      )}
      {props.second !== undefined && pane('second')}
    </div>
  );
}
