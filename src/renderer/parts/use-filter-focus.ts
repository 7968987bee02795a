import { type RefObject, useEffect, useRef } from 'react';
import { isCovered } from '../ui/is-dialog-open.ts';
import { isTextField } from '../ui/is-text-field.ts';
import { hasMod } from '../ui/platform.ts';
import { useStable } from '../ui/use-stable.ts';

const CLEAR = 'wirebench:clear-filter';
const FOCUS = 'wirebench:focus-filter';

/** Focuses the filter of the view that is shown. False when it has none. */
export function focusShownFilter(): boolean {
  return !window.dispatchEvent(new Event(FOCUS, { cancelable: true }));
}

/** Clears the filter of the view that is shown. False when it has none, or nothing in it. */
export function clearShownFilter(): boolean {
  return !window.dispatchEvent(new Event(CLEAR, { cancelable: true }));
}

/**
 * Mod+F or `/` focuses the filter of the view, unless a dialog lies over it. `clear` empties it when Escape is pressed
 * elsewhere in the window, and says whether there was something to clear.
 */
export function useFilterFocus(clear: () => boolean): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const onClear = useStable((event: Event) => {
    if (clear()) event.preventDefault();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const find = hasMod(event) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f';
      const slash = event.key === '/' && !isTextField(event.target);
      if (event.defaultPrevented || !(find || slash) || isCovered()) return;
      focus(event);
    };
    const focus = (event: Event) => {
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener(FOCUS, focus);
    window.addEventListener(CLEAR, onClear);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(FOCUS, focus);
      window.removeEventListener(CLEAR, onClear);
    };
  }, [onClear]);
  return input;
}
