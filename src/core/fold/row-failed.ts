import type { LineRow, TrafficRow } from '#shared/exchange.ts';

const LOUD = new Set(['error', 'critical', 'alert', 'emergency']);

/** Whether a row ended badly or broke a rule of the protocol. */
export function rowFailed(row: TrafficRow): boolean {
  if (row.worst === 'error') return true;
  const { status, kind } = row;
  if (status === 'tool error' || status === 'timed out' || status === 'lost' || status === 'error') return true;
  if (kind === 'http' || kind === 'stream' || kind === 'auth') return Number(status) >= 400;
  // The remaining statuses that are numbers are error codes.
  const code = status.charCodeAt(0);
  return code === 45 || (code >= 48 && code <= 57);
}

/** Whether a row is one round of a call whose first row tells of the whole. */
export function isRound(row: TrafficRow): boolean {
  return row.kind === 'call' && row.under !== undefined && row.under === row.parent;
}

/** Whether a row counts as a failure: a call that failed in one of its rounds failed once. */
export function countsAsFailed(row: TrafficRow): boolean {
  return rowFailed(row) && !isRound(row);
}

/** Whether a row is a log message of level error or above. */
function rowLoud(row: TrafficRow): boolean {
  return LOUD.has(row.level ?? '');
}

/** Whether a row is one of the errors that a view shows when it shows those alone. */
export function isErrorRow(row: TrafficRow): boolean {
  return rowFailed(row) || rowLoud(row);
}

/** Whether a row counts among the errors: as it is shown among them, but a call with rounds once. */
export function countsAsError(row: TrafficRow): boolean {
  return isErrorRow(row) && !isRound(row);
}

/** Whether a line tells of an error or is no message. */
export function lineFailed(line: LineRow): boolean {
  return line.level === 'error' || line.k === 'noise';
}
