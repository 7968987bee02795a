import { EventEmitter } from 'node:events';
import type Electron from 'electron';

/**
 * What `electron` is in unit tests of src/main: enough for modules to load. A test passes its own fakes to what it tests;
 * windows, pages and messages are tested with the stand-in in tests/electron.
 */
export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  name: 'Wirebench',
  getName: () => 'Wirebench',
  getVersion: () => '0.0.0',
  getLocale: () => 'en-US',
  getAppPath: () => '/nowhere/app',
  getPath: (name: string) => `/nowhere/${name}`,
  setPath: () => undefined,
  isReady: () => true,
  whenReady: () => Promise.resolve(),
  quit: () => undefined,
  exit: () => undefined,
}) satisfies Partial<Record<keyof Electron.App, unknown>>;

export const ipcMain = new EventEmitter();
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: true, themeSource: 'system' });
export const powerMonitor = new EventEmitter();

const refuse = (what: string) => () => {
  throw new Error(`${what} is not part of the fake electron module; pass a fake of it to the code under test`);
};

export const BrowserWindow = refuse('BrowserWindow');
export const MessageChannelMain = refuse('MessageChannelMain');
export const Menu = {
  buildFromTemplate: refuse('Menu'),
  setApplicationMenu: refuse('Menu'),
  getApplicationMenu: () => null,
};
export const clipboard = { readText: refuse('clipboard'), writeText: refuse('clipboard') };
export const dialog = {
  showOpenDialog: refuse('dialog'),
  showSaveDialog: refuse('dialog'),
  showMessageBox: refuse('dialog'),
  showErrorBox: refuse('dialog'),
};
export const protocol = { registerSchemesAsPrivileged: refuse('protocol'), handle: refuse('protocol') };
export const safeStorage = {
  isEncryptionAvailable: () => false,
  isAsyncEncryptionAvailable: () => Promise.resolve(false),
};
export const screen = {
  getAllDisplays: () => [],
  getPrimaryDisplay: refuse('screen'),
  getDisplayMatching: refuse('screen'),
};
export const session = { defaultSession: new EventEmitter() };
export const shell = { openExternal: refuse('shell'), openPath: refuse('shell'), showItemInFolder: refuse('shell') };
