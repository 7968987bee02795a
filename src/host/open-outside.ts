import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError, messageOf } from '#shared/errors.ts';
import type { HostOptions } from './host-options.ts';

/** In the data folder: files that other programs were given to show. */
const FOLDER = 'opened';
const PDF_START = '%PDF-';
const NAME_CHARS = 60;
/** Names that Windows takes for devices, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** What a PDF is called on the disk: plain letters, no folders, and always the ending by which its program is found. */
export function pdfFileName(wanted: string): string {
  const plain = wanted
    .replace(/\.pdf$/i, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, NAME_CHARS)
    .replace(/[-.]+$/, '');
  const first = plain.split('.')[0] ?? '';
  return `${plain === '' || DEVICE.test(first) ? `file-${plain}` : plain}.pdf`;
}

/** Forgets the files of an earlier run. Never rejects: one that is still open somewhere is gone with the next start. */
export async function clearOpened({ dataDir, log }: Pick<HostOptions, 'dataDir' | 'log'>): Promise<void> {
  await rm(join(dataDir, FOLDER), { recursive: true, force: true }).catch((error: unknown) =>
    log.warn(`files that were opened outside are still there: ${messageOf(error)}`),
  );
}

/**
 * Shows a PDF (DESIGN S10) in the program that the system has for it: the bytes are written to a folder of their own
 * that only this account can read. Throws REFUSED where the shell opens no files, BAD_INPUT for what is no PDF, IO.
 */
export async function openPdfOutside(
  { dataDir, shell }: Pick<HostOptions, 'dataDir' | 'shell'>,
  file: { readonly name: string; readonly base64: string },
): Promise<void> {
  if (!shell.openFile) throw new HostError('REFUSED', 'Files are opened outside by the desktop app only. Save it.');
  const bytes = Buffer.from(file.base64, 'base64');
  if (bytes.toString('latin1', 0, PDF_START.length) !== PDF_START) {
    throw new HostError('BAD_INPUT', 'It does not begin as a PDF does, so no program was asked to open it. Save it.');
  }
  let path: string;
  try {
    const folder = join(dataDir, FOLDER);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    path = join(await mkdtemp(join(folder, 'f-')), pdfFileName(file.name));
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new HostError('IO', `The file could not be written: ${messageOf(error)}`);
  }
  await shell.openFile(path);
}
