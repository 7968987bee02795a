import type { LogFilter } from '#shared/exchange.ts';

export type NoticeType = 'all' | 'log' | 'progress' | 'changes';

/** The level buttons; `error` stands for it and everything above. */
export const LEVEL_GROUPS = {
  debug: ['debug'],
  info: ['info'],
  notice: ['notice'],
  warning: ['warning'],
  error: ['error', 'critical', 'alert', 'emergency'],
} as const satisfies Record<string, readonly string[]>;
export type LevelGroup = keyof typeof LEVEL_GROUPS;
export const ALL_GROUPS = Object.keys(LEVEL_GROUPS) as LevelGroup[]; // keys of a constant object

const METHODS: Readonly<Partial<Record<NoticeType, string[]>>> = {
  log: ['notifications/message'],
  progress: ['notifications/progress'],
  changes: [
    'notifications/tools/list_changed',
    'notifications/resources/list_changed',
    'notifications/resources/updated',
    'notifications/prompts/list_changed',
    'notifications/roots/list_changed',
    'notifications/tasks',
    'notifications/tasks/status',
  ],
};

/** What the counts of the host call the notifications that are shown. */
export function countedKinds(type: NoticeType, groups: readonly LevelGroup[]): ReadonlySet<string> {
  if (type === 'progress') return new Set(['progress']);
  if (type === 'changes') return new Set(['event']);
  const levels = groups.flatMap((group) => LEVEL_GROUPS[group]);
  return new Set(type === 'log' ? [...levels, 'other'] : [...levels, 'other', 'progress', 'event']);
}

/** What the host filters by; undefined when every notification is wanted. */
export function noticeFilter(type: NoticeType, groups: readonly LevelGroup[], text: string): LogFilter | undefined {
  const methods = METHODS[type];
  // Only log messages have a level: the others stay whichever levels are off.
  const levels = ['none', ...groups.flatMap((group) => LEVEL_GROUPS[group])];
  const filter: LogFilter = {
    ...(text.trim() === '' ? {} : { query: text.trim() }),
    ...(methods ? { methods } : {}),
    ...(groups.length === ALL_GROUPS.length ? {} : { levels }),
  };
  return Object.keys(filter).length > 0 ? filter : undefined;
}
