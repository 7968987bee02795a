import type { Detection } from '#shared/candidates.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import type { HostClient } from '../store/host.ts';
import type { Wirebench } from '../store/wirebench.tsx';
import { fileBase64 } from './file-base64.ts';

/** Larger files do not go through the page. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Longer texts are not offered for correction. */
const MAX_TEXT_BYTES = 1_000_000;

/** A file a person chose, as the host understood it; `text` can be corrected and read again. */
export interface OpenedFile {
  name: string;
  found: Detection;
  text?: string;
}

function textOf(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not text: there is nothing to correct in it.
    return undefined;
  }
}

/** Hands a chosen file to the host to be read. Throws with a sentence when it is too large or cannot be read. */
export async function readFile(host: HostClient, file: File): Promise<OpenedFile> {
  if (file.size > MAX_FILE_BYTES) {
    const text = `${file.name} is larger than 32 MB. Open it from the command line: wirebench import ${file.name}`;
    throw new HostError('BAD_INPUT', text);
  }
  const base64 = await fileBase64(file);
  const name = file.name.slice(-255) || 'file';
  const found = await host['import.bytes']({ name, base64 });
  const text = file.size <= MAX_TEXT_BYTES ? textOf(base64) : undefined;
  return { name, found, ...(text === undefined ? {} : { text }) };
}

/** Opens the review of a dropped or chosen file. Nothing is saved or started. Gives a sentence when it cannot. */
export async function openFile({ link, page }: Wirebench, file: File): Promise<string | undefined> {
  try {
    const { name, found, text } = await readFile(link.client(), file);
    if (found.kind === 'empty') return `${name} is empty.`;
    if (found.kind === 'problem' && text === undefined) return `${name}: ${found.title}. ${found.detail}`;
    page.getState().set({ review: { source: name, found, ...(text === undefined ? {} : { text }) } });
    return undefined;
  } catch (error) {
    return messageOf(error).includes(file.name)
      ? messageOf(error)
      : `${file.name} could not be read. ${messageOf(error)}`;
  }
}
