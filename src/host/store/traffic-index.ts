import { closeSync, openSync, readdirSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '#shared/records.ts';
import { INDEX_FORMAT } from './record-index.ts';
import { RowColumns } from './row-columns.ts';
import { COLUMNS, type Columns } from './row-layout.ts';
import { TextTable } from './text-table.ts';

/** The traffic of a whole session; the records of each segment have an index of their own. */
export const TRAFFIC_INDEX = 'traffic.idx';
const MAGIC = 0x54584257;
const HEADER = 64;

/** What the fold made of all records of a session. */
export interface FoldedTraffic {
  rows: RowColumns;
  /** Rows that ended badly, and rows that are notifications of the server. */
  errors: number;
  notices: number;
  /** Remarks by record, as many as a session keeps. */
  findings(): readonly Finding[];
}

/** The log it was made from: the number of its records and the bytes of its segments. */
export interface LogStamp {
  records: number;
  bytes: number;
}

/** Bytes of all segments of a session folder. */
export function segmentBytes(dir: string): number {
  const names = readdirSync(dir).filter((name) => /^wire-\d{5}\.jsonl$/.test(name));
  return names.reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
}

/** Writes the file whole or not at all; gives whether it could. It can be built again at any time. */
export function writeTrafficIndex(dir: string, stamp: LogStamp, traffic: FoldedTraffic): boolean {
  const path = join(dir, TRAFFIC_INDEX);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const fd = openSync(temporary, 'w', 0o600);
    try {
      for (const piece of pieces(stamp, traffic)) {
        for (let done = 0; done < piece.byteLength; ) done += writeSync(fd, piece, done);
      }
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
    return true;
  } catch {
    rmSync(temporary, { force: true });
    return false;
  }
}

function* pieces(stamp: LogStamp, { rows, errors, notices, findings }: FoldedTraffic): Generator<Uint8Array> {
  const { columns, length } = rows;
  const { bytes, ends } = rows.texts.parts();
  const found = Buffer.from(JSON.stringify(findings()));
  const header = Buffer.alloc(HEADER);
  const [low, high] = [stamp.bytes % 2 ** 32, Math.floor(stamp.bytes / 2 ** 32)];
  const numbers = [MAGIC, INDEX_FORMAT, stamp.records, low, high, length, ends.length, bytes.length, found.length];
  for (const [at, value] of [...numbers, errors, notices].entries()) header.writeUInt32LE(value, at * 4);
  yield header;
  // All systems Node runs on are little-endian, as the file is.
  const raw = ({ buffer, byteOffset }: Uint32Array | Float64Array | Uint8Array, size: number) =>
    new Uint8Array(buffer, byteOffset, size);
  for (const name of COLUMNS.floats) yield raw(columns[name], length * 8);
  for (const name of COLUMNS.words) yield raw(columns[name], length * 4);
  yield raw(ends, ends.byteLength);
  for (const name of COLUMNS.bytes) yield raw(columns[name], length);
  yield bytes;
  yield found;
}

/** Reads the file if it is of this format and was made from exactly this log. Its bytes are used as they are. */
export async function readTrafficIndex(dir: string, stamp: LogStamp): Promise<FoldedTraffic | undefined> {
  const file = await open(join(dir, TRAFFIC_INDEX), 'r').catch(() => undefined);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(size);
    for (let done = 0; done < size; ) {
      const { bytesRead } = await file.read(bytes, done, size - done, done);
      if (bytesRead === 0) return undefined;
      done += bytesRead;
    }
    return decode(bytes.buffer, stamp);
  } finally {
    await file.close();
  }
}

function decode(file: ArrayBuffer, stamp: LogStamp): FoldedTraffic | undefined {
  if (file.byteLength < HEADER) return undefined;
  const header = Array.from(new Uint32Array(file, 0, HEADER / 4));
  const [magic, format, records, low = 0, high = 0, length = 0, texts = 0, textBytes = 0, foundBytes = 0] = header;
  const [errors = 0, notices = 0] = header.slice(9);
  if (magic !== MAGIC || format !== INDEX_FORMAT || records !== stamp.records) return undefined;
  if (low + high * 2 ** 32 !== stamp.bytes) return undefined;
  const { floats, words, bytes } = COLUMNS;
  const width = floats.length * 8 + words.length * 4 + bytes.length;
  if (file.byteLength !== HEADER + length * width + texts * 4 + textBytes + foundBytes) return undefined;
  let at = HEADER;
  const next = (size: number): number => {
    at += size;
    return at - size;
  };
  const columns = Object.fromEntries([
    ...floats.map((name) => [name, new Float64Array(file, next(length * 8), length)]),
    ...words.map((name) => [name, new Uint32Array(file, next(length * 4), length)]),
  ]);
  const ends = new Uint32Array(file, next(texts * 4), texts);
  for (const name of bytes) columns[name] = new Uint8Array(file, next(length), length);
  const table = new TextTable({ bytes: new Uint8Array(file, next(textBytes), textBytes), ends });
  const text = Buffer.from(file, at, foundBytes);
  let found: Finding[] | undefined;
  return {
    // Every name of a column is in one of the three lists.
    rows: new RowColumns({ columns: columns as Columns, length, texts: table }),
    errors,
    notices,
    findings: () => {
      found ??= JSON.parse(text.toString('utf8')) as Finding[]; // as it was written
      return found;
    },
  };
}
