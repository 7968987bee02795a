import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { Session } from '#shared/session.ts';
import { TasksTab } from '../../../../src/renderer/features/tasks/tasks-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, server, session, task, traffic } from '../../support/samples.ts';

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
    task({ id: 't1', origin: 'deploy', status: 'input_required', seenAt: now - 60_000, operationId: 'op1', history }),
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

test('the down arrow goes from the filter to the rows', async () => {
  const { user } = await renderView(open(), <Tab />);
  await user.click(await screen.findByRole('searchbox'));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('treegrid', { name: 'Tasks' }));
});

test('the chosen task shows its history, newest first, and leads to its ask', async () => {
  const host = open();
  host.put('pending', 'ask7', pending({ id: 'ask7', taskId: 't1', via: 'task' }));
  const { user, wirebench } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('deploy'));
  const detail = await screen.findByRole('complementary', { name: 'Task detail' });
  const steps = within(detail).getAllByRole('listitem');
  expect(steps.map((step) => /input_required|working|Created/.exec(step.textContent)?.[0])).toEqual([
    'input_required',
    'working',
    'Created',
  ]);
  expect(within(detail).getByText('Building image')).toBeTruthy();
  await user.click(within(detail).getByRole('button', { name: 'Answer' }));
  expect(wirebench.page.getState().inboxOpen).toBe(true);
  expect(wirebench.page.getState().selected.inbox).toBe('ask7');
});

