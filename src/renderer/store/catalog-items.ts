import { type Catalog, catalogId } from '#shared/entities.ts';
import type { JsonObject } from '#shared/json.ts';
import type { HostClient, HostLink } from './host.ts';
import type { IconRef } from './icons.ts';

interface Kept {
  epoch: number;
  items: readonly JsonObject[];
}

/** Items that one call asks for. */
const PAGE = 10_000;
/** Items of a list that are shown at most. */
const MOST = 100_000;
/** Lists whose items are kept while no view shows them. */
const KEPT = 12;

/** What was loaded over each link: a tab that is opened again shows its list at once. Goes with the link. */
const loaded = new WeakMap<HostLink, Map<string, Kept>>();

/** Where the icons of an entry are asked for. */
const iconRefs = new WeakMap<JsonObject, IconRef>();

/** For `useIcons`; undefined for an entry that names no icons. */
export const iconRefOf = (item: JsonObject): IconRef | undefined => iconRefs.get(item);

function keptOf(link: HostLink): Map<string, Kept> {
  const known = loaded.get(link);
  if (known) return known;
  const fresh = new Map<string, Kept>();
  loaded.set(link, fresh);
  return fresh;
}

/** The items that are here already, if they are of this state of the list or an earlier part of it. */
export function itemsHere(link: HostLink, head: Catalog | undefined): readonly JsonObject[] | undefined {
  const kept = head && keptOf(link).get(catalogId(head.sessionId, head.kind));
  return kept?.epoch === head?.epoch ? kept?.items : undefined;
}

/** The items of a list; of one that only grew, what was added is asked for. Rejects with a HostError. */
export async function loadItems(link: HostLink, host: HostClient, head: Catalog): Promise<readonly JsonObject[]> {
  const { sessionId, kind } = head;
  const id = catalogId(sessionId, kind);
  const known = keptOf(link).get(id);
  // The same list keeps its identity, so that nothing is made of it anew.
  if (known?.epoch === head.epoch && known.items.length >= Math.min(head.count, MOST)) return known.items;
  let epoch = head.epoch;
  let items = known?.epoch === epoch ? [...known.items] : [];
  for (;;) {
    const page = await host['catalog.items']({ sessionId, kind, from: items.length, count: PAGE });
    if (page.epoch === epoch) items.push(...page.items);
    else {
      // It was replaced meanwhile: what is here already belongs to another list.
      const whole = items.length === 0;
      epoch = page.epoch;
      items = whole ? page.items : [];
      if (!whole) continue;
    }
    if (page.items.length === 0 || items.length >= Math.min(page.total, MOST)) break;
  }
  items.forEach((item, at) => {
    if (Array.isArray(item.icons) && item.icons.length > 0) iconRefs.set(item, { sessionId, of: kind, epoch, at });
  });
  const kept = keptOf(link);
  kept.delete(id);
  kept.set(id, { epoch, items });
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return items;
}
