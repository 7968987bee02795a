import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HostError } from '#shared/errors.ts';
import type { ShellServices } from '../../../src/host/host-options.ts';
import { clearOpened, openPdfOutside, pdfFileName } from '../../../src/host/open-outside.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PDF = Buffer.from('%PDF-1.7\n%âã').toString('base64');

async function shellWith(openFile?: (path: string) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wirebench-outside-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const shell: ShellServices = {
    name: 'desktop',
    can: { openExternal: true, pickFolders: true },
    openExternal: async () => undefined,
    ...(openFile ? { openFile } : {}),
  };
  return { dataDir, shell, log };
}

test('a PDF is written for this account alone, byte for byte, under a harmless name, and handed to the shell', async () => {
  const opened: string[] = [];
  const host = await shellWith(async (path) => void opened.push(path));
  await openPdfOutside(host, { name: '../../..\\evil.exe', base64: PDF });
  await openPdfOutside(host, { name: 'report.pdf', base64: PDF });
  expect(opened.map((path) => basename(path))).toEqual(['evil.exe.pdf', 'report.pdf']);
  for (const path of opened) {
    expect(dirname(dirname(path))).toBe(join(host.dataDir, 'opened'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect(await readFile(path, 'base64')).toBe(PDF);
  }
  await clearOpened(host);
  expect(await readdir(host.dataDir)).toEqual([]);
});

test.each([
  ['', 'file-.pdf'],
  ['.hidden', 'hidden.pdf'],
  ['-rf', 'rf.pdf'],
  ['CON.pdf', 'file-CON.pdf'],
  ['com1.x', 'file-com1.x.pdf'],
  ['a\u202efdp.exe', 'a-fdp.exe.pdf'],
  ['Angebot Größe.PDF', 'Angebot-Gr-e.pdf'],
  ['x'.repeat(300), `${'x'.repeat(60)}.pdf`],
])('the file of %j is called %j', (name, wanted) => {
  expect(pdfFileName(name)).toBe(wanted);
});

test('what is no PDF is not opened, whatever it is called; nothing is written for it', async () => {
  const host = await shellWith(() => Promise.reject(new Error('must not be called')));
  const html = Buffer.from('<html>%PDF-1.7').toString('base64');
  await expect(openPdfOutside(host, { name: 'a.pdf', base64: html })).rejects.toThrow('does not begin as a PDF does');
  expect(await readdir(host.dataDir)).toEqual([]);
});

test('a shell that opens no files says what to do instead; what the system answers is passed on', async () => {
  await expect(openPdfOutside(await shellWith(), { name: 'a', base64: PDF })).rejects.toThrow('Save it.');
  const failing = await shellWith(() => Promise.reject(new HostError('IO', 'No program for PDF files.')));
  await expect(openPdfOutside(failing, { name: 'a', base64: PDF })).rejects.toThrow('No program for PDF files.');
});
