import type { JsonObject } from '#shared/json.ts';
import { textAt } from '#shared/json.ts';
import type { FrameRecord } from '#shared/records.ts';
import type { Call, CallTable } from './call-table.ts';
import type { Facts } from './findings.ts';
import type { RuleKey } from './rules.ts';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** What is wrong with a log message of the modern era, where each request says which ones it wants (LOG-04). */
export function logLevelProblem(
  calls: CallTable,
  record: FrameRecord,
  params: JsonObject,
): { key: RuleKey; facts?: Facts } | undefined {
  const level = textAt(params, 'level') ?? '';
  const rank = LEVELS.indexOf(level);
  const own = record.ch === 'stdio' ? undefined : calls.onChannel(record.ch);
  // On stdio nothing tells which of the running requests it is for: the one that asked for most counts.
  const wanted = lowest(own ? [own] : calls.client.values());
  if (wanted < 0) return { key: 'logUnasked' };
  return rank >= 0 && rank < wanted ? { key: 'logBelow', facts: { level, wanted: LEVELS[wanted] ?? '' } } : undefined;
}

/** The lowest level that was asked for, -1 when none was. */
function lowest(calls: Iterable<Call>): number {
  let least = -1;
  for (const { logLevel } of calls) {
    const rank = logLevel === undefined ? -1 : LEVELS.indexOf(logLevel);
    if (rank >= 0 && (least < 0 || rank < least)) least = rank;
  }
  return least;
}
