import type { InputAsk } from './inputs.ts';
import type { AskFacts } from './pending.ts';
import type { Clock } from './ports.ts';

/** What is asked beside every call is counted anew after this time, microseconds. */
const BESIDE_US = 60_000_000;
/** Answers in all, however many questions a round has: each may cost something where a provider gives it. */
const MOST_ANSWERS = 50;
/** Rounds that are left for a person before the limit of a call is reached. */
const LEFT = 2;

interface Turns {
  /** Answers given. */
  answers: number;
  /** Rounds that were answered. */
  rounds: number;
  /** The asks of one round are one turn. */
  group: string | undefined;
  /** Monotonic, microseconds. */
  since: number;
}

/**
 * Bounds what rules answer by themselves, so that a server that asks without end meets a person (ELIC-22, MRTR-09,
 * SAMP-11): within one call, and beside calls within one minute.
 */
export class RuleTurns {
  readonly #clock: Clock;
  readonly #roundLimit: () => number;
  readonly #ofCall = new WeakMap<object, Turns>();

  /** `roundLimit`: rounds of questions one call may have. */
  constructor(clock: Clock, roundLimit: () => number) {
    this.#clock = clock;
    this.#roundLimit = roundLimit;
  }

  /** The verdict as it is while the rule may answer, which is counted; without its answer once it has answered enough. */
  bounded(verdict: AskFacts, ask: InputAsk): AskFacts {
    const { answer } = verdict;
    if (!answer) return verdict;
    const turns = this.#turnsOf(ask);
    const sameRound = ask.group !== undefined && ask.group === turns.group;
    const { answers, rounds } = turns;
    const enough = !sameRound && rounds >= Math.max(1, this.#roundLimit() - LEFT);
    if (enough || answers >= MOST_ANSWERS)
      return { ...verdict, answer: undefined, stopped: { ...answer.rule, answers } };
    turns.answers += 1;
    if (!sameRound) turns.rounds += 1;
    turns.group = ask.group;
    return verdict;
  }

  #turnsOf({ operation }: InputAsk): Turns {
    const owner = operation ?? this;
    const known = this.#ofCall.get(owner);
    const now = this.#clock.mono();
    if (known && (operation || now - known.since < BESIDE_US)) return known;
    const fresh: Turns = { answers: 0, rounds: 0, group: undefined, since: now };
    this.#ofCall.set(owner, fresh);
    return fresh;
  }
}
