import { type RefObject, useEffect, useRef } from 'react';

/** True from when a view sets it until the next key or press: the last thing a person did belongs to that view. */
export function useLastAction(): RefObject<boolean> {
  const own = useRef(false);
  useEffect(() => {
    const other = () => {
      own.current = false;
    };
    const options = { capture: true } as const;
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, other, options);
    return () => {
      for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, other, options);
    };
  }, []);
  return own;
}
