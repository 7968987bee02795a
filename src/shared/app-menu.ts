/** An entry of the application menu that runs a command of the page. */
export interface MenuEntry {
  readonly command: string;
  readonly label: string;
  /** As Electron writes keys; they are only shown where the page itself takes them. */
  readonly keys?: string;
}

/** A line between entries. */
export const MENU_LINE = 'line';
export type MenuPart = readonly (MenuEntry | typeof MENU_LINE)[];

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The command of the tab at a place of the workspace, from 1. */
export const tabAt = (place: number): string => `tab.at.${place}`;

/** The parts of the application menu that act in the page (DESIGN 3.11); each command is in the palette too. */
export const APP_MENU = {
  file: [
    { command: 'server.add', label: 'Add server…', keys: 'CmdOrCtrl+N' },
    { command: 'file.open', label: 'Open…', keys: 'CmdOrCtrl+O' },
    { command: 'place.window', label: 'New window' },
    MENU_LINE,
    { command: 'settings.open', label: 'Settings…', keys: 'CmdOrCtrl+,' },
    MENU_LINE,
  ],
  find: [
    { command: 'view.filter', label: 'Find in the view', keys: 'CmdOrCtrl+F' },
    { command: 'traffic.search', label: 'Find in all traffic', keys: 'CmdOrCtrl+Shift+F' },
    { command: 'place.copy', label: 'Copy link to this place' },
  ],
  tabs: NINE.map((place) => ({ command: tabAt(place), label: `Tab ${place}`, keys: `CmdOrCtrl+${place}` })),
  view: [
    { command: 'view.rail', label: 'Server list', keys: 'CmdOrCtrl+B' },
    { command: 'view.dock', label: 'Logs', keys: 'CmdOrCtrl+J' },
    { command: 'view.inspector', label: 'Inspector', keys: 'CmdOrCtrl+Shift+B' },
    { command: 'inbox.toggle', label: 'Inbox', keys: 'CmdOrCtrl+I' },
    MENU_LINE,
    { command: 'go.back', label: 'Back' },
    { command: 'go.forward', label: 'Forward' },
    MENU_LINE,
  ],
  theme: [
    { command: 'theme.system', label: 'System' },
    { command: 'theme.light', label: 'Light' },
    { command: 'theme.dark', label: 'Dark' },
  ],
  server: [
    { command: 'server.connect', label: 'Connect' },
    { command: 'server.disconnect', label: 'Disconnect' },
    { command: 'server.restart', label: 'Restart', keys: 'CmdOrCtrl+R' },
    { command: 'server.fetch', label: 'Fetch lists again', keys: 'CmdOrCtrl+Shift+R' },
    { command: 'server.edit', label: 'Edit' },
    { command: 'traffic.all', label: 'Traffic of all servers' },
    MENU_LINE,
    { command: 'go.nextServer', label: 'Next server', keys: 'Ctrl+Tab' },
    { command: 'go.previousServer', label: 'Previous server', keys: 'Ctrl+Shift+Tab' },
    MENU_LINE,
    { command: 'demo.start', label: 'Start the demo' },
    { command: 'demo.play', label: 'Play the tour in demo mode' },
    { command: 'demo.open', label: 'Open a script in demo mode…' },
  ],
  help: [
    { command: 'help.shortcuts', label: 'Keyboard shortcuts' },
    { command: 'palette.open', label: 'Search or run a command', keys: 'CmdOrCtrl+K' },
  ],
  advanced: [{ command: 'view.reset', label: 'Reset layout' }],
} as const satisfies Record<string, MenuPart>;

/** What the desktop shell posts to its page when an entry was chosen. */
export const MENU_MESSAGE = 'wirebench:command';
