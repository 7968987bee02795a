import type { Requirement } from './requirement.ts';

/** Completion.  */
export const comp: readonly Requirement[] = [
  {
    id: 'COMP-01',
    level: 'MUST*',
    era: 'B',
    text: 'Ask only when `completions` is declared',
    check: 'Server without it',
    ref: 'M:completion §Capabilities',
    status: 'done',
  },
  {
    id: 'COMP-02',
    level: 'MUST*',
    era: 'B',
    text: 'Support ref/prompt and ref/resource (template)',
    check: 'Both',
    ref: 'M:completion §Reference Types',
    status: 'done',
  },
  {
    id: 'COMP-03',
    level: 'SHOULD*',
    era: 'B',
    text: 'Send already chosen arguments in context.arguments',
    check: 'Dependent arguments',
    ref: 'M:completion §Requesting',
    status: 'done',
  },
  {
    id: 'COMP-04',
    level: 'MUST*',
    era: 'B',
    text: 'At most 100 values, with total and hasMore',
    check: 'Oversized answer flagged',
    ref: 'M:completion §Results',
    status: 'done',
  },
  {
    id: 'COMP-05',
    level: 'SHOULD',
    era: 'B',
    text: 'Debounce, cache, and cope with partial or failed answers',
    check: 'Fast typing',
    ref: 'M:completion §Implementation',
    status: 'done',
  },
];
