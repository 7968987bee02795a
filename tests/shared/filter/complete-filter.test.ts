import { describe, expect, test } from 'vitest';
import { completeFilter, type KnownValues } from '#shared/filter/complete-filter.ts';

const known: KnownValues = { method: ['tools/call', 'tools/list', 'ping'], name: ['create issue', 'echo'], server: [] };

/** Labels offered where `^` stands, and the text after the first was taken. */
function at(marked: string): { labels: string[]; first: string } {
  const caret = marked.indexOf('^');
  const text = marked.replace('^', '');
  const { start, end, suggestions } = completeFilter(text, caret, known);
  const [first] = suggestions;
  return {
    labels: suggestions.map(({ label }) => label),
    first: text.slice(0, start) + (first?.insert ?? '') + text.slice(end),
  };
}

describe('keys', () => {
  test('all of them where nothing is typed, after a minus and after a bar', () => {
    for (const text of ['^', 'a ^', '-^', 'a | ^', '(^']) {
      expect(at(text).labels, text).toHaveLength(13);
    }
  });

  test.each([
    ['me^', 'method:'],
    ['a -st^', 'a -status:'],
    ['(si^', '(size:'],
    ['SERV^', 'server:'],
    ['a be^ c', 'a before: c'],
  ])('%s becomes %s', (text, expected) => {
    expect(at(text).first).toBe(expected);
  });

  test('none for a plain word or within quotes', () => {
    expect(at('xyz^').labels).toEqual([]);
    expect(at('"me^"').labels).toEqual([]);
  });
});

describe('values', () => {
  test.each([
    ['method:^', ['tools/call', 'tools/list', 'ping']],
    ['method:list^', ['tools/list']],
    ['is:^', ['error', 'waiting', 'ask', 'task', 'stream', 'notification', 'call', 'http', 'auth', 'open']],
    ['is:error|wa^', ['waiting']],
    ['is:error|^', ['error', 'waiting', 'ask', 'task', 'stream', 'notification', 'call', 'http', 'auth', 'open']],
    ['is:error^', []],
    ['-has:im^', ['image']],
    ['id:^', []],
    ['foo:^', []],
  ])('%s offers %j', (text, labels) => {
    expect(at(text).labels).toEqual(labels);
  });

  test('a value with a space is quoted, and the rest of the word gives way', () => {
    expect(at('name:cr^eate x').first).toBe('name:"create issue" x');
  });
});
