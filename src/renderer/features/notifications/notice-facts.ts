import type { TrafficRow } from '#shared/exchange.ts';
import type { Kind } from '../../ui/kind.ts';

// Maps, because a server may name a level or a notification `constructor`.
const LEVEL_KINDS: ReadonlyMap<string, Kind> = new Map([
  ['debug', 'ntf'],
  ['info', 'ntf'],
  ['notice', 'res'],
  ['warning', 'wait'],
  ['error', 'err'],
  ['critical', 'err'],
  ['alert', 'err'],
  ['emergency', 'err'],
]);

const KNOWN: ReadonlySet<string> = new Set(
  [
    'message',
    'cancelled',
    'tools/list_changed',
    'prompts/list_changed',
    'resources/list_changed',
    'resources/updated',
    'roots/list_changed',
    'subscriptions/acknowledged',
    'elicitation/complete',
    'tasks',
    'tasks/status',
  ].map((name) => `notifications/${name}`),
);

/** The chip of a notification: the exact level of a log message, else what sort of notification it is. */
export function noticeLevel(row: TrafficRow): { kind: Kind; text: string } {
  if (row.level !== undefined) return { kind: LEVEL_KINDS.get(row.level) ?? 'ntf', text: row.level };
  if (row.method === 'notifications/progress') return { kind: 'ntf', text: 'progress' };
  return KNOWN.has(row.method) ? { kind: 'req', text: 'event' } : { kind: 'wait', text: 'unknown' };
}

/** Logger of a log message, else the method without its prefix. */
export function noticeSource(row: TrafficRow): string {
  return row.logger ?? row.method.replace(/^notifications\//, '');
}

/** Notifications that carry nothing but their name, in words. */
const SAYS: ReadonlyMap<string, string> = new Map([
  ['notifications/tools/list_changed', 'The list of tools changed'],
  ['notifications/prompts/list_changed', 'The list of prompts changed'],
  ['notifications/resources/list_changed', 'The list of resources changed'],
  ['notifications/roots/list_changed', 'The list of roots changed'],
]);

/** What a notification says: the short line of its params, else its name in words. */
export function noticeText({ preview, method }: TrafficRow): string {
  return preview ?? SAYS.get(method) ?? '';
}

/** What a notification belongs to: a request by its id, a stream by its id or row; undefined when nothing says so. */
export function belongsTo({ rpcId, parent, onStream }: TrafficRow): string | undefined {
  if (rpcId !== undefined) return `${onStream ? 'stream' : 'id'} ${rpcId}`;
  if (parent === undefined) return undefined;
  return onStream ? `stream #${parent + 1}` : `#${parent + 1}`;
}
