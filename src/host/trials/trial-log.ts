import type { Source } from '#shared/rpc.ts';
import type { TrialEvent } from '#shared/trials.ts';

type Kept = Exclude<TrialEvent, { kind: 'text' }>;

/** Everything that happened in one trial; whoever follows it gets all of it, text as far as it is written. */
export class TrialLog {
  readonly #events: Kept[] = [];
  readonly #wakes = new Set<() => void>();
  /** Of the reply that is being written. */
  #text = '';

  text(more: string): void {
    this.#text += more;
    this.#wake();
  }

  /** Something that is whole; a reply takes the place of the text so far. */
  add(event: Kept): void {
    if (event.kind === 'reply') this.#text = '';
    this.#events.push(event);
    this.#wake();
  }

  follow(wake: () => void): Source<TrialEvent> {
    let [at, told] = [0, 0];
    this.#wakes.add(wake);
    return {
      take: () => {
        const fresh: TrialEvent[] = this.#events.slice(at);
        at = this.#events.length;
        if (fresh.some(({ kind }) => kind === 'reply')) told = 0;
        const rest = this.#text.slice(told);
        told = this.#text.length;
        if (rest === '') return fresh;
        // Nothing comes after the end.
        const end = fresh.at(-1)?.kind === 'end' ? fresh.splice(-1) : [];
        return [...fresh, { kind: 'text', text: rest }, ...end];
      },
      close: () => {
        this.#wakes.delete(wake);
      },
    };
  }

  #wake(): void {
    for (const wake of this.#wakes) wake();
  }
}
