import type { WireRecord } from '#shared/records.ts';

/**
 * The line of the log file for a record, with its newline: `JSON.stringify` of it. The kinds that come in floods are
 * written out by hand, which takes half the time; a test holds both against each other.
 */
export function recordLine(record: WireRecord): string {
  if (record.k === 'http' || record.k === 'note' || record.text === undefined) return `${JSON.stringify(record)}\n`;
  if (record.b64 !== undefined || record.body !== undefined || record.open !== undefined)
    return `${JSON.stringify(record)}\n`;
  const { seq, t, m, k, text } = record;
  const head = `{"seq":${seq},"t":${t},"m":${m},"k":"${k}"`;
  if (record.k === 'stderr') return `${head},"text":${JSON.stringify(text)}}\n`;
  const place = `${record.k === 'frame' ? `,"dir":"${record.dir}"` : ''},"ch":${JSON.stringify(record.ch)}`;
  const at = record.k === 'noise' && record.at !== undefined ? `,"at":${record.at}` : '';
  return `${head}${place},"text":${JSON.stringify(text)}${at}}\n`;
}
