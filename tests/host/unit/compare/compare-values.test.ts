import { expect, test } from 'vitest';
import { compareValues } from '#host/compare/compare-sides.ts';
import { parseExact } from '#host/compare/json-value.ts';

/** Compares two texts or values. */
function compare(a: unknown, b: unknown, ignore: string[] = []) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return compareValues(parseExact(text(a)), parseExact(text(b)), ignore);
}

const A = {
  total: 40,
  currency: 'EUR',
  orders: [
    { id: 'ord_81877', status: 'pending', total: 119, items: 1 },
    { id: 'ord_81790', status: 'paid', total: 86.5, items: 2 },
    { id: 'ord_81755', status: 'paid', total: 42, items: 1 },
  ],
  next_cursor: 'b2Zmc2V0OjM=',
};
const B = {
  next_cursor: 'b2Zmc2V0OjM=',
  total: 41,
  currency: 'EUR',
  orders: [
    { id: 'ord_81924', status: 'shipped', total: 248.9, items: 3 },
    { id: 'ord_81877', status: 'paid', total: 119, items: 1 },
    { id: 'ord_81790', status: 'paid', total: 86.5, items: 2 },
  ],
};

test('two results are the ones of picture 19: lines side by side, differences by key', () => {
  const { lines, differences, total, matched } = compare(A, B);
  const shown = lines.map(({ a, b, same }) => [a && `${a.n} ${a.text}`, b && `${b.n} ${b.text}`, same]);
  expect(shown).toEqual([
    ['1 {', '1 {', true],
    ['2   "total": 40,', '2   "total": 41,', false],
    ['3   "currency": "EUR",', '3   "currency": "EUR",', true],
    ['4   "orders": [', '4   "orders": [', true],
    [undefined, '5     { "id": "ord_81924", "status": "shipped",', false],
    [undefined, '6       "total": 248.9, "items": 3 },', false],
    ['5     { "id": "ord_81877", "status": "pending",', '7     { "id": "ord_81877", "status": "paid",', false],
    ['6       "total": 119, "items": 1 },', '8       "total": 119, "items": 1 },', true],
    ['7     { "id": "ord_81790", "status": "paid",', '9     { "id": "ord_81790", "status": "paid",', true],
    ['8       "total": 86.5, "items": 2 },', '10       "total": 86.5, "items": 2 }', true],
    ['9     { "id": "ord_81755", "status": "paid",', undefined, false],
    ['10       "total": 42, "items": 1 }', undefined, false],
    ['11   ],', '11   ],', true],
    ['12   "next_cursor": "b2Zmc2V0OjM="', '12   "next_cursor": "b2Zmc2V0OjM="', true],
    ['13 }', '13 }', true],
  ]);
  expect(differences).toEqual([
    { path: '/total', change: 'changed', a: '40', b: '41', line: 1 },
    { path: '/orders/ord_81924', change: 'added', b: '{ 4 keys }', line: 4 },
    { path: '/orders/ord_81877/status', change: 'changed', a: '"pending"', b: '"paid"', line: 6 },
    { path: '/orders/ord_81755', change: 'removed', a: '{ 4 keys }', line: 10 },
  ]);
  expect({ total, matched }).toEqual({ total: 4, matched: ['id'] });
});

test('the order of keys is no difference', () => {
  const { total, lines, patch } = compare('{"a":1,"b":{"c":2,"d":[]}}', '{"b":{"d":[],"c":2},"a":1}');
  expect({ total, patch }).toEqual({ total: 0, patch: '[]' });
  expect(lines.every(({ a, b, same }) => same && a?.text === b?.text)).toBe(true);
});

