import { expect, test } from 'vitest';
import { mergePatch, patchBetween } from '../../src/shared/merge-patch.ts';

test('a patch says only what changed, and makes one of the other', () => {
  const before = { serverId: 'a', tabs: { a: 'tools', b: 'info' }, sizes: { list: 200 }, recent: ['x'] };
  const after = { serverId: 'a', tabs: { a: 'tools', c: 'traffic' }, sizes: { list: 240 }, recent: ['y', 'x'] };
  const patch = patchBetween(before, after);
  expect(patch).toEqual({ tabs: { b: null, c: 'traffic' }, sizes: { list: 240 }, recent: ['y', 'x'] });
  expect(mergePatch(before, patch)).toEqual(after);
  expect(patchBetween(after, { ...after, review: undefined })).toBeUndefined();
});

test('two that change different members lose nothing of each other', () => {
  const start = { drafts: { echo: '1' } };
  const first = patchBetween(start, { drafts: { echo: '1', add: '2' } });
  const second = patchBetween(start, { drafts: {}, dock: { open: false } });
  expect(mergePatch(mergePatch(start, first), second)).toEqual({ drafts: { add: '2' }, dock: { open: false } });
});

test('what was changed last comes last, and a member called __proto__ is a member', () => {
  const merged = mergePatch({ a: 1, b: 2 }, { a: 3 });
  expect(Object.keys(merged as object)).toEqual(['b', 'a']);
  const odd = mergePatch({}, JSON.parse('{"__proto__":{"x":1}}'));
  expect(JSON.stringify(odd)).toBe('{"__proto__":{"x":1}}');
  expect({}).not.toHaveProperty('x');
});

test('nothing saved yet takes the whole state', () => {
  const patch = patchBetween(undefined, { tabs: {} });
  expect(mergePatch(undefined, patch)).toEqual({ tabs: {} });
});
