import { lazy, Suspense, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { Command } from '../store/command.ts';
import type { TabId } from '../store/page.ts';
import { useEntities, usePage } from '../store/wirebench.tsx';
import { cx } from '../ui/cx.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useNow } from '../ui/use-now.ts';
import { ChangedLayer } from './changed-layer.tsx';
import { compareCommands } from './compare-commands.ts';
import { CompareLayer } from './compare-layer.tsx';
import { DropZone } from './drop-zone.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { frameCommands, tabCommands } from './frame-commands.ts';
import { InboxLayer } from './inbox-layer.tsx';
import { LinkBar } from './link-bar.tsx';
import { createOverlays } from './overlays.ts';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SearchLayer } from './search-layer.tsx';
import { type CommandTools, serverCommands } from './server-commands.ts';
import { profileCommands } from './settings-commands.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { CALM_CONNECT_MS, followsFailure, needsDiagnosis, type TabDef, type TabFacts, visibleTabs } from './tabs.ts';
import { TitleBar } from './title-bar.tsx';
import { useAnnouncements } from './use-announcements.ts';
import { useCommandTools } from './use-command-tools.ts';
import { useCurrent } from './use-current.ts';
import { useEscape } from './use-escape.ts';
import { useFocusKept } from './use-focus-kept.ts';
import { useHandedLinks } from './use-handed-links.ts';
import { useLetterKeySetting } from './use-letter-keys.ts';
import { useMenuCommands } from './use-menu-commands.ts';
import { usePlaces } from './use-places.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useTheme } from './use-theme.ts';
import { Workspace } from './workspace.tsx';

const FirstRun = lazy(async () => ({ default: (await import('../features/first-run/first-run.tsx')).FirstRun }));
const ReviewDialog = lazy(async () => ({
  default: (await import('../features/add-server/review-dialog.tsx')).ReviewDialog,
}));
const EditServer = lazy(async () => ({
  default: (await import('../features/edit-server/edit-server.tsx')).EditServer,
}));
const RawComposer = lazy(async () => ({
  default: (await import('../features/traffic/raw-composer.tsx')).RawComposer,
}));
const DemoMode = lazy(async () => ({ default: (await import('../features/demo/demo-mode.tsx')).DemoMode }));

/** Facts about the current server's tabs; while it connects the clock decides when Diagnosis comes. */
function useTabs({ session }: ReturnType<typeof useCurrent>): { tabs: TabDef[]; facts: TabFacts } {
  const tasks = useEntities(
    useShallow((state) => [...state.task.values()].filter((task) => task.sessionId === session?.id).length),
  );
  const opening = session?.state.at === 'opening' || session?.state.at === 'negotiating';
  const now = useNow(opening ? CALM_CONNECT_MS / 12 : undefined);
  const afterFailure = useEntities((state) => followsFailure(session, state.session));
  const diagnosing = needsDiagnosis(session, now, afterFailure);
  return useMemo(() => {
    const facts = { session, tasks };
    return { facts, tabs: visibleTabs(facts, diagnosing) };
  }, [session, tasks, diagnosing]);
}

function useCommands(
  tools: CommandTools,
  { server, session }: ReturnType<typeof useCurrent>,
  tabs: readonly TabDef[],
): { frame: Command[]; all: Command[] } {
  const book = useEntities((state) => state.rules.get('rules'));
  const frame = useMemo(() => [...frameCommands(tools), ...(book ? profileCommands(tools, book) : [])], [tools, book]);
  const all = useMemo(() => {
    if (!server) return frame;
    const its = serverCommands(tools, server, session);
    const { connect, disconnect, restart, fetch, edit, raw, accept, window, link, remove } = its;
    const compare = compareCommands(tools, server, session);
    const own = [connect, disconnect, restart, fetch, edit, raw, accept, ...compare, window, link, remove];
    return [...tabCommands(tools, server.id, tabs), ...own, ...frame];
  }, [frame, tools, server, session, tabs]);
  return { frame, all };
}

/** Tabs with an inspector beside their table. */
const INSPECTED: ReadonlySet<TabId> = new Set(['traffic', 'tasks', 'notifications']);

