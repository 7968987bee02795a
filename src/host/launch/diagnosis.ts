import type { Failure } from '#shared/session.ts';
import { headersBesideBody } from './dx-answer-rules.ts';
import type { DxRule } from './dx-rule.ts';
import { DX_RULES } from './dx-table.ts';
import { type Evidence, exitShort, formatDuration, plainLine } from './evidence.ts';
import { lastResort } from './fixes.ts';

export type { Evidence } from './evidence.ts';

/** Further causes that are named. */
const OTHERS = 3;

/**
 * Names the most likely cause of a failure: the first rule that the evidence supports, and the others it supports.
 * Always gives an answer, with at least one way out.
 */
export function diagnose(evidence: Evidence): Failure {
  const kind = evidence.endpoint.kind === 'http' ? 'address' : 'program';
  const found = DX_RULES.filter((rule) => rule.of === kind || rule.of === 'any').flatMap((rule) => {
    const failure = rule.explain(evidence);
    return failure ? [{ rule, failure }] : [];
  });
  const [first, ...rest] = found;
  if (!first) return unknownCause(evidence);
  const others = rest.filter(({ rule }) => !rule.general && !isVariant(rule, first.rule)).slice(0, OTHERS);
  return {
    ...first.failure,
    ...seenAt(first.failure, evidence),
    ...(others.length > 0
      ? { others: others.map(({ failure: { rule, title, why, todo } }) => ({ rule, title, why, todo })) }
      : {}),
  };
}

/** What the step of the first answer shows when a program gave none. */
function seenAt({ step }: Failure, { endpoint, exit, noiseTail, phase }: Evidence): Pick<Failure, 'fact'> {
  if (step !== 'answer' || endpoint.kind === 'http' || phase !== 'connect') return {};
  const lines = noiseTail.length;
  const stdout =
    lines === 0
      ? 'Nothing arrived on stdout.'
      : `${lines === 1 ? 'A line' : 'Lines'} on stdout ${lines === 1 ? 'is' : 'are'} no message.`;
  return { fact: exit ? `${exitShort(exit)}. ${stdout}` : stdout };
}

/** Two ways to say the same: a program found elsewhere, and one not found. */
function isVariant(rule: DxRule, of: DxRule): boolean {
  return rule.id.startsWith(`${of.id}-`) || rule.step === 'process' || rule.id === of.id;
}

/** A failure that was worded where it happened, with the step of the ladder and the ways out of its rule. */
export function complete(failure: Failure, evidence: Evidence): Failure {
  const rule = DX_RULES.find(({ id }) => id === failure.rule);
  const known = failure.fixes ?? [];
  const ways = rule ? rule.fixes(evidence) : lastResort(evidence.endpoint);
  const labels = new Set(known.map(({ label }) => label));
  return {
    ...failure,
    ...(failure.rule === 'dx-header' ? { why: `${failure.why}${headersBesideBody(evidence)}` } : {}),
    ...(failure.step === undefined && rule ? { step: rule.step } : {}),
    fixes: [...known, ...ways.filter(({ label }) => !labels.has(label))],
  };
}

function unknownCause(evidence: Evidence): Failure {
  const said = evidence.message ? ` It says: "${plainLine(evidence.message)}"` : '';
  return {
    rule: 'dx-unknown',
    title: evidence.phase === 'ready' ? 'The connection ended' : 'The server could not be connected',
    why: `No known cause fits. It ended after ${formatDuration(evidence.elapsedMs)}.${said}`,
    todo: 'Look at the last lines of stderr and of the traffic, then try again.',
    short: evidence.phase === 'ready' ? 'Connection ended' : 'Not connected',
    fixes: lastResort(evidence.endpoint),
  };
}
