import type { EntityOf, Topic } from '#shared/entities.ts';
import type { StatePublisher } from '../publish/state-source.ts';

export interface AwaitedEntity<T extends Topic> {
  topic: T;
  id: string;
  fits(entity: EntityOf<T>): boolean;
  /** Ends the waiting; absent: it ends when the entity fits. */
  signal?: AbortSignal | undefined;
}

/** The entity as soon as it fits, now or later; undefined when the signal fires before. */
export function entityWhen<T extends Topic>(
  state: StatePublisher,
  { topic, id, fits, signal }: AwaitedEntity<T>,
): Promise<EntityOf<T> | undefined> {
  return new Promise((resolve) => {
    const end = (found: EntityOf<T> | undefined) => {
      source.close();
      signal?.removeEventListener('abort', abort);
      resolve(found);
    };
    const abort = () => end(undefined);
    const look = () => {
      // Only what was taken is told of again.
      source.take(Number.POSITIVE_INFINITY);
      const found = state.get(topic, id);
      if (found !== undefined && fits(found)) end(found);
    };
    const source = state.source(look);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    else look();
  });
}
