import type { Rule } from './rule.ts';

const SERVER = '2026-07-28 server';
const BASIC = '2026-07-28 basic';

/** Remarks on what a message says: lists, hints, levels, `_meta`. Plain data like `rules`, which takes them in. */
export const contentRules = {
  toolName: {
    rule: 'TOOL-13',
    severity: 'info',
    text: 'Names of tools should have 1 to 128 characters of A-Z a-z 0-9 _ - and dot. Others may not work everywhere: {names}.',
    ref: `${SERVER}/tools`,
  },
  inputSchema: {
    rule: 'SCHEMA-08',
    severity: 'warn',
    text: 'The inputSchema of a tool must be an object with "type": "object". It is not for {names}. The tool can be called all the same.',
    ref: `${SERVER}/tools`,
  },
  taskSupport: {
    rule: 'TASKL-02',
    severity: 'warn',
    text: 'execution.taskSupport of a tool is "required", "optional" or "forbidden". It is something else for {names}, which counts as "forbidden".',
    ref: '2025-11-25 basic/utilities/tasks',
  },
  listOrder: {
    rule: 'TOOL-15',
    severity: 'info',
    text: 'The same tools came in another order than last time. The order should stay the same, so that clients can cache the list.',
    ref: `${SERVER}/tools`,
    once: true,
  },
  toolsChanged: {
    rule: 'TOOL-16',
    severity: 'info',
    text: 'Other tools than in the listing before, though no change was announced: {names}.',
    ref: `${SERVER}/tools`,
  },
  promptsChanged: {
    rule: 'PROMPT-05',
    severity: 'info',
    text: 'Other prompts than in the listing before, though no change was announced: {names}.',
    ref: `${SERVER}/prompts`,
  },
  resourcesChanged: {
    rule: 'RES-07',
    severity: 'info',
    text: 'Other resources than in the listing before, though no change was announced: {names}.',
    ref: `${SERVER}/resources`,
  },
  listedTwice: {
    rule: 'PAGE-07',
    severity: 'warn',
    text: 'Entries came more than once in one list: {names}. All of them are shown.',
    ref: `${SERVER}/utilities/pagination`,
  },
  cacheHints: {
    rule: 'CACHE-10',
    severity: 'warn',
    text: 'The result of {method} has no usable {missing}. Results of this method must say how long and for whom they may be kept. It counts as stale at once.',
    ref: `${SERVER}/utilities/caching`,
  },
  cacheScopes: {
    rule: 'CACHE-10',
    severity: 'warn',
    text: 'Pages of one list have different values of cacheScope: {now} after {before}.',
    ref: `${SERVER}/utilities/caching`,
  },
  completionMany: {
    rule: 'COMP-04',
    severity: 'warn',
    text: '{count} suggestions came in one answer. At most 100 are allowed; the first 100 are offered.',
    ref: `${SERVER}/utilities/completion`,
  },
  annotations: {
    rule: 'META-11',
    severity: 'info',
    text: 'Annotations have a value outside the rules: {problem}. It is shown as it came.',
    ref: `${SERVER}/resources`,
  },
  logUnasked: {
    rule: 'LOG-04',
    severity: 'warn',
    text: 'A log message came though no request that is running asked for any.',
    ref: `${SERVER}/utilities/logging`,
  },
  logBelow: {
    rule: 'LOG-04',
    severity: 'warn',
    text: 'A log message of the level {level} came. The request asked for {wanted} and up.',
    ref: `${SERVER}/utilities/logging`,
  },
  metaKey: {
    rule: 'META-01',
    severity: 'warn',
    text: 'The key {key} in _meta breaks the rules for names: {problem}.',
    ref: BASIC,
  },
  metaReserved: {
    rule: 'META-01',
    severity: 'info',
    text: 'The key {key} in _meta is no key of the protocol, but its prefix is reserved for it.',
    ref: BASIC,
  },
  metaTrace: {
    rule: 'META-04',
    severity: 'warn',
    text: 'The value of {key} in _meta does not have the W3C format.',
    ref: BASIC,
  },
} as const satisfies Record<string, Rule>;
