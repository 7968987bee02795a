import type { WireRecord } from '#shared/records.ts';
import { recordLine } from '../../store/record-line.ts';
import { type LeftOut, type LogSource, recordsOf, recordTest } from './log-source.ts';
import { wholeText } from './payload-text.ts';

/**
 * The lines of the log as they are kept. A payload that lies in a file of the session folder stands in its line, up
 * to 32 MiB; a larger one is left at its first 4 KiB and counted.
 */
export async function* writeJsonl(source: LogSource, left: LeftOut): AsyncGenerator<string> {
  const wanted = await recordTest(source);
  for await (const record of recordsOf(source, source.from, source.to)) {
    if (wanted(record.seq)) yield recordLine(await withPayload(source, record, left));
  }
}

async function withPayload({ log }: LogSource, record: WireRecord, left: LeftOut): Promise<WireRecord> {
  if (record.k === 'note') return record;
  if (record.b64 !== undefined) {
    // The reader adds a lossy text to bytes that are not UTF-8; the line does not have it.
    const { text: _text, ...kept } = record;
    return kept;
  }
  if (!record.body) return record;
  const text = await wholeText(log, record.seq);
  if (text === undefined) left.cut += 1;
  return text === undefined ? record : { ...record, text };
}
