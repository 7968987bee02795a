import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toolsOf } from '../../../../src/renderer/features/tools/tool.ts';
import { groupedTools } from '../../../../src/renderer/features/tools/tool-groups.ts';
import { ToolsTab } from '../../../../src/renderer/features/tools/tools-tab.tsx';
import { savedPart } from '../../../../src/renderer/store/page.ts';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, server, session } from '../../support/samples.ts';

const noEditor = () => new Promise<never>(() => undefined);

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <ToolsTab server={entry} session={current} loadEditor={noEditor} /> : null;
}

async function show(tools: Record<string, unknown>[], prepare?: (host: FakeHost) => void) {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.setItems('ses1', 'tools', tools);
  prepare?.(host);
  return { host, view: await renderView(host, <Tab />) };
}

const TOOLS = [
  { name: 'order_get', annotations: { readOnlyHint: true } },
  { name: 'order_drop', annotations: { destructiveHint: true } },
  { name: 'mail_send' },
  { name: 'mail_list', annotations: { readOnlyHint: true } },
];
const named = (groups: ReturnType<typeof groupedTools>) =>
  groups.map(({ label, tools }) => [label, tools.map(({ name }) => name)]);

it('tools are grouped by name, by annotation or in the order of the server, and pinned ones come first', () => {
  const tools = toolsOf(TOOLS);
  const none = new Set<string>();
  expect(named(groupedTools(tools, 'prefix', none))).toEqual([
    ['order', ['order_get', 'order_drop']],
    ['mail', ['mail_send', 'mail_list']],
  ]);
  expect(named(groupedTools(tools, 'annotation', none))).toEqual([
    ['Read only', ['order_get', 'mail_list']],
    ['Destructive', ['order_drop']],
    ['Not said', ['mail_send']],
  ]);
  expect(named(groupedTools(tools, 'order', none))).toEqual([[undefined, TOOLS.map(({ name }) => name)]]);
  expect(named(groupedTools(tools, 'order', new Set(['mail_send'])))).toEqual([
    ['Pinned', ['mail_send']],
    ['other', ['order_get', 'order_drop', 'mail_list']],
  ]);
});

it('a list that grows keeps the tools it had, but for a name that comes again', () => {
  const [first, ...others] = TOOLS;
  if (!first) throw new Error('no tools');
  const before = toolsOf(TOOLS);
  const after = toolsOf([first, ...others, { name: 'mail_list' }]);
  expect(after.slice(0, 3).every((tool, at) => tool === before[at])).toBe(true);
  expect(after.slice(3).map(({ id, place, namesakes }) => [id, place, namesakes])).toEqual([
    ['mail_list', 1, 2],
    ['mail_list\n2', 2, 2],
  ]);
});

it('grouping and pins are chosen in the list and kept', async () => {
  const { view } = await show(TOOLS);
  await view.user.click(await screen.findByRole('button', { name: 'Grouping' }));
  await view.user.click(await screen.findByRole('menuitemcheckbox', { name: /By annotation/ }));
  expect(await screen.findByRole('button', { name: /^Not said/ })).toBeTruthy();
  await view.user.click(screen.getByRole('option', { name: /mail_send/ }));
  await view.user.click(await screen.findByRole('button', { name: 'Pin' }));
  expect(await screen.findByRole('button', { name: /^Pinned/ })).toBeTruthy();
  const saved = JSON.stringify(savedPart(view.wirebench.page.getState()).selected);
  expect(saved).toContain('annotation');
  expect(saved).toContain('mail_send');
  await view.user.click(screen.getByRole('button', { name: 'Unpin' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Pinned/ })).toBeNull());
});

it('case names-duplicate: each of two tools of one name is marked, opens with its own schema and can be called', async () => {
  const twice = [
    { name: 'get', inputSchema: { type: 'object', properties: { first: { type: 'string' } } } },
    { name: 'other' },
    { name: 'get', inputSchema: { type: 'object', properties: { second: { type: 'string' } } } },
  ];
  const { host, view } = await show(twice);
  await view.user.type(await screen.findByRole('searchbox'), 'get');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  await view.user.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  const rows = screen.getAllByRole('option', { name: /^get/ });
  for (const row of rows) expect(within(row).getByRole('img', { name: 'One of 2 tools of this name' })).toBeTruthy();
  await view.user.click(screen.getByRole('option', { name: /^get \(2\)/ }));
  expect(await screen.findByText('2 tools have this name, this is number 2')).toBeTruthy();
  const field = await screen.findByRole('textbox', { name: /second/ });
  expect(screen.queryByRole('textbox', { name: /first/ })).toBeNull();
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
  await view.user.type(field, 'x');
  await view.user.click(screen.getByRole('button', { name: /^Run tool/ }));
  await waitFor(() => expect(host.inputs('operation.run')[0]?.input).toEqual({ name: 'get', args: { second: 'x' } }));
});

it('case names-unicode: what would turn the text around is made visible in list, header and question', async () => {
  const name = 'safe\u202Eetad\u200B';
  const { view } = await show([{ name, annotations: { destructiveHint: true } }]);
  const heading = await screen.findByRole('heading', { level: 2, name: /safe/ });
  expect(heading.textContent).toContain('U+202E');
  expect(heading.textContent).toContain('U+200B');
  expect(screen.getByRole('option', { name: /safe/ }).textContent).toContain('U+202E');
  await view.user.click(screen.getByRole('button', { name: /can change data/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('U+202E');
  expect(dialog.textContent).not.toContain('\u202E');
});

it('case progress-odd-values: one bar, no value over 100 %, one line of text, whatever the numbers', async () => {
  const { host } = await show([{ name: 'odd' }], (fake) =>
    fake.put('operation', 'op1', operation({ label: 'odd', progress: { value: 7 }, progressCount: 1 })),
  );
  const bar = await screen.findByRole('progressbar', { name: 'Progress' });
  expect(bar.getAttribute('aria-valuenow')).toBeNull();
  expect(bar.getAttribute('aria-valuetext')).toBe('7');
  const odd = [
    [{ value: 250, total: 100, message: 'over' }, '100'],
    [{ value: -3, total: 10, message: 'back' }, '0'],
    [{ value: 5, total: 10, message: 'half' }, '50'],
  ] as const;
  for (const [progress, share] of odd) {
    host.patch('operation', 'op1', { progress, progressCount: 9 });
    await screen.findByText(progress.message);
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(share);
  }
  expect(screen.queryByText('over')).toBeNull();
});

it('case dies-idle: the list of a server that is gone stays and says that it is old', async () => {
  const { host } = await show(TOOLS);
  await screen.findByRole('option', { name: /mail_send/ });
  host.patch('session', 'ses1', { state: { at: 'closed', reason: 'exited' } });
  expect(await screen.findByText(/before the session ended/)).toBeTruthy();
  expect(screen.getByRole('option', { name: /mail_send/ })).toBeTruthy();
});
