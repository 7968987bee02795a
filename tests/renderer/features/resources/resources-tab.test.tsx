import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { OperationFault } from '#shared/entities.ts';
import { textAt } from '#shared/json.ts';
import type { WatchedResource } from '#shared/session.ts';
import { ResourcesTab } from '../../../../src/renderer/features/resources/resources-tab.tsx';
import { chosenByAddress } from '../../../../src/renderer/parts/resource-choice.ts';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, START, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <ResourcesTab server={entry} session={current} /> : null;
}

const WEEKLY = {
  uri: 'orders://reports/weekly.md',
  name: 'weekly',
  title: 'Weekly report',
  mimeType: 'text/markdown',
  size: 1312,
  annotations: { audience: ['user', 'assistant'], priority: 0.8 },
};

function open(capabilities: Record<string, unknown> = { resources: { subscribe: true }, completions: {} }): FakeHost {
  const host = new FakeHost();
  const base = session();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session(base.hello ? { hello: { ...base.hello, capabilities } } : {}));
  host.setItems('ses1', 'resources', [
    WEEKLY,
    { uri: 'policy://refunds', name: 'refunds' },
    { uri: 'orders://schema.sql', name: 'schema' },
  ]);
  host.setItems('ses1', 'templates', [{ uriTemplate: 'orders://{order_id}', name: 'order' }]);
  return host;
}

/** Answers every verb: with a result, or with a fault. What is watched is told by the session, as the host does. */
function answers(host: FakeHost, by: (verb: string, input: unknown) => unknown, fault?: OperationFault): void {
  let made = 0;
  host.on('operation.run', ({ sessionId, verb, input }) => {
    made += 1;
    const id = `op${made}`;
    const label = textAt(input, 'uri') ?? verb;
    const started = { id, sessionId, verb, label, startedAt: START + made * 1000, exchangeIds: [`ex${made}`] };
    if (fault) {
      host.put('operation', id, operation({ ...started, status: 'failed', fault, endedAt: START }));
    } else {
      host.put('operation', id, operation(started));
      const result = by(verb, input);
      host.finish(id, result, { contentsPrint: JSON.stringify(result) });
      const { watched = [] } = host.get('session', sessionId);
      if (verb === 'resources.watch') host.patch('session', sessionId, { watched: [...watched, watching(label)] });
    }
    return { operationId: id };
  });
}

const watching = (uri: string, over: Partial<WatchedResource> = {}): WatchedResource => ({
  uri,
  updates: 0,
  times: [],
  ...over,
});
const reads = (host: FakeHost) => host.inputs('operation.run').filter(({ verb }) => verb === 'resources.read');

test('the list is grouped by scheme, templates come last', async () => {
  await renderView(open(), <Tab />);
  await screen.findByRole('option', { name: /refunds/ });
  const names = screen.getAllByRole('option').map((row) => row.textContent);
  expect(names).toEqual(['reports/weekly.md', 'schema.sql', 'refunds', 'orders://{order_id}']);
});

test('addresses that look alike without their middle are told apart by their ends', async () => {
  const host = open();
  const templates = ['text', 'blob'].map((kind) => ({ uriTemplate: `demo://resource/dynamic/${kind}/{resourceId}` }));
  host.setItems('ses1', 'templates', templates);
  await renderView(host, <Tab />);
  await screen.findByRole('option', { name: /blob\/\{resourceId\}/ });
  screen.getByRole('option', { name: /text\/\{resourceId\}/ });
});

