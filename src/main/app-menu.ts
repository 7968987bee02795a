import { Menu, type MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  openLogFolder(): void;
  toggleDevTools(): void;
}

/**
 * The application menu. Electron's default reload and developer tools entries are left out on purpose:
 * their keys belong to the app, and the tools are under Help, Advanced.
 */
export function menuTemplate(platform: string, actions: MenuActions): MenuItemConstructorOptions[] {
  const mac: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  return [
    ...mac,
    { role: 'fileMenu' },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Open log folder', click: actions.openLogFolder },
        { label: 'Advanced', submenu: [{ label: 'Developer tools', click: actions.toggleDevTools }] },
      ],
    },
  ];
}

export function setAppMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, actions)));
}
