import { expect, test } from 'vitest';
import { fitTitle, type PaletteItem, searchPalette } from '../../../src/renderer/app/palette-search.ts';

const item = (title: string, kind: PaletteItem['kind'] = 'item', group = 'Tools'): PaletteItem => ({
  id: `${kind}/${title}`,
  group,
  kind,
  title,
  what: kind,
  run: () => undefined,
});
const titles = (items: PaletteItem[], text: string) => searchPalette(items, text).map((hit) => hit.item.title);

test('exact beats prefix, prefix beats the start of a word, that beats letters in order', () => {
  const items = ['list_refunds', 'r_e_f', 'refund_create', 'ref'].map((title) => item(title));
  expect(titles(items, 'ref')).toEqual(['ref', 'refund_create', 'list_refunds', 'r_e_f']);
});

test('letters in order count only from the start of a word', () => {
  expect(fitTitle('orders://search', 'ref')).toBeUndefined();
  expect(fitTitle('orders_search', 'sar')).toEqual({ score: 1, matched: [7, 9, 10] });
});

test('matched characters are the ones of the query', () => {
  expect(fitTitle('Open Traffic', 'traf')?.matched).toEqual([5, 6, 7, 8]);
  expect(fitTitle('anything', '')).toEqual({ score: 0, matched: [] });
});

test('five of a group are shown, all of it when asked for, groups stay in order', () => {
  const many = Array.from({ length: 9 }, (_, index) => item(`tool_${index}`));
  const found = searchPalette([...many, item('Tool command', 'command', 'Commands')], 'tool');
  expect(found.map((hit) => hit.item.title)).toEqual([
    ...['tool_0', 'tool_1', 'tool_2', 'tool_3', 'tool_4', 'Show all 9'],
    'Tool command',
  ]);
  expect(searchPalette(many, 'tool', new Set(['Tools']))).toHaveLength(9);
});

test('a prefix keeps one kind and shows more of it', () => {
  const items = [
    item('restart_job'),
    item('Restart', 'command', 'Commands'),
    item('restart-db', 'server', 'Servers'),
    item('rest://x', 'resource', 'Resources'),
    item('tools/call restock', 'traffic', 'Traffic'),
  ];
  expect(titles(items, '>rest')).toEqual(['Restart']);
  expect(titles(items, '@rest')).toEqual(['restart-db']);
  expect(titles(items, '/rest')).toEqual(['rest://x']);
  expect(titles(items, '#rest')).toEqual(['tools/call restock']);
  expect(titles([{ ...item('Restart', 'command'), shortcut: 'mod+r' }, ...items], '?re')).toEqual(['Restart']);
  const servers = Array.from({ length: 9 }, (_, index) => item(`srv ${index}`, 'server', 'Servers'));
  expect(titles(servers, '@')).toHaveLength(9);
});

test('places are counted the same way for matching and for marking, also behind an emoji', () => {
  expect(fitTitle('\u{1f600} x_save_all', 'sal')?.matched).toEqual([5, 6, 11]);
});

test('what was used lately comes first among equal fits, and what needs a sign is not found without it', () => {
  const items = [item('alpha_a'), { ...item('alpha_b'), lately: 3 }, { ...item('alpha_c'), lately: 0 }];
  expect(titles(items, 'alpha')).toEqual(['alpha_c', 'alpha_b', 'alpha_a']);
  const here = { ...item('alpha', 'server', 'Servers'), bySign: true };
  expect(titles([here], 'alpha')).toEqual([]);
  expect(titles([here], '@alpha')).toEqual(['alpha']);
});
