import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogFiles, segmentName } from './log-files.ts';
import { parseLine } from './record-text.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Numbers in a row that may be missing because the disk was full; more than that is no log of ours. */
const MAX_MISSING = 1_000_000;

/** Where a segment ends in the middle of a line, and what stands there. */
export interface TornTail {
  segment: number;
  /** Bytes of the whole lines before it. */
  at: number;
  bytes: Buffer;
}

export interface Scanned {
  /** The record that cannot be read, and the byte at which it stands; nothing after it was read. */
  damaged?: { seq: number; at: number };
  torn?: TornTail;
}

/** Puts the whole lines of a segment into the index; `onRead` is told of the bytes read so far, now and then. */
export async function scanSegment(
  files: LogFiles,
  { segment, size }: { segment: number; size: number },
  onRead: (bytes: number) => void = () => undefined,
): Promise<Scanned> {
  const file = await open(join(files.dir, segmentName(segment, 'jsonl')), 'r');
  try {
    let rest = Buffer.alloc(0);
    let offset = 0;
    for (let at = 0; at < size; at += CHUNK_BYTES) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        const record = parseLine(bytes.toString('utf8', start, end));
        const expected = files.index.count + 1;
        if (!record || record.seq < expected || record.seq - expected > MAX_MISSING) {
          return { damaged: { seq: expected, at: offset } };
        }
        for (let seq = expected; seq < record.seq; seq += 1) files.index.addMissing(segment);
        files.index.add(segment, offset, end - start, record);
        offset += end - start + 1;
        start = end + 1;
      }
      rest = bytes.subarray(start);
      onRead(at + bytesRead);
    }
    return rest.length === 0 ? {} : { torn: { segment, at: offset, bytes: Buffer.from(rest) } };
  } finally {
    await file.close();
  }
}
