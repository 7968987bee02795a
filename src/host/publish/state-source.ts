import type { EntityOf, StateChange, Topic } from '#shared/entities.ts';
import type { Source } from '#shared/rpc.ts';

/** The small entities of the host: one newest value each, mirrored by every reader. */
export interface StatePublisher {
  apply(change: StateChange): void;
  get<T extends Topic>(topic: T, id: string): EntityOf<T> | undefined;
  all<T extends Topic>(topic: T): EntityOf<T>[];
  /** Puts of everything there is, in the order it came. */
  snapshot(): StateChange[];
  /** A reader: `reset`, the snapshot, then changes; of an entity it has not fetched yet only the newest value. */
  source(wake: () => void): Source<StateChange>;
}

type Change = Exclude<StateChange, { op: 'reset' }>;

const keyOf = (topic: string, id: string) => `${topic}\n${id}`;

class StateSource implements Source<StateChange> {
  readonly #dirty = new Map<string, Change>();
  readonly #wake: () => void;
  readonly #onClose: () => void;
  #fresh = true;

  constructor(snapshot: Iterable<Change>, wake: () => void, onClose: () => void) {
    for (const change of snapshot) this.#dirty.set(keyOf(change.topic, change.id), change);
    this.#wake = wake;
    this.#onClose = onClose;
  }

  add(key: string, change: Change): void {
    const idle = this.#dirty.size === 0 && !this.#fresh;
    this.#dirty.set(key, change);
    if (idle) this.#wake();
  }

  take(max: number): StateChange[] {
    const out: StateChange[] = [];
    if (this.#fresh) {
      this.#fresh = false;
      out.push({ op: 'reset' });
    }
    for (const [key, change] of this.#dirty) {
      if (out.length >= max) break;
      this.#dirty.delete(key);
      out.push(change);
    }
    return out;
  }

  close(): void {
    this.#onClose();
  }
}

class Publisher implements StatePublisher {
  readonly #state = new Map<string, Extract<Change, { op: 'put' }>>();
  readonly #sources = new Set<StateSource>();

  apply(change: StateChange): void {
    if (change.op === 'reset') {
      for (const { topic, id } of [...this.#state.values()]) this.apply({ op: 'drop', topic, id });
      return;
    }
    const key = keyOf(change.topic, change.id);
    if (change.op === 'put') this.#state.set(key, change);
    else if (!this.#state.delete(key)) return;
    for (const source of this.#sources) source.add(key, change);
  }

  get<T extends Topic>(topic: T, id: string): EntityOf<T> | undefined {
    return this.#state.get(keyOf(topic, id))?.value as EntityOf<T> | undefined; // kept under its own topic
  }

  all<T extends Topic>(topic: T): EntityOf<T>[] {
    const found: EntityOf<T>[] = [];
    for (const put of this.#state.values()) if (put.topic === topic) found.push(put.value as EntityOf<T>); // by topic
    return found;
  }

  snapshot(): StateChange[] {
    return [...this.#state.values()];
  }

  source(wake: () => void): Source<StateChange> {
    const source = new StateSource(this.#state.values(), wake, () => this.#sources.delete(source));
    this.#sources.add(source);
    return source;
  }
}

/** The one writer of mirrored state. Memory is bounded by the number of entities, however slow a reader is. */
export function createStatePublisher(): StatePublisher {
  return new Publisher();
}
