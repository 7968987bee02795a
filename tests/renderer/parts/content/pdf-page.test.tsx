import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { HostError } from '#shared/errors.ts';
import type { DrawPdf } from '../../../../src/renderer/parts/content/pdf/pdf-draw.ts';
import { PdfPage } from '../../../../src/renderer/parts/content/pdf/pdf-page.tsx';
import { ResourceContents } from '../../../../src/renderer/parts/content/resource-contents.tsx';
import { useWirebench, WirebenchProvider } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';

/** The page in a shell that opens no files. */
function InBrowser({ children }: { readonly children: ReactNode }) {
  const wirebench = useWirebench();
  const { can } = wirebench.app;
  const app = { ...wirebench.app, shell: 'browser', can: { ...can, openFiles: false } } as const;
  return <WirebenchProvider value={{ ...wirebench, app }}>{children}</WirebenchProvider>;
}

const PDF = btoa('%PDF-1.7');

beforeEach(() => {
  URL.createObjectURL = () => 'blob:page';
  URL.revokeObjectURL = vi.fn();
});

test('[RES-12] the first page of a PDF is an image, which is let go with the view', async () => {
  const draw: DrawPdf = async () => ({ image: new Blob(['x']), pages: 12 });
  const { unmount } = await renderView(new FakeHost(), <PdfPage base64={PDF} bytes={8} draw={draw} />);
  expect((await screen.findByRole('img', { name: 'First page of the PDF' })).getAttribute('src')).toBe('blob:page');
  expect(screen.getByText(/^Page 1 of 12 pages, as an image\./)).toBeTruthy();
  unmount();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:page');
});

test('a PDF that cannot be read says why, and what to do', async () => {
  const draw: DrawPdf = () => Promise.reject(new Error('It is protected by a password.'));
  await renderView(new FakeHost(), <PdfPage base64={PDF} bytes={8} draw={draw} />);
  const said = (await screen.findByRole('status')).textContent;
  expect(said).toBe(
    'The first page could not be drawn: It is protected by a password. Open it outside to read it with another program.',
  );
});

test('a large PDF is drawn after a press, a very large one never', async () => {
  const draw = vi.fn<DrawPdf>(async () => ({ image: new Blob(['x']), pages: 1 }));
  const { user, unmount } = await renderView(new FakeHost(), <PdfPage base64={PDF} bytes={6_000_000} draw={draw} />);
  expect(draw).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Draw the first page' }));
  await screen.findByRole('img');
  unmount();
  await renderView(new FakeHost(), <PdfPage base64={PDF} bytes={60_000_000} draw={draw} />);
  expect(screen.getByText(/is not drawn/)).toBeTruthy();
  expect(draw).toHaveBeenCalledTimes(1);
});

test('a drawing that nobody waits for is ended', async () => {
  const draw = vi.fn<DrawPdf>(() => new Promise(() => undefined));
  const { unmount } = await renderView(new FakeHost(), <PdfPage base64={PDF} bytes={8} draw={draw} />);
  const [, , signal] = draw.mock.calls[0] ?? [];
  expect(signal?.aborted).toBe(false);
  unmount();
  expect(signal?.aborted).toBe(true);
});

const FILE = { uri: 'docs://reports/Q3%20final.pdf', mimeType: 'application/pdf', blob: btoa('%PDF-1.7 page') };

test('[RES-12] a PDF is opened outside where the shell can; why it could not be is said', async () => {
  const host = new FakeHost();
  const { user } = await renderView(host, <ResourceContents contents={FILE} />);
  await user.click(screen.getByRole('button', { name: 'Open outside' }));
  await waitFor(() => expect(host.inputs('shell.openPdf')).toEqual([{ name: 'Q3 final.pdf', base64: FILE.blob }]));
  host.on('shell.openPdf', () => {
    throw new HostError('IO', 'The system has no program for it.');
  });
  await user.click(screen.getByRole('button', { name: 'Open outside' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Not opened. The system has no program for it.');
});

test('in a browser it is saved instead, and bytes that are no PDF are not opened', async () => {
  const host = new FakeHost();
  const { unmount } = await renderView(host, <ResourceContents contents={{ ...FILE, blob: btoa('<html>') }} />);
  expect(screen.getByRole('button', { name: 'Save to a file' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open outside' })).toBeNull();
  unmount();
  await renderView(
    host,
    <InBrowser>
      <ResourceContents contents={FILE} />
    </InBrowser>,
  );
  expect(screen.getByRole('button', { name: 'Save to a file' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open outside' })).toBeNull();
});
