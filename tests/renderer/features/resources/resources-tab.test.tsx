import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { OperationFault } from '#shared/entities.ts';
import { ResourcesTab } from '../../../../src/renderer/features/resources/resources-tab.tsx';
import { chosenByAddress } from '../../../../src/renderer/parts/resource-choice.ts';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, START, server, session, traffic } from '../../support/samples.ts';

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

/** Answers every verb: with a result, or with a fault. */
function answers(host: FakeHost, by: (verb: string, input: unknown) => unknown, fault?: OperationFault): void {
  let made = 0;
  host.on('operation.run', ({ sessionId, verb, input }) => {
    made += 1;
    const id = `op${made}`;
    if (fault) {
      host.put('operation', id, operation({ id, sessionId, verb, status: 'failed', fault, endedAt: START }));
    } else {
      host.put('operation', id, operation({ id, sessionId, verb }));
      host.finish(id, by(verb, input));
    }
    return { operationId: id };
  });
}

test('the list is grouped by scheme, templates come last', async () => {
  await renderView(open(), <Tab />);
  await screen.findByRole('option', { name: /refunds/ });
  const names = screen.getAllByRole('option').map((row) => row.textContent);
  expect(names).toEqual(['reports/weekly.md', 'schema.sql', 'refunds', 'orders://{order_id}']);
});

test('[RES-08] [META-11] choosing a resource reads it once and shows content and metadata', async () => {
  const host = open();
  answers(host, () => ({ contents: [{ uri: WEEKLY.uri, mimeType: 'text/markdown', text: '# Week 47' }] }));
  const { user, container } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: /weekly/ }));
  expect(await screen.findByText('# Week 47')).toBeTruthy();
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
  expect(await screen.findByText('# Week 47')).toBeTruthy();
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
  const { exchangeId: _none, ...row } = traffic(0, {
    kind: 'notice',
    method: 'notifications/resources/updated',
    preview: WEEKLY.uri,
    t: (Date.now() + 60_000) * 1000,
  });
  host.addTraffic('ses1', [row], 'notices');
  expect(await screen.findByRole('option', { name: /Watched, 1 update/ })).toBeTruthy();
  const before = host.inputs('operation.run').length;
  await user.click(screen.getByRole('button', { name: 'Read the new version' }));
  expect(host.inputs('operation.run').slice(before)).toEqual([
    { sessionId: 'ses1', verb: 'resources.read', input: { uri: WEEKLY.uri } },
  ]);
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

test('a resource that another view chose by its address is the row of the list', async () => {
  const host = open();
  answers(host, () => ({ contents: [{ uri: 'policy://refunds', text: 'Within 30 days.' }] }));
  await renderView(host, <Tab />, { selected: { 'srv1/resources': chosenByAddress('policy://refunds') } });
  const row = await screen.findByRole('option', { name: /refunds/ });
  await waitFor(() => expect(row.getAttribute('aria-selected')).toBe('true'));
  expect(await screen.findByText('Within 30 days.')).toBeTruthy();
  expect(screen.queryByText(/not in the list/)).toBeNull();
});
