import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { messageOf } from '#shared/errors.ts';
import { notABundle, unsafeBundle } from './bundle-problem.ts';
import { checkEntries, type EntryFacts, LIMITS } from './check-entries.ts';

/** Largest bundle that is opened, in bytes. */
const MAX_FILE = 1_000_000_000;
/** A signature is appended to the zip between these marks. */
const SIGNED = { from: 'MCPB_SIG_V1', to: 'MCPB_SIG_END', most: 1_048_576 };

/** Where the bytes of a bundle are. */
export type BundleSource = { path: string } | { bytes: Buffer };

/** A file of a bundle, checked. */
export interface BundleEntry extends EntryFacts {
  folder: boolean;
  entry: Entry;
}

/** A bundle whose directory was read and found harmless; none of its files was read yet. */
export interface OpenBundle {
  /** Hex SHA-256 of the whole file. */
  sha256: string;
  signed: boolean;
  entries: readonly BundleEntry[];
  /** The bytes of a file, piece by piece; throws BundleProblem when they are not what the directory says. */
  read(entry: BundleEntry): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

interface Bytes {
  size: number;
  /** Bytes `from` to before `to`. */
  read(from: number, to: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a bundle and checks all of its directory. Throws BundleProblem. */
export async function openBundle(source: BundleSource, platform: NodeJS.Platform): Promise<OpenBundle> {
  const bytes = await bytesOf(source);
  try {
    if (bytes.size > MAX_FILE) throw unsafeBundle('It is larger than 1 GB.');
    const sha256 = await hashOf(bytes);
    const signature = await signatureAt(bytes);
    const zip = await openZip(bytes, signature);
    const entries = await entriesOf(zip);
    checkEntries(entries, bytes.size, platform);
    return {
      sha256,
      signed: signature !== undefined,
      entries,
      read: (entry) => contentOf(zip, entry),
      close: bytes.close,
    };
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

async function bytesOf(source: BundleSource): Promise<Bytes> {
  if ('bytes' in source) {
    const { bytes } = source;
    const read = (from: number, to: number) => Promise.resolve(bytes.subarray(from, to));
    return { size: bytes.length, read, close: () => Promise.resolve() };
  }
  const file = await opened(source.path);
  const { size } = await file.stat();
  return { size, read: (from, to) => readPart(file, from, to), close: () => file.close() };
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw notABundle(`"${path}" cannot be opened: ${messageOf(error)}.`);
  }
}

async function readPart(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const part = Buffer.alloc(to - from);
  let at = 0;
  while (at < part.length) {
    const { bytesRead } = await file.read(part, at, part.length - at, from + at);
    if (bytesRead === 0) throw notABundle('It became shorter while it was read.');
    at += bytesRead;
  }
  return part;
}

const CHUNK = 1_048_576;

async function* chunksOf(bytes: Bytes, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += CHUNK) yield await bytes.read(at, Math.min(at + CHUNK, to));
}

async function hashOf(bytes: Bytes): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(bytes, 0, bytes.size)) hash.update(chunk);
  return hash.digest('hex');
}

/** Where the signature begins; undefined when there is none. */
async function signatureAt(bytes: Bytes): Promise<number | undefined> {
  const from = Math.max(0, bytes.size - SIGNED.most);
  const tail = await bytes.read(from, bytes.size);
  if (!tail.subarray(-SIGNED.to.length).equals(Buffer.from(SIGNED.to))) return undefined;
  const at = tail.lastIndexOf(SIGNED.from);
  return at < 0 ? undefined : from + at;
}

class Reader extends RandomAccessReader {
  readonly #bytes: Bytes;
  constructor(bytes: Bytes) {
    super();
    this.#bytes = bytes;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(chunksOf(this.#bytes, start, end), { objectMode: false });
  }
}

/** A signature is either told to the zip as its comment, or simply stands behind it. */
async function openZip(bytes: Bytes, signature: number | undefined): Promise<ZipFile> {
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };
  const ends = signature === undefined ? [bytes.size] : [bytes.size, signature];
  let first: unknown;
  for (const end of ends) {
    try {
      return await fromRandomAccessReaderPromise(new Reader(bytes), end, options);
    } catch (error) {
      first ??= error;
    }
  }
  throw notABundle(`It is not a zip file, or only a part of one: ${messageOf(first)}.`);
}

async function entriesOf(zip: ZipFile): Promise<BundleEntry[]> {
  if (zip.entryCount > LIMITS.entries) throw unsafeBundle(`It has more than ${LIMITS.entries} files.`);
  const entries: BundleEntry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(bundleEntry(entry));
  } catch (error) {
    throw notABundle(`The directory of the zip is damaged: ${messageOf(error)}.`);
  }
  return entries;
}

function bundleEntry(entry: Entry): BundleEntry {
  const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  // Only zips that were made on Unix and macOS carry a mode.
  const host = entry.versionMadeBy >>> 8;
  const mode = host === 3 || host === 19 ? entry.externalFileAttributes >>> 16 : 0;
  return {
    path,
    size: entry.uncompressedSize,
    compressed: entry.compressedSize,
    encrypted: entry.isEncrypted(),
    method: entry.compressionMethod,
    mode,
    folder: path.endsWith('/'),
    entry,
  };
}

async function* contentOf(zip: ZipFile, { entry, path, size }: BundleEntry): AsyncGenerator<Buffer> {
  let sum = 0;
  let length = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      const piece: Buffer = chunk;
      length += piece.length;
      if (length > size) break;
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    throw notABundle(`“${path.slice(0, 200)}” in it is damaged: ${messageOf(error)}.`);
  }
  if (length !== size || sum !== entry.crc32) throw notABundle(`“${path.slice(0, 200)}” in it is damaged.`);
}
