import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus into an inspector each time `count` grows; the element needs a tabindex. */
export function useInspectorFocus(count: number): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  const seen = useRef(0);
  useEffect(() => {
    if (count > seen.current) box.current?.focus();
    seen.current = count;
  }, [count]);
  return box;
}