test('Poll now asks the server; what it refuses is told', async () => {
  const host = open();
  host.on('operation.run', ({ sessionId, verb }) => {
    const fault = { kind: 'protocol' as const, code: -32602, message: 'No such task.' };
    host.put('operation', verb, operation({ id: verb, sessionId, verb, status: 'failed', fault }));
    return { operationId: verb };
  });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('build'));
  await user.click(await screen.findByRole('button', { name: 'Poll now' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No such task.');
  expect(host.inputs('operation.run')).toEqual([{ sessionId: 'ses1', verb: 'tasks.get', input: { taskId: 't2' } }]);
});

test('without a chosen task Poll now asks for all that go on', async () => {
  const host = open();
  const { user } = await renderView(host, <Tab />);
  await screen.findByText('build');
  await user.click(await screen.findByRole('button', { name: 'Poll now' }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(2));
  const asked = host.inputs('operation.run').map(({ input }) => (input as { taskId: string }).taskId);
  expect(asked.toSorted()).toEqual(['t1', 't2']);
});

test('a cancel is told in the row and the detail until the server says how the task ended', async () => {
  const host = open();
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('build'));
  await user.click(screen.getByRole('button', { name: 'Cancel task' }));
  expect(host.inputs('operation.run')).toEqual([{ sessionId: 'ses1', verb: 'tasks.cancel', input: { taskId: 't2' } }]);
  const asked = { id: 't2', origin: 'build', cancelAskedAt: Date.now() - 12_000 };
  host.put('task', 'ses1:t2', task({ ...asked, status: 'working' }));
  const words = await screen.findAllByText('Cancel asked for, 12 s');
  expect(words).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Cancel task' })).toHaveProperty('disabled', true);
  host.put('task', 'ses1:t2', task({ ...asked, status: 'completed' }));
  await waitFor(() => expect(screen.queryByText(/^Cancel asked for, /)).toBeNull());
  expect(screen.getByText('The task ended all the same: completed.')).toBeTruthy();
});

test('progress is a bar in percent, or says that there is no total', async () => {
  const host = open();
  host.put('operation', 'op1', operation({ id: 'op1', progress: { value: 3, total: 5 } }));
  const t2 = { id: 't2', origin: 'build', status: 'working' as const, operationId: 'op2' };
  host.put('task', 'ses1:t2', task(t2));
  host.put('operation', 'op2', operation({ id: 'op2', progress: { value: 214 } }));
  const { user } = await renderView(host, <Tab />);
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('60');
  expect(screen.getByText('no total')).toBeTruthy();
  await user.click(screen.getByText('deploy'));
  expect(await screen.findByText('3 of 5')).toBeTruthy();
});

test('the facts say when the next poll comes and until when the task is kept', async () => {
  const host = open();
  const now = Date.now();
  const facts = { seenAt: now - 1000, nextPollAt: now + 60_000, pollEveryMs: 2000, ttlMs: null };
  host.put('task', 'ses1:t2', task({ id: 't2', origin: 'build', ...facts }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('build'));
  expect(await screen.findByText(/^in \d+\.\d s, the server asks for 2 s$/)).toBeTruthy();
  expect(screen.getByText('No limit')).toBeTruthy();
  expect(screen.getByText('every 2 s')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
  host.put('task', 'ses1:t2', task({ id: 't2', origin: 'build' }));
  await user.click(await screen.findByRole('button', { name: 'Follow' }));
  expect(host.inputs('operation.run')).toEqual([{ sessionId: 'ses1', verb: 'tasks.follow', input: { taskId: 't2' } }]);
});

test('a task of an earlier session is marked and leads to that session', async () => {
  const host = open();
  host.put('task', 'ses1:t2', task({ id: 't2', origin: 'tools/call build', startedIn: 'ses0' }));
  const { user, wirebench } = await renderView(host, <Tab />);
  expect(await screen.findByText('from an earlier session')).toBeTruthy();
  await user.click(screen.getByText('build'));
  await user.click(await screen.findByRole('button', { name: 'tools/call, in an earlier session' }));
  expect(wirebench.page.getState().earlier.srv1).toBe('ses0');
  expect(wirebench.page.getState().tabs.srv1).toBe('traffic');
});

test('each poll is listed with what it told, and shows its answer', async () => {
  const host = open();
  const history = [
    { at: 1, status: 'working', seq: 3 },
    { at: 2, status: 'completed', seq: 14 },
  ];
  host.put('task', 'ses1:t2', task({ id: 't2', origin: 'build', status: 'completed', polls: 2, history }));
  const poll = { method: 'tasks/get', status: 'complete', tookUs: 1500 };
  const rows = [
    traffic(0, { ...poll, name: 't2', seq: 11 }),
    traffic(1, { ...poll, name: 't21', seq: 12 }),
    traffic(2, { ...poll, name: 't2', seq: 13 }),
  ];
  host.logs.add('ses1', 'traffic', rows);
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('build'));
  await user.click(screen.getByRole('tab', { name: /Polls/ }));
  const table = await screen.findByRole('treegrid', { name: 'Polls' });
  // The rows are fetched: until they are there the table shows places for them.
  const words = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => /working|completed/.exec(row.textContent)?.[0]);
  await waitFor(() => expect(words()).toEqual(['working', 'completed']));
});

test('the board has three columns with the same tasks; arrow keys go through a column', async () => {
  const { user, wirebench, container } = await renderView(open(), <Tab />);
  await screen.findByText('deploy');
  await user.click(screen.getByRole('button', { name: 'Board' }));
  const column = (name: string) => within(screen.getByRole('region', { name }));
  expect(column('Needs you').getByRole('button').textContent).toContain('deploy');
  expect(column('Working').getByRole('button').textContent).toContain('214 of 380');
  await user.click(column('Finished').getByRole('button'));
  expect(wirebench.page.getState().selected['srv1/tasks']).toBe('t3');
  expect(await screen.findByRole('complementary', { name: 'Task detail' })).toBeTruthy();
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('a result is fetched when nobody followed the task, and what is gone is explained', async () => {
  const host = open();
  host.put('task', 'ses1:t3', task({ id: 't3', origin: 'tasks/list', status: 'completed' }));
  host.on('operation.run', ({ sessionId, verb }) => {
    const fault = { kind: 'protocol' as const, code: -32602, message: 'Task expired.' };
    host.put('operation', verb, operation({ id: verb, sessionId, verb, status: 'failed', fault }));
    return { operationId: verb };
  });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByText('tasks/list'));
  await user.click(await screen.findByRole('button', { name: 'Get the result' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The result is no longer kept (-32602)');
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
  expect(await screen.findByText('all clean')).toBeTruthy();
});

test('only a legacy server can be asked for its list', async () => {
  const base = session().hello;
  const legacy = base && {
    hello: { ...base, era: 'legacy' as const, version: '2025-11-25', capabilities: { tasks: { list: {} } } },
  };
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

test('A leads to the answer from the table and the detail, Escape goes back to the table', async () => {
  const host = open();
  host.put('pending', 'ask7', pending({ id: 'ask7', taskId: 't1', via: 'task' }));
  const { user, wirebench } = await renderView(host, <Tab />);
  const page = () => wirebench.page.getState();
  await user.click(await screen.findByText('build'));
  const table = screen.getByRole('treegrid', { name: 'Tasks' });
  table.focus();
  await user.keyboard('a');
  expect(page().inboxOpen).toBe(false);
  await user.click(screen.getByText('deploy'));
  table.focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(page().inboxOpen).toBe(false);
  await user.keyboard('a');
  expect(page().inboxOpen).toBe(true);
  expect(page().selected.inbox).toBe('ask7');
  page().set({ inboxOpen: false });
  await user.keyboard('{Enter}');
  const detail = await screen.findByRole('complementary', { name: 'Task detail' });
  await waitFor(() => expect(detail.contains(document.activeElement)).toBe(true));
  await user.keyboard('a');
  expect(page().inboxOpen).toBe(true);
  page().set({ inboxOpen: false });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary', { name: 'Task detail' })).toBeNull();
  expect(document.activeElement).toBe(table);
});

test('a folded group stays folded after the board and after a filter without matches', async () => {
  const { user } = await renderView(open(), <Tab />);
  await user.click(await screen.findByText('build'));
  screen.getByRole('treegrid', { name: 'Tasks' }).focus();
  await user.keyboard('{ArrowUp}{Enter}');
  const foldedRows = ['Needs you 1', 'deploy', 'Working 1', 'Finished 1', 'lint'];
  expect(rows()).toEqual(foldedRows);
  await user.click(screen.getByRole('button', { name: 'Board' }));
  expect(screen.queryByRole('treegrid', { name: 'Tasks' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'List' }));
  expect(rows()).toEqual(foldedRows);
  const filter = screen.getByRole('searchbox', { name: 'Filter 3 tasks' });
  await user.type(filter, 'nothing like it');
  expect(await screen.findByText('No task matches')).toBeTruthy();
  await user.clear(filter);
  await waitFor(() => expect(rows()).toEqual(foldedRows));
});
