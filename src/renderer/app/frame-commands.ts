import {
  AppWindow,
  ArrowLeft,
  ArrowRight,
  ArrowRightToLine,
  AudioLines,
  ChevronsDown,
  ChevronsUp,
  Filter,
  FolderOpen,
  Inbox,
  Keyboard,
  Layers,
  LayoutDashboard,
  Link,
  Moon,
  PanelBottom,
  PanelLeft,
  PanelRight,
  Play,
  Plus,
  Presentation,
  Search,
  Sun,
  SunMoon,
  TextSearch,
} from 'lucide-react';
import { tabAt } from '#shared/app-menu.ts';
import { ALL_SERVERS } from '#shared/exchange.ts';
import { chooseFile } from '../parts/choose-file.ts';
import { openFile } from '../parts/open-file.ts';
import { openScriptFile, playTour } from '../parts/open-script.ts';
import { openServer } from '../parts/open-server.ts';
import type { Place } from '../parts/place.ts';
import { startDemo } from '../parts/start-demo.ts';
import { focusShownFilter } from '../parts/use-filter-focus.ts';
import type { Command } from '../store/command.ts';
import { placeNow, serversInOrder } from './places.ts';
import { moveToRegion } from './regions.ts';
import { bound, type CommandTools, copyPlaceLink, openInWindow } from './server-commands.ts';
import { settingsCommands } from './settings-commands.ts';
import type { TabDef } from './tabs.ts';

const VIEW = 'View';

function themeCommands({ wirebench, attempt }: CommandTools): Command[] {
  const choose = (theme: 'system' | 'light' | 'dark') => () =>
    attempt(wirebench.link.client()['settings.save']({ theme }));
  return [
    { id: 'theme.system', title: 'Theme of the system', group: 'Theme', icon: SunMoon, run: choose('system') },
    { id: 'theme.light', title: 'Light theme', group: 'Theme', icon: Sun, run: choose('light') },
    { id: 'theme.dark', title: 'Dark theme', group: 'Theme', icon: Moon, run: choose('dark') },
  ];
}

/** Lets a person choose a file, and takes it to the review. */
function openChosenFile({ wirebench, say }: CommandTools): void {
  chooseFile('', (file) => {
    void openFile(wirebench, file).then((problem) => problem !== undefined && say(problem));
  });
}

function openCommands(tools: CommandTools): Command[] {
  const { wirebench, overlays, attempt } = tools;
  const state = () => wirebench.page.getState();
  const openPalette = (paletteText: string) => () => {
    overlays.setState({ paletteText });
    state().set({ paletteOpen: true });
  };
  const palette = { group: VIEW, icon: Search };
  return [
    { ...bound(tools, 'palette.open'), ...palette, run: openPalette('') },
    { ...bound(tools, 'palette.commands'), ...palette, run: openPalette('>') },
    { ...bound(tools, 'palette.servers'), ...palette, run: openPalette('@') },
    {
      ...bound(tools, 'server.add'),
      group: 'Server',
      icon: Plus,
      run: () => state().set({ review: { text: '', source: 'new' } }),
    },
    {
      ...bound(tools, 'file.open'),
      group: 'Server',
      icon: FolderOpen,
      run: () => openChosenFile(tools),
    },
    {
      id: 'demo.start',
      title: 'Start the demo',
      group: 'Server',
      icon: Play,
      run: () => attempt(startDemo(wirebench)),
    },
    {
      id: 'demo.play',
      title: 'Play the tour in demo mode',
      group: 'Demo',
      icon: Presentation,
      run: () => attempt(playTour(wirebench)),
    },
    {
      id: 'demo.open',
      title: 'Open a script in demo mode…',
      group: 'Demo',
      icon: Presentation,
      run: () => openScriptFile(wirebench),
    },
    {
      ...bound(tools, 'help.shortcuts'),
      group: 'Help',
      icon: Keyboard,
      run: () => overlays.setState({ shortcutsOpen: true }),
    },
  ];
}

/** The next (1) or previous (-1) server of the rail, round and round. */
function stepServer({ wirebench, attempt }: CommandTools, step: 1 | -1): void {
  const servers = serversInOrder(wirebench.entities.getState(), wirebench.page.getState().leaving);
  const shown = placeNow(wirebench)?.serverId;
  const at = servers.findIndex(({ id }) => id === shown);
  const next = servers[(at + step + servers.length) % servers.length];
  if (next && next.id !== shown) attempt(openServer(wirebench, next.id));
}

