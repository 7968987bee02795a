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

/** The place of one entity: its newest change. Readers remember places, which costs less than a key for each change. */
interface Place {
  change: Change;
}

class StateSource implements Source<StateChange> {
  readonly #dirty: Set<Place>;
  readonly #wake: () => void;
  readonly #onClose: () => void;
  #fresh = true;

  constructor(places: Iterable<Place>, wake: () => void, onClose: () => void) {
    this.#dirty = new Set(places);
    this.#wake = wake;
    this.#onClose = onClose;
  }

  add(place: Place): void {
    const idle = this.#dirty.size === 0 && !this.#fresh;
    this.#dirty.add(place);
    if (idle) this.#wake();
  }

  take(max: number): StateChange[] {
    const out: StateChange[] = [];
    if (this.#fresh) {
      this.#fresh = false;
      out.push({ op: 'reset' });
    }
    for (const place of this.#dirty) {
      if (out.length >= max) break;
      this.#dirty.delete(place);
      out.push(place.change);
    }
    return out;
  }

  close(): void {
    this.#onClose();
  }
}

class Publisher implements StatePublisher {
  /** In the order entities came. */
  readonly #places = new Set<Place>();
  readonly #byTopic = new Map<Topic, Map<string, Place>>();
  readonly #sources = new Set<StateSource>();

  apply(change: StateChange): void {
    if (change.op === 'reset') {
      for (const { change: known } of [...this.#places]) this.apply({ op: 'drop', topic: known.topic, id: known.id });
      return;
    }
    const known = this.#of(change.topic).get(change.id);
    if (!known && change.op === 'drop') return;
    const place = known ?? this.#make(change);
    place.change = change;
    if (change.op === 'drop') {
      this.#places.delete(place);
      this.#of(change.topic).delete(change.id);
    }
    for (const source of this.#sources) source.add(place);
  }

  get<T extends Topic>(topic: T, id: string): EntityOf<T> | undefined {
    const change = this.#of(topic).get(id)?.change;
    return change?.op === 'put' ? (change.value as EntityOf<T>) : undefined; // kept under its own topic
  }

  all<T extends Topic>(topic: T): EntityOf<T>[] {
    const found: EntityOf<T>[] = [];
    for (const { change } of this.#of(topic).values()) {
      if (change.op === 'put') found.push(change.value as EntityOf<T>); // by topic
    }
    return found;
  }

  snapshot(): StateChange[] {
    return Array.from(this.#places, ({ change }) => change);
  }

  source(wake: () => void): Source<StateChange> {
    const source = new StateSource(this.#places, wake, () => this.#sources.delete(source));
    this.#sources.add(source);
    return source;
  }

  #of(topic: Topic): Map<string, Place> {
    let known = this.#byTopic.get(topic);
    if (!known) {
      known = new Map();
      this.#byTopic.set(topic, known);
    }
    return known;
  }

  #make(change: Change): Place {
    const place = { change };
    this.#places.add(place);
    this.#of(change.topic).set(change.id, place);
    return place;
  }
}

/** The one writer of mirrored state. Memory is bounded by the number of entities, however slow a reader is. */
export function createStatePublisher(): StatePublisher {
  return new Publisher();
}
