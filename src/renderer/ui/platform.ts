/** True on macOS, where Mod means Command; asks the browser, so it is right in both shells. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);
}

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
