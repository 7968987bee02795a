import { useEffect, useLayoutEffect } from 'react';
import { useEntity } from '../store/wirebench.tsx';
import { isTextField } from '../ui/is-text-field.ts';
import { allowLetterKeys, isLetterPress, letterKeysAllowed } from '../ui/letter-keys.ts';

/** Menus find their rows by the letters they begin with, and the settings record keys: these are no keys of the app. */
const TAKES_LETTERS = '[role="menu"], [data-records-keys]';

function drop(event: KeyboardEvent): void {
  if (letterKeysAllowed() || !isLetterPress(event) || isTextField(event.target)) return;
  if (event.target instanceof Element && event.target.closest(TAKES_LETTERS) !== null) return;
  // What the browser does with it stays: only the app hears nothing of it.
  event.stopImmediatePropagation();
}

/**
 * While single characters are turned off in the settings, no view hears of one that is pressed outside a text field
 * (DESIGN 3.8, WCAG 2.1.4). Listens before everything else in the window.
 */
export function useLetterKeySetting(): void {
  const on = useEntity('settings', 'settings')?.letterKeys ?? true;
  useLayoutEffect(() => allowLetterKeys(on), [on]);
  useEffect(() => {
    window.addEventListener('keydown', drop, true);
    return () => window.removeEventListener('keydown', drop, true);
  }, []);
}