const find = (commands: readonly Command[], id: string): Command => {
  const found = commands.find((command) => command.id === id);
  if (!found) throw new Error(`There is no command ${id}`);
  return found;
};

/** The window: title bar, rail, workspace, and what lies over them. */
export function App() {
  const [overlays] = useState(createOverlays);
  const places = usePlaces();
  const tools = useCommandTools(overlays, places);
  const current = useCurrent();
  const { server, session } = current;
  const { tabs, facts } = useTabs(current);
  const commands = useCommands(tools, current, tabs);
  const railOpen = usePage((state) => state.railOpen);
  const beside = usePage((state) => state.inboxOpen && state.inboxPinned);
  const writingRaw = usePage((state) => state.rawFor !== undefined);
  const reviewing = usePage((state) => state.review !== undefined && state.review.serverId === undefined);
  const editing = usePage((state) => state.review?.serverId) === server?.id;
  const setting = usePage((state) => state.settingsAt !== undefined);
  const reading = usePage((state) => state.trafficOf !== undefined) && !setting;
  const elsewhere = setting || reading;
  const shows = usePage((state) => server !== undefined && INSPECTED.has(state.tabs[server.id] ?? 'tools'));
  const inspects = (shows || reading) && !setting;
  const demo = usePage((state) => state.demo);
  useTheme();
  useLetterKeySetting();
  useAnnouncements();
  useHandedLinks();
  useShortcuts(commands.all);
  useMenuCommands(commands.all, tools.say);
  useEscape();
  useFocusKept();
  return (
    <div className="win">
      <TitleBar
        places={places}
        back={find(commands.frame, 'go.back')}
        forward={find(commands.frame, 'go.forward')}
        inspector={inspects ? find(commands.frame, 'view.inspector') : undefined}
        palette={find(commands.frame, 'palette.open')}
        rail={find(commands.frame, 'view.rail')}
        inbox={find(commands.frame, 'inbox.toggle')}
      />
      <LinkBar />
      <div
        className={cx('body', !railOpen && 'no-rail', beside && 'inbox-beside', demo && 'below-demo')}
        inert={demo !== undefined}
      >
        <Rail tools={tools} commands={commands.frame} currentId={elsewhere ? undefined : server?.id} />
        {elsewhere && <Elsewhere settings={setting} />}
        {server && editing && !elsewhere && (
          <ErrorBoundary key={server.id} what="The editor" note="Nothing was saved or started.">
            <Suspense fallback={<main className="ws" aria-label={PRODUCT_NAME} />}>
              <EditServer key={server.id} server={server} />
            </Suspense>
          </ErrorBoundary>
        )}
        {server && !editing && !elsewhere && (
          <Workspace server={server} session={session} tools={tools} tabs={tabs} facts={facts} />
        )}
        {server && <CompareLayer server={server} overlays={overlays} />}
        {!server && !elsewhere && (
          <main className="ws" aria-label={PRODUCT_NAME}>
            <Suspense fallback={null}>
              <FirstRun />
            </Suspense>
          </main>
        )}
      </div>
      {demo && (
        <ErrorBoundary key={demo.opened} what="Demo mode" note="The servers go on, and every message is on record.">
          <Suspense fallback={null}>
            <DemoMode demo={demo} />
          </Suspense>
        </ErrorBoundary>
      )}
      <InboxLayer />
      {writingRaw && (
        <ErrorBoundary what="The raw message" note="What you wrote is kept.">
          <Suspense fallback={null}>
            <RawComposer />
          </Suspense>
        </ErrorBoundary>
      )}
      {reviewing && (
        <ErrorBoundary what="The review" note="Nothing was saved or started.">
          <Suspense fallback={null}>
            <ReviewDialog />
          </Suspense>
        </ErrorBoundary>
      )}
      <Palette tools={tools} commands={commands.all} current={current} />
      <ShortcutSheet overlays={overlays} commands={commands.all} />
      <ChangedLayer />
      <SearchLayer overlays={overlays} />
      <RemoveDialog tools={tools} />
      <DropZone />
    </div>
  );
}
