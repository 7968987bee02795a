import { type RefObject, useEffect, useRef } from 'react';

interface FocusProps {
  readonly ref: RefObject<HTMLElement | null>;
  readonly tabIndex: -1;
}

/**
 * For the element of a view that takes the focus when it opens: a screen reader begins with its name, and the next key
 * belongs to it. Something inside that has the focus already keeps it.
 */
export function useFocusOnOpen(): FocusProps {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!ref.current?.contains(document.activeElement)) ref.current?.focus();
  }, []);
  return { ref, tabIndex: -1 };
}
