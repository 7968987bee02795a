import { PlugZap } from 'lucide-react';
import { lazy, Suspense, useId } from 'react';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import { useCounts, useEntities, usePage, useWirebench } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { TabPanel } from '../ui/tab-panel.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { LogTroubleBar } from './log-trouble-bar.tsx';
import { type CommandTools, serverCommands } from './server-commands.ts';
import { isReading, isUndeclared, type TabDef, type TabFacts } from './tabs.ts';
import { useNews } from './use-news.ts';
import { useShownTab } from './use-shown-tab.ts';
import { WorkspaceHeader } from './workspace-header.tsx';

const UNHARMED = 'The server goes on, and every message is on record.';
const Dock = lazy(async () => ({ default: (await import('../features/dock/dock.tsx')).Dock }));
const KeptDock = lazy(async () => ({ default: (await import('../features/dock/kept-dock.tsx')).KeptDock }));

interface WorkspaceProps {
  server: ServerEntry;
  session: Session | undefined;
  tools: CommandTools;
  tabs: readonly TabDef[];
  facts: TabFacts;
}

function Idle({ server, onConnect }: { server: ServerEntry; onConnect: () => void }) {
  return (
    <EmptyState
      icon={PlugZap}
      title={`${server.config.name} is not connected`}
      actions={<Button onClick={onConnect}>Connect</Button>}
    >
      <p>Connect to see what it offers. Nothing runs before that.</p>
    </EmptyState>
  );
}

interface WorkspaceTabsProps extends Pick<WorkspaceProps, 'server' | 'tabs' | 'facts'> {
  idBase: string;
  selected: string;
}

/** The tabs with their counts, which change more often than anything else of the window. */
function WorkspaceTabs({ server, tabs, facts, idBase, selected }: WorkspaceTabsProps) {
  const { page } = useWirebench();
  const { session, tasks } = facts;
  const counts = useCounts(session);
  const catalogs = useEntities((state) => state.catalog);
  const now = { session: session && counts && { ...session, counts }, catalogs, tasks };
  const items = tabs.map((tab, index) => ({
    id: tab.id,
    label: tab.title,
    count: tab.count?.(now),
    reading: isReading(tab, now),
    gapBefore: tab.gap && index > 0,
    ...(isUndeclared(tab, session) ? { quiet: true, title: `The server does not offer ${tab.id}` } : {}),
  }));
  const news = useNews(session?.id, items, selected);
  return (
    <Tabs
      label="Server workspace"
      idBase={idBase}
      selected={selected}
      onSelect={(id) => {
        const tab = tabs.find((each) => each.id === id);
        if (tab) page.getState().openTab(server.id, tab.id);
      }}
      tabs={items.map((item) => ({ ...item, news: news.has(item.id) }))}
    />
  );
}

/** Everything right of the rail for one server: header, tabs, the shown tab, dock. */
export function Workspace({ server, session, tools, tabs, facts }: WorkspaceProps) {
  const idBase = useId();
  const shown = useShownTab(server, session, tabs);
  const commands = serverCommands(tools, server, session);
  const connecting = session?.state.at === 'opening' || session?.state.at === 'negotiating';
  const unanswered = session?.state.at === 'closed' && session.hello === undefined && shown?.live === true;
  const idle = unanswered || (session === undefined && shown?.id !== 'info' && shown?.id !== 'traffic');
  const Shown = shown?.component;
  const chosen = usePage((state) => state.earlier[server.id]);
  // The logs are those of the session whose traffic is shown.
  const earlier = shown?.id === 'traffic' && chosen !== session?.id ? chosen : undefined;
  // What is compared lies over it; below everything keeps its place.
  const covered = usePage((state) => state.compare !== undefined);
  return (
    <main className="ws" aria-label={`${server.config.name} workspace`} inert={covered}>
      <WorkspaceHeader server={server} session={session} commands={commands} />
      <WorkspaceTabs {...{ server, tabs, facts, idBase }} selected={shown?.id ?? ''} />
      <div className="view">
        <LogTroubleBar session={session} />
        {connecting && <div className="busy" aria-hidden="true" />}
        {shown && Shown && (
          <TabPanel idBase={idBase} id={shown.id} className="tab-view">
            {idle ? (
              <Idle server={server} onConnect={() => commands.connect.run()} />
            ) : (
              <ErrorBoundary key={`${server.id} ${shown.id}`} what="This view" note={UNHARMED}>
                <Suspense fallback={null}>
                  <Shown server={server} session={session} />
                </Suspense>
              </ErrorBoundary>
            )}
          </TabPanel>
        )}
      </div>
      <ErrorBoundary key={server.id} what="The log dock" note={UNHARMED}>
        <Suspense fallback={<div className="dockbar" />}>
          {earlier === undefined ? (
            <Dock server={server} session={session} />
          ) : (
            <KeptDock sessionId={earlier} serverId={server.id} />
          )}
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}
