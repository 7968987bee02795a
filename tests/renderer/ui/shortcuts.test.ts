import { expect, test } from 'vitest';
import { type KeyPress, matchesShortcut, shortcutKeys } from '../../../src/renderer/ui/shortcuts.ts';

const press = (key: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  ...over,
});

test('mod is Command on macOS and Control elsewhere, never both', () => {
  expect(matchesShortcut(press('k', { metaKey: true }), 'mod+k', true)).toBe(true);
  expect(matchesShortcut(press('k', { ctrlKey: true }), 'mod+k', true)).toBe(false);
  expect(matchesShortcut(press('k', { ctrlKey: true }), 'mod+k', false)).toBe(true);
  expect(matchesShortcut(press('k', { ctrlKey: true, metaKey: true }), 'mod+k', false)).toBe(false);
});

test('shift tells two shortcuts apart', () => {
  expect(matchesShortcut(press('R', { ctrlKey: true, shiftKey: true }), 'mod+shift+r', false)).toBe(true);
  expect(matchesShortcut(press('R', { ctrlKey: true, shiftKey: true }), 'mod+r', false)).toBe(false);
  expect(matchesShortcut(press('F6', { shiftKey: true }), 'f6', false)).toBe(false);
});

test('Ctrl is Control on every system, and arrows are named by their side', () => {
  expect(matchesShortcut(press('Tab', { ctrlKey: true }), 'ctrl+tab', true)).toBe(true);
  expect(matchesShortcut(press('Tab', { ctrlKey: true }), 'ctrl+tab', false)).toBe(true);
  expect(matchesShortcut(press('Tab', { metaKey: true }), 'ctrl+tab', true)).toBe(false);
  expect(matchesShortcut(press('ArrowLeft', { altKey: true }), 'alt+left', false)).toBe(true);
  expect(matchesShortcut(press('ArrowLeft'), 'alt+left', false)).toBe(false);
  expect(matchesShortcut(press('[', { metaKey: true }), 'mod+[', true)).toBe(true);
});

test('digits go by their place, signs bring their own shift', () => {
  expect(matchesShortcut(press('&', { ctrlKey: true, code: 'Digit1' }), 'mod+1', false)).toBe(true);
  expect(matchesShortcut(press('?', { shiftKey: true }), '?', false)).toBe(true);
  expect(matchesShortcut(press('?', { shiftKey: true, ctrlKey: true }), '?', false)).toBe(false);
});

test('keys of a shortcut are named as on the caps', () => {
  expect(shortcutKeys('mod+shift+r')).toEqual(['mod', 'shift', 'R']);
  expect(shortcutKeys('shift+f6')).toEqual(['shift', 'F6']);
});
