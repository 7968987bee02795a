import { saysDestructive } from '#shared/approvals.ts';
import type { JsonObject } from '#shared/json.ts';

/**
 * The listed tool of a name. Where a server lists several, that which says it may destroy something: which of them runs
 * is the choice of the server.
 */
export function toolNamed(items: readonly JsonObject[], name: string): JsonObject | undefined {
  const all = items.filter((item) => item.name === name);
  return all.find(saysDestructive) ?? all[0];
}
