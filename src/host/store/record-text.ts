import { open } from 'node:fs/promises';
import { WireRecord } from '#shared/records.ts';

/** The record of a log line; undefined when the line is damaged. Text of bytes that are not UTF-8 is added, lossy. */
export function parseLine(line: string): WireRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const parsed = WireRecord.safeParse(value);
  if (!parsed.success) return undefined;
  const record = parsed.data;
  if (record.k !== 'note' && record.b64 !== undefined && record.text === undefined) {
    record.text = Buffer.from(record.b64, 'base64').toString('utf8');
  }
  return record;
}

/** A text as it stands inside a log line, in lower case. */
export function searchNeedle(text: string): string {
  return JSON.stringify(text).slice(1, -1).toLowerCase();
}

/** Words around a place that was found, and where it begins in them. */
export interface FoundText {
  text: string;
  at: number;
}

/** The first place of a text in another one, without regard to case. */
export function findText(text: string, sought: string): FoundText | undefined {
  const lower = text.toLowerCase();
  const at = lower.indexOf(sought.toLowerCase());
  if (at < 0) return undefined;
  // A few letters are longer in lower case: places are then those of the lower text.
  return { text: lower.length === text.length ? text : lower, at };
}

/** Where a record's own words hold the text, without regard to case. */
export function findInRecord(record: WireRecord, text: string): FoundText | undefined {
  const own = record.text === undefined ? undefined : findText(record.text, text);
  if (own || record.k !== 'http') return own;
  const url = record.url === undefined ? undefined : findText(record.url, text);
  if (url) return url;
  for (const [name, value] of record.headers ?? []) {
    const header = findText(`${name}: ${value}`, text);
    if (header) return header;
  }
  return undefined;
}

/** A part of a file and the size of the whole; undefined when it cannot be read. */
export async function readPart(
  path: string,
  from: number,
  bytes: number,
): Promise<{ bytes: Buffer; total: number } | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(bytes, size - from)));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    return { bytes: buffer.subarray(0, bytesRead), total: size };
  } finally {
    await file.close();
  }
}
