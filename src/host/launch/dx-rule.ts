import type { Fix } from '#shared/fix.ts';
import type { Failure } from '#shared/session.ts';
import type { Evidence, Match } from './evidence.ts';

/** What a rule says of a failure. `why` has the facts first, and `likely` where it guesses. */
export interface Said {
  /** Instead of the title and the step of the rule. */
  title?: string;
  step?: string;
  why: string;
  todo: string;
  /** For the rail. */
  short: string;
  /** What decided: a line, or words such as `the exit code`. */
  from?: Match | string | undefined;
}

/** One entry of the table of known causes. */
export interface DxRule {
  id: string;
  /** Servers it is about. */
  of: 'program' | 'address' | 'any';
  /** Key of the ladder step at which it shows. */
  step: string;
  title: string;
  /** It fits many failures, so it is never named beside a cause that fits better. */
  general: boolean;
  /** Why it would be that; undefined when the evidence does not support it. */
  explain(evidence: Evidence): Failure | undefined;
  /** Ways out of a failure of this id that was worded elsewhere. */
  fixes(evidence: Evidence): Fix[];
}

/** A rule as it is written down. `F` is what its matcher finds. */
export interface DxSpec<F> extends Pick<DxRule, 'id' | 'of' | 'step' | 'title'> {
  general?: true;
  /** Absent: the words are found where it happens, such as in the negotiation. */
  find?(evidence: Evidence): F | undefined;
  say?(evidence: Evidence, found: F): Said;
  /** The best first. */
  fixes(evidence: Evidence, found: F | undefined): Fix[];
}

/** Makes an entry of the table out of what is written down. */
export function dxRule<F>(spec: DxSpec<F>): DxRule {
  const { id, of, step, title, general = false, find, say, fixes } = spec;
  return {
    id,
    of,
    step,
    title,
    general,
    fixes: (evidence) => fixes(evidence, undefined),
    explain: (evidence) => {
      const found = find?.(evidence);
      if (found === undefined || !say) return undefined;
      const { from, ...words } = say(evidence, found);
      const source = typeof from === 'object' ? from.source : from;
      const row = typeof from === 'object' ? from.row : undefined;
      return {
        rule: id,
        title,
        step,
        ...words,
        ...(source === undefined ? {} : { evidence: `from ${source}` }),
        ...(row === undefined ? {} : { stderrRow: row }),
        fixes: fixes(evidence, found),
      };
    },
  };
}
