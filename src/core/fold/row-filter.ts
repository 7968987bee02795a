import type { LineRow, LogFilter, TrafficRow } from '#shared/exchange.ts';
import type { FilterNode } from '#shared/filter/filter-tree.ts';
import { isEmptyFilter, parseFilter } from '#shared/filter/parse-filter.ts';
import { isErrorRow, lineFailed } from './row-failed.ts';
import { type FilterTestOptions, filterWords, lineFilterTest, rowFilterTest } from './row-filter-test.ts';

/** What a filter calls rows without a level. */
const NO_LEVEL = 'none';
const UNDER_WAY = new Set(['open', 'running', 'waiting']);
const ANY_SERVER: FilterTestOptions = { server: [] };

function hasText(needle: string, ...parts: (string | number | undefined)[]): boolean {
  for (const part of parts) {
    if (part !== undefined && String(part).toLowerCase().includes(needle)) return true;
  }
  return false;
}

/** Until when a row was under way, microseconds of the session's clock; infinite while it is. */
export function rowEnd(row: TrafficRow): number {
  const { m, tookUs, waitedUs = 0, status } = row;
  if (tookUs === undefined && UNDER_WAY.has(status)) return Number.POSITIVE_INFINITY;
  return m + (tookUs ?? 0) + waitedUs;
}

/** The filter text read; undefined when it lets everything through. */
function queryOf<R>(
  filter: LogFilter,
  test: (tree: FilterNode, options: FilterTestOptions) => (row: R) => boolean,
  options: FilterTestOptions,
): ((row: R) => boolean) | undefined {
  if (filter.query === undefined) return undefined;
  const { tree } = parseFilter(filter.query);
  return isEmptyFilter(tree) ? undefined : test(tree, options);
}

/** Words of a filter that payloads may hold, in the order of `PayloadHits`, and whether one of them is excluded. */
export function payloadWords(filter: LogFilter | undefined): { words: readonly string[]; excludes: boolean } {
  if (filter?.query === undefined) return { words: [], excludes: false };
  const { tree } = parseFilter(filter.query);
  return { words: filterWords(tree), excludes: excludesWord(tree, false) };
}

function excludesWord(node: FilterNode, below: boolean): boolean {
  if (node.op === 'word') return below;
  if (node.op === 'not') return excludesWord(node.part, true);
  return (node.op === 'and' || node.op === 'or') && node.parts.some((part) => excludesWord(part, below));
}

/** The filter as a test of traffic rows; undefined when it lets everything through. */
export function trafficTest(
  filter: LogFilter | undefined,
  options: FilterTestOptions = ANY_SERVER,
): ((row: TrafficRow) => boolean) | undefined {
  if (!filter) return undefined;
  const query = queryOf(filter, rowFilterTest, options);
  const needle = filter.text?.toLowerCase() ?? '';
  const kinds = filter.kinds && new Set(filter.kinds);
  const levels = filter.levels && new Set(filter.levels);
  const methods = filter.methods && new Set(filter.methods);
  const names = filter.names && new Set(filter.names);
  const { dir, errorsOnly, between } = filter;
  if (!needle && !kinds && !levels && !methods && !names && !dir && !errorsOnly && !between) return query;
  return (row) => {
    // When it ended is not looked up for the rows that begin in between.
    if (between && (row.m > between.to || (row.m < between.from && rowEnd(row) < between.from))) return false;
    if (kinds && !kinds.has(row.kind)) return false;
    if (levels && !levels.has(row.level ?? NO_LEVEL)) return false;
    if (methods && !methods.has(row.method)) return false;
    if (names && !names.has(row.name ?? '')) return false;
    if (dir && row.dir !== dir) return false;
    if (errorsOnly && !isErrorRow(row)) return false;
    if (query && !query(row)) return false;
    return !needle || hasText(needle, row.method, row.name, row.preview, row.status, row.rpcId, row.logger, row.level);
  };
}

/** The filter as a test of line rows; undefined when it lets everything through. Of the kinds, lines know `http` and `noise`. */
export function lineTest(
  filter: LogFilter | undefined,
  options: FilterTestOptions = ANY_SERVER,
): ((line: LineRow) => boolean) | undefined {
  if (!filter) return undefined;
  const query = queryOf(filter, lineFilterTest, options);
  const needle = filter.text?.toLowerCase() ?? '';
  const levels = filter.levels && new Set(filter.levels);
  const kinds = filter.kinds && new Set<string>(filter.kinds);
  const { dir, errorsOnly } = filter;
  if (!needle && !levels && !kinds && !dir && !errorsOnly) return query;
  return (line) => {
    if (levels && !levels.has(line.level ?? NO_LEVEL)) return false;
    if (kinds && !kinds.has(line.k)) return false;
    if (dir && line.dir !== dir) return false;
    if (errorsOnly && !lineFailed(line)) return false;
    if (query && !query(line)) return false;
    return !needle || line.text.toLowerCase().includes(needle);
  };
}
