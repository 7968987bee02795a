import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { HostError, messageOf } from '#shared/errors.ts';
import { unsafeBundle } from './bundle-problem.ts';
import type { BundleEntry, OpenBundle } from './bundle-zip.ts';

/**
 * Unpacks a checked bundle to `dir`, which is there whole or not at all. A folder that is there already is kept: its
 * name holds the checksum. `programs` are paths in the bundle that must be executable. Throws BundleProblem and IO.
 */
export async function unpackBundle(bundle: OpenBundle, dir: string, programs: ReadonlySet<string>): Promise<void> {
  if (await isFolder(dir)) return;
  const parent = dirname(dir);
  const temporary = join(parent, `.${basename(dir)}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    for (const entry of bundle.entries) await unpackEntry({ bundle, entry, into: temporary, programs });
    await rename(temporary, dir);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another window unpacked the same bundle meanwhile.
    if (await isFolder(dir)) return;
    if (error instanceof Error && 'syscall' in error) {
      throw new HostError('IO', `The bundle cannot be unpacked to "${dir}": ${messageOf(error)}.`);
    }
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true; // not there is the usual case
}

interface Unpacking {
  bundle: OpenBundle;
  entry: BundleEntry;
  into: string;
  programs: ReadonlySet<string>;
}

async function unpackEntry({ bundle, entry, into, programs }: Unpacking): Promise<void> {
  const target = join(into, ...entry.path.split('/'));
  // The directory was checked; this is the last look before something is written.
  if (!target.startsWith(into + sep))
    throw unsafeBundle(`The path “${entry.path.slice(0, 200)}” leads out of the bundle.`);
  if (entry.folder) {
    await mkdir(target, { recursive: true, mode: 0o755 });
    return;
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  const runs = (entry.mode & 0o111) !== 0 || programs.has(entry.path);
  const file = await open(target, 'wx', runs ? 0o755 : 0o644);
  try {
    for await (const chunk of bundle.read(entry)) await file.write(chunk);
  } finally {
    await file.close();
  }
}
