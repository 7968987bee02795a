import type { PendingReply } from '#shared/contract.ts';
import type { PendingKind } from '#shared/entities.ts';
import type { RuleMark } from '#shared/reply-rules.ts';
import type { Params } from './era/era.ts';

/** What a rule is looked up by. */
export interface RuledAsk {
  kind: PendingKind;
  params: Params;
  /** The tool whose call asks; undefined where none is, or it is not certain. */
  tool: string | undefined;
}

/** How a rule answers in the place of a person. */
export interface RuledAnswer {
  rule: RuleMark;
  by: 'rule' | 'provider';
  /** Waits so long first, milliseconds; a person may answer meanwhile. */
  delayMs: number;
  /** Throws or rejects, with the reason in words, where the rule cannot answer: then a person is asked. */
  reply(signal: AbortSignal): PendingReply | Promise<PendingReply>;
}

/** What the rules say of an ask; without an answer a person is asked. */
export interface RuleVerdict {
  /** Of the schema that came with it, as rules keep it. */
  schemaHash?: string | undefined;
  answer?: RuledAnswer | undefined;
  /** A rule that would have answered, had the schema not changed since it was made. */
  missed?: RuleMark | undefined;
  /** The rule that would answer, had it not answered this often within the call. */
  stopped?: (RuleMark & { answers: number }) | undefined;
}

/** Laid over a verdict where whoever began the call answers what it asks. */
export const UNRULED = { answer: undefined, missed: undefined } satisfies RuleVerdict;

export type RuleJudge = (ask: RuledAsk) => RuleVerdict;
