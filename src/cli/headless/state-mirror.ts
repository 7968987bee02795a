import type { EntityOf, StateChange, Topic } from '#shared/entities.ts';

interface Waiter {
  check(): boolean;
  fail(error: unknown): void;
}

/** Every entity the host tells of, by topic and id, kept up to date from `watch.state`. */
export class StateMirror {
  readonly #topics = new Map<Topic, Map<string, unknown>>();
  readonly #waiters = new Set<Waiter>();
  #broken: unknown;

  take(changes: readonly StateChange[]): void {
    for (const change of changes) {
      if (change.op === 'reset') this.#topics.clear();
      else if (change.op === 'drop') this.#topics.get(change.topic)?.delete(change.id);
      else this.#of(change.topic).set(change.id, change.value);
    }
    for (const waiter of [...this.#waiters]) if (waiter.check()) this.#waiters.delete(waiter);
  }

  all<T extends Topic>(topic: T): EntityOf<T>[] {
    return [...this.#of(topic).values()] as EntityOf<T>[]; // put there under its own topic
  }

  get<T extends Topic>(topic: T, id: string): EntityOf<T> | undefined {
    return this.#of(topic).get(id) as EntityOf<T> | undefined; // as above
  }

  /** Resolves as soon as `find` gives something. Rejects when the wait is broken off. */
  until<R>(find: (state: StateMirror) => R | undefined): Promise<R> {
    return new Promise((resolve, reject) => {
      if (this.#broken !== undefined) return reject(this.#broken);
      const check = (): boolean => {
        const found = find(this);
        if (found === undefined) return false;
        resolve(found);
        return true;
      };
      if (!check()) this.#waiters.add({ check, fail: reject });
    });
  }

  /** Ends every wait, now and later, with this error. */
  breakOff(error: unknown): void {
    this.#broken ??= error;
    for (const waiter of [...this.#waiters]) waiter.fail(error);
    this.#waiters.clear();
  }

  #of(topic: Topic): Map<string, unknown> {
    const found = this.#topics.get(topic) ?? new Map<string, unknown>();
    this.#topics.set(topic, found);
    return found;
  }
}
