import { Menu, type MenuItemConstructorOptions } from 'electron';
import { APP_MENU, MENU_LINE, type MenuPart } from '#shared/app-menu.ts';

export interface MenuActions {
  openLogFolder(): void;
  toggleDevTools(): void;
  /** Runs a command of the page in the window that has the focus. */
  run(command: string): void;
  /** Opens a page of the web outside the app. */
  openLink(url: string): void;
}

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/';
const ERAS = [
  ['Modern, 2026-07-28', '2026-07-28'],
  ['Legacy, 2025-11-25', '2025-11-25'],
] as const;

/**
 * The application menu (DESIGN 3.11). Electron's default reload and developer tools entries are left out on purpose:
 * their keys belong to the app, and the tools are under Help, Advanced.
 * `changed` are the commands whose keys a person changed: the menu names none for them.
 */
export function menuTemplate(
  platform: string,
  actions: MenuActions,
  changed: ReadonlySet<string> = new Set(),
): MenuItemConstructorOptions[] {
  const part = (entries: MenuPart): MenuItemConstructorOptions[] =>
    entries.map((entry) => {
      if (entry === MENU_LINE) return { type: 'separator' };
      const { command, label, keys } = entry;
      // The page takes its keys itself; on macOS the menu is asked first, and passes them on.
      const shown = keys === undefined || changed.has(command) ? {} : { accelerator: keys, registerAccelerator: false };
      return { label, click: () => actions.run(command), ...shown };
    });
  const zoom = (['resetZoom', 'zoomIn', 'zoomOut'] as const).map((role) => ({ role }));
  const specs = ERAS.map(([label, version]) => ({
    label,
    click: () => actions.openLink(`${SPECIFICATION}${version}`),
  }));
  const tools = { label: 'Developer tools', click: actions.toggleDevTools };
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: [...part(APP_MENU.file), { role: platform === 'darwin' ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    { label: 'Find', submenu: part(APP_MENU.find) },
    {
      label: 'View',
      submenu: [
        { label: 'Tabs', submenu: part(APP_MENU.tabs) },
        ...part(APP_MENU.view),
        { label: 'Theme', submenu: part(APP_MENU.theme) },
        ...zoom,
        { role: 'togglefullscreen' },
      ],
    },
    { label: 'Server', submenu: part(APP_MENU.server) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        ...part(APP_MENU.help),
        { label: 'Protocol references', submenu: specs },
        { label: 'Open log folder', click: actions.openLogFolder },
        { label: 'Advanced', submenu: [tools, ...part(APP_MENU.advanced)] },
      ],
    },
  ];
}

export function setAppMenu(actions: MenuActions, changed: ReadonlySet<string>): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, actions, changed)));
}
