import { type ComponentType, lazy } from 'react';
import { type Catalog, isListRead } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import type { TabId } from '../store/page.ts';
import type { TabProps } from '../store/tab.ts';

/** What decides whether a tab is there. */
export interface TabFacts {
  session: Session | undefined;
  tasks: number;
}

/** What decides about its count. */
export interface CountFacts extends TabFacts {
  catalogs: ReadonlyMap<string, Catalog>;
}

export interface TabDef {
  id: TabId;
  title: string;
  /** Needs a server that answers: Diagnosis takes its place while there is none. */
  live: boolean;
  /** Lists of the server that it shows. It stays without the capability of its name, in a quiet colour. */
  lists?: readonly Catalog['kind'][];
  /** A line before it. */
  gap?: boolean;
  shown?(facts: TabFacts): boolean;
  count?(facts: CountFacts): number | undefined;
  component: ComponentType<TabProps>;
}

const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

function listsOf({ catalogs, session }: CountFacts, kinds: TabDef['lists'] = []): Catalog[] {
  return [...catalogs.values()].filter(({ sessionId, kind }) => sessionId === session?.id && kinds.includes(kind));
}

function items(facts: CountFacts, kinds: TabDef['lists']): number | undefined {
  const known = listsOf(facts, kinds).filter(({ status, count }) => status === 'ready' || count > 0);
  return known.length === 0 ? undefined : known.reduce((sum, catalog) => sum + catalog.count, 0);
}

/** A tab of these lists, with what they count together. */
function listed(...lists: Catalog['kind'][]): Pick<TabDef, 'lists' | 'count'> {
  return { lists, count: (facts) => items(facts, lists) };
}

/** Whether one of its lists is still being read: its count may grow without anything being new. */
export function isReading({ lists }: TabDef, facts: CountFacts): boolean {
  return listsOf(facts, lists).some((catalog) => !isListRead(catalog));
}

function hasTasks({ session, tasks }: TabFacts): boolean {
  const capabilities = session?.hello?.capabilities;
  const extensions = capabilities?.extensions;
  const listed = typeof extensions === 'object' && extensions !== null && TASKS_EXTENSION in extensions;
  return tasks > 0 || listed || capabilities?.tasks !== undefined;
}

/** The server that answered did not declare what the tab shows. */
export function isUndeclared({ id, lists }: TabDef, session: Session | undefined): boolean {
  return lists !== undefined && session?.hello !== undefined && session.hello.capabilities[id] === undefined;
}

/** Every tab of the workspace in its fixed order; a new one is one entry here. */
export const TABS: readonly TabDef[] = [
  {
    id: 'tools',
    title: 'Tools',
    live: true,
    ...listed('tools'),
    component: lazy(async () => ({ default: (await import('../features/tools/tools-tab.tsx')).ToolsTab })),
  },
  {
    id: 'resources',
    title: 'Resources',
    live: true,
    ...listed('resources', 'templates'),
    component: lazy(async () => ({ default: (await import('../features/resources/resources-tab.tsx')).ResourcesTab })),
  },
  {
    id: 'prompts',
    title: 'Prompts',
    live: true,
    ...listed('prompts'),
    component: lazy(async () => ({ default: (await import('../features/prompts/prompts-tab.tsx')).PromptsTab })),
  },
  {
    id: 'tasks',
    title: 'Tasks',
    live: true,
    shown: hasTasks,
    count: (facts) => facts.tasks,
    component: lazy(async () => ({ default: (await import('../features/tasks/tasks-tab.tsx')).TasksTab })),
  },
  {
    id: 'traffic',
    title: 'Traffic',
    live: false,
    gap: true,
    count: ({ session }) => session?.counts.traffic,
    component: lazy(async () => ({ default: (await import('../features/traffic/traffic-tab.tsx')).TrafficTab })),
  },
  {
    id: 'notifications',
    title: 'Notifications',
    live: true,
    count: ({ session }) => session?.counts.notices,
    component: lazy(async () => ({
      default: (await import('../features/notifications/notifications-tab.tsx')).NotificationsTab,
    })),
  },
  {
    id: 'info',
    title: 'Server info',
    live: false,
    component: lazy(async () => ({
      default: (await import('../features/server-info/server-info-tab.tsx')).ServerInfoTab,
    })),
  },
];

const DIAGNOSIS: TabDef = {
  id: 'diagnosis',
  title: 'Diagnosis',
  live: false,
  component: lazy(async () => ({ default: (await import('../features/connection/diagnosis-tab.tsx')).DiagnosisTab })),
};

/** Longest time a connection attempt stays in the background of what was looked at before. */
export const CALM_CONNECT_MS = 3000;

/** Whether the attempt before a session failed: Diagnosis then stays while the next one connects. */
export function followsFailure(session: Session | undefined, all: ReadonlyMap<string, Session>): boolean {
  if (!session) return false;
  const before = [...all.values()]
    .filter((one) => one.serverId === session.serverId && one.id !== session.id && one.startedAt <= session.startedAt)
    .sort((a, b) => b.startedAt - a.startedAt)[0];
  return before?.state.at === 'closed' && before.state.reason !== 'user';
}

/** Whether Diagnosis is offered: failed, sign-in needed, connecting for more than 3 s or after a failure. */
export function needsDiagnosis(session: Session | undefined, now: number, afterFailure = false): boolean {
  switch (session?.state.at) {
    case 'opening':
    case 'negotiating':
      return afterFailure || now - session.startedAt > CALM_CONNECT_MS;
    case 'authorizing':
      return true;
    case 'closed':
      return session.state.reason !== 'user';
    default:
      return false;
  }
}

/** The tabs of a server now. A server that never answered has only the tabs that work without it. */
export function visibleTabs(facts: TabFacts, diagnosing: boolean): TabDef[] {
  const relevant = TABS.filter((tab) => tab.shown?.(facts) ?? true);
  if (!diagnosing) return relevant;
  const answered = facts.session?.readyAt !== undefined;
  return [DIAGNOSIS, ...relevant.filter((tab) => answered || !tab.live)];
}
