import { type PageState, TabId } from '../store/page.ts';
import type { EntityState } from '../store/state.ts';
import type { Wirebench } from '../store/wirebench.tsx';
import { chosenByAddress } from './resource-choice.ts';

/** A place that a window can be at (DESIGN 3.6): what back and forward walk through, and what a link names. */
export interface Place {
  readonly serverId: string;
  readonly tab: TabId;
  /** The chosen tool, prompt, resource or task as its list keeps it; in Traffic the number of the row. */
  readonly item?: string | undefined;
  /** Traffic: the session the row is of. */
  readonly sessionId?: string | undefined;
  /** Traffic: the view of the inspector. */
  readonly view?: string | undefined;
  /** Tools: which run of the tool in this session, from 1. */
  readonly run?: number | undefined;
}

const START = 'wirebench://server/';
/** A longer link is not one of ours. */
const MAX_LINK = 8192;
const TEMPLATE = 't:';
/** Tabs whose choice is kept per server. */
const LISTS: ReadonlySet<TabId> = new Set(['tools', 'resources', 'prompts', 'tasks']);

/** Key in `selected` of the view that the inspector shows for a session. */
export const inspectorKey = (sessionId: string): string => `${sessionId}/inspector`;
/** Key in `selected` of the run that is shown of a tool in a session: its operation, or its number from 1. */
export const runKey = (sessionId: string, tool: string): string => `${sessionId}/run/${tool}`;

export const samePlace = (a: Place, b: Place): boolean => placeLink(a) === placeLink(b);

/** Whether both are the same view of the same server, whatever is chosen in it. */
export const sameView = (a: Place, b: Place): boolean => a.serverId === b.serverId && a.tab === b.tab;

/** The link that names a place, a row of Traffic by the number its table shows. It opens what is there and starts nothing. */
export function placeLink({ serverId, tab, item, sessionId, view, run }: Place): string {
  const template = tab === 'resources' && item?.startsWith(TEMPLATE);
  const row = tab === 'traffic' && item ? String(Number(item) + 1) : undefined;
  const name = row ?? (tab === 'resources' ? item?.slice(2) : item);
  const path = [serverId, tab === 'tasks' && name ? 'task' : tab, ...(name ? [name] : [])];
  const query = new URLSearchParams();
  if (sessionId !== undefined) query.set('session', sessionId);
  if (view !== undefined) query.set('view', view);
  if (run !== undefined) query.set('run', String(run));
  if (template) query.set('template', '1');
  const end = query.size > 0 ? `?${query}` : '';
  return `${START}${path.map(encodeURIComponent).join('/')}${end}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // a percent sign that is not part of an encoding
  }
}

/** A name in a link as the list of the tab keeps the choice. */
function chosenAs(tab: TabId, name: string, template: boolean): string | undefined {
  if (tab === 'resources') return template ? `${TEMPLATE}${name}` : chosenByAddress(name);
  if (tab !== 'traffic') return name;
  const row = Number(name);
  return Number.isInteger(row) && row > 0 ? String(row - 1) : undefined;
}

/** The place that a link names; undefined for any other text. It says nothing about whether the server is known. */
export function readPlace(text: string): Place | undefined {
  const link = text.trim();
  if (!link.toLowerCase().startsWith(START) || link.length > MAX_LINK) return undefined;
  const [path = '', query = ''] = link.slice(START.length).split('?', 2);
  const parts = path.split('/').map(decoded);
  const [serverId, word = 'tools', item] = parts;
  const tab = TabId.safeParse(word === 'task' ? 'tasks' : word || 'tools').data;
  if (!serverId || tab === undefined || parts.length > 3 || parts.includes(undefined)) return undefined;
  const values = new URLSearchParams(query);
  const run = Number(values.get('run') ?? Number.NaN);
  return {
    serverId,
    tab,
    item: item ? chosenAs(tab, item, values.has('template')) : undefined,
    sessionId: tab === 'traffic' ? (values.get('session') ?? undefined) : undefined,
    view: tab === 'traffic' ? (values.get('view') ?? undefined) : undefined,
    run: tab === 'tools' && Number.isInteger(run) && run > 0 ? run : undefined,
  };
}

/** Where the window is now; undefined while it shows no server. `shown` is the server it shows when none was chosen. */
export function currentPlace(page: PageState, entities: EntityState, shown?: string): Place | undefined {
  const serverId = page.serverId ?? shown;
  const server = serverId === undefined ? undefined : entities.server.get(serverId);
  if (!server) return undefined;
  const tab = page.tabs[server.id] ?? 'tools';
  const chosen = (key: string) => page.selected[key] || undefined;
  if (LISTS.has(tab)) return { serverId: server.id, tab, item: chosen(`${server.id}/${tab}`) };
  const sessionId = page.earlier[server.id] ?? server.sessionId;
  if (tab !== 'traffic' || sessionId === undefined) return { serverId: server.id, tab };
  const item = chosen(`${sessionId}/traffic`);
  return { serverId: server.id, tab, sessionId, item, view: item && chosen(inspectorKey(sessionId)) };
}

function showInTraffic({ page, entities }: Pick<Wirebench, 'page' | 'entities'>, place: Place): void {
  const { select, showEarlier } = page.getState();
  const newest = entities.getState().server.get(place.serverId)?.sessionId;
  const sessionId = place.sessionId ?? newest;
  showEarlier(place.serverId, sessionId === newest ? undefined : sessionId);
  if (sessionId === undefined) return;
  select(`${sessionId}/traffic`, place.item ?? '');
  if (place.item === undefined) return;
  select(`${place.serverId}/traffic-view`, 'exchanges');
  select(inspectorKey(sessionId), place.view ?? '');
}

/** Shows a place. False when its server is not on the list. Nothing is started by it. */
export function goToPlace(wirebench: Pick<Wirebench, 'page' | 'entities'>, place: Place): boolean {
  const { page, entities } = wirebench;
  const server = entities.getState().server.get(place.serverId);
  if (!server || page.getState().leaving.includes(server.id)) return false;
  const { select, openTab } = page.getState();
  if (place.tab === 'traffic') showInTraffic(wirebench, place);
  else if (LISTS.has(place.tab) && place.item !== undefined) {
    const list = `${server.id}/${place.tab}`;
    select(list, place.item);
    page.getState().set({ browsing: { ...page.getState().browsing, [list]: false } });
  }
  if (place.run !== undefined && place.item !== undefined && server.sessionId !== undefined)
    select(runKey(server.sessionId, place.item), String(place.run));
  openTab(server.id, place.tab);
  return true;
}
