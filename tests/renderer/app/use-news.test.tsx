import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Catalog } from '#shared/entities.ts';
import { isReading, isUndeclared, TABS } from '../../../src/renderer/app/tabs.ts';
import { useNews } from '../../../src/renderer/app/use-news.ts';
import { session } from '../support/samples.ts';

afterEach(cleanup);

const counts = (tools: number | undefined, traffic: number) => [
  { id: 'tools', count: tools },
  { id: 'traffic', count: traffic },
  { id: 'info' },
];

test('a tab whose count grew while it was not looked at has news until it is', () => {
  type Props = [of: string, tabs: ReturnType<typeof counts>, selected: string];
  const { result, rerender } = renderHook(([of, tabs, selected]: Props) => [...useNews(of, tabs, selected)], {
    initialProps: ['ses1', counts(undefined, 1), 'tools'],
  });
  const next = (...props: Props) => {
    rerender(props);
    return result.current;
  };
  expect(result.current).toEqual([]);
  // The first count is nothing new, nor is what is looked at.
  expect(next('ses1', counts(3, 1), 'traffic')).toEqual([]);
  expect(next('ses1', counts(3, 9), 'traffic')).toEqual([]);
  expect(next('ses1', counts(4, 9), 'traffic')).toEqual(['tools']);
  expect(next('ses1', counts(4, 9), 'info')).toEqual(['tools']);
  expect(next('ses1', counts(4, 10), 'tools')).toEqual(['traffic']);
  expect(next('ses1', counts(4, 10), 'traffic')).toEqual([]);
  expect(next('ses1', counts(4, 10), 'info')).toEqual([]);
  // What was taken away and comes back is new again.
  expect(next('ses1', counts(2, 10), 'info')).toEqual([]);
  expect(next('ses1', counts(3, 10), 'info')).toEqual(['tools']);
  expect(next('ses2', counts(9, 99), 'info')).toEqual([]);
  // Who comes back from another server finds what was new, and what came in the meantime.
  expect(next('ses1', counts(3, 11), 'info')).toEqual(['tools', 'traffic']);
});

test('what a first reading brings, page by page and list by list, is nothing new', () => {
  const tab = (count: number, reading: boolean) => [{ id: 'resources', count, reading }];
  const { result, rerender } = renderHook((tabs) => [...useNews('ses1', tabs, 'info')], {
    initialProps: tab(5, true),
  });
  const next = (...tabs: Parameters<typeof tab>) => {
    rerender(tab(...tabs));
    return result.current;
  };
  expect(next(9, true)).toEqual([]);
  expect(next(12, false)).toEqual([]);
  // Later readings tell of what is new only.
  expect(next(12, true)).toEqual([]);
  expect(next(13, true)).toEqual(['resources']);
  expect(next(13, false)).toEqual(['resources']);
});

test('a tab is being read as long as one of its lists is', () => {
  const head = (kind: 'resources' | 'templates', status: 'loading' | 'ready'): Catalog => ({
    ...{ id: `ses1:${kind}`, sessionId: 'ses1', kind, status, count: 3, rev: 1, epoch: 1, stale: false },
    ...{ pages: 1, refused: [] },
  });
  const reading = (...heads: Catalog[]) => {
    const catalogs = new Map(heads.map((one) => [one.id, one]));
    return TABS.filter((tab) => isReading(tab, { session: session(), tasks: 0, catalogs })).map(({ id }) => id);
  };
  expect(reading(head('resources', 'ready'), head('templates', 'loading'))).toEqual(['resources']);
  expect(reading(head('resources', 'ready'), head('templates', 'ready'))).toEqual([]);
  expect(reading({ ...head('resources', 'loading'), sessionId: 'other' })).toEqual([]);
});

test('the first three tabs stay, and are quiet where the server did not declare what they show', () => {
  const known = session();
  const declares = (capabilities: Record<string, unknown>) =>
    session(known.hello ? { hello: { ...known.hello, capabilities } } : {});
  const quiet = (of: ReturnType<typeof session> | undefined) =>
    TABS.filter((tab) => isUndeclared(tab, of)).map(({ id }) => id);
  expect(quiet(declares({ tools: {} }))).toEqual(['resources', 'prompts']);
  expect(quiet(declares({ tools: {}, resources: {}, prompts: {} }))).toEqual([]);
  expect(quiet(undefined)).toEqual([]);
});
