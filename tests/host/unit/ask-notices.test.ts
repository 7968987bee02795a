import { expect, test } from 'vitest';
import { AskNotices } from '#host/ask-notices.ts';
import type { PendingInput } from '#shared/entities.ts';

function watch(wanted = true) {
  const asks = new Map<string, PendingInput>();
  const told: unknown[] = [];
  const notices = new AskNotices({
    asks: () => [...asks.values()],
    serverName: (id) => `${id}-db`,
    wanted: () => wanted,
    notify: (notice) => told.push(notice),
  });
  const put = (id: string, over: Partial<PendingInput> = {}) => {
    const ask: PendingInput = {
      id,
      sessionId: 's',
      serverId: 'orders',
      kind: 'form',
      method: 'elicitation/create',
      via: 'input-required',
      params: { message: 'Your secret plan?' },
      operationCertain: true,
      createdAt: 1,
      status: 'waiting',
      ...over,
    };
    asks.set(id, ask);
    notices.saw(ask);
  };
  return { told, put };
}

test('one notice tells that a server asks, never what; it is taken back when nothing waits any more', () => {
  const { told, put } = watch();
  put('a');
  put('a', { openedAt: 2 });
  expect(told).toEqual([{ title: 'orders-db asks for input' }]);
  put('b', { serverId: 'build' });
  expect(told.at(-1)).toEqual({ title: 'build-db asks for input', body: '2 requests wait for you.' });
  put('a', { status: 'accepted' });
  expect(told).toHaveLength(2);
  put('b', { status: 'expired' });
  expect(told).toHaveLength(3);
  expect(told.at(-1)).toBeUndefined();
  expect(JSON.stringify(told)).not.toContain('plan');
});

test('what a rule is about to answer disturbs nobody, until the rule fails', () => {
  const { told, put } = watch();
  const rule = { id: 'r', title: 'Always' } as never;
  put('a', { rule, ruleDueAt: 9 });
  put('a', { rule, status: 'accepted' });
  expect(told).toEqual([]);
  put('b', { rule, ruleFailed: 'No answer.' });
  expect(told).toEqual([{ title: 'orders-db asks for input' }]);
});

test('a tool that waits to be allowed is told of as what it is, without its name', () => {
  const { told, put } = watch();
  put('a', { kind: 'approval', via: 'app', tool: 'drop_table' });
  expect(told).toEqual([{ title: 'A tool of orders-db waits for you' }]);
});

test('who does not want notices gets none', () => {
  const { told, put } = watch(false);
  put('a');
  expect(told).toEqual([]);
});