test('[RES-08] [META-11] choosing a resource reads it once and shows content and metadata', async () => {
  const host = open();
  answers(host, () => ({ contents: [{ uri: WEEKLY.uri, mimeType: 'text/markdown', text: '# Week 47' }] }));
  const { user, container } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /weekly/ }));
  expect(await screen.findByText(/Week 47/)).toBeTruthy();
  expect(host.inputs('operation.run')).toEqual([
    { sessionId: 'ses1', verb: 'resources.read', input: { uri: WEEKLY.uri } },
  ]);
  const details = screen.getByRole('complementary', { name: 'Resource details' });
  for (const fact of ['1,312 bytes', 'user, assistant', '0.8', 'Weekly report']) {
    expect(within(details).getByText(fact)).toBeTruthy();
  }
  // Going away and back shows what was read, without asking again.
  await user.click(screen.getByRole('option', { name: /refunds/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(2));
  await user.click(screen.getByRole('option', { name: /weekly/ }));
  expect(await screen.findByText(/Week 47/)).toBeTruthy();
  expect(host.inputs('operation.run')).toHaveLength(2);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('several contents are told apart by their address', async () => {
  const host = open();
  answers(host, () => ({
    contents: [
      { uri: 'a://one', text: 'first' },
      { uri: 'a://two', text: 'second' },
    ],
  }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /refunds/ }));
  expect(await screen.findByText('first')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'a://two' }));
  expect(await screen.findByText('second')).toBeTruthy();
  expect(screen.queryByText('first')).toBeNull();
});

test('a whole address in the filter is read with Enter although it is not listed', async () => {
  const host = open();
  answers(host, () => ({ contents: [{ uri: 'x://y', text: 'unlisted' }] }));
  const { user } = await renderView(host, <Tab />);
  await screen.findByRole('option', { name: /refunds/ });
  await user.type(screen.getByRole('searchbox', { name: 'Filter or paste a URI' }), 'x://y{Enter}');
  expect(await screen.findByText('unlisted')).toBeTruthy();
  expect(host.inputs('operation.run')[0]).toMatchObject({ verb: 'resources.read', input: { uri: 'x://y' } });
});

test('[RES-04] a resource that is not found is told in three parts, with what the code means in this era', async () => {
  const host = open();
  answers(host, () => ({}), { kind: 'protocol', code: -32002, message: 'Resource not found' });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /refunds/ }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Resource not found (-32002)');
  expect(alert.textContent).toContain('This is the code of the legacy era. A modern server answers with -32602 here.');
  expect(alert.textContent).toContain('Check the address, or fetch the list again.');
});

test.each([
  ['modern', -32602, 'In the modern era this code also means that there is no such resource.'],
  ['legacy', -32602, 'This one says the request is wrong.'],
  ['legacy', -32002, 'This is the code the legacy era has for it.'],
] as const)('[RES-04] [RPC-10] in the %s era %d is explained', async (era, code, why) => {
  const host = open();
  const { hello, ...rest } = session();
  if (hello) host.put('session', 'ses1', { ...rest, hello: { ...hello, era, capabilities: { resources: {} } } });
  answers(host, () => ({}), { kind: 'protocol', code, message: 'Nothing there' });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /refunds/ }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(`(${code})`);
  expect(alert.textContent).toContain(why);
});

test('watching is asked of the server, and updates are counted and offered', async () => {
  const host = open();
  answers(host, (verb) => (verb === 'resources.read' ? { contents: [{ uri: WEEKLY.uri, text: 'old' }] } : {}));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /weekly/ }));
  await screen.findByText('old');
  await user.click(await screen.findByRole('button', { name: 'Watch' }));
  expect(await screen.findByRole('button', { name: 'Watching', pressed: true })).toBeTruthy();
  expect(host.inputs('operation.run')).toContainEqual({
    sessionId: 'ses1',
    verb: 'resources.watch',
    input: { uri: WEEKLY.uri, on: true },
  });
  host.patch('session', 'ses1', { watched: [watching(WEEKLY.uri, { updates: 2, times: [START, START + 60_000] })] });
  expect(await screen.findByRole('option', { name: /Watched, 2 updates/ })).toBeTruthy();
  expect(screen.getByText('1 watched')).toBeTruthy();
  const bar = screen.getByText(/^Changed at \d\d:\d\d:\d\d\.$/).closest('[role="status"]');
  expect(reads(host)).toHaveLength(1);
  await user.click(within(bar as HTMLElement).getByRole('button', { name: 'Read again' }));
  expect(reads(host)).toHaveLength(2);
});

