import type { Program } from './program.ts';

/** How long what a program started may live after the program itself has ended, before the next rung. */
const LEFT_BEHIND_MS = 500;
const POLL_MS = 50;

/** Ends a program rung by rung; `hurry` skips the wait of the present rung. */
export class StopLadder {
  readonly #program: Program;
  #exited = false;
  #skip: (() => void) | undefined;
  #hurried = false;

  constructor(program: Program) {
    this.#program = program;
    void program.exited.then(() => {
      this.#exited = true;
    });
  }

  hurry(): void {
    if (this.#skip) this.#skip();
    else this.#hurried = true;
  }

  /** Closes the input, waits, then climbs. Gives the number of processes that could not be ended. */
  async climb(waitMs: number, onRung: (text: string) => void): Promise<number> {
    // Seen now, a process stays known when its parent dies first.
    await this.#program.alive();
    onRung('Closed its input');
    this.#program.stdin.end();
    if (await this.#gone(waitMs)) return 0;
    return this.force(waitMs, onRung);
  }

  /** Only the hard rungs. */
  async force(waitMs: number, onRung: (text: string) => void): Promise<number> {
    for (const rung of this.#program.rungs) {
      onRung(rung.text);
      await rung.act();
      if (await this.#gone(waitMs)) return 0;
    }
    return this.#program.alive();
  }

  async #gone(waitMs: number): Promise<boolean> {
    const end = performance.now() + waitMs;
    if (!this.#exited) await this.#pause(waitMs, this.#program.exited);
    if (!this.#exited) return false;
    const last = Math.min(end, performance.now() + LEFT_BEHIND_MS);
    while ((await this.#program.alive()) > 0) {
      if (performance.now() >= last || !(await this.#pause(POLL_MS))) return false;
    }
    return true;
  }

  /** False when somebody is in a hurry. */
  #pause(ms: number, until?: Promise<unknown>): Promise<boolean> {
    if (this.#hurried) {
      this.#hurried = false;
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      const done = (calm: boolean): void => {
        clearTimeout(timer);
        this.#skip = undefined;
        resolve(calm);
      };
      const timer = setTimeout(() => done(true), ms);
      this.#skip = () => done(false);
      void until?.then(() => done(true));
    });
  }
}
