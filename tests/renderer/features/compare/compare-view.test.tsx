import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { CompareSide, Comparison } from '#shared/compare.ts';
import { ChooseDefinitions } from '../../../../src/renderer/features/compare/choose-definitions.tsx';
import { ChooseSessions } from '../../../../src/renderer/features/compare/choose-sessions.tsx';
import { CompareView } from '../../../../src/renderer/features/compare/compare-view.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { START, server, session } from '../../support/samples.ts';

const side = (exchangeId: string): CompareSide => ({ of: 'exchange', sessionId: 'ses1', exchangeId });
const COMPARED = { a: side('x24'), b: side('x37') };
const head = { serverName: 'orders-db', era: '2026-07-28' };

const COMPARISON: Comparison = {
  a: { ...head, title: 'Run 2', at: START, rpcId: 24, bytes: 1800, tookUs: 233_000 },
  b: { ...head, title: 'Run 3', at: START + 1000, rpcId: 37, bytes: 1900, tookUs: 184_000 },
  subject: 'tools/call orders_search',
  parts: ['structured', 'content', 'message'],
  part: 'structured',
  lines: [
    { a: { n: 1, text: '{' }, b: { n: 1, text: '{' }, same: true },
    { a: { n: 2, text: '  "total": 40,' }, b: { n: 2, text: '  "total": 41,' }, same: false },
    { same: true, skipped: 120 },
    { b: { n: 123, text: '  "new": "a\u202eb"' }, same: false },
    { a: { n: 123, text: '}' }, b: { n: 124, text: '}' }, same: true },
  ],
  linesLeft: 0,
  differences: [
    { path: '/total', change: 'changed', a: '40', b: '41', line: 1 },
    { path: '/orders/ord_1/new', change: 'added', b: '"x"', line: 3 },
  ],
  total: 2,
  ignored: 0,
  matched: ['id', 'position'],
  patch: '[{"op":"replace","path":"/total","value":41}]',
  elsewhere: [],
  elsewhereTotal: 0,
};

async function shown(over: Partial<Comparison> = {}) {
  const host = new FakeHost();
  host.on('compare.run', ({ part, ignore }) => ({
    ...COMPARISON,
    ...over,
    ...(part === undefined ? {} : { part }),
    ignored: ignore.length,
  }));
  const view = await renderView(host, <CompareView compared={COMPARED} serverId="srv1" />);
  view.wirebench.page.getState().openCompare(COMPARED.a, COMPARED.b);
  await screen.findByRole('main', { name: 'Compare results' });
  return { host, ...view };
}

test('what is compared, both heads, and each change in words', async () => {
  await shown();
  expect(await screen.findByText('tools/call orders_search')).toBeTruthy();
  const grid = screen.getByRole('grid', { name: 'A and B side by side' });
  const [a, b] = within(grid).getAllByRole('columnheader');
  expect(a?.textContent).toMatch(/^ARun 2\d\d:41:52, id 24, 1\.8 KB233 ms$/);
  expect(b?.textContent).toMatch(/id 37, 1\.9 KB184 ms, 49 ms faster$/);
  const rows = within(grid).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['1{', '1{'],
    ['2-Changed:   "total": 40,', '2+  "total": 41,'],
    ['120 lines the same'],
    ['', '123+Only in B:   "new": "a\\u202eb"'],
    ['123}', '124}'],
  ]);
  const list = screen.getByRole('region', { name: 'Differences' });
  expect(within(list).getByRole('heading').textContent).toBe('2 differences');
  expect(within(list).getByText('arrays matched by id and position')).toBeTruthy();
  const table = within(list).getByRole('treegrid');
  expect(within(table).getByRole('img', { name: 'Only in B' })).toBeTruthy();
  expect(within(table).getByText('not there')).toBeTruthy();
});

test('F7 and Shift+F7 go round the differences, a click on one shows its line', async () => {
  const { user } = await shown();
  await screen.findByText('tools/call orders_search');
  const chosen = () => screen.getAllByRole('row', { selected: true }).map((row) => row.textContent);
  await user.keyboard('{F7}');
  expect(chosen()).toEqual([expect.stringContaining('"total": 41'), expect.stringContaining('/total')]);
  await user.keyboard('{F7}');
  expect(chosen()[1]).toContain('/orders/ord_1/new');
  await user.keyboard('{F7}');
  expect(chosen()[1]).toContain('/total');
  await user.keyboard('{Shift>}{F7}{/Shift}');
  expect(chosen()[0]).toContain('"new"');
  await user.click(screen.getByText('/total'));
  expect(chosen()[0]).toContain('"total": 41');
});

test('the other parts are asked for, and the inline form has what A says above what B says', async () => {
  const { host, user } = await shown();
  await user.click(await screen.findByRole('tab', { name: 'Content' }));
  await vi.waitFor(() => expect(host.inputs('compare.run').at(-1)).toMatchObject({ part: 'content' }));
  expect(await screen.findByRole('tab', { name: 'Content', selected: true })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Side by side' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Inline' }));
  const grid = await screen.findByRole('grid', { name: 'A and B in one column' });
  const rows = within(grid)
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent);
  expect(rows.slice(1, 3)).toEqual(['2-Only in A:   "total": 40,', '2+Only in B:   "total": 41,']);
});

