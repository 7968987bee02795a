import { type RefObject, useEffect, useRef } from 'react';

/** This near to its end a view counts as being there, CSS pixels. */
const NEAR_PX = 48;

/**
 * Keeps the end of a scrolling element in sight whenever `grown` changes, until a person scrolls away from it.
 * Undefined: there is nothing to follow.
 */
export function useFollowEnd(last: RefObject<HTMLElement | null>, grown: string | undefined): void {
  const follows = useRef(true);
  useEffect(() => {
    const box = last.current?.parentElement;
    if (!box) return;
    const look = () => {
      follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    };
    box.addEventListener('scroll', look);
    return () => box.removeEventListener('scroll', look);
  }, [last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has grown says when to look
  useEffect(() => {
    const box = grown === undefined ? undefined : last.current?.parentElement;
    if (box && follows.current) box.scrollTop = box.scrollHeight;
  }, [grown]);
}
