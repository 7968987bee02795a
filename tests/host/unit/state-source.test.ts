import { expect, test, vi } from 'vitest';
import { createStatePublisher } from '#host/publish/state-source.ts';
import { Settings } from '#shared/config.ts';
import type { StateChange, TaskInfo } from '#shared/entities.ts';

const task = (id: string, polls: number): StateChange => {
  const value: TaskInfo = {
    id,
    sessionId: 's',
    origin: 'tools/call',
    status: 'working',
    createdAt: 0,
    seenAt: 0,
    updatedAt: 0,
    polls,
    history: [],
  };
  return { op: 'put', topic: 'task', id, value };
};
const polls = (changes: StateChange[]) =>
  changes.map((c) => (c.op === 'put' && c.topic === 'task' ? `${c.id}:${c.value.polls}` : c.op));

test('a reader gets a reset, what is there, and then changes', () => {
  const state = createStatePublisher();
  state.apply(task('a', 1));
  const wake = vi.fn();
  const source = state.source(wake);
  expect(polls(source.take(10))).toEqual(['reset', 'a:1']);
  expect(source.take(10)).toEqual([]);
  state.apply(task('b', 1));
  expect(wake).toHaveBeenCalledTimes(1);
  expect(polls(source.take(10))).toEqual(['b:1']);
});

test('of an entity that changes often a slow reader gets the newest value only', () => {
  const state = createStatePublisher();
  const source = state.source(() => undefined);
  source.take(10);
  for (let i = 0; i < 10_000; i += 1) state.apply(task(i % 2 ? 'a' : 'b', i));
  expect(polls(source.take(10))).toEqual(['b:9998', 'a:9999']);
});

test('batches keep to their size and lose nothing', () => {
  const state = createStatePublisher();
  for (let i = 0; i < 25; i += 1) state.apply(task(`t${i}`, i));
  const source = state.source(() => undefined);
  const sizes: number[] = [];
  for (let batch = source.take(10); batch.length > 0; batch = source.take(10)) sizes.push(batch.length);
  expect(sizes).toEqual([10, 10, 6]);
});

test('a drop takes the place of a put, and a drop of nothing is not told', () => {
  const state = createStatePublisher();
  const source = state.source(() => undefined);
  source.take(10);
  state.apply(task('a', 1));
  state.apply({ op: 'drop', topic: 'task', id: 'a' });
  state.apply({ op: 'drop', topic: 'task', id: 'never' });
  expect(polls(source.take(10))).toEqual(['drop']);
  expect(state.get('task', 'a')).toBeUndefined();
});

test('topics are apart, and a closed reader is forgotten', () => {
  const state = createStatePublisher();
  const wake = vi.fn();
  const source = state.source(wake);
  source.take(10);
  source.close();
  state.apply({ op: 'put', topic: 'settings', id: 'a', value: Settings.parse({}) });
  state.apply(task('a', 1));
  expect(wake).not.toHaveBeenCalled();
  expect(state.get('settings', 'a')).toMatchObject({ theme: 'system' });
  expect(state.all('task')).toHaveLength(1);
  expect(state.snapshot()).toHaveLength(2);
});
