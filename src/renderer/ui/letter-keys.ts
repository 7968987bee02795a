import { useSyncExternalStore } from 'react';
import type { KeyPress } from './shortcuts.ts';

let allowed = true;
const watchers = new Set<() => void>();

/** Whether a single character without Mod does something in this window (WCAG 2.1.4); on until told otherwise. */
export function allowLetterKeys(on: boolean): void {
  if (on === allowed) return;
  allowed = on;
  for (const changed of watchers) changed();
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

export const letterKeysAllowed = (): boolean => allowed;

export function useLetterKeys(): boolean {
  return useSyncExternalStore(watch, letterKeysAllowed);
}

/** Whether a press is one character, with or without Shift. Space is none: it presses what has the focus. */
export function isLetterPress({ key, ctrlKey, metaKey, altKey }: Omit<KeyPress, 'code' | 'shiftKey'>): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

/** Whether caps such as `['shift', 'C']` or `['/']` are one character, with or without Shift. */
export function isLetterCaps(keys: readonly string[]): boolean {
  return keys.at(-1)?.length === 1 && keys.every((key, at) => at === keys.length - 1 || key === 'shift');
}

/** The caps to be shown: none for a single character that does nothing now. */
export function useShownKeys<T extends readonly string[]>(keys: T | undefined): T | undefined {
  const on = useLetterKeys();
  return keys && !on && isLetterCaps(keys) ? undefined : keys;
}
