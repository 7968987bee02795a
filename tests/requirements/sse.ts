import type { Requirement } from './requirement.ts';

/** HTTP+SSE transport of 2024-11-05 (deprecated).  */
export const sse: readonly Requirement[] = [
  {
    id: 'SSE-01',
    level: 'SHOULD',
    era: 'L',
    text: 'GET the SSE URL, wait for `endpoint`, then POST all messages to that URI and read answers as `message` events',
    check: 'server-everything sse',
    ref: '2024-11-05 transports §HTTP with SSE',
    status: 'done',
  },
  {
    id: 'SSE-02',
    level: 'OURS',
    era: 'L',
    text: 'Refuse an `endpoint` on another origin',
    check: 'endpoint event naming another host',
    ref: 'M:http §HTTP+SSE',
    status: 'done',
  },
  {
    id: 'SSE-03',
    level: 'OURS',
    era: 'L',
    text: 'Mark the transport as deprecated in the UI',
    check: 'Badge shown',
    ref: 'M:deprecated',
    status: 'later',
    why: 'Server info S21',
  },
  {
    id: 'SSE-04',
    level: 'OURS',
    era: 'L',
    text: 'Stop or report clearly when the SSE stream drops, since session state is bound to it',
    check: 'Kill the stream',
    ref: '-',
    status: 'done',
  },
];
