import { useEffect, useState } from 'react';
import type { CatalogKind } from '#shared/catalog-kind.ts';
import { type JsonObject, textAt } from '#shared/json.ts';
import { loadItems } from '../../store/catalog-items.ts';
import { useEntities, useLoad, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';

interface OtherServersProps {
  readonly kind: CatalogKind;
  /** The one that was looked through already. */
  readonly sessionId: string;
  readonly filter: string;
}

/** Other servers that are looked through at most. */
const MOST = 10;
/** Other servers are looked through once typing paused, milliseconds. */
const PAUSE_MS = 300;
const KEYS = ['name', 'title', 'description', 'uri', 'uriTemplate'];
const TABS = { tools: 'tools', resources: 'resources', templates: 'resources', prompts: 'prompts' } as const;

const has = (item: JsonObject, needle: string): boolean =>
  KEYS.some((key) => textAt(item, key)?.toLowerCase().includes(needle));

/** Which other connected servers have what was looked for in vain. */
export function OtherServers({ kind, sessionId, filter }: OtherServersProps) {
  const { link, entities, page } = useWirebench();
  const [needle, setNeedle] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setNeedle(filter.trim().toLowerCase()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [filter]);
  // A list that changes elsewhere changes what is found there.
  const state = useEntities(({ catalog }) =>
    [...catalog.values()].map(({ id, kind: of, rev }) => (of === kind ? `${id} ${rev}` : '')).join(),
  );
  const { value = [] } = useLoad(needle === '' ? undefined : `${kind} ${needle} ${state}`, async (host) => {
    const { server, catalog } = entities.getState();
    const others = [...server.values()].flatMap((entry) => {
      const head = [...catalog.values()].find((one) => one.sessionId === entry.sessionId && one.kind === kind);
      return head && head.count > 0 && head.sessionId !== sessionId ? [{ entry, head }] : [];
    });
    const found = await Promise.all(
      others.slice(0, MOST).map(async ({ entry, head }) => {
        const items = await loadItems(link, host, head);
        return { id: entry.id, name: entry.config.name, count: items.filter((item) => has(item, needle)).length };
      }),
    );
    return found.filter(({ count }) => count > 0);
  });
  return value.map(({ id, name, count }) => (
    <p key={id}>
      <Button size="sm" variant="quiet" onClick={() => page.getState().openTab(id, TABS[kind])}>
        {name} has {plural(count, 'match', 'matches')}
      </Button>
    </p>
  ));
}
