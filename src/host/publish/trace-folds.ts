import { StackTraces } from '#core/fold/stack-traces.ts';
import { Growable } from './growable.ts';

/** Lines of a stack trace that stay in sight. */
const SHOWN = 3;
/** A fold takes a row itself, so it hides at least two. */
const LEAST = 2;

/** Which rows of the stderr view are the rest of a stack trace: first row and count of each stretch, in order. */
export class TraceFolds {
  readonly #traces = new StackTraces();
  readonly #first = new Growable();
  readonly #count = new Growable();

  get length(): number {
    return this.#first.length;
  }

  /** The next line of the view; undefined for one that no server wrote. */
  add(text: string | undefined, row: number): void {
    const nth = text === undefined ? this.#traces.end() : this.#traces.next(text);
    if (nth < SHOWN + LEAST) return;
    if (nth === SHOWN + LEAST) {
      this.#first.push(row - LEAST + 1);
      this.#count.push(LEAST);
    } else this.#count.set(this.#count.length - 1, nth - SHOWN);
  }

  /** First row and count. Only the last fold still grows. */
  at(index: number): [number, number] {
    return [this.#first.at(index), this.#count.at(index)];
  }
}
