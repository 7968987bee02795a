import { isMac } from '../../ui/platform.ts';
import type { KeyPress } from '../../ui/shortcuts.ts';
import { BINDINGS } from './bindings.ts';
import { IN_VIEWS } from './view-keys.ts';

const ORDER = ['mod', 'ctrl', 'alt', 'shift'];
const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ' ': 'space',
};
const NAMED =
  /^(f([1-9]|1\d|2[0-4])|left|right|up|down|space|enter|tab|home|end|pageup|pagedown|insert|delete|backspace)$/;
const HELD = /^(Control|Shift|Alt|Meta|AltGraph|CapsLock|NumLock|Fn|FnLock|Hyper|Super|Symbol)/;

const isFunctionKey = (key: string) => /^f\d+$/.test(key);
const isSign = (key: string) => key.length === 1 && !/[\p{L}\d]/u.test(key);

/** The keys of a press, such as `mod+shift+k`; undefined while only Shift and the like are held. */
export function pressedKeys(press: KeyPress, mac: boolean = isMac()): string | undefined {
  if (HELD.test(press.key)) return undefined;
  const digit = press.shiftKey ? undefined : /^Digit(\d)$/.exec(press.code)?.[1];
  const key = digit ?? NAMES[press.key] ?? press.key.toLowerCase();
  const held = [
    (mac ? press.metaKey : press.ctrlKey) && 'mod',
    mac && press.ctrlKey && 'ctrl',
    !mac && press.metaKey && 'meta',
    press.altKey && 'alt',
    press.shiftKey && !isSign(key) && 'shift',
  ];
  return [...held.filter((part) => part !== false), key].join('+');
}

interface Parsed {
  readonly held: readonly string[];
  readonly key: string;
}

function parse(shortcut: string): Parsed | undefined {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const held = parts.slice(0, -1);
  const known = held.every((part, at) => [...ORDER, 'meta'].includes(part) && held.indexOf(part) === at);
  const isKey = NAMED.test(key) || (key !== ' ' && [...key].length === 1 && key === key.toLowerCase());
  return known && isKey ? { held, key } : undefined;
}

/** One spelling of keys that are pressed alike; undefined for what is no combination of keys. */
function spelling(shortcut: string, mac: boolean): string | undefined {
  const parsed = parse(shortcut);
  if (!parsed) return undefined;
  const { held, key } = parsed;
  const same = new Set(held.map((part) => (part === 'ctrl' && !mac ? 'mod' : part)));
  if (isSign(key)) same.delete('shift');
  return [...ORDER.filter((part) => same.has(part)), key].join('+');
}

/** Whether two spellings are the same keys on this system. */
export const sameKeys = (one: string, other: string, mac: boolean = isMac()): boolean =>
  spelling(one, mac) === spelling(other, mac);

/** What is said of keys that would not be known again when they are pressed. */
export const NO_KEYS = 'This app cannot tell these keys apart.';
const TEXT = 'Text fields need these keys.';
const ZOOM = 'These keys change the size of the window’s content.';
const WINDOW = 'These keys belong to the system or the window.';
const listed = (keys: string, why: string) => keys.split(' ').map((one): [string, string] => [one, why]);
const TAKEN: ReadonlyMap<string, string> = new Map([
  ...listed('mod+a mod+c mod+v mod+x mod+z mod+y mod+shift+z mod+shift+v mod+backspace mod+delete', TEXT),
  ...listed('mod+left mod+right mod+up mod+down mod+home mod+end', TEXT),
  ...listed('mod+shift+left mod+shift+right mod+shift+up mod+shift+down mod+shift+home mod+shift+end', TEXT),
  ...listed('mod+0 mod+- mod+= mod+_', ZOOM),
  ...listed('mod+w mod+q mod+shift+w mod+shift+q alt+f4 alt+tab alt+shift+tab alt+space f11', WINDOW),
]);
const TAKEN_ON_MAC: ReadonlyMap<string, string> = new Map([
  ...listed('alt+left alt+right alt+up alt+down alt+shift+left alt+shift+right alt+backspace alt+delete', TEXT),
  ...listed('mod+h mod+m mod+tab mod+shift+tab mod+space ctrl+space', WINDOW),
]);

/** Keys that Chromium and others act on before a page hears of them. */
const OF_BROWSER =
  'mod+t mod+n mod+w mod+shift+t mod+shift+n mod+shift+w ctrl+tab ctrl+shift+tab mod+pageup mod+pagedown';

