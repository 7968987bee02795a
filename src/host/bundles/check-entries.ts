import { unsafeBundle } from './bundle-problem.ts';

/** What a bundle may be at most: bytes, numbers of files, and how far a large file may have been compressed. */
export const LIMITS = {
  entries: 10_000,
  names: 50_000,
  unpacked: 1_000_000_000,
  ratio: 200,
  ratioFrom: 10_000_000,
  manifest: 1_000_000,
  pathLength: 1000,
  depth: 100,
};

/** One entry as the directory of the zip tells it. */
export interface EntryFacts {
  path: string;
  size: number;
  compressed: number;
  encrypted: boolean;
  /** 0 stored, 8 deflated. */
  method: number;
  /** Type and permissions as Unix has them; 0 when the zip was made elsewhere. */
  mode: number;
}

const TYPE = 0o170000;
const FILE = 0o100000;
const FOLDER = 0o040000;
const LINK = 0o120000;
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Checks the whole directory before anything is read: paths, links, sizes, names that would be one file.
 * `fileSize` is that of the zip. Throws BundleProblem with a sentence for the first thing that is wrong.
 */
export function checkEntries(entries: readonly EntryFacts[], fileSize: number, platform: NodeJS.Platform): void {
  if (entries.length > LIMITS.entries) throw unsafeBundle(`It has more than ${LIMITS.entries} files.`);
  let unpacked = 0;
  let compressed = 0;
  for (const entry of entries) {
    checkPath(entry.path, platform);
    checkKind(entry);
    unpacked += entry.size;
    compressed += entry.compressed;
    if (unpacked > LIMITS.unpacked) throw unsafeBundle('Unpacked it would be larger than 1 GB.');
    if (isBomb(entry.size, entry.compressed)) throw bomb(`${quoted(entry.path)} unpacks`);
  }
  if (isBomb(unpacked, fileSize)) throw bomb('It unpacks');
  if (compressed > fileSize)
    throw unsafeBundle('Its files lie over one another: together they are larger than the bundle.');
  checkNames(entries);
}

function isBomb(size: number, compressed: number): boolean {
  return size > LIMITS.ratioFrom && size > compressed * LIMITS.ratio;
}

function bomb(what: string): Error {
  return unsafeBundle(`${what} to more than ${LIMITS.ratio} times its size, as a zip bomb does.`);
}

function quoted(path: string): string {
  return `“${path.replace(/\p{Cc}/gu, '?').slice(0, 200)}”`;
}

function checkPath(path: string, platform: NodeJS.Platform): void {
  const shown = quoted(path);
  if (path === '' || path.length > LIMITS.pathLength)
    throw unsafeBundle('One of its files has no name, or an endless one.');
  if (/\p{Cc}/u.test(path)) throw unsafeBundle(`The name ${shown} holds control characters.`);
  if (path.includes('\\')) throw unsafeBundle(`The path ${shown} holds a backslash, which leads elsewhere on Windows.`);
  if (/^[A-Za-z]:/.test(path)) throw unsafeBundle(`The path ${shown} begins with a drive.`);
  if (path.startsWith('/')) throw unsafeBundle(`The path ${shown} is absolute, so it leads out of the bundle.`);
  const parts = path.replace(/\/$/, '').split('/');
  if (parts.includes('..')) throw unsafeBundle(`The path ${shown} leads out of the bundle.`);
  if (parts.length > LIMITS.depth) throw unsafeBundle(`The path ${shown} is nested too deep.`);
  if (parts.some((part) => part === '' || part === '.')) throw unsafeBundle(`The path ${shown} is not a plain one.`);
  const foreign = platform === 'win32' && parts.some((part) => /[<>:"|?*]|[. ]$/.test(part) || DEVICE_NAME.test(part));
  if (foreign) throw unsafeBundle(`The name ${shown} is not possible on Windows.`);
}

function checkKind({ path, mode, encrypted, method }: EntryFacts): void {
  const type = mode & TYPE;
  if (type === LINK) throw unsafeBundle(`${quoted(path)} is a link, which may point anywhere.`);
  if (type !== 0 && type !== FILE && type !== FOLDER)
    throw unsafeBundle(`${quoted(path)} is neither a file nor a folder.`);
  if (encrypted) throw unsafeBundle(`${quoted(path)} is encrypted.`);
  if (method !== 0 && method !== 8)
    throw unsafeBundle(`${quoted(path)} is compressed in a way this app does not read.`);
}

/** Two entries must not become one file, also where upper and lower case or composed letters are the same. */
function checkNames(entries: readonly EntryFacts[]): void {
  const seen = new Map<string, { path: string; folder: boolean }>();
  for (const { path } of entries) {
    const folder = path.endsWith('/');
    const parts = path.replace(/\/$/, '').split('/');
    for (let length = 1; length <= parts.length; length += 1) {
      const part = parts.slice(0, length).join('/');
      const isFolder = folder || length < parts.length;
      // There and back, as some small letters have a capital in common.
      const key = part.normalize('NFC').toUpperCase().toLowerCase();
      const before = seen.get(key);
      if (!before) {
        seen.set(key, { path: part, folder: isFolder });
        if (seen.size > LIMITS.names) throw unsafeBundle(`It has more than ${LIMITS.names} files and folders.`);
      } else if (before.path !== part) {
        throw unsafeBundle(`${quoted(before.path)} and ${quoted(part)} are one name where case does not count.`);
      } else if (!before.folder || !isFolder) throw unsafeBundle(`${quoted(part)} is in it twice.`);
    }
  }
}
