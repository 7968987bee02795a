import type { LineRow, LogView } from '#shared/exchange.ts';
import type { HttpRecord, WireRecord } from '#shared/records.ts';
import { endedByUs } from './ended-by-us.ts';
import { headLine, headText } from './http-head.ts';
import { payloadBytes } from './row-book.ts';
import { byteLength, cutText } from './row-text.ts';
import { stderrLevel } from './stderr-level.ts';

/** Longest text of a line row, in characters. */
export const LINE_CHARS = 2000;
/** Characters of the end of a cut message. */
const TAIL_CHARS = 200;

export type LineView = Extract<LogView, 'wire' | 'stderr' | 'client'>;

/** The first line view a record is a row of, if any. */
export function lineViewOf(record: WireRecord): LineView | undefined {
  switch (record.k) {
    case 'frame':
    case 'noise':
      return 'wire';
    case 'http':
      return record.what === 'end' ? undefined : 'wire';
    case 'stderr':
      return 'stderr';
    case 'note':
      return 'client';
  }
}

/** Notes about the process (started, exited) are lines between what it wrote on stderr as well. */
export function isProcessNote(record: WireRecord): boolean {
  return record.k === 'note' && record.what.startsWith('process.');
}

function httpText(record: HttpRecord): string {
  return record.what === 'request' || record.what === 'response' ? headLine(record) : (record.text ?? '');
}

/** Bytes of what the line stands for: of a head all of its lines. */
function bytesOf(record: WireRecord): number {
  if (record.k === 'note') return byteLength(record.text);
  const head = record.k === 'http' ? headText(record) : undefined;
  return head === undefined ? payloadBytes(record) : byteLength(head);
}

function httpDir(record: HttpRecord): 'in' | 'out' {
  return record.what === 'request' ? 'out' : 'in';
}

function textOf(record: WireRecord): string {
  return record.k === 'http' ? httpText(record) : (record.text ?? '');
}

function dirOf(record: WireRecord): 'in' | 'out' | undefined {
  switch (record.k) {
    case 'frame':
      return record.dir;
    case 'http':
      return httpDir(record);
    case 'note':
      return undefined;
    default:
      return 'in';
  }
}

function levelOf(record: WireRecord): LineRow['level'] {
  if (record.k === 'note') return record.level;
  if (record.k === 'noise') return 'warn';
  if (record.k === 'stderr') return stderrLevel(record.text ?? '');
  if (record.k !== 'http') return undefined;
  if (record.what === 'error') return endedByUs(record) ? undefined : 'error';
  return (record.status ?? 0) >= 400 ? 'error' : undefined;
}

/** A text of its own: a slice would keep the whole original in memory. */
function tailOf(text: string): string {
  return JSON.parse(JSON.stringify(text.slice(-TAIL_CHARS))) as string; // a text comes back as a text
}

/** The line of a record in a view; its text is cut at 2,000 characters and holds on to nothing larger. */
export function lineRow(record: WireRecord, row: number): LineRow {
  const whole = textOf(record);
  const text = cutText(whole, LINE_CHARS);
  const bytes = bytesOf(record);
  const line: LineRow = { row, seq: record.seq, t: record.t, k: record.k, text, bytes };
  const dir = dirOf(record);
  const level = levelOf(record);
  if (dir !== undefined) line.dir = dir;
  if (level !== undefined) line.level = level;
  if (text.length < whole.length || (record.k !== 'note' && record.body !== undefined)) line.cut = true;
  if (line.cut && record.k === 'frame' && !record.body) line.tail = tailOf(whole);
  if (record.k === 'noise' && record.at !== undefined) line.at = record.at;
  if ('ch' in record && record.ch !== 'stdio') line.ch = record.ch;
  if (record.k === 'http' && record.what !== 'end') line.http = record.what;
  return line;
}
