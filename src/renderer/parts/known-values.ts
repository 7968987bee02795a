import type { TrafficRow } from '#shared/exchange.ts';
import type { KnownValues } from '#shared/filter/complete-filter.ts';

/** Newest rows that are looked at. */
const ROWS = 500;
const COMMON = [
  'tools/call',
  'tools/list',
  'resources/read',
  'resources/list',
  'prompts/get',
  'prompts/list',
  'notifications/message',
  'notifications/progress',
];

export interface Rows {
  readonly count: number;
  getRow(index: number): TrafficRow | undefined;
}

/** Methods and names to offer for a filter: those of the newest rows first. */
export function knownValues(rows: Rows, server: string): KnownValues {
  const methods = new Set<string>();
  const names = new Set<string>();
  for (let index = rows.count - 1; index >= Math.max(0, rows.count - ROWS); index -= 1) {
    const row = rows.getRow(index);
    if (row) methods.add(row.method);
    if (row?.name !== undefined) names.add(row.name);
  }
  for (const method of COMMON) methods.add(method);
  return { method: [...methods], name: [...names], server: [server] };
}
