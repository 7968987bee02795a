import type { KeyboardEvent } from 'react';
import type { VirtualScroll } from './use-virtual-scroll.ts';
import type { VirtualListProps } from './virtual-list-props.ts';
import { virtualTarget } from './virtual-scale.ts';

/** Movement, folding, marking and opening by keyboard while the list itself has focus; other keys go to `onKey`. */
export function useRowKeys<T>(
  props: VirtualListProps<T>,
  scroll: VirtualScroll,
): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, rowHeight, active, onActive, onOpen, onMark, onFold, onKey, canBeActive } = props;

  const move = (key: string): boolean => {
    const from = onActive ? (active ?? -1) : scroll.top;
    const page = Math.max(1, Math.floor(scroll.viewHeight / rowHeight) - 1);
    const target = virtualTarget(key, { from, count: rows.count, page, stops: canBeActive });
    if (target === undefined) return false;
    if (onActive) {
      onActive(target);
      scroll.reveal(target);
    } else scroll.moveTo(key === 'End' ? scroll.scale.maxTop : target);
    return true;
  };
  const act = (key: string): boolean => {
    if (active === undefined) return false;
    if (key === 'ArrowRight' && onFold) onFold(active, true);
    else if (key === 'ArrowLeft' && onFold) onFold(active, false);
    else if (key === 'Enter' && onOpen) onOpen(active);
    else if (key === ' ' && onMark) onMark(active);
    else return false;
    return true;
  };
  return (event) => {
    if (event.target !== event.currentTarget) return;
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (plain && (move(event.key) || act(event.key))) event.preventDefault();
    else onKey?.(event, active);
  };
}
