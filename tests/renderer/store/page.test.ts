import { expect, test } from 'vitest';
import { mergePatch, patchBetween } from '#shared/merge-patch.ts';
import { createPageStore, savedPart } from '../../../src/renderer/store/page.ts';

test('arguments with a secret stay in the page and are not saved', () => {
  const page = createPageStore({});
  page.getState().draft('srv1/tools/login', '{"user":"maya"}');
  page.getState().draft('srv1/tools/login', '{"user":"maya","password":"x"}', true);
  expect(page.getState().heldDrafts['srv1/tools/login']).toBe('{"user":"maya","password":"x"}');
  expect(savedPart(page.getState()).drafts).toEqual({});
  page.getState().draft('srv1/tools/login', '{"user":"maya"}');
  expect(page.getState().heldDrafts).toEqual({});
  expect(savedPart(page.getState()).drafts).toEqual({ 'srv1/tools/login': '{"user":"maya"}' });
});

test('a very long draft is kept but not saved', () => {
  const page = createPageStore({});
  page.getState().draft('srv1/tools/echo', 'x'.repeat(200_000));
  expect(page.getState().drafts['srv1/tools/echo']).toHaveLength(200_000);
  expect(savedPart(page.getState()).drafts).toEqual({});
});

test('choices do not grow with every session', () => {
  const page = createPageStore({});
  for (let n = 0; n < 2000; n += 1) page.getState().select(`ses${n}/traffic`, '1');
  const { selected } = savedPart(page.getState());
  expect(Object.keys(selected)).toHaveLength(500);
  expect(selected['ses1999/traffic']).toBe('1');
});

test('a removed server leaves nothing behind', () => {
  const page = createPageStore({});
  const state = page.getState();
  state.openTab('srv1', 'tools');
  state.select('srv1/tools', 'echo');
  state.draft('srv1/tools/echo', '{"a":1}');
  state.select('srv10/tools', 'other');
  state.forget('srv1');
  const { tabs, selected, drafts } = savedPart(page.getState());
  expect({ tabs, selected, drafts }).toEqual({ tabs: {}, selected: { 'srv10/tools': 'other' }, drafts: {} });
});

test('two things are compared until another server or tab is opened', () => {
  const page = createPageStore({});
  const side = (exchangeId: string) => ({ of: 'exchange', sessionId: 'ses1', exchangeId }) as const;
  page.getState().openCompare(side('e1'), side('e2'));
  expect(page.getState().compare).toEqual({ a: side('e1'), b: side('e2') });
  page.getState().openTab('srv1', 'tools');
  expect(page.getState().compare).toBeUndefined();
  page.getState().openCompare(side('e1'), side('e2'));
  page.getState().closeCompare();
  expect(page.getState().compare).toBeUndefined();
});

test('ignored paths are saved by subject and go with the server', () => {
  const page = createPageStore({});
  page.getState().ignorePaths('srv1/tools/call echo', ['/at']);
  page.getState().ignorePaths('srv10/tools/call echo', ['/id']);
  page.getState().ignorePaths('srv10/tools/list', ['/id']);
  page.getState().ignorePaths('srv10/tools/list', []);
  expect(savedPart(page.getState()).ignoredPaths).toEqual({
    'srv1/tools/call echo': ['/at'],
    'srv10/tools/call echo': ['/id'],
  });
  page.getState().forget('srv1');
  expect(savedPart(page.getState()).ignoredPaths).toEqual({ 'srv10/tools/call echo': ['/id'] });
});

test('a reply of a round comes back as it was, null too; a very long or a damaged one does not', () => {
  const page = createPageStore(undefined);
  const before = savedPart(page.getState());
  const reply = { action: 'accept' as const, content: { note: null, count: 3, deep: { left: null } } };
  page.getState().set({ heldReplies: { a: reply, b: { action: 'accept', resultText: 'x'.repeat(100_001) } } });
  const onDisk = mergePatch(before, patchBetween(before, savedPart(page.getState())));
  expect(JSON.stringify(onDisk)).not.toContain('xxx');
  expect(createPageStore(JSON.parse(JSON.stringify(onDisk))).getState().heldReplies).toEqual({ a: reply });
  const damaged = {
    ...(onDisk as object),
    heldTexts: { a: '{"action":', b: '{"action":"shrug"}', c: '{"action":"cancel"}' },
  };
  expect(createPageStore(damaged).getState().heldReplies).toEqual({ c: { action: 'cancel' } });
});