test('items are matched by a key that all of both sides have once, else by position', () => {
  const by = (a: unknown, b: unknown) => compare(a, b).matched;
  expect(by([{ id: 1 }], [{ id: 2 }])).toEqual(['id']);
  expect(by([{ name: 'x', v: 1 }], [{ name: 'x', v: 2 }, { name: 'y' }])).toEqual(['name']);
  expect(by([{ uri: 'a:1' }, { uri: 'a:2' }], [{ uri: 'a:1' }])).toEqual(['uri']);
  expect(by([{ id: 1 }, { id: 1 }], [{ id: 1 }])).toEqual(['position']);
  expect(by([{ id: {} }], [{ id: 1 }])).toEqual(['position']);
  expect(by([{ id: 1 }, { other: 1 }], [{ id: 1 }])).toEqual(['position']);
  // An id that is a number is not the id that is the same text: both cannot be told apart by it.
  expect(compare([{ id: 1 }], [{ id: '1' }]).total).toBe(1);
});

test('an insert into an array without keys is one difference', () => {
  const list = Array.from({ length: 50 }, (_, n) => ({ text: `line ${n}`, at: [n] }));
  const { differences, patch } = compare(list, list.toSpliced(20, 0, { text: 'new', at: [] }));
  expect(differences).toEqual([{ path: '/20', change: 'added', b: '{ 2 keys }', line: expect.any(Number) }]);
  expect(JSON.parse(patch ?? '')).toEqual([{ op: 'add', path: '/20', value: { text: 'new', at: [] } }]);
});

test('a long array with something put in at both ends is not a wholly other one', () => {
  const list = Array.from({ length: 5000 }, (_, n) => `item ${n}`);
  const { total } = compare(list, ['first', ...list.toSpliced(3000, 1), 'last']);
  expect(total).toBe(3);
});

test('an item that moved is one difference, shown at its place on either side', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, deep: { n: 1 } }));
  const { differences, lines, patch } = compare(items, [items[3], ...items.slice(0, 3)]);
  expect(differences).toEqual([{ path: '/d', change: 'moved', a: 'item 4', b: 'item 1', line: 1 }]);
  expect(JSON.parse(patch ?? '')).toEqual([{ op: 'move', from: '/3', path: '/0' }]);
  expect(lines.filter(({ same }) => !same).map(({ a, b }) => [a === undefined, b === undefined])).toEqual([
    ...Array(4).fill([true, false]),
    ...Array(4).fill([false, true]),
  ]);
});

test('what changed inside an item that moved is told as well', () => {
  const { differences, patch } = compare(
    [{ id: 1, v: 'x' }, { id: 2 }, { id: 3 }],
    [{ id: 2 }, { id: 3 }, { id: 1, v: 'y' }],
  );
  expect(differences.map(({ path, change }) => [path, change])).toEqual([
    ['/1', 'moved'],
    ['/1/v', 'changed'],
  ]);
  expect(differences.every(({ line }) => line !== undefined)).toBe(true);
  expect(JSON.parse(patch ?? '')).toHaveLength(2);
});

test('numbers beyond 2^53 are compared by their digits', () => {
  const { total, differences, patch } = compare('{"n":9007199254740993}', '{"n":9007199254740992}');
  expect(total).toBe(1);
  expect(differences[0]).toMatchObject({ a: '9007199254740993', b: '9007199254740992' });
  expect(patch).toContain('"value":9007199254740992');
  expect(compare('[1e400]', '[1e401]').total).toBe(1);
  expect(compare('[1e-400]', '[0]').total).toBe(1);
  expect(compare('[0.1000000000000000055]', '[0.1]').total).toBe(1);
  expect(compare('[100000000000000000000]', '[1e20]').total).toBe(1);
  expect(compare('[1.0, 100, 1e2]', '[1, 1e2, 100]').total).toBe(0);
});

test('ignored paths are counted apart and not marked', () => {
  const { total, ignored, lines, patch } = compare(A, B, ['/total', '/orders/*/status']);
  expect({ total, ignored }).toEqual({ total: 2, ignored: 2 });
  const same = (text: string) => lines.find(({ a }) => a?.text.includes(text))?.same;
  expect([same('"total": 40'), same('ord_81877'), same('ord_81755')]).toEqual([true, true, false]);
  expect(JSON.parse(patch ?? '')).toContainEqual({ op: 'replace', path: '/total', value: 41 });
  expect(compare({ 'a/b': 1, '~': 1 }, { 'a/b': 2, '~': 2 }, ['/a~1b']).differences.map(({ path }) => path)).toEqual([
    '/~0',
  ]);
  expect(compare(A, B, ['/orders']).total).toBe(1);
});

