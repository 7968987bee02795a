import { open, stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { Detection } from '#shared/candidates.ts';
import { messageOf } from '#shared/errors.ts';
import { detect } from '../exchange-formats/detect.ts';
import type { Bundles } from './bundles.ts';

/** Largest config file that is read, in bytes. */
const MAX_CONFIG_BYTES = 4_000_000;
/** Longer texts are not offered for correction; characters. */
const MAX_CORRECTED = 1_000_000;
const BUNDLE_NAME = /\.(?:mcpb|dxt)$/i;

/** Reads a file of this computer by its content, then by its name. What cannot be read is a problem with a sentence. */
export async function importPath(path: string, bundles: Bundles): Promise<Detection> {
  if (!isAbsolute(path))
    return problem(
      'This path is not a whole one',
      `“${path.slice(0, 300)}” has to begin at the root of the file system.`,
    );
  const name = basename(path);
  try {
    const found = await stat(path);
    if (!found.isFile())
      return problem(`${name} is not a file`, `“${path}” is a folder or something else that holds no text.`);
    const start = await beginningOf(path);
    if (isZip(start)) return await bundles.read({ path });
    if (found.size > MAX_CONFIG_BYTES) return tooLarge(name, found.size);
    return importText(await wholeOf(path), { file: path, name });
  } catch (error) {
    return problem(
      `${name} cannot be read`,
      `${messageOf(error)}. Check that the file is there and that this account may read it.`,
    );
  }
}

/** The same for bytes that came without a path. */
export async function importBytes(name: string, bytes: Buffer, bundles: Bundles): Promise<Detection> {
  if (isZip(bytes)) return bundles.read({ bytes });
  if (bytes.length > MAX_CONFIG_BYTES) return tooLarge(basename(name), bytes.length);
  return importText(bytes, { name: basename(name) });
}

function importText(bytes: Buffer, { file, name }: { file?: string; name: string }): Detection {
  if (BUNDLE_NAME.test(name))
    return problem(
      'This is no bundle that can be read',
      `${name} is not a zip file, or only a part of one. Download it again.`,
    );
  const text = textOf(bytes);
  if (text === undefined)
    return problem(
      `${name} is not a text file`,
      'Open a config in JSON, TOML or YAML, a server.json, or a bundle (.mcpb).',
    );
  const found = detect(text, file === undefined ? { name } : { file });
  if (found.kind === 'empty') return problem(`${name} is empty`, 'Choose another file.');
  // A page that chose the file by its path has no text of its own to correct.
  const correctable = found.kind === 'servers' && file !== undefined && text.length <= MAX_CORRECTED;
  return correctable ? { ...found, text } : found;
}

function problem(title: string, detail: string): Detection {
  return { kind: 'problem', title, detail };
}

function tooLarge(name: string, size: number): Detection {
  return problem(
    `${name} is too large for a config`,
    `It has ${size} bytes, the limit is ${MAX_CONFIG_BYTES}. Paste only the part that names the servers.`,
  );
}

function isZip(bytes: Buffer): boolean {
  // The second one is that of a zip without files.
  return ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(bytes.subarray(0, 4).toString('latin1'));
}

/** Text in UTF-8, or in UTF-16 with its mark, as PowerShell writes it; undefined when it is neither. */
export function textOf(bytes: Uint8Array): string | undefined {
  const mark = `${bytes[0]},${bytes[1]}`;
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined; // not in this encoding, so not a text
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The bytes of a file that was small when it was looked at; a larger one is cut, so it never fills the memory. */
async function wholeOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const room = Buffer.alloc(MAX_CONFIG_BYTES);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(room, length, room.length - length, length);
      if (bytesRead === 0) return room.subarray(0, length);
      length += bytesRead;
    }
  } finally {
    await file.close();
  }
}
