import {
  ArrowRightLeft,
  BookOpen,
  History,
  Hourglass,
  Keyboard,
  MessageSquareText,
  Server,
  SquareArrowRight,
  Wrench,
} from 'lucide-react';
import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { ServerEntry, TaskInfo } from '#shared/entities.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { viewKeys } from '../parts/keys/view-keys.ts';
import { goToPlace, type Place, placeLink, readPlace } from '../parts/place.ts';
import { chosenByAddress } from '../parts/resource-choice.ts';
import type { Command } from '../store/command.ts';
import type { TabId } from '../store/page.ts';
import type { Wirebench } from '../store/wirebench.tsx';
import { formatDuration, formatTime } from '../ui/format.ts';
import { letterKeysAllowed } from '../ui/letter-keys.ts';
import type { PaletteItem } from './palette-search.ts';
import { serverStatus } from './server-status.ts';

/** The lists of a server that are searched. */
export const SEARCHED = [
  { kind: 'tools', tab: 'tools', key: 'name', title: 'Tools', what: 'tool', icon: Wrench },
  { kind: 'resources', tab: 'resources', key: 'uri', title: 'Resources', what: 'resource', icon: BookOpen },
  { kind: 'prompts', tab: 'prompts', key: 'name', title: 'Prompts', what: 'prompt', icon: MessageSquareText },
] as const satisfies readonly {
  kind: CatalogKind;
  tab: TabId;
  key: string;
  title: string;
  what: string;
  icon: unknown;
}[];

/** The items of one server's lists, as the host gave them. */
export type ServerItems = readonly { kind: CatalogKind; items: readonly Record<string, unknown>[] }[];

const NOTE_CHARS = 200;
const OTHER_SERVERS = 'Other servers';

/** Tools, resources and prompts of a server. Those of another one than is looked at stand in one group. */
export function catalogItems(
  wirebench: Wirebench,
  found: ServerItems,
  { server, status, recent }: { server: ServerEntry; status?: string | undefined; recent: readonly string[] },
): PaletteItem[] {
  const { name: serverName } = server.config;
  return SEARCHED.flatMap(({ kind, tab, key, title, what, icon }) =>
    (found.find((each) => each.kind === kind)?.items ?? []).flatMap((item, index): PaletteItem[] => {
      const name = textAt(item, key);
      if (name === undefined) return [];
      const place: Place = { serverId: server.id, tab, item: kind === 'resources' ? chosenByAddress(name) : name };
      const about = (textAt(item, 'description') ?? textAt(item, 'title'))?.slice(0, NOTE_CHARS);
      const lately = recent.indexOf(placeLink(place));
      return [
        {
          id: `${server.id}/${kind}/${index}`,
          group: status === undefined ? `${title} in ${serverName}` : OTHER_SERVERS,
          kind: kind === 'resources' ? 'resource' : 'item',
          title: name,
          what: `${what} in ${serverName}`,
          mono: true,
          note: status === undefined ? about : `${serverName}, ${status}`,
          icon,
          place,
          lately: lately < 0 ? undefined : lately,
          run: () => void goToPlace(wirebench, place),
          runLast: kind === 'tools' ? () => runTool(wirebench, place) : undefined,
        },
      ];
    }),
  );
}

function runTool(wirebench: Wirebench, place: Place): void {
  if (goToPlace(wirebench, place)) wirebench.page.getState().set({ runFor: `${place.serverId}/tools/${place.item}` });
}

/** Tasks of the session that is looked at. */
export function taskItems(wirebench: Wirebench, tasks: readonly TaskInfo[], server: ServerEntry): PaletteItem[] {
  return tasks.map((task) => {
    const place: Place = { serverId: server.id, tab: 'tasks', item: task.id };
    return {
      id: `task/${task.id}`,
      group: `Tasks in ${server.config.name}`,
      kind: 'item',
      title: `${task.origin} ${task.id}`.slice(0, NOTE_CHARS),
      what: `task in ${server.config.name}`,
      mono: true,
      note: task.status,
      icon: Hourglass,
      place,
      run: () => void goToPlace(wirebench, place),
    };
  });
}