test('a change of kind shows one side below the other', () => {
  const { lines, differences } = compare({ v: [1, { a: {} }] }, { v: 'text' });
  expect(differences).toEqual([{ path: '/v', change: 'changed', a: '[ 2 items ]', b: '"text"', line: 1 }]);
  expect(lines.map(({ a, b }) => [a?.text, b?.text])).toEqual([
    ['{', '{'],
    ['  "v": [', undefined],
    ['    1,', undefined],
    ['    { "a": {} }', undefined],
    ['  ]', undefined],
    [undefined, '  "v": "text"'],
    ['}', '}'],
  ]);
});

test('two long texts are shown around the place where they part', () => {
  const head = 'x'.repeat(5000);
  const { lines, differences } = compare({ text: `${head}ONE` }, { text: `${head}TWO` });
  expect(lines[1]?.a?.text).toMatch(/^ {2}"text": "…x{24}ONE"$/);
  expect(lines[1]?.b?.text).toMatch(/TWO"$/);
  expect(differences[0]?.b).toMatch(/^"…x{24}TWO"$/);
});

test('two texts of several lines are compared line by line, as one difference', () => {
  const text = (lines: string[]) => [{ type: 'text', text: lines.join('\n') }];
  const before = text(['one', 'two', 'three "3"', 'four']);
  const after = text(['one', 'zwei', 'three "3"', 'four', 'five']);
  const { lines, differences } = compare(before, after);
  expect(differences).toEqual([expect.objectContaining({ path: '/0/text', change: 'changed', line: 5 })]);
  expect(lines.map(({ a, b, same }) => [a?.text, b?.text, same])).toEqual([
    ['[', '[', true],
    ['  {', '  {', true],
    ['    "type": "text",', '    "type": "text",', true],
    ['    "text": "', '    "text": "', true],
    ['      one', '      one', true],
    ['      two', '      zwei', false],
    ['      three \\"3\\"', '      three \\"3\\"', true],
    ['      four', '      four', true],
    [undefined, '      five', false],
    ['    "', '    "', true],
    ['  }', '  }', true],
    [']', ']', true],
  ]);
  expect(compare(before, after, ['/0/text']).lines.every(({ same }) => same)).toBe(true);
});

test('a key named __proto__ is a key like any other', () => {
  expect(compare('{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}').differences[0]?.path).toBe('/__proto__/a');
  expect(compare('{}', '{"constructor":1}').total).toBe(1);
});

test('of many lines those around the differences are kept, with the number of the others', () => {
  const list = Array.from({ length: 6000 }, (_, n) => ({ id: n, at: { deep: { n } } }));
  const other = list.with(5990, { id: 5990, at: { deep: { n: -1 } } });
  const { lines, linesLeft, differences } = compare({ list }, { list: other });
  expect(lines.length).toBeLessThan(40);
  expect(linesLeft).toBe(0);
  expect(lines[0]?.skipped).toBeGreaterThan(20_000);
  expect(lines[differences[0]?.line ?? 0]).toMatchObject({ same: false, b: { text: expect.stringContaining('-1') } });
});

test('of too many lines that all differ the rest is counted', () => {
  const list = Array.from({ length: 3400 }, (_, n) => [[n]]);
  const { lines, linesLeft, total } = compare({}, { list });
  expect([lines.length, linesLeft, total]).toEqual([10_000, 204, 1]);
});

test('the first thousand differences are listed, all are counted', () => {
  const keys = (value: number) => Object.fromEntries(Array.from({ length: 1100 }, (_, n) => [`key ${n}`, value]));
  const { differences, total } = compare(keys(1), keys(2));
  expect([differences.length, total, differences.at(-1)?.line]).toEqual([1000, 1100, 1000]);
});

test('a patch of over a megabyte is left out', () => {
  expect(compare({ v: '' }, { v: 'x'.repeat(1_000_001) }).patch).toBeUndefined();
});
