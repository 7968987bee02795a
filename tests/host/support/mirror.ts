import type { EntityOf, StateChange, Topic } from '#shared/entities.ts';

/** Thrown by `wait`; its message holds what was there instead. */
class NotSeen extends Error {}

interface Waiter {
  check(): boolean;
  fail(error: Error): void;
}

/** What a page knows: every entity by topic and id, kept up to date from `watch.state`. */
export class Mirror {
  readonly #topics = new Map<Topic, Map<string, unknown>>();
  readonly #waiters = new Set<Waiter>();

  take(changes: readonly StateChange[]): void {
    for (const change of changes) {
      if (change.op === 'reset') this.#topics.clear();
      else if (change.op === 'drop') this.#topics.get(change.topic)?.delete(change.id);
      else this.#of(change.topic).set(change.id, change.value);
    }
    for (const waiter of [...this.#waiters]) if (waiter.check()) this.#waiters.delete(waiter);
  }

  get<T extends Topic>(topic: T, id: string): EntityOf<T> | undefined {
    return this.#of(topic).get(id) as EntityOf<T> | undefined; // put there under its own topic
  }

  all<T extends Topic>(topic: T): EntityOf<T>[] {
    return [...this.#of(topic).values()] as EntityOf<T>[]; // put there under its own topic
  }

  /** The first entity of a topic that fits, now or later. Rejects after `ms` with what was there. */
  wait<T extends Topic>(topic: T, fits: (entity: EntityOf<T>) => boolean, ms: number): Promise<EntityOf<T>> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        check: () => {
          const found = this.all(topic).find(fits);
          if (found === undefined) return false;
          clearTimeout(timer);
          resolve(found);
          return true;
        },
        fail: reject,
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        const there = JSON.stringify(this.all(topic), null, 1).slice(0, 6000);
        waiter.fail(new NotSeen(`No ${topic} fitted within ${ms} ms. There was: ${there}`));
      }, ms);
      if (!waiter.check()) this.#waiters.add(waiter);
    });
  }

  #of(topic: Topic): Map<string, unknown> {
    const found = this.#topics.get(topic) ?? new Map<string, unknown>();
    this.#topics.set(topic, found);
    return found;
  }
}
