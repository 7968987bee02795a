import type { Requirement } from './requirement.ts';

/** Logging (deprecated in modern).  */
export const log: readonly Requirement[] = [
  {
    id: 'LOG-01',
    level: 'MAY',
    era: 'L',
    text: 'logging/setLevel when declared, with the 8 syslog levels',
    check: 'Each level',
    ref: 'L:logging §Setting',
    status: 'done',
  },
  {
    id: 'LOG-02',
    level: 'MAY',
    era: 'M',
    text: '`io.modelcontextprotocol/logLevel` in `_meta` per request',
    check: 'Wire',
    ref: 'M:logging §Per-request',
    status: 'done',
  },
  {
    id: 'LOG-03',
    level: 'MUST*',
    era: 'B',
    text: 'Show notifications/message: level, logger, any JSON data',
    check: 'Data of all types',
    ref: 'M:logging §Message',
    status: 'done',
  },
  {
    id: 'LOG-04',
    level: 'MUST*',
    era: 'M',
    text: 'Flag messages for a request that set no level, or below the level, or on the listen stream',
    check: 'Fault server',
    ref: 'M:logging §Per-request',
    status: 'done',
  },
  {
    id: 'LOG-05',
    level: 'MAY',
    era: 'B',
    text: 'Filter, search, save',
    check: 'UI',
    ref: 'M:logging §Implementation',
    status: 'done',
  },
  {
    id: 'LOG-06',
    level: 'SHOULD*',
    era: 'B',
    text: 'Treat as untrusted and maybe sensitive',
    check: 'HTML or ANSI in data',
    ref: 'M:logging §Security',
    status: 'done',
  },
];
