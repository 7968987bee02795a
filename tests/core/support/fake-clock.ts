import type { Clock } from '#core/ports.ts';

/** A clock that only moves when a test says so. */
export class FakeClock implements Clock {
  #us = 1_000_000;
  #last = 0;
  readonly #timers = new Map<number, { at: number; fn: () => void }>();

  wall(): number {
    return 1_700_000_000_000_000 + this.#us;
  }
  mono(): number {
    return this.#us;
  }
  after(ms: number, fn: () => void): () => void {
    this.#last += 1;
    const id = this.#last;
    this.#timers.set(id, { at: this.#us + ms * 1000, fn });
    return () => this.#timers.delete(id);
  }
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves on, running each timer at its moment and everything that follows from it. */
  async advance(ms: number): Promise<void> {
    const until = this.#us + ms * 1000;
    await settle();
    for (;;) {
      const due = [...this.#timers].filter(([, timer]) => timer.at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      const [id, timer] = due;
      this.#timers.delete(id);
      this.#us = Math.max(this.#us, timer.at);
      timer.fn();
      await settle();
    }
    this.#us = until;
    await settle();
  }
}

/** Lets all promises that can go on do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