test('with the setting for it a changed resource is read again by itself, and its versions can be compared', async () => {
  const host = open();
  let text = 'old';
  answers(host, () => ({ contents: [{ uri: WEEKLY.uri, text }] }));
  host.patch('session', 'ses1', { watched: [watching(WEEKLY.uri)] });
  const { user, wirebench } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /weekly/ }));
  await screen.findByText('old');
  await user.click(screen.getByRole('button', { name: 'List options' }));
  await user.click(
    await screen.findByRole('menuitemcheckbox', { name: 'Read the shown resource again when it changes' }),
  );
  expect(host.get('settings', 'settings')).toMatchObject({ rereadResources: true, refreshLists: true });
  await user.keyboard('{Escape}');
  text = 'new';
  host.patch('session', 'ses1', { watched: [watching(WEEKLY.uri, { updates: 1, times: [START + 1500] })] });
  expect(await screen.findByText('new', {}, { timeout: 5000 })).toBeTruthy();
  host.patch('session', 'ses1', { watched: [watching(WEEKLY.uri, { times: [START + 1500] })] });
  expect(await screen.findByText(/This is the newest version\.$/)).toBeTruthy();
  const history = screen.getByRole('region', { name: 'Change history' });
  expect(
    within(history)
      .getAllByRole('listitem')
      .map((one) => one.firstElementChild?.nextSibling?.textContent),
  ).toEqual(['Updated, read again', 'First read']);
  await user.click(screen.getByRole('tab', { name: 'Changes 1' }));
  const [newest, oldest] = screen.getAllByRole('row').slice(1);
  await user.click(within(oldest as HTMLElement).getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('old')).toBeTruthy();
  expect(screen.getByText(/^This is the version of/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the newest' }));
  expect(await screen.findByText('new')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Compare with before' }));
  const [before, after] = host
    .inputs('operation.run')
    .flatMap(({ verb }, at) => (verb === 'resources.read' ? [at + 1] : []));
  expect(wirebench.page.getState().compare).toEqual({
    a: { of: 'exchange', sessionId: 'ses1', exchangeId: `ex${before}` },
    b: { of: 'exchange', sessionId: 'ses1', exchangeId: `ex${after}` },
  });
  expect(newest).toBeTruthy();
});

test('a reading that fails keeps what was read before', async () => {
  const host = open();
  answers(host, () => ({ contents: [{ uri: WEEKLY.uri, text: 'known' }] }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /weekly/ }));
  await screen.findByText('known');
  host.on('operation.run', ({ sessionId, verb, input }) => {
    const fault: OperationFault = { kind: 'protocol', code: -32603, message: 'database is down' };
    const label = textAt(input, 'uri') ?? '';
    host.put('operation', 'bad', operation({ id: 'bad', sessionId, verb, label, status: 'failed', fault }));
    return { operationId: 'bad' };
  });
  await user.click(screen.getByRole('button', { name: /^Read again/ }));
  expect(await screen.findByText(/database is down/)).toBeTruthy();
  expect(screen.getByText('known')).toBeTruthy();
});

