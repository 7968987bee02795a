import { describe, expect, test } from 'vitest';
import { BINDINGS } from '../../../../src/renderer/parts/keys/bindings.ts';
import {
  pressedKeys,
  readShortcuts,
  sameKeys,
  whyForbidden,
  whyRefused,
} from '../../../../src/renderer/parts/keys/key-rules.ts';
import { type KeyPress, matchesShortcut } from '../../../../src/renderer/ui/shortcuts.ts';

const press = (key: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  ...over,
});
const defaults = readShortcuts({}, false).keys;

test.each([
  [press('K', { ctrlKey: true, shiftKey: true }), 'mod+shift+k'],
  [press('1', { ctrlKey: true, code: 'Digit1' }), 'mod+1'],
  [press('&', { ctrlKey: true, shiftKey: true, code: 'Digit6' }), 'mod+&'],
  [press('?', { ctrlKey: true, shiftKey: true }), 'mod+?'],
  [press('F7', { shiftKey: true }), 'shift+f7'],
  [press('ArrowLeft', { altKey: true }), 'alt+left'],
  [press('é', { ctrlKey: true }), 'mod+é'],
])('a press is written down so that it is known again: %o', (pressed, keys) => {
  expect(pressedKeys(pressed, false)).toBe(keys);
  expect(matchesShortcut(pressed, keys, false)).toBe(true);
});

test('held keys alone are no press; Cmd is Mod on macOS only', () => {
  expect(pressedKeys(press('Control', { ctrlKey: true }), false)).toBeUndefined();
  expect(pressedKeys(press('AltGraph', { altKey: true }), false)).toBeUndefined();
  expect(pressedKeys(press('k', { metaKey: true }), true)).toBe('mod+k');
  expect(pressedKeys(press('k', { ctrlKey: true }), true)).toBe('ctrl+k');
  expect(whyForbidden('meta+k', false)).toMatch(/system/);
});

describe('what the rules of the map forbid', () => {
  test.each([
    ['alt+k', /menus/],
    ['mod+alt+k', /AltGr/],
    ['mod+alt+5', /AltGr/],
    ['mod+[', /AltGr/],
    ['k', /typing/],
    ['shift+k', /typing/],
    ['left', /typing/],
    ['enter', /typing/],
    ['mod+c', /Text fields/],
    ['mod+=', /size/],
    ['alt+f4', /window/],
    ['mod+', /tell/],
    ['mod+mod+k', /tell/],
    ['mod+dead', /tell/],
    ['mod+K', /tell/],
    ['', /tell/],
  ])('%s', (keys, why) => expect(whyForbidden(keys, false)).toMatch(why));

  test('on macOS Option with a character, and a bracket may have keys', () => {
    expect(whyForbidden('alt+k', true)).toMatch(/Option/);
    expect(whyForbidden('mod+[', true)).toBeUndefined();
  });

  test.each(['mod+shift+a', 'f9', 'shift+f9', 'mod+;', 'alt+home', 'mod+é'])('%s is allowed', (keys) =>
    expect(whyForbidden(keys, false)).toBeUndefined(),
  );
});

test('keys of another command or of a view are refused, with its name', () => {
  expect(whyRefused('server.add', 'mod+k', defaults, false)).toBe('“Search or run a command” has these keys.');
  expect(whyRefused('server.add', 'mod+tab', defaults, false)).toBe('“Next server” has these keys.');
  expect(whyRefused('server.add', 'f8', defaults, false)).toBe('“Next problem of the arguments” has these keys.');
  expect(whyRefused('server.add', 'mod+n', defaults, false)).toBeUndefined();
  expect(whyRefused('help.shortcuts', '?', defaults, false)).toBeUndefined();
  expect(whyRefused('server.add', '?', defaults, false)).toMatch(/typing/);
});

test('no two commands come with the same keys, nor with those of a view', () => {
  for (const mac of [false, true])
    for (const { id, shortcut } of BINDINGS)
      expect(whyRefused(id, shortcut, readShortcuts({}, mac).keys, mac)).toBeUndefined();
  expect(sameKeys('ctrl+tab', 'mod+tab', false)).toBe(true);
  expect(sameKeys('ctrl+tab', 'mod+tab', true)).toBe(false);
});

describe('kept changes', () => {
  test('are used', () => {
    const { keys, unused } = readShortcuts({ 'server.add': 'mod+shift+a', 'tab.at.2': 'f9' }, false);
    expect([keys.get('server.add'), keys.get('tab.at.2'), keys.get('palette.open')]).toEqual([
      'mod+shift+a',
      'f9',
      'mod+k',
    ]);
    expect(unused).toEqual([]);
  });

  test('two commands may change their keys with each other', () => {
    const { keys, unused } = readShortcuts({ 'view.rail': 'mod+j', 'view.dock': 'mod+b' }, false);
    expect([keys.get('view.rail'), keys.get('view.dock')]).toEqual(['mod+j', 'mod+b']);
    expect(unused).toEqual([]);
  });

  test('that are odd are left out and named', () => {
    const { keys, unused } = readShortcuts(
      { 'no.such': 'f9', 'server.add': 5, 'view.rail': 'alt+k', 'view.dock': 'mod+k', constructor: null, '': [] },
      false,
    );
    expect([...keys]).toEqual([...defaults]);
    expect(unused.map(({ id }) => id)).toEqual(['no.such', 'server.add', 'view.rail', 'constructor', '', 'view.dock']);
    expect(unused.at(-1)?.why).toBe('“Search or run a command” has these keys.');
  });

  test('never leave two commands with the same keys', () => {
    const { keys, unused } = readShortcuts(
      { 'view.rail': 'mod+j', 'view.dock': 'mod+i', 'inbox.toggle': 'alt+k', 'server.add': 'mod+i' },
      false,
    );
    expect(new Set(keys.values()).size).toBe(keys.size);
    expect(unused.length).toBeGreaterThan(1);
  });
});
