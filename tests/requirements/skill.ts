import type { Requirement } from './requirement.ts';

/** Skills extension (io.modelcontextprotocol/skills).  */
export const skill: readonly Requirement[] = [
  {
    id: 'SKILL-01',
    level: 'MAY*',
    era: 'X',
    text: 'Use skills/list and skills/get only when declared; directory read only with directoryRead',
    check: 'Server without it',
    ref: 'SKILLS §Capability',
    status: 'open',
  },
  {
    id: 'SKILL-02',
    level: 'MUST*',
    era: 'X',
    text: 'Check sha256 digest and size of each file; refuse on mismatch',
    check: 'Tampered file',
    ref: 'SKILLS §Integrity',
    status: 'open',
  },
  {
    id: 'SKILL-03',
    level: 'MUST*',
    era: 'X',
    text: 'Cope with 512 entries and 16 MiB and stop beyond own limits',
    check: 'Large skill',
    ref: 'SKILLS §Limits',
    status: 'open',
  },
  {
    id: 'SKILL-04',
    level: 'MUST NOT*',
    era: 'X',
    text: 'No implicit execution, ignore allowed-tools as a grant, no reads across servers',
    check: 'Hostile skill',
    ref: 'SKILLS §Security',
    status: 'open',
  },
  {
    id: 'SKILL-05',
    level: 'MUST*',
    era: 'X',
    text: 'Approval per skill, fresh consent for nested content, label with origin',
    check: 'Dialog',
    ref: 'SKILLS §Security',
    status: 'open',
  },
  {
    id: 'SKILL-06',
    level: 'MUST*',
    era: 'X',
    text: 'Identity is server plus URI; names may collide',
    check: 'Two servers',
    ref: 'SKILLS §Identity',
    status: 'open',
  },
];