test('a path is ignored for every item, remembered for the tool, and taken back', async () => {
  const { host, user, wirebench } = await shown();
  await screen.findByText('tools/call orders_search');
  await user.click(screen.getByText('/orders/ord_1/new'));
  await user.click(screen.getByRole('button', { name: 'Ignore a path' }));
  const field = await screen.findByRole('textbox', { name: 'Path' });
  expect(field).toHaveProperty('value', '/orders/ord_1/new');
  await user.click(screen.getByRole('button', { name: 'Every item' }));
  await user.click(screen.getByRole('button', { name: 'Ignore' }));
  const remembered = () => wirebench.page.getState().ignoredPaths;
  expect(remembered()).toEqual({ 'srv1/tools/call orders_search': ['/orders/*/new'] });
  await vi.waitFor(() => expect(host.inputs('compare.run').at(-1)).toMatchObject({ ignore: ['/orders/*/new'] }));
  fireEvent.change(field, { target: { value: 'total' } });
  await user.click(screen.getByRole('button', { name: 'Ignore' }));
  expect(screen.getByText(/begins with a slash/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Do not ignore /orders/*/new' }));
  expect(remembered()).toEqual({});
});

test('two equal sides say so, with where the raw messages differ', async () => {
  const equal = { total: 0, differences: [], matched: [], patch: '[]', elsewhere: ['time', 'id'], elsewhereTotal: 2 };
  await shown(equal);
  const text = 'No differences in structuredContent. The raw messages differ in 2 places, time and id.';
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy JSON Patch' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: /^Next/ })).toHaveProperty('disabled', true);
});

test('Escape closes it, but not while a panel of it is open', async () => {
  const { user, wirebench } = await shown();
  await screen.findByText('tools/call orders_search');
  const open = () => wirebench.page.getState().compare !== undefined;
  await user.click(screen.getByRole('button', { name: 'Ignore a path' }));
  await user.keyboard('{Escape}');
  expect(open()).toBe(true);
  await user.keyboard('{Escape}');
  expect(open()).toBe(false);
});

test('why two things cannot be compared', async () => {
  const host = new FakeHost();
  await renderView(host, <CompareView compared={COMPARED} serverId="srv1" />);
  expect((await screen.findByRole('alert')).textContent).toContain('There is nothing to compare.');
});

test('two sessions are chosen; the last two unless told otherwise', async () => {
  const host = new FakeHost();
  const kept = (id: string, startedAt: number) => ({
    ...{ id, startedAt, serverId: 'srv1', serverName: 'orders-db', running: id === 's3', bytes: 1200, pinned: false },
    over: 'stdio' as const,
  });
  host.on('session.kept', () => ({ sessions: [kept('s3', START), kept('s2', START - 1), kept('s1', START - 2)] }));
  const { user, wirebench } = await renderView(
    host,
    <ChooseSessions serverId="srv1" name="orders-db" onClose={() => undefined} />,
  );
  await user.selectOptions(await screen.findByLabelText('A'), 's1');
  await user.selectOptions(screen.getByLabelText('B'), 's1');
  expect(screen.getByRole('button', { name: 'Compare' })).toHaveProperty('disabled', true);
  await user.selectOptions(screen.getByLabelText('B'), 's3');
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  expect(wirebench.page.getState().compare).toEqual({
    a: { of: 'session', sessionId: 's1' },
    b: { of: 'session', sessionId: 's3' },
  });
});

describe('two definitions are chosen', () => {
  const catalogSide = (sessionId: string, name: string) => ({ of: 'catalog', sessionId, kind: 'tools', name });
  const prepared = () => {
    const host = new FakeHost();
    host.put('server', 'srv1', server({ sessionId: 'ses1' }));
    host.put('session', 'ses1', session());
    host.setItems('ses1', 'tools', [{ name: 'search' }, { name: 'find' }]);
    host.put('server', 'srv2', server({ id: 'srv2', sessionId: 'ses2', order: 1 }));
    const config = { ...session().config, name: 'staging' };
    host.put('session', 'ses2', session({ id: 'ses2', serverId: 'srv2', config }));
    host.setItems('ses2', 'tools', [{ name: 'search' }]);
    const kept = (id: string, running: boolean) => ({
      ...{ id, startedAt: START, serverId: 'srv1', serverName: 'orders-db', running, bytes: 1200, pinned: false },
      over: 'stdio' as const,
    });
    host.on('session.kept', () => ({ sessions: [kept('ses1', true), kept('old', false)] }));
    return host;
  };
  const shownChoice = async () => {
    const closed = vi.fn();
    const view = await renderView(prepared(), <ChooseDefinitions session={session()} name="search" onClose={closed} />);
    const pick = async (label: string, option: string | RegExp) =>
      view.user.selectOptions(
        screen.getByLabelText(label),
        await within(screen.getByLabelText(label)).findByRole('option', { name: option }),
      );
    const compare = () => view.user.click(screen.getByRole('button', { name: 'Compare' }));
    return { ...view, pick, compare, closed };
  };

  test('of one server, never one with itself', async () => {
    const { pick, compare, wirebench, closed } = await shownChoice();
    await pick('B', 'search');
    expect(screen.getByText('Choose another tool than A, or another place for B.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Compare' })).toHaveProperty('disabled', true);
    await pick('B', 'find');
    await compare();
    expect(closed).toHaveBeenCalled();
    expect(wirebench.page.getState().compare).toEqual({
      a: catalogSide('ses1', 'search'),
      b: catalogSide('ses1', 'find'),
    });
  });

  test('of another server, or of an earlier session', async () => {
    const { pick, compare, wirebench } = await shownChoice();
    await pick('B is of', 'staging, now');
    await pick('B', 'search');
    await compare();
    expect(wirebench.page.getState().compare?.b).toEqual(catalogSide('ses2', 'search'));
    await pick('B is of', /, ended, /);
    expect(screen.queryByLabelText('B')).toBeNull();
    await compare();
    expect(wirebench.page.getState().compare?.b).toEqual(catalogSide('old', 'search'));
  });
});
