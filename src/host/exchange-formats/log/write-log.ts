import type { LogFormat } from '#shared/log-export.ts';
import type { LeftOut, LogSource } from './log-source.ts';
import { writeHar } from './write-har.ts';
import { writeJson } from './write-json.ts';
import { writeJsonl } from './write-jsonl.ts';
import { writeMarkdown } from './write-markdown.ts';
import { writeOtlp } from './write-otlp.ts';

/** The text of an export, piece by piece; `left` counts what did not fit while it is written. */
export function writeLog(source: LogSource, format: LogFormat, left: LeftOut): AsyncGenerator<string> {
  switch (format) {
    case 'jsonl':
      return writeJsonl(source, left);
    case 'json':
      return writeJson(source);
    case 'har':
      return writeHar(source, left);
    case 'otlp':
      return writeOtlp(source);
    case 'md':
      return writeMarkdown(source, left);
  }
}

/** What did not fit, a sentence each. */
export function leftOutNotes(format: LogFormat, { notices, others, cut }: LeftOut): string[] {
  const notes: string[] = [];
  const told = [
    ...(notices > 0 ? [`notifications (${notices})`] : []),
    ...(others > 0 ? [`lines that are no message (${others})`] : []),
  ];
  if (told.length > 0) notes.push(`A HAR file has no entries for ${told.join(' and ')}. JSON and JSONL have them.`);
  if (cut > 0) {
    const limit = format === 'md' ? '4,000 characters' : '4 KiB';
    notes.push(`${cut === 1 ? '1 message was' : `${cut} messages were`} cut after ${limit}.`);
  }
  return notes;
}
