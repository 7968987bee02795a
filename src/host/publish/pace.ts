import { setImmediate } from 'node:timers/promises';

/** Longest run of work before the event loop goes on, milliseconds. */
const STEP_MS = 8;
/** How often the clock is read. */
const EVERY = 256;

/** Cuts long work into short steps: `if (pace.due()) await pace.rest()`. */
export class Pace {
  #count = 0;
  #since = performance.now();

  /** To be asked once per small thing done. */
  due(): boolean {
    this.#count += 1;
    return this.#count % EVERY === 0 && this.late();
  }

  /** To be asked after something larger. */
  late(): boolean {
    return performance.now() - this.#since > STEP_MS;
  }

  async rest(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}
