import { describe, expect, it } from 'vitest';
import {
  itemsOf,
  membersOf,
  memberText,
  onOneLine,
  requestText,
  withMember,
  withoutMember,
} from '#shared/json-members.ts';

const TEXT = '{ "a" : 90071992547409931234, "b":{"c":[1,"}",{"d":"\\"x\\\\"}] , "c": 1.10}, "a": "\\u0061" }';

describe('reading', () => {
  it('gives members in order with their exact values, equal names included', () => {
    const found = [...membersOf(TEXT)].map(({ name, value }) => [name, TEXT.slice(value.start, value.end)]);
    expect(found).toEqual([
      ['a', '90071992547409931234'],
      ['b', '{"c":[1,"}",{"d":"\\"x\\\\"}] , "c": 1.10}'],
      ['a', '"\\u0061"'],
    ]);
  });

  it('follows a path, and of equal names takes the last as JSON.parse does', () => {
    expect(memberText(TEXT, ['a'])).toBe('"\\u0061"');
    expect(memberText(TEXT, ['b', 'c'])).toBe('1.10');
    expect(memberText(TEXT, ['b', 'x'])).toBeUndefined();
    expect(memberText('[1]', ['a'])).toBeUndefined();
  });

  it('reads names that are written with escapes', () => {
    expect(memberText('{"\\u005fmeta":{"k\\"":null}}', ['_meta', 'k"'])).toBe('null');
  });

  it('gives the items of an array', () => {
    const text = ' [ 1 ,{"a":[2]}, "x,]" ] ';
    expect([...itemsOf(text)].map(({ start, end }) => text.slice(start, end))).toEqual(['1', '{"a":[2]}', '"x,]"']);
    expect([...itemsOf('{}')]).toEqual([]);
    expect([...membersOf('{}')]).toEqual([]);
  });

  it('agrees with JSON.parse on any object', () => {
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % most;
    };
    const made = (depth: number): unknown => {
      const kind = random(depth > 3 ? 4 : 6);
      if (kind === 0) return random(1000) / 8;
      if (kind === 1) return ['"', '\\', '{', '},"a":1', '', '\u2028é'][random(6)];
      if (kind === 2) return [true, false, null][random(3)];
      if (kind === 3) return {};
      if (kind === 4) return Array.from({ length: random(4) }, () => made(depth + 1));
      return Object.fromEntries(Array.from({ length: random(5) }, (_, i) => [`${'"\\k'[i % 3]}${i}`, made(depth + 1)]));
    };
    for (let round = 0; round < 300; round += 1) {
      const value = { first: made(0), second: made(0) };
      const text = JSON.stringify(value, null, random(3));
      for (const key of ['first', 'second'] as const) {
        expect(JSON.parse(memberText(text, [key]) ?? '')).toEqual(value[key]);
        expect(JSON.parse(withMember(text, [key], '[1]'))).toEqual({ ...value, [key]: [1] });
      }
      expect(JSON.parse(withMember(text, ['x', 'y'], '2'))).toEqual({ ...value, x: { y: 2 } });
      expect(JSON.parse(withoutMember(text, ['first']))).toEqual({ second: value.second });
      expect(JSON.parse(onOneLine(text))).toEqual(value);
      expect(onOneLine(text)).not.toContain('\n');
    }
  });
});

describe('changing', () => {
  it('changes a value everywhere its path leads and nothing else', () => {
    expect(withMember('{"_meta":{"t":1},"n":1e400,"_meta":{"t":2,"u":3}}', ['_meta', 't'], '9')).toBe(
      '{"_meta":{"t":9},"n":1e400,"_meta":{"t":9,"u":3}}',
    );
  });

  it('adds what is not there, and takes the place of what can hold nothing', () => {
    expect(withMember('{}', ['_meta', 'a'], '1')).toBe('{"_meta":{"a":1}}');
    expect(withMember('{ "b": 2 }', ['_meta', 'a'], '1')).toBe('{ "b": 2,"_meta":{"a":1} }');
    expect(withMember('{"_meta":null}', ['_meta', 'a'], '1')).toBe('{"_meta":{"a":1}}');
  });

  it('takes members away', () => {
    expect(withoutMember('{"a":1,"b":{"c":1,"d":10000000000000000000},"a":2}', ['a'])).toBe(
      '{"b":{"c":1,"d":10000000000000000000}}',
    );
    expect(withoutMember('{"b":{"c":1,"d":2}}', ['b', 'c'])).toBe('{"b":{"d":2}}');
    expect(withoutMember('{"b":1}', ['x'])).toBe('{"b":1}');
  });
});

it('finds a request in a message and in a batch', () => {
  expect(requestText('\uFEFF {"id":3,"method":"a"}', 3)).toBe('{"id":3,"method":"a"}');
  expect(requestText('[{"id":"3","method":"b"},{"id":3,"method":"a"}]', 3)).toBe('{"id":3,"method":"a"}');
  expect(requestText('{"method":"a"}', 3)).toBeUndefined();
});