/** Back, forward, servers in turn, and what can be done with the place the window is at (DESIGN 3.6). */
function placeCommands(tools: CommandTools): Command[] {
  const { places, wirebench, say } = tools;
  const go = { group: 'Go' };
  const walk = (step: 1 | -1) => () => places.walk(step) || say(step < 0 ? 'Nothing to go back to' : 'Nothing ahead');
  const withPlace = (run: (tools: CommandTools, place: Place) => void) => () => {
    const place = placeNow(wirebench);
    if (place) run(tools, place);
    else say('There is no server yet.');
  };
  return [
    { ...bound(tools, 'go.back'), ...go, icon: ArrowLeft, run: walk(-1) },
    { ...bound(tools, 'go.forward'), ...go, icon: ArrowRight, run: walk(1) },
    {
      ...bound(tools, 'go.nextServer'),
      ...go,
      icon: ChevronsDown,
      run: () => stepServer(tools, 1),
    },
    {
      ...bound(tools, 'go.previousServer'),
      ...go,
      icon: ChevronsUp,
      run: () => stepServer(tools, -1),
    },
    { id: 'place.copy', title: 'Copy link to this place', ...go, icon: Link, run: withPlace(copyPlaceLink) },
    {
      id: 'place.window',
      title: 'Open this place in a new window',
      ...go,
      icon: AppWindow,
      run: withPlace(openInWindow),
    },
  ];
}

function trafficCommands(tools: CommandTools): Command[] {
  const { wirebench, overlays } = tools;
  return [
    {
      id: 'traffic.all',
      title: 'Traffic of all servers',
      group: 'Server',
      icon: Layers,
      run: () => wirebench.page.getState().showTraffic(ALL_SERVERS),
    },
    {
      ...bound(tools, 'traffic.search'),
      group: VIEW,
      icon: TextSearch,
      run: () => overlays.setState({ searching: true }),
    },
  ];
}

const OPEN_PANES = { railOpen: true, inspectorOpen: true, dock: { open: true, tab: 'stderr', height: 130 } } as const;

/** What is shown in the view, and how the window is laid out. */
function layoutCommands({ wirebench, say }: CommandTools): Command[] {
  return [
    {
      id: 'view.filter',
      title: 'Filter the view',
      group: VIEW,
      icon: Filter,
      run: () => focusShownFilter() || say('This view has no filter.'),
    },
    {
      id: 'view.reset',
      title: 'Reset layout',
      group: VIEW,
      icon: LayoutDashboard,
      run: () => wirebench.page.getState().set({ sizes: {}, columns: {}, ...OPEN_PANES }),
    },
  ];
}

function viewCommands(tools: CommandTools): Command[] {
  const { wirebench } = tools;
  const state = () => wirebench.page.getState();
  const region = { group: VIEW, icon: ArrowRightToLine };
  return [
    {
      ...bound(tools, 'inbox.toggle'),
      group: VIEW,
      icon: Inbox,
      run: () => state().set({ inboxOpen: !state().inboxOpen }),
    },
    {
      id: 'inbox.show',
      title: 'Answer what waits for you',
      group: VIEW,
      icon: Inbox,
      run: () => state().set({ inboxOpen: true }),
    },
    {
      ...bound(tools, 'view.rail'),
      group: VIEW,
      icon: PanelLeft,
      run: () => state().set({ railOpen: !state().railOpen }),
    },
    {
      ...bound(tools, 'view.dock'),
      group: VIEW,
      icon: PanelBottom,
      run: () => state().set({ dock: { ...state().dock, open: !state().dock.open } }),
    },
    {
      ...bound(tools, 'view.inspector'),
      group: VIEW,
      icon: PanelRight,
      run: () => state().set({ inspectorOpen: !state().inspectorOpen }),
    },
    {
      ...bound(tools, 'dock.read'),
      group: VIEW,
      icon: AudioLines,
      run: () => state().set({ linesAsked: state().linesAsked + 1 }),
    },
    { ...bound(tools, 'region.next'), ...region, run: () => moveToRegion(1) },
    { ...bound(tools, 'region.previous'), ...region, run: () => moveToRegion(-1) },
  ];
}

/** Commands of the window itself; they work without a server. */
export function frameCommands(tools: CommandTools): Command[] {
  return [
    ...openCommands(tools),
    ...placeCommands(tools),
    ...trafficCommands(tools),
    ...viewCommands(tools),
    ...layoutCommands(tools),
    ...settingsCommands(tools),
    ...themeCommands(tools),
  ];
}

/** One command per visible tab; the first nine have keys. */
export function tabCommands(
  { wirebench, shortcutOf }: CommandTools,
  serverId: string,
  tabs: readonly TabDef[],
): Command[] {
  return tabs.map((tab, index) => ({
    id: `tab.${tab.id}`,
    title: `Open ${tab.title}`,
    group: 'Tabs',
    shortcut: shortcutOf(tabAt(index + 1)),
    run: () => wirebench.page.getState().openTab(serverId, tab.id),
  }));
}
