import { tabAt } from '#shared/app-menu.ts';
import { isMac } from '../../ui/platform.ts';

/** A command with keys that can be changed. */
export interface Binding {
  /** Id of the command; tabs are named by their place. */
  readonly id: string;
  readonly title: string;
  /** Heading it is listed under. */
  readonly scope: string;
  /** The keys of the map (DESIGN 3.8), as in `Command`. */
  readonly shortcut: string;
}

const [BACK, FORWARD] = isMac() ? ['mod+[', 'mod+]'] : ['alt+left', 'alt+right'];

const COMMANDS = [
  { id: 'palette.open', scope: 'View', title: 'Search or run a command', shortcut: 'mod+k' },
  { id: 'palette.commands', scope: 'View', title: 'Run a command', shortcut: 'mod+shift+p' },
  { id: 'palette.servers', scope: 'View', title: 'Go to server', shortcut: 'mod+p' },
  { id: 'traffic.search', scope: 'View', title: 'Search the traffic of all sessions', shortcut: 'mod+shift+f' },
  { id: 'inbox.toggle', scope: 'View', title: 'Open or close the inbox', shortcut: 'mod+i' },
  { id: 'view.rail', scope: 'View', title: 'Show or hide the server list', shortcut: 'mod+b' },
  { id: 'view.dock', scope: 'View', title: 'Show or hide the logs', shortcut: 'mod+j' },
  { id: 'view.inspector', scope: 'View', title: 'Show or hide the inspector', shortcut: 'mod+shift+b' },
  { id: 'dock.read', scope: 'View', title: 'Read the last lines', shortcut: 'mod+shift+y' },
  { id: 'region.next', scope: 'View', title: 'Next region', shortcut: 'f6' },
  { id: 'region.previous', scope: 'View', title: 'Previous region', shortcut: 'shift+f6' },
  { id: 'server.add', scope: 'Server', title: 'Add server', shortcut: 'mod+n' },
  { id: 'file.open', scope: 'Server', title: 'Open a config or bundle…', shortcut: 'mod+o' },
  { id: 'server.restart', scope: 'Server', title: 'Restart or reconnect', shortcut: 'mod+r' },
  {
    id: 'server.fetch',
    scope: 'Server',
    title: 'Fetch tools, resources and prompts again',
    shortcut: 'mod+shift+r',
  },
  { id: 'go.back', scope: 'Go', title: 'Back', shortcut: BACK },
  { id: 'go.forward', scope: 'Go', title: 'Forward', shortcut: FORWARD },
  { id: 'go.nextServer', scope: 'Go', title: 'Next server', shortcut: 'ctrl+tab' },
  { id: 'go.previousServer', scope: 'Go', title: 'Previous server', shortcut: 'ctrl+shift+tab' },
  { id: 'settings.open', scope: 'Settings and help', title: 'Settings', shortcut: 'mod+,' },
  { id: 'help.shortcuts', scope: 'Settings and help', title: 'Keyboard shortcuts', shortcut: '?' },
] as const satisfies readonly Binding[];

/** Ids of commands with keys. */
export type BindingId = (typeof COMMANDS)[number]['id'];

/** What a command with keys is called. */
export const bindingTitle = (id: BindingId): string => COMMANDS.find((one) => one.id === id)?.title ?? id;

/** The first tabs of a workspace have keys by their place. */
export const TABS_WITH_KEYS = 9;

const TABS: readonly Binding[] = Array.from({ length: TABS_WITH_KEYS }, (_, index) => ({
  id: tabAt(index + 1),
  scope: 'Tabs',
  title: `Tab ${index + 1} of the workspace`,
  shortcut: `mod+${index + 1}`,
}));

/** Every command that has keys, in the order of the page of the settings. */
export const BINDINGS: readonly Binding[] = [...COMMANDS, ...TABS];
