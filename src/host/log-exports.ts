import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HostError, messageOf } from '#shared/errors.ts';
import { keepsHeaderValues } from '#shared/keeps-header-values.ts';
import type { LogExport, LogExportPart, LogFormat } from '#shared/log-export.ts';
import { batchText, HiddenValues } from './exchange-formats/log/hidden-values.ts';
import type { LeftOut, LogSource } from './exchange-formats/log/log-source.ts';
import { leftOutNotes, writeLog } from './exchange-formats/log/write-log.ts';
import { readPart } from './store/record-text.ts';

/** Exports that stay; older ones are deleted when a new one is made. */
const KEPT = 20;
const ENDINGS: Record<LogFormat, string> = { jsonl: 'jsonl', json: 'json', har: 'har', otlp: 'otlp.json', md: 'md' };
/** Files that this module writes; nothing else of the folder is read or deleted. */
const NAME = /^wirebench-[\w-]{1,80}-[\da-f]{8}\.(?:jsonl|json|har|otlp\.json|md)$/;

/** Forms in which the heads of HTTP requests stand. */
const WITH_HEADS: ReadonlySet<LogFormat> = new Set(['jsonl', 'json', 'har']);

/** Whether values of sign-in and cookie headers stand in such an export as they are. */
export function holdsSignIn({ log }: Pick<LogSource, 'log'>, format: LogFormat): boolean {
  return log.meta !== undefined && keepsHeaderValues(log.meta.config) && WITH_HEADS.has(format);
}

/** Writes an export to a file that must not be there yet. Gives its size, the hidden values in it, and what was left out. */
export async function exportToFile(
  source: LogSource,
  format: LogFormat,
  path: string,
): Promise<Omit<LogExport, 'name' | 'path'>> {
  const left: LeftOut = { notices: 0, others: 0, cut: 0 };
  const hidden = new HiddenValues();
  const pieces = batchText(writeLog(source, format, left), hidden);
  await pipeline(Readable.from(pieces), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return {
    bytes: (await stat(path)).size,
    hidden: hidden.count,
    headersKept: holdsSignIn(source, format),
    notes: leftOutNotes(format, left),
  };
}

/** The exports of a data folder, for a page that downloads them. */
export interface LogExports {
  /** Throws IO when it cannot be written. */
  write(source: LogSource, format: LogFormat): Promise<LogExport>;
  /** Throws NOT_FOUND when there is no such export any more. */
  part(name: string, from: number, bytes: number): Promise<LogExportPart>;
}

/** Opens the folder of exports; it is made with the first one. */
export function createLogExports(dir: string, now: () => Date): LogExports {
  return {
    write: async (source, format) => {
      const day = now().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
      const server = (source.log.meta?.config.name ?? 'log').replace(/[^\w-]+/g, '-').slice(0, 40);
      const name = `wirebench-${day}-${server}-${randomBytes(4).toString('hex')}.${ENDINGS[format]}`;
      const path = join(dir, name);
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
        await deleteOld(dir);
        return { name, path, ...(await exportToFile(source, format, path)) };
      } catch (error) {
        await rm(path, { force: true });
        if (error instanceof HostError) throw error;
        throw new HostError('IO', `The export could not be written to ${dir}: ${messageOf(error)}.`);
      }
    },
    part: async (name, from, bytes) => {
      const part = NAME.test(name) ? await readPart(join(dir, name), from, bytes) : undefined;
      if (!part) throw new HostError('NOT_FOUND', 'This export is no longer there. Export it again.');
      const cut = part.total > from + part.bytes.length ? wholeCharacters(part.bytes) : part.bytes;
      const next = from + cut.length;
      return { text: cut.toString('utf8'), next, more: next < part.total };
    },
  };
}

/** Cut where a character begins. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length - 1;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end > 0 ? bytes.subarray(0, end) : bytes;
}

/** Names begin with the time, so their order is their age. */
async function deleteOld(dir: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => NAME.test(name)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - KEPT + 1))) await rm(join(dir, name), { force: true });
}