test('long groups are a tree of their paths, or flat', async () => {
  const host = open();
  const files = Array.from({ length: 14 }, (_, at) => ({
    uri: `file:///repo/src/${at < 3 ? 'a' : 'b'}/${at}.ts`,
    name: `f${at}`,
  }));
  host.setItems('ses1', 'resources', [...files, { uri: 'file:///repo/readme.md', name: 'readme' }]);
  const { user } = await renderView(host, <Tab />);
  const folder = await screen.findByRole('button', { name: 'src/ 14' });
  expect(screen.getByRole('button', { name: /^file:\/\/.*repo\/ 15$/ })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'readme.md' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'a/ 3' })).toBeTruthy();
  await user.click(folder);
  expect(screen.queryByRole('button', { name: 'a/ 3' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show long groups as a tree' }));
  expect(screen.queryByRole('button', { name: 'src/ 14' })).toBeNull();
  expect(screen.getAllByRole('option')).toHaveLength(16);
});

test('an address can be saved, shown elsewhere and used as an argument', async () => {
  const host = open();
  answers(host, () => ({ contents: [{ uri: WEEKLY.uri, text: 'text' }] }));
  const properties = { file: { type: 'string' }, count: { type: 'integer' } };
  host.setItems('ses1', 'tools', [{ name: 'summarise', inputSchema: { type: 'object', properties } }]);
  const { user, wirebench } = await renderView(host, <Tab />, { drafts: { 'srv1/tools/summarise': '{"count":3}' } });
  await user.click(await screen.findByRole('option', { name: /weekly/ }));
  await screen.findByText('text');
  await user.click(screen.getByRole('button', { name: 'More for this resource' }));
  expect((await screen.findByRole('menuitem', { name: 'Save as' })).getAttribute('aria-disabled')).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: /summarise/ }));
  const { drafts, selected, tabs } = wirebench.page.getState();
  expect(JSON.parse(drafts['srv1/tools/summarise'] ?? '')).toEqual({ count: 3, file: WEEKLY.uri });
  expect([selected['srv1/tools'], tabs.srv1]).toEqual(['summarise', 'tools']);
});

test('what was typed for a template is kept', async () => {
  const host = open();
  const { user, wirebench } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /order_id/ }));
  await user.type(screen.getByRole('combobox', { name: 'order_id' }), 'ord_7');
  await user.click(screen.getByRole('option', { name: /schema/ }));
  await user.click(screen.getByRole('option', { name: /order_id/ }));
  expect((screen.getByRole('combobox', { name: 'order_id' }) as HTMLInputElement).value).toBe('ord_7');
  expect(wirebench.page.getState().drafts['srv1/resources/orders://{order_id}']).toBe('{"order_id":"ord_7"}');
});

test('[RES-04] empty contents are shown as such; without subscribe there is no Watch', async () => {
  const host = open({ resources: {} });
  answers(host, () => ({ contents: [] }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /refunds/ }));
  expect(await screen.findByText(/The answer has no contents/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Watch' })).toBeNull();
});

test('a template asks for suggestions, previews the address and reads it', async () => {
  const host = open();
  answers(host, (verb) =>
    verb === 'completion.complete'
      ? { completion: { values: ['ord_1', 'ord_2'], total: 8 } }
      : { contents: [{ uri: 'orders://ord_2', text: 'the order' }] },
  );
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /order_id/ }));
  await user.type(screen.getByRole('combobox', { name: 'order_id' }), 'ord');
  expect(await screen.findByText(/2 of 8 from the server/)).toBeTruthy();
  expect(host.inputs('operation.run').at(-1)).toMatchObject({
    verb: 'completion.complete',
    input: { ref: { type: 'ref/resource', uri: 'orders://{order_id}' }, argument: { name: 'order_id', value: 'ord' } },
  });
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(screen.getByText('orders://ord_2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Read' }));
  expect(await screen.findByText('the order')).toBeTruthy();
});

test('Mod+Enter in the form of a template reads the address', async () => {
  const host = open();
  answers(host, () => ({ contents: [{ uri: 'orders://ord_2', text: 'the order' }] }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /order_id/ }));
  await user.type(screen.getByRole('combobox', { name: 'order_id' }), 'ord_2');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('the order')).toBeTruthy();
});

test('a resource that another view chose by its address is the row of the list', async () => {
  const host = open();
  answers(host, () => ({ contents: [{ uri: 'policy://refunds', text: 'Within 30 days.' }] }));
  await renderView(host, <Tab />, { selected: { 'srv1/resources': chosenByAddress('policy://refunds') } });
  const row = await screen.findByRole('option', { name: /refunds/ });
  await waitFor(() => expect(row.getAttribute('aria-selected')).toBe('true'));
  expect(await screen.findByText('Within 30 days.')).toBeTruthy();
  expect(screen.queryByText(/not in the list/)).toBeNull();
});
