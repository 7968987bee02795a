import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { Session } from '#shared/session.ts';
import { TasksTab } from '../../../../src/renderer/features/tasks/tasks-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, server, session, task } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <TasksTab server={entry} session={current} /> : null;
}

function open(over: Partial<Session> = {}): FakeHost {
  const host = new FakeHost();
  const now = Date.now();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session(over));
  const history = [
    { at: now - 60_000, status: 'working', message: 'Building image' },
    { at: now - 30_000, status: 'input_required' },
  ];
  host.put(
    'task',
    'ses1:t1',
    task({ id: 't1', origin: 'deploy', status: 'input_required', createdAt: now - 60_000, history }),
  );
  host.put('task', 'ses1:t2', task({ id: 't2', origin: 'build', status: 'working', message: '214 of 380', polls: 94 }));
  host.put('task', 'ses1:t3', task({ id: 't3', origin: 'lint', status: 'completed', operationId: 'op9' }));
  host.put('task', 'other:t4', task({ id: 't4', sessionId: 'other', origin: 'elsewhere' }));
  return host;
}

const rows = () =>
  within(screen.getByRole('treegrid', { name: 'Tasks' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent?.trim());

test('tasks of this session are grouped by what they need', async () => {
  const { container } = await renderView(open(), <Tab />);
  await screen.findByText('deploy');
  expect(rows()).toEqual(['Needs you 1', 'deploy', 'Working 1', 'build', 'Finished 1', 'lint']);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('the chosen task shows its history, newest first, and leads to its ask', async () => {
  const host = open();
  host.put('pending', 'ask7', pending({ id: 'ask7', taskId: 't1', via: 'task' }));
  const { user, wirebench } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('deploy'));
  const detail = await screen.findByRole('complementary', { name: 'Task detail' });
  const steps = within(detail).getAllByRole('listitem');
  expect(steps.map((step) => /input_required|working/.exec(step.textContent)?.[0])).toEqual([
    'input_required',
    'working',
  ]);
  expect(within(detail).getByText('Building image')).toBeTruthy();
  await user.click(within(detail).getByRole('button', { name: 'Answer' }));
  expect(wirebench.page.getState().inboxOpen).toBe(true);
  expect(wirebench.page.getState().selected.inbox).toBe('ask7');
});

test('Poll now and Cancel task ask the server; what it refuses is told', async () => {
  const host = open();
  host.on('operation.run', ({ sessionId, verb }) => {
    const fault = { kind: 'protocol' as const, code: -32602, message: 'No such task.' };
    const end = verb === 'tasks.cancel' ? { status: 'failed' as const, fault } : {};
    host.put('operation', verb, operation({ id: verb, sessionId, verb, ...end }));
    return { operationId: verb };
  });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('build'));
  await user.click(await screen.findByRole('button', { name: 'Poll now' }));
  await user.click(screen.getByRole('button', { name: 'Cancel task' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No such task.');
  expect(host.inputs('operation.run')).toEqual([
    { sessionId: 'ses1', verb: 'tasks.get', input: { taskId: 't2' } },
    { sessionId: 'ses1', verb: 'tasks.cancel', input: { taskId: 't2' } },
  ]);
});

test('a finished task cannot be cancelled and shows its result', async () => {
  const host = open();
  host.put('operation', 'op9', operation({ id: 'op9', taskId: 't3' }));
  host.finish('op9', { content: [{ type: 'text', text: 'all clean' }] });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('lint'));
  expect((await screen.findByRole('button', { name: 'Cancel task' })) as HTMLButtonElement).toHaveProperty(
    'disabled',
    true,
  );
  await user.click(screen.getByRole('tab', { name: 'Result' }));
  expect(await screen.findByText('all clean')).toBeTruthy();
});

test('only a legacy server can be asked for its list', async () => {
  const base = session().hello;
  const legacy = base && { hello: { ...base, era: 'legacy' as const, version: '2025-11-25' } };
  const host = open(legacy ?? {});
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('button', { name: 'Load the list' }));
  await waitFor(() =>
    expect(host.inputs('operation.run')).toEqual([{ sessionId: 'ses1', verb: 'tasks.list', input: {} }]),
  );
});

test('a modern server has no list, and the footer says so', async () => {
  await renderView(open(), <Tab />);
  expect(await screen.findByText(/It has no task list/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load the list' })).toBeNull();
});

test('arrow keys get past the head of a group, and left folds it', async () => {
  const { user, wirebench } = await renderView(open(), <Tab />);
  await user.click(await screen.findByText('deploy'));
  screen.getByRole('treegrid', { name: 'Tasks' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(wirebench.page.getState().selected['srv1/tasks']).toBe('t1');
  await user.keyboard('{ArrowDown}');
  expect(wirebench.page.getState().selected['srv1/tasks']).toBe('t2');
  await user.keyboard('{ArrowUp}{ArrowLeft}');
  expect(rows()).toEqual(['Needs you 1', 'deploy', 'Working 1', 'Finished 1', 'lint']);
});
