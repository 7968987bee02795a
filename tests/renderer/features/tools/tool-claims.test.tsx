import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ToolsTab } from '../../../../src/renderer/features/tools/tools-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, server, session } from '../../support/samples.ts';

/** The plain text field of the code editor stays; the real one needs a browser. */
const noEditor = () => new Promise<never>(() => undefined);

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <ToolsTab server={entry} session={current} loadEditor={noEditor} /> : null;
}

function prepared(...tools: Record<string, unknown>[]): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.setItems('ses1', 'tools', tools);
  host.on('operation.run', ({ sessionId, verb, input }) => {
    const label = (input as { name?: string }).name ?? verb; // as the host labels a call
    host.put('operation', 'op1', operation({ id: 'op1', sessionId, verb, label }));
    return { operationId: 'op1' };
  });
  return host;
}

test('[TOOL-03] [TOOL-05] a tool that calls itself read only and destructive still asks, its inputs in view', async () => {
  const host = prepared({
    name: 'wipe',
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: true },
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  });
  const { user } = await renderView(host, <Tab />);
  const row = await screen.findByRole('option', { name: /wipe/ });
  expect(within(row).getByRole('img', { name: 'Destructive' })).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'path' }), '/data');
  await user.click(screen.getByRole('button', { name: /Run, this can change data/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Run wipe?' });
  expect(screen.getByDisplayValue('/data')).toBeTruthy();
  expect(host.inputs('operation.run')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(host.inputs('operation.run')).toEqual([]);
});

test('[TOOL-03] what a tool says of itself is shown as its own words', async () => {
  await renderView(prepared({ name: 'read', annotations: { readOnlyHint: true } }), <Tab />);
  const chip = await screen.findByText('Read only');
  expect(chip.closest('[title]')?.getAttribute('title')).toBe('The server says this; it is a hint');
});

test.each([
  [{ title: 'Own title', annotations: { title: 'Old title' } }, 'Own title'],
  [{ annotations: { title: 'Old title' } }, 'Old title'],
  [{}, undefined],
  [{ title: 7, annotations: { title: ['x'] } }, undefined],
])('[META-12] of %j the title %s stands under the name', async (claims, title) => {
  const { container } = await renderView(prepared({ name: 'get_it', ...claims }), <Tab />);
  expect((await screen.findByRole('heading', { name: 'get_it' })).textContent).toBe('get_it');
  const shown = ['Own title', 'Old title'].filter((one) => container.textContent?.includes(one));
  expect(shown).toEqual(title === undefined ? [] : [title]);
});

test('[META-07] [META-08] icons that a server names are neither drawn nor fetched, only shown as text', async () => {
  const icons = [
    'https://cdn.example/icon.png',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'javascript:alert(1)',
    'file:///etc/passwd',
  ].map((src) => ({ src, mimeType: 'image/png' }));
  const { container, user } = await renderView(prepared({ name: 'get_it', icons }), <Tab />);
  await user.click(await screen.findByRole('button', { name: 'Tool definition' }));
  expect(await screen.findByText('"javascript:alert(1)"')).toBeTruthy();
  expect(container.querySelector('img, a, image, [src], [style*="url("]')).toBeNull();
});

test.each([
  [3_600_000, /fresh for/],
  [0, /^No longer fresh/],
  [-5, /^No longer fresh/],
  [undefined, /^Listed \d\d:\d\d$/],
])('[CACHE-01] a list with ttlMs %s says so and can be asked for again', async (ttlMs, words) => {
  const host = prepared({ name: 'a' });
  const fetchedAt = Date.now();
  const fresh = ttlMs === undefined ? {} : { ttlMs, freshUntil: fetchedAt + Math.max(0, ttlMs) };
  host.patch('catalog', 'ses1:tools', { fetchedAt, ...fresh });
  const { user } = await renderView(host, <Tab />);
  expect(await screen.findByText(words)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Fetch tools again' }));
  await waitFor(() => expect(host.inputs('operation.run')[0]).toMatchObject({ verb: 'tools.list' }));
});

test.each([[[1, 'two']], ['only text'], [3.5], [false], [null]])(
  '[SCHEMA-09] structuredContent %j is shown and checked like any other',
  async (structuredContent) => {
    const host = prepared({ name: 'a', outputSchema: { type: 'string', minLength: 1 } });
    host.on('schema.check', () => ({ checked: true, problems: [] }));
    const { user } = await renderView(host, <Tab />);
    await user.click(await screen.findByRole('button', { name: /Run tool/ }));
    await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
    host.finish('op1', { content: [], structuredContent });
    expect(await screen.findByText('structuredContent')).toBeTruthy();
    await waitFor(() =>
      expect(host.inputs('schema.check')).toContainEqual({
        schema: { type: 'string', minLength: 1 },
        value: structuredContent,
      }),
    );
    expect(await screen.findByText('Matches outputSchema')).toBeTruthy();
  },
);
