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

/** Whether a record's own words hold the text, without regard to case. */
export function matchesRecord(record: WireRecord, text: string): boolean {
  const needle = text.toLowerCase();
  if (record.text?.toLowerCase().includes(needle)) return true;
  if (record.k !== 'http') return false;
  if (record.url?.toLowerCase().includes(needle)) return true;
  return (record.headers ?? []).some(([name, value]) => `${name}: ${value}`.toLowerCase().includes(needle));
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
