/** The browser is asked once: each key and each button wants to know. */
const MAC = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** True on macOS, where Mod means Command; right in both shells. */
export const isMac = (): boolean => MAC;

const ARIA_KEYS: Readonly<Record<string, string>> = {
  shift: 'Shift',
  alt: 'Alt',
  ctrl: 'Control',
  enter: 'Enter',
  tab: 'Tab',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
};

/** The value of `aria-keyshortcuts` for keys such as `['mod', 'shift', 'K']`. */
export function ariaShortcut(keys: readonly string[], mac: boolean = isMac()): string {
  return keys
    .map((key) => (key.toLowerCase() === 'mod' ? (mac ? 'Meta' : 'Control') : (ARIA_KEYS[key.toLowerCase()] ?? key)))
    .join('+');
}

/** True when the platform's Mod key (and not the other one) is held. */
export function hasMod(event: { readonly metaKey: boolean; readonly ctrlKey: boolean }): boolean {
  return isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
}
