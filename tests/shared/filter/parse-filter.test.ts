import { describe, expect, test } from 'vitest';
import type { FilterNode } from '#shared/filter/filter-tree.ts';
import { isEmptyFilter, parseFilter } from '#shared/filter/parse-filter.ts';

/** The tree in a short form: `and(a, not(method=b))`. */
function shape(node: FilterNode): string {
  switch (node.op) {
    case 'and':
    case 'or':
      return `${node.op}(${node.parts.map(shape).join(', ')})`;
    case 'not':
      return `not(${shape(node.part)})`;
    case 'word':
      return node.text;
    case 'is':
    case 'has':
      return `${node.op}=${node.what}`;
    case 'dur':
    case 'size':
      return `${node.op}${node.bound.sign}${node.bound.value}`;
    case 'http':
      return `http=${node.from}..${node.to}`;
    case 'after':
    case 'before':
      return `${node.op}=${node.ms}${node.clock ? ' of day' : ''}`;
    default:
      return `${node.op}=${node.text}`;
  }
}

const read = (text: string) => shape(parseFilter(text).tree);

describe('trees', () => {
  test.each([
    ['', 'and()'],
    ['   ', 'and()'],
    ['Echo', 'echo'],
    ['a b', 'and(a, b)'],
    ['a | b c', 'or(a, and(b, c))'],
    ['a b|c d', 'and(a, or(b, c), d)'],
    ['(a | b) c', 'and(or(a, b), c)'],
    ['-a b', 'and(not(a), b)'],
    ['-(a | b)', 'not(or(a, b))'],
    ['-a|b', 'not(or(a, b))'],
    ['a|-b', 'or(a, not(b))'],
    ['--a', 'not(not(a))'],
    ['"a  | b"', 'a  | b'],
    ['"say \\"hi\\" \\\\"', 'say "hi" \\'],
    ['foo(bar)', 'foo(bar)'],
    ['(foo(bar) | x)', 'or(foo(bar), x)'],
    ['http://Host:80/a', 'http://host:80/a'],
    ['a - b', 'and(a, -, b)'],
    ['|| a |', 'a'],
    ['()', 'and()'],
    ['a)', 'a)'],
    ['method:Tools/Call', 'method=tools/call'],
    ['METHOD:x', 'method=x'],
    ['name:"two words"', 'name=two words'],
    ['id:41', 'id=41'],
    ['status:timed-out', 'status=timed out'],
    ['status:input_required', 'status=input required'],
    ['status:-32602', 'status=-32602'],
    ['is:error|waiting', 'or(is=error, is=waiting)'],
    ['is:error|name:x|y', 'or(is=error, name=x, name=y)'],
    ['is:error | waiting', 'or(is=error, waiting)'],
    ['-is:ask', 'not(is=ask)'],
    ['has:image', 'has=image'],
    ['dur:>500ms', 'dur>500000'],
    ['dur:<=1.5s', 'dur<=1500000'],
    ['dur:20', 'dur>=20000'],
    ['dur:=3us', 'dur=3'],
    ['size:>10kb', 'size>10000'],
    ['size:<2MB', 'size<2000000'],
    ['after:18:51', 'after=67860000 of day'],
    ['before:7:05:09.25', 'before=25509250 of day'],
    ['http:404', 'http=404..404'],
    ['http:4xx', 'http=400..499'],
    ['http:>=400', 'http=400..999'],
    ['http:<300', 'http=1..299'],
  ])('%j reads as %s', (text, expected) => {
    expect(read(text)).toBe(expected);
    expect(parseFilter(text).problems).toEqual([]);
  });

  test('a date makes a time one moment', () => {
    expect(read('after:2026-11-30T18:51')).toBe(`after=${new Date(2026, 10, 30, 18, 51).getTime()}`);
  });

  test.each(['method:', 'is:', 'is:err', 'dur:', 'dur:>', 'after:18:', 'http:40', 'http:4x', '-'])(
    '%j is still being typed: nothing is filtered by it and nothing is wrong',
    (text) => {
      const { tree, problems } = parseFilter(text);
      expect(problems).toEqual([]);
      expect(isEmptyFilter(tree) || tree.op === 'word').toBe(true);
    },
  );
});

describe('problems', () => {
  test.each([
    ['a foo:bar b', 'No filter named foo', 2, 9, 'and(a, b)'],
    ['-foo:bar', 'No filter named foo', 1, 8, 'and()'],
    ['a | foo:bar', 'No filter named foo', 4, 11, 'a'],
    ['is:sleepy', 'is: knows error, waiting, ask', 0, 9, 'and()'],
    ['has:x', 'has: knows structured, image, progress', 0, 5, 'and()'],
    ['dur:long', 'dur: wants a number such as >500ms', 0, 8, 'and()'],
    ['dur:5constructor', 'dur: wants a number', 0, 16, 'and()'],
    ['size:>1parsec', 'size: wants a number such as >10kb', 0, 13, 'and()'],
    ['after:25:00', 'after: wants a time such as 18:51', 0, 11, 'and()'],
    ['http:teapot', 'http: wants a status such as 404', 0, 11, 'and()'],
    ['"open', 'This quote is never closed', 0, 5, 'open'],
    ['(a b', 'This bracket is never closed', 0, 1, 'and(a, b)'],
    ['__proto__ constructor:x', 'No filter named constructor', 10, 23, '__proto__'],
  ])('%j: %s', (text, problem, start, end, tree) => {
    const parsed = parseFilter(text);
    expect(parsed.problems).toHaveLength(1);
    expect(parsed.problems[0]?.text).toContain(problem);
    expect(parsed.problems[0]).toMatchObject({ start, end });
    expect(shape(parsed.tree)).toBe(tree);
  });

  test('a filter has a bound number of conditions and of nested brackets', () => {
    const many = parseFilter('a '.repeat(400));
    expect(many.problems.map(({ text }) => text)).toEqual(['Only the first 30 conditions count']);
    expect(many.tree).toMatchObject({ op: 'and' });
    const deep = parseFilter(`${'('.repeat(900)}a`);
    expect(deep.problems[0]?.text).toBe('Brackets are nested more than 20 deep');
  });

  test('any text has a reading', () => {
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % most;
    };
    const pieces = [
      'a',
      '-',
      '|',
      '(',
      ')',
      '"',
      ' ',
      ':',
      'is:',
      'dur:',
      '>',
      '5',
      'foo:',
      '\\',
      'method:x',
      'é',
      '\n',
    ];
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: next(14) }, () => pieces[next(pieces.length)]).join('');
      for (const { start, end, text: said } of parseFilter(text).problems) {
        expect(start, text).toBeGreaterThanOrEqual(0);
        expect(end, text).toBeLessThanOrEqual(text.length);
        expect(said).not.toBe('');
      }
    }
  });
});
