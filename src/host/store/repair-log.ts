import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { NoteRecord } from '#shared/records.ts';
import { type LogFiles, segmentName } from './log-files.ts';
import { recordLine } from './record-line.ts';
import type { TornTail } from './scan-segment.ts';

/** What of a torn line is kept beside its segment. */
export function tornName(segment: number): string {
  return segmentName(segment, 'jsonl').replace(/jsonl$/, 'torn');
}

/** Puts the torn end of a segment into a file of its own and cuts the segment after its last whole line. Throws. */
export function cutTornTail(dir: string, { segment, at, bytes }: TornTail): void {
  const fd = openSync(join(dir, segmentName(segment, 'jsonl')), 'r+');
  try {
    writeFileSync(join(dir, tornName(segment)), bytes, { mode: 0o600 });
    ftruncateSync(fd, at);
  } finally {
    closeSync(fd);
  }
}

/**
 * Writes a note as the last line of a segment, which ends at `at`, and into the index; gives the new end. Throws;
 * nothing of it is left then.
 */
export function addNote(files: LogFiles, end: { segment: number; at: number }, note: NoteRecord): number {
  const line = Buffer.from(recordLine(note));
  const fd = openSync(join(files.dir, segmentName(end.segment, 'jsonl')), 'r+');
  try {
    // At a place, not at the end: two that open the same log at once write the same.
    if (writeSync(fd, line, 0, line.length, end.at) < line.length) throw new Error('no space left on the disk');
    fsyncSync(fd);
  } catch (error) {
    ftruncateSync(fd, end.at);
    throw error;
  } finally {
    closeSync(fd);
  }
  files.index.add(end.segment, end.at, line.length - 1, note);
  return end.at + line.length;
}

/** Writes the index of a segment of that size. It can be built again at any time: a failure costs no more than that. */
export function writeIndex(
  files: LogFiles,
  segment: number,
  part: { first: number; last: number; bytes: number },
): void {
  const path = join(files.dir, segmentName(segment, 'idx'));
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, files.index.encode(part.first, part.last, part.bytes), { mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    rmSync(temporary, { force: true });
  }
}
