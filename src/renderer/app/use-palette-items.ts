import { useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { catalogId, type ServerEntry } from '#shared/entities.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { openServer } from '../parts/open-server.ts';
import { placeLink } from '../parts/place.ts';
import type { Command } from '../store/command.ts';
import type { HostClient } from '../store/host.ts';
import type { EntityState } from '../store/state.ts';
import { useCounts, useEntities, useLoad, usePage } from '../store/wirebench.tsx';
import {
  catalogItems,
  commandItems,
  keyItems,
  recentItems,
  SEARCHED,
  type ServerItems,
  serverItem,
  taskItems,
  trafficItems,
} from './palette-items.ts';
import type { PaletteItem } from './palette-search.ts';
import { placeNow } from './places.ts';
import type { CommandTools } from './server-commands.ts';
import { serverStatus } from './server-status.ts';
import { useServers } from './use-current.ts';

/** Newest rows of the traffic that are searched. */
const TRAFFIC_ROWS = 2000;
const PAGE_ROWS = 1000;
/** Other servers whose lists are searched, and items of one list. */
const OTHERS = { servers: 20, items: 2000 };
const SHOWN_AT_START = 5;

interface Subject {
  readonly server: ServerEntry | undefined;
  readonly session: Session | undefined;
}

async function loadItems(host: HostClient, sessionId: string, count = 10_000): Promise<ServerItems> {
  return Promise.all(
    SEARCHED.map(async ({ kind }) => ({
      kind,
      items: (await host['catalog.items']({ sessionId, kind, count })).items,
    })),
  );
}

async function loadTraffic(host: HostClient, sessionId: string, total: number): Promise<readonly TrafficRow[]> {
  const first = Math.max(0, total - TRAFFIC_ROWS);
  const pages = [first, first + PAGE_ROWS].filter((from) => from < total);
  const found = await Promise.all(
    pages.map((from) => host['log.page']({ sessionId, view: 'traffic', from, count: PAGE_ROWS })),
  );
  return found.flatMap(({ traffic = [] }) => traffic);
}

/** Which lists of a session are known, and in which state; empty when none is. */
function listsKnown(state: EntityState, sessionId: string | undefined): string {
  if (sessionId === undefined) return '';
  const revs = SEARCHED.map(({ kind }) => state.catalog.get(catalogId(sessionId, kind))?.rev ?? 0);
  return revs.some((rev) => rev > 0) ? `${sessionId} ${revs.join(',')}` : '';
}

/** Lists of the servers that are not looked at, as far as they are known in this run of the host. */
function useOthers(servers: readonly ServerEntry[], wanted: boolean) {
  const known = useEntities(
    useShallow((state) =>
      servers.slice(0, OTHERS.servers).flatMap(({ sessionId }) => listsKnown(state, sessionId) || []),
    ),
  );
  const ids = known.map((one) => one.split(' ')[0] ?? '');
  const key = wanted && known.length > 0 ? known.join('|') : undefined;
  const { value } = useLoad(key, (host) =>
    Promise.all(ids.map(async (id) => [id, await loadItems(host, id, OTHERS.items)] as const)),
  );
  return value;
}

function useTraffic({ session }: Subject, wanted: boolean): readonly TrafficRow[] {
  // Read once when it is asked for: rows that come while somebody types would move the results.
  const [total] = useState(useCounts(session)?.traffic ?? 0);
  const key = session && wanted && total > 0 ? `${session.id} traffic` : undefined;
  const { value, stale } = useLoad(key, (host) => loadTraffic(host, session?.id ?? '', total));
  return stale ? [] : (value ?? []);
}

function useOtherItems({ wirebench, attempt }: CommandTools, { server }: Subject, typed: boolean): PaletteItem[] {
  const servers = useServers();
  const sessions = useEntities((state) => state.session);
  const recent = usePage((state) => state.recent);
  const tabs = usePage((state) => state.tabs);
  const others = useMemo(() => servers.filter(({ id }) => id !== server?.id), [servers, server?.id]);
  const lists = useOthers(others, typed);
  return useMemo(() => {
    const sessionOf = (entry: ServerEntry) =>
      entry.sessionId === undefined ? undefined : sessions.get(entry.sessionId);
    const rail = servers.map((entry) =>
      serverItem(() => attempt(openServer(wirebench, entry.id)), entry, {
        session: sessionOf(entry),
        current: entry.id === server?.id,
        tab: tabs[entry.id] ?? 'tools',
      }),
    );
    const theirs = others.flatMap((entry) => {
      const found = lists?.find(([id]) => id === entry.sessionId)?.[1];
      const status = serverStatus(entry, sessionOf(entry), Date.now()).text.toLowerCase();
      return found ? catalogItems(wirebench, found, { server: entry, status, recent }) : [];
    });
    return [...rail, ...theirs];
  }, [servers, others, lists, sessions, recent, tabs, server?.id, wirebench, attempt]);
}

export interface PaletteQuestion {
  readonly tools: CommandTools;
  readonly commands: readonly Command[];
  /** The server whose items come first. */
  readonly subject: Subject;
  readonly typed: boolean;
}

/** Everything the palette can find now, in the order of its groups (DESIGN 3.7). */
export function usePaletteItems({ tools, commands, subject, typed }: PaletteQuestion): PaletteItem[] {
  const { wirebench, overlays } = tools;
  const { server, session } = subject;
  const known = useEntities((state) => listsKnown(state, session?.id));
  const own = useLoad(known === '' ? undefined : known, (host) => loadItems(host, session?.id ?? ''));
  const tasks = useEntities(
    useShallow((state) => [...state.task.values()].filter(({ sessionId }) => sessionId === session?.id)),
  );
  const recent = usePage((state) => state.recent);
  const rows = useTraffic(subject, typed);
  const others = useOtherItems(tools, subject, typed);
  return useMemo(() => {
    const found = own.value ?? [];
    const all = commandItems(commands, server);
    const ofServer = server
      ? [...catalogItems(wirebench, found, { server, recent }), ...taskItems(wirebench, tasks, server)]
      : [];
    return [
      ...ofServer,
      ...all.filter(({ kind }) => kind === 'command'),
      ...others,
      ...(server && session ? trafficItems(wirebench, rows, { serverId: server.id, sessionId: session.id }) : []),
      ...all.filter(({ kind }) => kind === 'setting'),
      ...keyItems(() => overlays.setState({ shortcutsOpen: true })),
    ];
  }, [own.value, commands, server, session, tasks, recent, rows, others, wirebench, overlays]);
}

/** Commands that are most of use, by what is looked at. */
const FIRST = [
  'server.connect',
  'server.fetch',
  'server.restart',
  'compare.list',
  'file.open',
  'server.add',
  'demo.start',
];
const FIRST_IN: Readonly<Record<string, readonly string[]>> = {
  traffic: ['traffic.search', 'traffic.all', 'server.raw', 'compare.sessions', 'view.inspector'],
  diagnosis: ['server.connect', 'server.edit'],
  info: ['server.edit', 'compare.sessions'],
};

/** What an empty palette offers: places that were left last, and commands for what is looked at. */
export function startItems({ wirebench }: CommandTools, commands: readonly Command[]): PaletteItem[] {
  const { recent, tabs } = wirebench.page.getState();
  const here = placeNow(wirebench);
  const link = here && placeLink(here);
  const places = recentItems(
    wirebench,
    recent.filter((one) => one !== link),
    SHOWN_AT_START,
  );
  const order = [...(FIRST_IN[tabs[here?.serverId ?? ''] ?? ''] ?? []), ...FIRST];
  const able = commandItems(
    commands.filter(({ disabled }) => disabled === undefined),
    here && wirebench.entities.getState().server.get(here.serverId),
  );
  const first = [...new Set(order)].flatMap((id) => able.find((item) => item.id === id) ?? []);
  return [...places, ...first.slice(0, SHOWN_AT_START)];
}
