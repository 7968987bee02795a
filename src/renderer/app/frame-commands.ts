import {
  ArrowRightToLine,
  AudioLines,
  Inbox,
  Keyboard,
  Moon,
  PanelBottom,
  PanelLeft,
  Play,
  Plus,
  Search,
  Sun,
  SunMoon,
  TextSearch,
} from 'lucide-react';
import { startDemo } from '../parts/start-demo.ts';
import type { Command } from '../store/command.ts';
import { moveToRegion } from './regions.ts';
import type { CommandTools } from './server-commands.ts';
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

function openCommands({ wirebench, overlays, attempt }: CommandTools): Command[] {
  const state = () => wirebench.page.getState();
  const openPalette = (paletteText: string) => () => {
    overlays.setState({ paletteText });
    state().set({ paletteOpen: true });
  };
  const palette = { group: VIEW, icon: Search };
  return [
    { id: 'palette.open', title: 'Search or run a command', ...palette, shortcut: 'mod+k', run: openPalette('') },
    { id: 'palette.commands', title: 'Run a command', ...palette, shortcut: 'mod+shift+p', run: openPalette('>') },
    { id: 'palette.servers', title: 'Go to server', ...palette, shortcut: 'mod+p', run: openPalette('@') },
    {
      id: 'server.add',
      title: 'Add server',
      group: 'Server',
      icon: Plus,
      shortcut: 'mod+n',
      run: () => state().set({ review: { text: '', source: 'new' } }),
    },
    {
      id: 'demo.start',
      title: 'Start the demo',
      group: 'Server',
      icon: Play,
      run: () => attempt(startDemo(wirebench)),
    },
    {
      id: 'help.shortcuts',
      title: 'Keyboard shortcuts',
      group: 'Help',
      icon: Keyboard,
      shortcut: '?',
      run: () => overlays.setState({ shortcutsOpen: true }),
    },
  ];
}

function trafficCommands({ overlays }: CommandTools): Command[] {
  return [
    {
      id: 'traffic.search',
      title: 'Search the traffic of all sessions',
      group: VIEW,
      icon: TextSearch,
      shortcut: 'mod+shift+f',
      run: () => overlays.setState({ searching: true }),
    },
  ];
}

function viewCommands({ wirebench }: CommandTools): Command[] {
  const state = () => wirebench.page.getState();
  const region = { group: VIEW, icon: ArrowRightToLine };
  return [
    {
      id: 'inbox.toggle',
      title: 'Open or close the inbox',
      group: VIEW,
      icon: Inbox,
      shortcut: 'mod+i',
      run: () => state().set({ inboxOpen: !state().inboxOpen }),
    },
    {
      id: 'view.rail',
      title: 'Show or hide the server list',
      group: VIEW,
      icon: PanelLeft,
      shortcut: 'mod+b',
      run: () => state().set({ railOpen: !state().railOpen }),
    },
    {
      id: 'view.dock',
      title: 'Show or hide the logs',
      group: VIEW,
      icon: PanelBottom,
      shortcut: 'mod+j',
      run: () => state().set({ dock: { ...state().dock, open: !state().dock.open } }),
    },
    {
      id: 'dock.read',
      title: 'Read the last lines',
      group: VIEW,
      icon: AudioLines,
      shortcut: 'mod+shift+y',
      run: () => state().set({ linesAsked: state().linesAsked + 1 }),
    },
    { id: 'region.next', title: 'Next region', ...region, shortcut: 'f6', run: () => moveToRegion(1) },
    { id: 'region.previous', title: 'Previous region', ...region, shortcut: 'shift+f6', run: () => moveToRegion(-1) },
  ];
}

/** Commands of the window itself; they work without a server. */
export function frameCommands(tools: CommandTools): Command[] {
  return [...openCommands(tools), ...trafficCommands(tools), ...viewCommands(tools), ...themeCommands(tools)];
}

/** One command per visible tab; the first nine have keys. */
export function tabCommands({ wirebench }: CommandTools, serverId: string, tabs: readonly TabDef[]): Command[] {
  return tabs.map((tab, index) => ({
    id: `tab.${tab.id}`,
    title: `Open ${tab.title}`,
    group: 'Tabs',
    ...(index < 9 ? { shortcut: `mod+${index + 1}` } : {}),
    run: () => wirebench.page.getState().openTab(serverId, tab.id),
  }));
}
