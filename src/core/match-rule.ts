import { type ReplyRule, RuleKind } from '#shared/reply-rules.ts';

/** What is known of an ask. */
export interface RuleFacts {
  serverId: string;
  serverName: string;
  kind: RuleKind;
  /** The tool whose call asks; undefined where none is, or it is not certain. */
  tool?: string | undefined;
  /** Of the schema that came with it; undefined where none did. */
  schemaHash?: string | undefined;
}

export interface RuleMatch {
  rule?: ReplyRule | undefined;
  /** The rule that would have counted, had the schema not changed since it was made. */
  missed?: ReplyRule | undefined;
}

function isFor(rule: ReplyRule, facts: RuleFacts): boolean {
  if (rule.kind !== facts.kind) return false;
  if (rule.serverId !== undefined && rule.serverId !== facts.serverId) return false;
  if (rule.serverId === undefined && rule.serverName !== undefined && rule.serverName !== facts.serverName)
    return false;
  return rule.tool === undefined || rule.tool === facts.tool;
}

/** A schema says more than a tool, a tool more than a server. */
function weight({ serverId, serverName, tool, schemaHash }: ReplyRule): number {
  const ofServer = serverId !== undefined || serverName !== undefined;
  return (schemaHash === undefined ? 0 : 4) + (tool === undefined ? 0 : 2) + (ofServer ? 1 : 0);
}

/** The most specific rule for an ask, of equals the first. */
export function matchRule(rules: readonly ReplyRule[], facts: RuleFacts): RuleMatch {
  let rule: ReplyRule | undefined;
  let missed: ReplyRule | undefined;
  for (const one of rules) {
    if (!isFor(one, facts)) continue;
    const fits = one.schemaHash === undefined || one.schemaHash === facts.schemaHash;
    const best = fits ? rule : missed;
    if (best !== undefined && weight(best) >= weight(one)) continue;
    if (fits) rule = one;
    else missed = one;
  }
  const outweighed = rule !== undefined && missed !== undefined && weight(rule) >= weight(missed);
  return { rule, missed: outweighed ? undefined : missed };
}

/** Kinds of asks that a server is not to be offered, because the rule for all of its tools says so. */
export function withheldKinds(
  rules: readonly ReplyRule[],
  server: Pick<RuleFacts, 'serverId' | 'serverName'>,
): Set<RuleKind> {
  return new Set(
    RuleKind.options.filter((kind) => matchRule(rules, { ...server, kind }).rule?.action.do === 'withhold'),
  );
}
