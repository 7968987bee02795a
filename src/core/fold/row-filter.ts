import type { LineRow, LogFilter, TrafficRow } from '#shared/exchange.ts';

/** What a filter calls rows without a level. */
const NO_LEVEL = 'none';
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

function lineFailed(line: LineRow): boolean {
  return line.level === 'error' || line.k === 'noise';
}

function hasText(needle: string, ...parts: (string | number | undefined)[]): boolean {
  for (const part of parts) {
    if (part !== undefined && String(part).toLowerCase().includes(needle)) return true;
  }
  return false;
}

/** The filter as a test of traffic rows; undefined when it lets everything through. */
export function trafficTest(filter: LogFilter | undefined): ((row: TrafficRow) => boolean) | undefined {
  if (!filter) return undefined;
  const needle = filter.text?.toLowerCase() ?? '';
  const kinds = filter.kinds && new Set(filter.kinds);
  const levels = filter.levels && new Set(filter.levels);
  const methods = filter.methods && new Set(filter.methods);
  const { dir, errorsOnly } = filter;
  if (!needle && !kinds && !levels && !methods && !dir && !errorsOnly) return undefined;
  return (row) => {
    if (kinds && !kinds.has(row.kind)) return false;
    if (levels && !levels.has(row.level ?? NO_LEVEL)) return false;
    if (methods && !methods.has(row.method)) return false;
    if (dir && row.dir !== dir) return false;
    if (errorsOnly && !rowFailed(row) && !LOUD.has(row.level ?? '')) return false;
    return !needle || hasText(needle, row.method, row.name, row.preview, row.status, row.rpcId, row.logger, row.level);
  };
}

/** The filter as a test of line rows; undefined when it lets everything through. Of the kinds, lines know `http` and `noise`. */
export function lineTest(filter: LogFilter | undefined): ((line: LineRow) => boolean) | undefined {
  if (!filter) return undefined;
  const needle = filter.text?.toLowerCase() ?? '';
  const levels = filter.levels && new Set(filter.levels);
  const kinds = filter.kinds && new Set<string>(filter.kinds);
  const { dir, errorsOnly } = filter;
  if (!needle && !levels && !kinds && !dir && !errorsOnly) return undefined;
  return (line) => {
    if (levels && !levels.has(line.level ?? NO_LEVEL)) return false;
    if (kinds && !kinds.has(line.k)) return false;
    if (dir && line.dir !== dir) return false;
    if (errorsOnly && !lineFailed(line)) return false;
    return !needle || line.text.toLowerCase().includes(needle);
  };
}
