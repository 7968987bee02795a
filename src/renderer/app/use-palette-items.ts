import { BookOpen, MessageSquareText, Server, SquareArrowRight, Wrench } from 'lucide-react';
import { useMemo } from 'react';
import type { CatalogKind } from '#shared/catalog-kind.ts';
import { catalogId, type ServerEntry } from '#shared/entities.ts';
import { textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { chosenByAddress } from '../parts/resource-choice.ts';
import type { Command } from '../store/command.ts';
import type { HostClient } from '../store/host.ts';
import type { PageState, TabId } from '../store/page.ts';
import { useEntities, useLoad, useWirebench } from '../store/wirebench.tsx';
import type { PaletteItem } from './palette-search.ts';
import { serverStatus } from './server-status.ts';
import { useServers } from './use-current.ts';

const KINDS = [
  { kind: 'tools', tab: 'tools', key: 'name', title: 'Tools', icon: Wrench },
  { kind: 'resources', tab: 'resources', key: 'uri', title: 'Resources', icon: BookOpen },
  { kind: 'prompts', tab: 'prompts', key: 'name', title: 'Prompts', icon: MessageSquareText },
] as const satisfies readonly { kind: CatalogKind; tab: TabId; key: string; title: string; icon: unknown }[];

type Found = { kind: CatalogKind; items: Record<string, unknown>[] }[];

async function loadItems(host: HostClient, sessionId: string): Promise<Found> {
  return Promise.all(
    KINDS.map(async ({ kind }) => ({ kind, items: (await host['catalog.items']({ sessionId, kind })).items })),
  );
}

function catalogItems(found: Found, server: ServerEntry, page: () => PageState): PaletteItem[] {
  return KINDS.flatMap(({ kind, tab, key, title, icon }) =>
    (found.find((each) => each.kind === kind)?.items ?? []).flatMap((item, index) => {
      const name = textAt(item, key);
      if (name === undefined) return [];
      const run = () => {
        page().select(`${server.id}/${tab}`, kind === 'resources' ? chosenByAddress(name) : name);
        page().openTab(server.id, tab);
      };
      const note = (textAt(item, 'description') ?? textAt(item, 'title'))?.slice(0, 200);
      const group = `${title} in ${server.config.name}`;
      return [{ id: `${kind}/${index}`, group, kind: 'item' as const, title: name, mono: true, note, icon, run }];
    }),
  );
}

/** Everything the palette can find now: items of the current server, commands, tabs, other servers. */
export function usePaletteItems(
  commands: readonly Command[],
  current: { server: ServerEntry | undefined; session: Session | undefined },
): PaletteItem[] {
  const { page } = useWirebench();
  const { server, session } = current;
  const ready = session?.state.at === 'ready' ? session.id : undefined;
  const revs = useEntities((state) =>
    KINDS.map(({ kind }) => (ready === undefined ? 0 : (state.catalog.get(catalogId(ready, kind))?.rev ?? 0))).join(
      ',',
    ),
  );
  const found = useLoad(ready === undefined ? undefined : `${ready} ${revs}`, (host) => loadItems(host, ready ?? ''));
  const servers = useServers();
  const sessions = useEntities((state) => state.session);
  return useMemo(() => {
    const items = server && found.value ? catalogItems(found.value, server, page.getState) : [];
    const own = commands
      .filter((command) => !command.id.startsWith('palette.') && !command.id.startsWith('region.'))
      .map(
        (command): PaletteItem => ({
          id: command.id,
          group: command.group === 'Tabs' ? 'Tabs' : 'Commands',
          kind: command.group === 'Tabs' ? 'tab' : 'command',
          title: command.title,
          note:
            command.disabled ??
            (command.group === 'Server' && command.id !== 'server.add' ? server?.config.name : undefined),
          icon: command.icon ?? SquareArrowRight,
          shortcut: command.shortcut,
          disabled: command.disabled,
          run: () => command.run(),
        }),
      );
    const others = servers.map((entry): PaletteItem => {
      const its = entry.sessionId === undefined ? undefined : sessions.get(entry.sessionId);
      return {
        id: `go/${entry.id}`,
        group: 'Servers',
        kind: 'server',
        title: entry.config.name,
        note: serverStatus(entry, its, Date.now()).second,
        icon: Server,
        run: () => page.getState().selectServer(entry.id),
      };
    });
    return [...items, ...own, ...others];
  }, [commands, server, servers, sessions, found.value, page]);
}
