import type { Finding } from '#shared/records.ts';
import type { Rule } from './rule.ts';
import { type RuleKey, rules } from './rules.ts';

/** Findings kept by record; a server that floods with faults fills no memory. */
export const KEPT_FINDINGS = 20_000;

export type Facts = Record<string, string | number>;

function fill(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (_, key: string) => String(facts[key] ?? '').slice(0, 200));
}

/** Makes findings from the rule table and keeps the first 20,000 of a session, by record. */
export class FindingLog {
  readonly #bySeq = new Map<number, Finding[]>();
  readonly #said = new Set<RuleKey>();
  #kept = 0;

  /** The finding, or undefined when it is said once per session and was said. */
  make(key: RuleKey, seq: number, facts?: Facts): Finding | undefined {
    const rule: Rule = rules[key];
    if (rule.once) {
      if (this.#said.has(key)) return undefined;
      this.#said.add(key);
    }
    const text = facts ? fill(rule.text, facts) : rule.text;
    const finding: Finding = { rule: rule.rule, severity: rule.severity, seq, text, ref: rule.ref };
    this.keep(finding);
    return finding;
  }

  keep(finding: Finding): void {
    if (this.#kept >= KEPT_FINDINGS) return;
    this.#kept += 1;
    const list = this.#bySeq.get(finding.seq);
    if (list) list.push(finding);
    else this.#bySeq.set(finding.seq, [finding]);
  }

  /** Whether some were not kept. */
  get isFull(): boolean {
    return this.#kept >= KEPT_FINDINGS;
  }

  all(): Finding[] {
    return [...this.#bySeq.values()].flat();
  }

  of(seq: number): readonly Finding[] {
    return this.#bySeq.get(seq) ?? [];
  }
}
