import { expect, test } from 'vitest';
import { expandTemplate, readTemplate } from '../../../../src/renderer/features/resources/uri-template.ts';

const expand = (template: string, values: Record<string, string>) =>
  expandTemplate(template, readTemplate(template).variables, values);

test.each([
  ['demo://items/{id}', { id: 'a/b c' }, 'demo://items/a%2Fb%20c'],
  ['file:///{+path}', { path: 'a/b c' }, 'file:///a/b%20c'],
  ['x://h{#part}', { part: 'top' }, 'x://h#top'],
  ['x://h{.ext}', { ext: 'md' }, 'x://h.md'],
  ['x://h{/a,b}', { a: '1', b: '2/3' }, 'x://h/1/2%2F3'],
  ['x://h{;v}', { v: '1' }, 'x://h;v=1'],
  ['x://h{?q,lang}', { q: 'one two' }, 'x://h?q=one%20two'],
  ['x://h?fixed=1{&q*}', { q: 'a=1\nb=2' }, 'x://h?fixed=1&a=1&b=2'],
  ['x://h{/seg*}', { seg: 'a\nb' }, 'x://h/a/b'],
  ['x://h/{name:3}', { name: 'abcdef' }, 'x://h/abc'],
  ['x://h/{a}', {}, 'x://h/'],
])('[RES-03] %s with %j is %s', (template, values, address) => {
  expect(expand(template, values)).toBe(address);
});

test('variables come once, in their order, with what their operators mean', () => {
  expect(readTemplate('x://{a}/{+b}{?a,c*}').variables).toEqual([
    { name: 'a', several: false, note: undefined },
    { name: 'b', several: false, note: 'may contain / and other reserved characters' },
    { name: 'c', several: true, note: 'query parameter, one value per line' },
  ]);
});

test.each([
  ['x://{a', 'A curly bracket has no partner.'],
  ['x://{!a}', '{!a} uses an operator that is reserved.'],
  ['x://{a b}', '{a b} is not an expression of RFC 6570.'],
  ['x://{}', '{} is not an expression of RFC 6570.'],
])('%s is no template that can be filled in', (template, problem) => {
  expect(readTemplate(template)).toEqual({ variables: [], problem });
});

test('half a character makes no address instead of an error', () => {
  expect(expand('x://{a}', { a: '\ud83d' })).toBeUndefined();
});
