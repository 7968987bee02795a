import type { TrafficRow } from '#shared/exchange.ts';

/** Columns of one width each: times and sizes, numbers and texts, and small facts. The order is that of the file. */
export const COLUMNS = {
  floats: ['t', 'm', 'tookUs', 'bytes'],
  words: ['seq', 'parent', 'under', 'method', 'name', 'preview', 'status', 'exchange', 'rest'],
  bytes: ['kind', 'flags'],
} as const;

type Floats = Record<(typeof COLUMNS.floats)[number], Float64Array>;
type Words = Record<(typeof COLUMNS.words)[number], Uint32Array>;
type Bytes = Record<(typeof COLUMNS.bytes)[number], Uint8Array>;
/** Columns as they lie in memory, `length` rows each. */
export type Columns = Floats & Words & Bytes;
/** Members of a row that have no column: few rows have them. The id of an exchange is here when it has no plain form. */
export type RestOfRow = Partial<Omit<TrafficRow, keyof Columns | 'row' | 'rev' | 'dir' | 'worst'>>;
