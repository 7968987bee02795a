import { type RefObject, useEffect, useRef } from 'react';
import { hasMod } from '../../ui/platform.ts';

/** Mod+F or `/` focuses the filter of the list. */
export function useFilterFocus(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inText = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      const find = hasMod(event) && !event.shiftKey && event.key.toLowerCase() === 'f';
      if (event.defaultPrevented || !(find || (event.key === '/' && !inText))) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return input;
}
