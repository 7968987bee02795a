import { ADDRESS_RULES } from './dx-address-rules.ts';
import { ANSWER_RULES } from './dx-answer-rules.ts';
import { BREAK_RULES, ENDING_RULES } from './dx-ending-rules.ts';
import { LAUNCH_RULES } from './dx-launch-rules.ts';
import { OUTPUT_RULES } from './dx-output-rules.ts';
import type { DxRule } from './dx-rule.ts';
import { WORDED_RULES } from './dx-worded-rules.ts';

/**
 * The table DX: every cause this app knows by name. The first entry that the evidence supports is the likely cause,
 * so the surest stand first; the others it supports are named beside it.
 */
export const DX_RULES: readonly DxRule[] = [
  ...LAUNCH_RULES,
  ...BREAK_RULES,
  ...OUTPUT_RULES,
  ...ENDING_RULES,
  ...ADDRESS_RULES,
  ...ANSWER_RULES,
  ...WORDED_RULES,
];