/** Commands, tabs and settings. `about` is the server that commands of the group Server act on. */
export function commandItems(commands: readonly Command[], about: ServerEntry | undefined): PaletteItem[] {
  return commands
    .filter(({ id }) => !id.startsWith('palette.') && !id.startsWith('region.'))
    .map((command): PaletteItem => {
      const isSetting = command.group === 'Theme' || command.group === 'Settings';
      const onServer = command.group === 'Server' && command.id.startsWith('server.') && command.id !== 'server.add';
      return {
        id: command.id,
        group: isSetting ? 'Settings' : 'Commands',
        kind: isSetting ? 'setting' : 'command',
        title: command.title,
        what: isSetting ? 'setting' : 'command',
        note: command.disabled ?? (isSetting ? 'Settings' : onServer ? about?.config.name : undefined),
        icon: command.icon ?? SquareArrowRight,
        shortcut: command.shortcut,
        disabled: command.disabled,
        run: () => command.run(),
      };
    });
}

/** Keys that belong to views; only the sign for shortcuts finds them. */
export function keyItems(openSheet: () => void): PaletteItem[] {
  return viewKeys(letterKeysAllowed()).map(({ title, keys }) => ({
    id: `key/${title}`,
    group: 'In views',
    kind: 'key',
    title,
    what: 'shortcut',
    icon: Keyboard,
    shortcut: keys.join('+'),
    bySign: true,
    run: openSheet,
  }));
}

/** A server of the rail. The one that is looked at is found by the sign for servers only. */
export function serverItem(
  open: () => void,
  server: ServerEntry,
  { session, current, tab }: { session: Session | undefined; current: boolean; tab: TabId },
): PaletteItem {
  return {
    id: `go/${server.id}`,
    group: OTHER_SERVERS,
    kind: 'server',
    title: server.config.name,
    what: 'server',
    note: serverStatus(server, session, Date.now()).second,
    icon: Server,
    bySign: current,
    serverId: server.id,
    place: { serverId: server.id, tab },
    run: open,
  };
}

function endOf({ status, tookUs }: TrafficRow): string {
  const took = tookUs === undefined ? undefined : formatDuration(tookUs / 1000);
  const word = status === 'complete' ? 'completed' : status;
  return took === undefined ? word : `${word} in ${took}`;
}

/** Exchanges of a session, newest first. */
export function trafficItems(
  wirebench: Wirebench,
  rows: readonly TrafficRow[],
  { serverId, sessionId }: { serverId: string; sessionId: string },
): PaletteItem[] {
  const exchanges = rows.filter(({ kind }) => kind === 'call' || kind === 'ask').toReversed();
  return exchanges.map((row) => {
    const place: Place = { serverId, tab: 'traffic', sessionId, item: String(row.row) };
    const id = row.rpcId === undefined ? '' : `id ${row.rpcId}, `;
    return {
      id: `traffic/${row.row}`,
      group: 'Traffic',
      kind: 'traffic',
      title: [row.method, row.name].filter((part) => part !== undefined).join(' '),
      what: 'exchange',
      mono: true,
      note: `${formatTime(row.t / 1000).slice(0, 8)}, ${id}${endOf(row)}`,
      icon: ArrowRightLeft,
      place,
      run: () => void goToPlace(wirebench, place),
    };
  });
}

const LIST_TITLES: Readonly<Partial<Record<TabId, string>>> = {
  tools: 'Tools',
  resources: 'Resources',
  prompts: 'Prompts',
  tasks: 'Tasks',
  traffic: 'Traffic',
  notifications: 'Notifications',
  info: 'Server info',
  diagnosis: 'Diagnosis',
};

/** Places that were left last, as far as their servers are still there. */
export function recentItems(wirebench: Wirebench, recent: readonly string[], most: number): PaletteItem[] {
  const { server } = wirebench.entities.getState();
  const items = recent.flatMap((link, index): PaletteItem[] => {
    const place = readPlace(link);
    const entry = place && server.get(place.serverId);
    if (!entry) return [];
    const tab = LIST_TITLES[place.tab] ?? place.tab;
    const name = place.tab === 'resources' ? place.item?.slice(2) : place.item;
    const row = name !== undefined && place.tab === 'traffic' ? `Row ${Number(name) + 1}` : name;
    return [
      {
        id: link,
        group: 'Recent places',
        kind: 'place',
        title: row ?? tab,
        what: `${tab} in ${entry.config.name}`,
        mono: name !== undefined && place.tab !== 'traffic',
        note: row === undefined ? entry.config.name : `${tab} in ${entry.config.name}`,
        icon: History,
        place,
        lately: index,
        run: () => void goToPlace(wirebench, place),
      },
    ];
  });
  return items.slice(0, most);
}
