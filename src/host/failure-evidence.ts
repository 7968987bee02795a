import { isProcessNote } from '#core/fold/line-row.ts';
import type { FailureFacts } from '#core/session.ts';
import type { Endpoint } from '#shared/config.ts';
import type { WireRecord } from '#shared/records.ts';
import type { Failure, LaunchFacts } from '#shared/session.ts';
import { diagnose } from './launch/diagnosis.ts';

/** Lines kept of stderr and of noise: enough for every rule, and for a person to see what came last. */
const TAIL = 50;

function keep<T>(tail: T[], item: T): void {
  tail.push(item);
  if (tail.length > TAIL) tail.shift();
}

/** Collects what a failure can be explained with, while the session runs. */
export class FailureEvidence {
  readonly #endpoint: Endpoint;
  readonly #startedAt: number;
  readonly #stderr: string[] = [];
  readonly #noise: string[] = [];
  /** Place of each kept stderr line in the stderr view, which also has the process notes. */
  readonly #places: number[] = [];
  #rows = 0;
  launch: LaunchFacts | undefined;

  /** `startedAt` in milliseconds of wall clock. */
  constructor(endpoint: Endpoint, startedAt: number) {
    this.#endpoint = endpoint;
    this.#startedAt = startedAt;
  }

  see(record: WireRecord): void {
    if (record.k === 'stderr' || isProcessNote(record)) this.#rows += 1;
    if (record.k === 'stderr' && record.text !== undefined) {
      keep(this.#stderr, record.text);
      keep(this.#places, this.#rows);
    } else if (record.k === 'noise' && record.text !== undefined) keep(this.#noise, record.text);
  }

  /** The failure in better words, where the evidence gives them; otherwise as it was. */
  explain(failure: Failure, facts: FailureFacts): Failure {
    const { end, fault, phase } = facts;
    // A start that was refused, or a greeting that was answered with an error, explains itself.
    const silence = failure.rule === 'dx-silent' || failure.rule === 'dx-slow';
    if (!end && !fault?.end && !silence) return failure;
    const found = diagnose({
      endpoint: this.#endpoint,
      phase: phase === 'ready' ? 'ready' : 'connect',
      elapsedMs: Date.now() - this.#startedAt,
      stderrTail: this.#stderr,
      noiseTail: this.#noise,
      stderrPlaces: this.#places,
      ...(this.launch ? { launch: this.launch } : {}),
      ...(end?.exit ? { exit: end.exit } : {}),
      ...(end?.message ? { message: end.message } : {}),
      ...(fault?.end ? { http: fault.end } : {}),
      ...(fault?.end?.error ? { code: fault.end.error.code } : {}),
    });
    return found.rule === 'dx-unknown' ? failure : found;
  }
}
