import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { Catalog } from '#shared/entities.ts';
import type { JsonObject } from '#shared/json.ts';
import type { HostClient } from '../store/host.ts';
import { useEntities, useLoad } from '../store/wirebench.tsx';

export interface CatalogItems {
  readonly head: Catalog | undefined;
  readonly items: readonly JsonObject[];
  /** Why the host could not give the items. */
  readonly error: string | undefined;
}

const NONE: readonly JsonObject[] = [];
const PAGE = 10_000;
/** Items that are shown at most. */
const MOST = 100_000;

async function allItems(host: HostClient, sessionId: string, kind: CatalogKind): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  for (;;) {
    const page = await host['catalog.items']({ sessionId, kind, from: items.length, count: PAGE });
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= Math.min(page.total, MOST)) return items;
  }
}

/** A list of a session with its items, read again whenever the list changed. */
export function useCatalog(sessionId: string, kind: CatalogKind): CatalogItems {
  const head = useEntities((state) =>
    [...state.catalog.values()].find((one) => one.sessionId === sessionId && one.kind === kind),
  );
  const key = head && head.rev > 0 ? `${sessionId}/${kind}/${head.rev}` : undefined;
  const { value, error } = useLoad(key, (host) => allItems(host, sessionId, kind));
  return { head, items: value ?? NONE, error };
}
