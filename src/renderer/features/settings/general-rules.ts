import type { ReplyRule, RuleAction, RuleKind } from '#shared/reply-rules.ts';

type Choice = RuleAction['do'];

export interface RequestRow {
  readonly kind: RuleKind;
  readonly title: string;
  readonly note: string;
  readonly choices: readonly { readonly value: Choice; readonly label: string }[];
}

const ASK = { value: 'ask', label: 'Ask me' } as const;
const DECLINE = { value: 'decline', label: 'Decline' } as const;
const WITHHOLD = { value: 'withhold', label: 'Not offered' } as const;

/** What servers ask, and what is decided for all of them at once (mock-up 26). */
export const REQUEST_ROWS: readonly RequestRow[] = [
  {
    kind: 'form',
    title: 'Forms and questions',
    note: 'Elicitation, form mode',
    choices: [ASK, DECLINE, WITHHOLD],
  },
  {
    kind: 'url',
    title: 'Web pages',
    note: 'Elicitation, URL mode. The address is always shown first.',
    choices: [ASK, DECLINE, WITHHOLD],
  },
  {
    kind: 'sampling',
    title: 'Model replies',
    note: 'Sampling, deprecated since 2026-07-28',
    choices: [
      ASK,
      { value: 'reply', label: 'Fixed reply' },
      { value: 'provider', label: 'Provider, then ask' },
      WITHHOLD,
    ],
  },
  {
    kind: 'roots',
    title: 'Roots',
    note: 'Those below are sent. Deprecated since 2026-07-28.',
    choices: [{ value: 'ask', label: 'Send' }, DECLINE, WITHHOLD],
  },
];

/** The rule for every ask of a kind; undefined where there is none. */
export function generalRule(rules: readonly ReplyRule[], kind: RuleKind): ReplyRule | undefined {
  const all = (rule: ReplyRule) =>
    rule.serverId === undefined &&
    rule.serverName === undefined &&
    rule.tool === undefined &&
    rule.schemaHash === undefined;
  return rules.find((rule) => rule.kind === kind && all(rule));
}

/** Rules that a choice between a few words does not show. */
export function specialRules(rules: readonly ReplyRule[]): readonly ReplyRule[] {
  const shown = REQUEST_ROWS.flatMap(({ kind, choices }) => {
    const rule = generalRule(rules, kind);
    const plain = rule?.delayMs === undefined && choices.some(({ value }) => value === rule?.action.do);
    return rule && plain ? [rule.id] : [];
  });
  return rules.filter(({ id }) => !shown.includes(id));
}
