import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContentBlocks } from '../../../src/renderer/parts/content/content-blocks.tsx';
import { ResourceContents } from '../../../src/renderer/parts/content/resource-contents.tsx';
import { FakeHost } from '../support/fake-host.ts';
import { type RenderedView, renderView } from '../support/render-view.tsx';
import { session } from '../support/samples.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>';
const RUNS = 'script, iframe, object, embed, a, svg script, [onerror], [onload]';

function show(blocks: unknown[], host = new FakeHost()): Promise<RenderedView> {
  host.put('session', 'ses1', session());
  return renderView(host, <ContentBlocks blocks={blocks} sessionId="ses1" />);
}

test('[TOOL-10] every kind of content is shown, several of a kind and in the order they came', async () => {
  const { container } = await show([
    { type: 'resource', resource: { uri: 'a://embedded', text: 'embedded text' } },
    { type: 'audio', data: 'SUQzBAAAAAAA', mimeType: 'audio/mpeg' },
    { type: 'text', text: 'first text' },
    { type: 'resource_link', uri: 'a://linked', name: 'linked' },
    { type: 'image', data: PNG, mimeType: 'image/png' },
    { type: 'text', text: 'second text' },
  ]);
  const text = container.textContent ?? '';
  const places = ['embedded text', 'first text', 'a://linked', 'second text'].map((one) => text.indexOf(one));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const [audio, image] = [container.querySelector('audio'), screen.getByRole('img', { name: 'Sent by the server' })];
  expect(audio && image.compareDocumentPosition(audio) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
});

test('[META-09] an SVG that repeats itself without end is drawn only after a press', async () => {
  const levels = [1, 2, 3, 4, 5].map((n) => `<g id="a${n}">${`<use href="#a${n - 1}"/>`.repeat(10)}</g>`);
  const svg = (inside: string) => btoa(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
  const { user } = await show([
    { type: 'image', data: svg(`<g id="a0"/>${levels.join('')}<use href="#a5"/>`), mimeType: 'image/svg+xml' },
    { type: 'image', data: svg('<path d="M0 0h9v9z"/>'), mimeType: 'image/svg+xml' },
  ]);
  expect(screen.getAllByRole('img', { name: 'Sent by the server' })).toHaveLength(1);
  expect(screen.getByText(/can halt the window/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Draw / }));
  expect(screen.getAllByRole('img', { name: 'Sent by the server' })).toHaveLength(2);
});

test('[META-03] [META-11] what a block says of itself is shown: annotations, also odd ones, and unknown _meta', async () => {
  const { container } = await show([
    {
      type: 'text',
      text: 'fine',
      annotations: { audience: ['assistant', 'user'], priority: 0.25, lastModified: '2025-01-12T15:00:58Z' },
      _meta: { 'com.example/trace': 'abc' },
    },
    { type: 'text', text: 'odd', annotations: { priority: 7, lastModified: 'yesterday' } },
  ]);
  expect(container.textContent).toContain('for assistant and user, priority 0.25, changed 2025-01-12T15:00:58Z');
  expect(container.textContent).toContain('priority 7, changed yesterday');
  expect(container.textContent).toContain('_meta, 1 key');
  expect(container.textContent).toContain('com.example/trace');
});

test.each(['file:///etc/passwd', 'vscode://open?x', 'javascript:alert(1)'])(
  '[RES-11] the address %s is text: nothing opens it',
  async (uri) => {
    const host = new FakeHost();
    const { container } = await show(
      [
        { type: 'resource_link', uri, name: 'x' },
        { type: 'resource', resource: { uri, text: 'x' } },
      ],
      host,
    );
    expect(container.textContent).toContain(uri);
    expect(container.querySelector(`a, [href], [src="${uri}"]`)).toBeNull();
    expect(host.inputs('operation.run')).toEqual([]);
  },
);

test.each([
  ['text/html', 'text'],
  ['image/svg+xml', 'text'],
  ['application/javascript', 'text'],
  ['text/html', 'blob'],
  ['image/svg+xml', 'blob'],
] as const)('[RES-12] a resource of the type %s as %s runs nothing', async (mimeType, form) => {
  const contents = { uri: 'a://1', mimeType, [form]: form === 'text' ? HOSTILE : btoa(HOSTILE) };
  const { container } = await renderView(new FakeHost(), <ResourceContents contents={contents} />);
  expect(container.querySelector(RUNS)).toBeNull();
  for (const image of container.querySelectorAll('img')) expect(image.getAttribute('src')).toMatch(/^data:image\//);
  expect(container.textContent?.length).toBeGreaterThan(20);
});

test('[RES-12] a PDF tells its version and pages, and can be saved', async () => {
  const blob = btoa('%PDF-1.7\n1 0 obj << /Type /Pages /Kids [] /Count 3 >> endobj');
  const contents = { uri: 'x://a/report', mimeType: 'application/octet-stream', blob };
  await renderView(new FakeHost(), <ResourceContents contents={contents} />);
  expect(screen.getByText('PDF 1.7, 3 pages')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save to a file' })).toBeTruthy();
});

test('[RES-12] bytes of an unknown type are shown as hex, those of an image are drawn', async () => {
  const bytes = { uri: 'a://1', mimeType: 'application/octet-stream', blob: btoa('MZ\u0000\u00ff') };
  const first = await renderView(new FakeHost(), <ResourceContents contents={bytes} />);
  expect(first.container.textContent).toContain('000000004d 5a 00 ff');
  first.unmount();
  const image = { uri: 'a://2', mimeType: 'image/png', blob: PNG };
  const { container } = await renderView(new FakeHost(), <ResourceContents contents={image} />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe(`data:image/png;base64,${PNG}`);
});
