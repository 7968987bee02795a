import { z } from 'zod';
import { LogFilter } from './exchange.ts';

/** Forms of a log for other programs and people; `md` is Markdown for an issue. */
export const LogFormat = z.enum(['jsonl', 'json', 'har', 'otlp', 'md']);
export type LogFormat = z.infer<typeof LogFormat>;

/** What of a session is exported: the part between two records, both included, and of it what the filter lets through. */
export const LogExportOrder = z.object({
  sessionId: z.string(),
  format: LogFormat,
  from: z.number().int().min(1).optional(),
  to: z.number().int().min(1).optional(),
  filter: LogFilter.optional(),
});
export type LogExportOrder = z.infer<typeof LogExportOrder>;

/** A finished export in the folder `exports` of the data folder. */
export const LogExport = z.object({
  /** Name of the file, by which `log.exportPart` reads it. */
  name: z.string(),
  path: z.string(),
  bytes: z.number(),
  /** Different values that the log had hidden and that stand as placeholders in the file. */
  hidden: z.number(),
  /** Values of sign-in and cookie headers stand in it as they are. */
  headersKept: z.boolean(),
  /** What the format has no place for, a sentence each. */
  notes: z.array(z.string()),
});
export type LogExport = z.infer<typeof LogExport>;

/** A part of an export. Parts end between characters. */
export const LogExportPart = z.object({ text: z.string(), next: z.number(), more: z.boolean() });
export type LogExportPart = z.infer<typeof LogExportPart>;
