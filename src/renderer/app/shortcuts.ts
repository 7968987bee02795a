import { isMac } from '../ui/platform.ts';

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

/** Whether a key press is a shortcut. Digits go by their place, so that they work on layouts that shift them. */
export function matchesShortcut(press: KeyPress, shortcut: string, mac: boolean = isMac()): boolean {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const wanted = { mod: parts.includes('mod'), shift: parts.includes('shift'), alt: parts.includes('alt') };
  const [mod, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (mod !== wanted.mod || other || press.altKey !== wanted.alt) return false;
  if (/^\d$/.test(key)) return press.code === `Digit${key}` && !press.shiftKey;
  // A sign such as `?` brings its own Shift on most layouts.
  const isSign = key.length === 1 && !/[a-z]/.test(key);
  return press.key.toLowerCase() === key && (isSign || press.shiftKey === wanted.shift);
}
