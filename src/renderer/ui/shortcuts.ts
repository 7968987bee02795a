import { isMac } from './platform.ts';

/** A key press as far as shortcuts care; `KeyboardEvent` fits. */
export interface KeyPress {
  key: string;
  code: string;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** Parts of a shortcut such as `mod+shift+r`, for key caps and `aria-keyshortcuts`. */
export function shortcutKeys(shortcut: string): string[] {
  return shortcut.split('+').map((part) => (part.length === 1 || /^f\d+$/.test(part) ? part.toUpperCase() : part));
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  left: 'arrowleft',
  right: 'arrowright',
  up: 'arrowup',
  down: 'arrowdown',
  space: ' ',
};

/** Whether a key press is a shortcut. Digits go by their place, so that they work on layouts that shift them. */
export function matchesShortcut(press: KeyPress, shortcut: string, mac: boolean = isMac()): boolean {
  const parts = shortcut.split('+');
  const last = parts.at(-1) ?? '';
  const key = KEY_NAMES[last] ?? last;
  const has = (part: string) => parts.includes(part);
  const [meta, ctrl] = mac ? [has('mod'), has('ctrl')] : [false, has('mod') || has('ctrl')];
  if (press.metaKey !== meta || press.ctrlKey !== ctrl || press.altKey !== has('alt')) return false;
  if (/^\d$/.test(key)) return press.code === `Digit${key}` && !press.shiftKey;
  // A sign such as `?` brings its own Shift on most layouts.
  const isSign = key.length === 1 && !/[a-z]/.test(key);
  return press.key.toLowerCase() === key && (isSign || press.shiftKey === has('shift'));
}
