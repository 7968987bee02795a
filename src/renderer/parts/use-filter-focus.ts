import { type RefObject, useEffect, useRef } from 'react';
import { isCovered } from '../ui/is-dialog-open.ts';
import { isTextField } from '../ui/is-text-field.ts';
import { hasMod } from '../ui/platform.ts';

/** Mod+F or `/` focuses the filter of the view, unless a dialog lies over it. */
export function useFilterFocus(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const find = hasMod(event) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
      const slash = event.key === '/' && !isTextField(event.target);
      if (event.defaultPrevented || !(find || slash) || isCovered()) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return input;
}
