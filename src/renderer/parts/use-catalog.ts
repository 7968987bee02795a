import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { Catalog } from '#shared/entities.ts';
import type { JsonObject } from '#shared/json.ts';
import { itemsHere, loadItems } from '../store/catalog-items.ts';
import { useEntities, useLoad, useWirebench } from '../store/wirebench.tsx';

export interface CatalogItems {
  readonly head: Catalog | undefined;
  readonly items: readonly JsonObject[];
  /** Why the host could not give the items. */
  readonly error: string | undefined;
}

const NONE: readonly JsonObject[] = [];

/** A list of a session with its items, loaded again whenever the list changed. */
export function useCatalog(sessionId: string, kind: CatalogKind): CatalogItems {
  const { link } = useWirebench();
  const head = useEntities((state) =>
    [...state.catalog.values()].find((one) => one.sessionId === sessionId && one.kind === kind),
  );
  const key = head && head.rev > 0 ? `${sessionId}/${kind}/${head.rev}` : undefined;
  const { value, error } = useLoad(key, (host) => (head ? loadItems(link, host, head) : Promise.resolve(NONE)));
  return { head, items: value ?? itemsHere(link, head) ?? NONE, error };
}