/** Whether a page in a browser tab never gets these keys. */
export const isKeptByBrowser = (shortcut: string, mac: boolean = isMac()): boolean =>
  OF_BROWSER.split(' ').some((one) => sameKeys(one, shortcut, mac));

function whyNoCharacter({ held, key }: Parsed, mac: boolean): string | undefined {
  if ([...key].length !== 1) return undefined;
  const command = held.includes('mod') || held.includes('ctrl');
  if (held.includes('alt')) {
    if (mac) return 'Option with a character types another one.';
    return command
      ? 'Ctrl+Alt with a character types another one on many keyboards (AltGr).'
      : 'Alt with a character opens menus on Windows and Linux.';
  }
  if (!mac && '[]{}\\|@~'.includes(key)) return 'This character needs AltGr on many keyboards.';
  return undefined;
}

/** Why no command may have these keys, by the rules below the map (DESIGN 3.8); undefined when one may. */
export function whyForbidden(shortcut: string, mac: boolean = isMac()): string | undefined {
  const parsed = parse(shortcut);
  if (!parsed) return NO_KEYS;
  if (parsed.held.includes('meta')) return WINDOW;
  const command = parsed.held.some((part) => part !== 'shift');
  if (!command && !isFunctionKey(parsed.key))
    return `A key without ${mac ? 'Cmd or Ctrl' : 'Ctrl or Alt'} is for typing and for moving.`;
  const spelled = spelling(shortcut, mac) ?? '';
  return whyNoCharacter(parsed, mac) ?? TAKEN.get(spelled) ?? (mac ? TAKEN_ON_MAC.get(spelled) : undefined);
}

/** The title of what has these keys, beside the command itself. */
function holderOf(id: string, shortcut: string, now: ReadonlyMap<string, string>, mac: boolean): string | undefined {
  const spelled = spelling(shortcut, mac);
  const command = BINDINGS.find((one) => one.id !== id && spelling(now.get(one.id) ?? one.shortcut, mac) === spelled);
  const view = IN_VIEWS.find(({ keys }) => spelling(keys.join('+').toLowerCase(), mac) === spelled);
  return (command ?? view)?.title;
}

/** Why a command cannot have the keys of a press, given those of the other commands; undefined when it can. */
export function whyRefused(
  id: string,
  shortcut: string,
  now: ReadonlyMap<string, string>,
  mac: boolean = isMac(),
): string | undefined {
  const own = BINDINGS.find((one) => one.id === id)?.shortcut ?? '';
  const forbidden = sameKeys(shortcut, own, mac) ? undefined : whyForbidden(shortcut, mac);
  if (forbidden !== undefined) return forbidden;
  const holder = holderOf(id, shortcut, now, mac);
  return holder === undefined ? undefined : `“${holder}” has these keys.`;
}

/** Kept keys that are not used, and why. */
export interface UnusedKeys {
  readonly id: string;
  readonly why: string;
}

export interface Shortcuts {
  /** The keys of every command of `BINDINGS`. */
  readonly keys: ReadonlyMap<string, string>;
  readonly unused: readonly UnusedKeys[];
}

function readOne(id: string, value: unknown, mac: boolean): string | undefined {
  const binding = BINDINGS.find((one) => one.id === id);
  if (!binding) return 'This version has no such command.';
  if (typeof value !== 'string') return 'This is no combination of keys.';
  return value === binding.shortcut ? undefined : whyForbidden(value, mac);
}

/** The keys of all commands with what was changed. What cannot be used is left out, so that no two have the same. */
export function readShortcuts(stored: Readonly<Record<string, unknown>>, mac: boolean = isMac()): Shortcuts {
  const keys = new Map<string, string>(BINDINGS.map(({ id, shortcut }) => [id, shortcut]));
  const unused: UnusedKeys[] = [];
  const changed: string[] = [];
  for (const [id, value] of Object.entries(stored)) {
    const why = readOne(id, value, mac);
    if (why !== undefined || typeof value !== 'string') unused.push({ id, why: why ?? '' });
    else {
      keys.set(id, value);
      changed.push(id);
    }
  }
  // Giving one back its keys may meet another one that has them: from the last to the first until none is refused.
  for (;;) {
    const at = changed.findLastIndex((id) => holderOf(id, keys.get(id) ?? '', keys, mac) !== undefined);
    const id = changed[at];
    if (id === undefined) return { keys, unused };
    unused.push({ id, why: `“${holderOf(id, keys.get(id) ?? '', keys, mac)}” has these keys.` });
    keys.set(id, BINDINGS.find((one) => one.id === id)?.shortcut ?? '');
    changed.splice(at, 1);
  }
}
