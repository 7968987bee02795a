import { createStore, type StoreApi } from 'zustand/vanilla';
import { type EntityOf, entities, type StateChange, type Topic } from '#shared/entities.ts';
import type { HostLink } from './host.ts';

/** The mirror of everything small the host keeps: topic, then id, then entity. */
export type EntityState = { readonly [T in Topic]: ReadonlyMap<string, EntityOf<T>> } & {
  /** False until the first snapshot arrived. */
  readonly loaded: boolean;
};
export type EntityStore = StoreApi<EntityState>;

/** Changes that wait for a frame at most: a hidden page gets no frames, while its servers go on. */
const MOST_WAITING = 1000;
const TOPICS = Object.keys(entities) as Topic[]; // keys of a constant object

function empty(loaded: boolean): EntityState {
  const maps = Object.fromEntries(TOPICS.map((topic) => [topic, new Map()]));
  return { ...maps, loaded } as EntityState; // one map per topic, built just above
}

/** Applies a batch of changes; only the maps of touched topics are replaced. */
export function applyChanges(state: EntityState, changes: readonly StateChange[]): EntityState {
  let base = state;
  const touched = new Map<Topic, Map<string, unknown>>();
  for (const change of changes) {
    if (change.op === 'reset') {
      base = empty(true);
      touched.clear();
      continue;
    }
    let map = touched.get(change.topic);
    if (!map) {
      map = new Map<string, unknown>(base[change.topic]);
      touched.set(change.topic, map);
    }
    if (change.op === 'put') map.set(change.id, change.value);
    else map.delete(change.id);
  }
  return { ...base, ...Object.fromEntries(touched), loaded: true } as EntityState; // values were parsed by topic
}

/** Mirrors `watch.state` for as long as the signal lasts; commits once per animation frame, and without one before too many wait. */
export function createEntityStore(link: HostLink, frame: (fn: () => void) => void, signal: AbortSignal): EntityStore {
  const store = createStore<EntityState>(() => empty(false));
  let waiting: StateChange[] = [];
  const commit = () => {
    const changes = waiting;
    waiting = [];
    if (changes.length > 0) store.setState((state) => applyChanges(state, changes), true);
  };
  let framed = false;
  const take = (changes: StateChange[]) => {
    waiting.push(...changes);
    if (waiting.length >= MOST_WAITING) return commit();
    if (framed) return;
    framed = true;
    frame(() => {
      framed = false;
      commit();
    });
  };
  let generation = 0;
  let stop: () => void = () => undefined;
  const follow = () => {
    const now = link.state.getState();
    if (!now.client || now.generation === generation) return;
    generation = now.generation;
    stop();
    stop = now.client['watch.state']({}, take);
  };
  const unsubscribe = link.state.subscribe(follow);
  follow();
  signal.addEventListener(
    'abort',
    () => {
      unsubscribe();
      stop();
    },
    { once: true },
  );
  return store;
}
