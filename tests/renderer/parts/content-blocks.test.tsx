import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContentBlocks } from '../../../src/renderer/parts/content/content-blocks.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { type RenderedView, renderView } from '../support/render-view.tsx';
import { session } from '../support/samples.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function show(blocks: unknown[], host = new FakeHost()): Promise<RenderedView> {
  host.put('session', 'ses1', session());
  return renderView(host, <ContentBlocks blocks={blocks} sessionId="ses1" />);
}

test('text stays plain; a long one unfolds in portions', async () => {
  const long = Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n');
  const { container, user } = await show([
    { type: 'text', text: '<img src=x onerror=alert(1)> **bold** \u202eevil' },
    { type: 'text', text: long },
  ]);
  expect(screen.getByText(/<img src=x onerror/)).toBeTruthy();
  expect(screen.getByText('U+202E', { exact: false })).toBeTruthy();
  expect(container.querySelector('img')).toBeNull();
  expect(container.textContent).toContain('line 39');
  expect(container.textContent).not.toContain('line 40');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(container.textContent).toContain('line 199');
  expect(container.textContent).not.toContain('line 200');
});

test('text that is JSON is a tree, and its exact text on request', async () => {
  const { user, container } = await show([{ type: 'text', text: '{"a": [1,2]}' }]);
  expect(screen.getByRole('tree', { name: 'JSON in the text' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Text' }));
  expect(container.textContent).toContain('{"a": [1,2]}');
});

test('an image is drawn from its data and says what it is', async () => {
  await show([{ type: 'image', data: PNG, mimeType: 'image/png', annotations: { audience: ['user'], priority: 1 } }]);
  const image = screen.getByRole('img', { name: 'Sent by the server' });
  expect(image.getAttribute('src')).toBe(`data:image/png;base64,${PNG}`);
  Object.defineProperties(image, { naturalWidth: { value: 1 }, naturalHeight: { value: 1 } });
  fireEvent.load(image);
  expect(screen.getByText('1 × 1, image/png, 70 B, for user, priority 1')).toBeTruthy();
  fireEvent.error(image);
  expect(screen.getByText(/could not be drawn/)).toBeTruthy();
});

test('[TOOL-10] one bad block does not harm the others', async () => {
  await show([
    { type: 'text', text: 'before' },
    { type: 'image', data: 'https://example.test/cat.png', mimeType: 'image/png' },
    null,
    { type: 'text' },
    { type: 'hologram', depth: 3 },
    { type: 'resource', resource: { uri: 'demo://x', blob: '%%%' } },
    { type: 'text', text: 'after' },
  ]);
  expect(screen.getByText('before')).toBeTruthy();
  expect(screen.getByText('The data is an address, not base64. It is not fetched.')).toBeTruthy();
  expect(screen.getByText('This is not a content block.')).toBeTruthy();
  expect(screen.getByText('Its text is missing.')).toBeTruthy();
  expect(screen.getByText('Unknown content type “hologram”.')).toBeTruthy();
  expect(screen.getByText('The data is not base64.')).toBeTruthy();
  expect(screen.getByText('after')).toBeTruthy();
});

test('audio has a player that does not start by itself', async () => {
  const { container } = await show([{ type: 'audio', data: 'SUQzBAAAAAAA', mimeType: 'audio/mpeg' }]);
  const player = container.querySelector('audio');
  expect(player?.controls).toBe(true);
  expect(player?.autoplay).toBe(false);
  expect(player?.src).toMatch(/^data:audio\/mpeg;base64,/);
});

test('[TOOL-10] a large sound is loaded after a click', async () => {
  const data = `SUQz${'A'.repeat(7_000_000)}`;
  const { container, user } = await show([{ type: 'audio', data, mimeType: 'audio/mpeg' }]);
  expect(container.querySelector('audio')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Load 5.3 MB' }));
  expect(container.querySelector('audio')).not.toBeNull();
});

test('an embedded resource shows its text as source, or its bytes', async () => {
  const { container } = await show([
    { type: 'resource', resource: { uri: 'demo://page', mimeType: 'text/html', text: '<b>bold</b>' } },
    { type: 'resource', resource: { uri: 'demo://bytes', mimeType: 'application/zip', blob: 'UEsDBA==' } },
  ]);
  expect(screen.getByText('<b>bold</b>')).toBeTruthy();
  expect(container.querySelector('b')).toBeNull();
  expect(container.textContent).toContain('0000000050 4b 03 04');
});

test('[TOOL-18] a link is read only when asked for, and a refusal is shown in place', async () => {
  const host = new FakeHost();
  const { user } = await show([{ type: 'resource_link', uri: 'orders://1', name: 'one', size: 3400 }], host);
  expect(host.inputs('operation.run')).toEqual([]);
  expect(screen.getByText('3.4 KB')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Read' }));
  await screen.findByText('Reading the resource');
  expect(host.inputs('operation.run')).toEqual([
    { sessionId: 'ses1', verb: 'resources.read', input: { uri: 'orders://1' } },
  ]);
  host.finish('op-1', { contents: [{ uri: 'orders://1', mimeType: 'text/plain', text: 'order one' }] });
  expect(await screen.findByText('order one')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Read again' }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(2));
  const fault = { kind: 'protocol' as const, code: -32002, message: 'Resource not found' };
  host.patch('operation', 'op-2', { status: 'failed', fault });
  const note = await screen.findByRole('status');
  expect(within(note).getByText('Resource not found')).toBeTruthy();
});

test('annotations that are no words are left out instead of breaking the view', async () => {
  const odd = { toString: 1, valueOf: 1 };
  const { container } = await show([{ type: 'text', text: 'fine', annotations: { audience: [odd, 'user'] } }]);
  expect(container.textContent).toContain('for user');
});

test('a result with very many blocks is drawn a portion at a time', async () => {
  const { container, user } = await show(
    Array.from({ length: 350 }, (_, n) => ({ type: 'text', text: `block ${n}.` })),
  );
  expect(container.textContent).toContain('block 99.');
  expect(container.textContent).not.toContain('block 100.');
  expect(screen.getByText('250 blocks left')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(container.textContent).toContain('block 199.');
});
