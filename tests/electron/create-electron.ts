import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { BrowserWindowConstructorOptions } from 'electron';
import { StandInApp } from './api/app.ts';
import {
  createClipboard,
  createDialog,
  createNotification,
  createShell,
  type StandInDisplay,
  StandInScreen,
  StandInSession,
  StandInTheme,
} from './api/desktop.ts';
import { StandInChannel, StandInIpc } from './api/ipc.ts';
import { createMenu } from './api/menu.ts';
import { createProtocol } from './api/protocol.ts';
import { createSafeStorage } from './api/safe-storage.ts';
import type { PageDeps } from './api/web-contents.ts';
import { StandInWindow, type WindowSet } from './api/window.ts';
import type { Context } from './context.ts';
import { strict } from './strict.ts';

/** What only tests use, as the module's member `standIn`. */
export interface StandInControls {
  /** What the app asked the desktop to do, oldest first: the call's name, then its arguments. */
  calls: unknown[][];
  /** Answers for the next dialogs, first in first out. */
  answers: unknown[];
  setDisplays(displays: StandInDisplay[]): void;
  askPermission(permission: string): Promise<boolean>;
  checkPermission(permission: string): boolean;
  /** Presses the notification that is shown; false when there is none. */
  pressNotification(): boolean;
}

/** What the app gets for `electron`. */
export interface ElectronModule {
  app: StandInApp;
  standIn: StandInControls;
  [member: string]: unknown;
}

/** Members of Electron that exist by name only: using one throws. */
const absent = [
  'autoUpdater',
  'BaseWindow',
  'BrowserView',
  'contentTracing',
  'crashReporter',
  'desktopCapturer',
  'globalShortcut',
  'inAppPurchase',
  'MenuItem',
  'nativeImage',
  'netLog',
  'powerSaveBlocker',
  'pushNotifications',
  'ShareMenu',
  'systemPreferences',
  'TouchBar',
  'Tray',
  'utilityProcess',
  'View',
  'webFrameMain',
  'WebContentsView',
] as const satisfies readonly (keyof typeof Electron)[];

/** Names that `import { … } from 'electron'` may ask for. */
export const exportedNames = [
  'app',
  'BrowserWindow',
  'clipboard',
  'dialog',
  'ipcMain',
  'Menu',
  'MessageChannelMain',
  'nativeTheme',
  'net',
  'Notification',
  'powerMonitor',
  'protocol',
  'safeStorage',
  'screen',
  'session',
  'shell',
  'webContents',
  ...absent,
] as const satisfies readonly (keyof typeof Electron)[];

function missing(name: string): object {
  const refuse = () => {
    throw new Error(`the stand-in for Electron has no ${name}`);
  };
  return new Proxy(class {}, {
    construct: refuse,
    apply: refuse,
    get: (_target, key) => (typeof key === 'symbol' || key === 'then' ? undefined : refuse()),
  });
}

/** The windows, and the two members of the module that find them. */
function createWindows(shared: WindowSet) {
  const all = () => [...shared.all];
  class Window extends StandInWindow {
    constructor(options: BrowserWindowConstructorOptions = {}) {
      super(shared, options);
    }
    static getAllWindows(): StandInWindow[] {
      return all();
    }
    static getFocusedWindow(): StandInWindow | null {
      return all().find((window) => window.isFocused()) ?? null;
    }
    static fromWebContents(contents: object): StandInWindow | null {
      return all().find((window) => window.webContents === contents) ?? null;
    }
    static fromId(id: number): StandInWindow | null {
      return all().find((window) => window.id === id) ?? null;
    }
  }
  const webContents = strict('webContents', {
    getAllWebContents: () => all().map((window) => window.webContents),
    getFocusedWebContents: () => Window.getFocusedWindow()?.webContents ?? null,
    fromId: (id: number) => Window.fromId(id)?.webContents,
    fromDevToolsTargetId: (target: string) =>
      all().find((window) => window.webContents.targetId === target)?.webContents,
  } satisfies Partial<Record<keyof typeof Electron.webContents, unknown>>);
  return { BrowserWindow: strict('BrowserWindow', Window), webContents };
}

/** The parts that windows need, and the windows. */
function createCore(context: Context, scripts: PageDeps['scripts']) {
  const all = new Set<StandInWindow>();
  const app = new StandInApp(context, () => [...all]);
  const ipcMain = new StandInIpc();
  const { protocol, addresses } = createProtocol(context);
  const session = new StandInSession(context, protocol);
  const nativeTheme = new StandInTheme();
  let windowCount = 0;
  const windows = createWindows({
    all,
    get appName() {
      return app.name;
    },
    nextId: () => {
      windowCount += 1;
      return windowCount;
    },
    created: (window) => void app.emit('browser-window-created', {}, window),
    allClosed: () => app.allWindowsClosed(),
    page: {
      context,
      ipc: ipcMain,
      addresses,
      scripts,
      session,
      colorScheme: () => (nativeTheme.shouldUseDarkColors ? 'dark' : 'light'),
      openWindow: (url, options) => {
        const window = new windows.BrowserWindow(options);
        window.loadURL(url).catch((error: unknown) => context.record('window did not load', String(error)));
        return window;
      },
    },
  });
  nativeTheme.on('updated', () => {
    for (const window of all) window.webContents.followTheme();
  });
  return { app, ipcMain, protocol, session, nativeTheme, windows };
}

/** Builds the module that the app gets for `electron`. */
export function createElectron(context: Context, scripts: PageDeps['scripts']): ElectronModule {
  const { app, ipcMain, protocol, session, nativeTheme, windows } = createCore(context, scripts);
  const answers: unknown[] = [];
  const notifications = createNotification(context);
  const screen = new StandInScreen(context);
  const somePage = () => windows.webContents.getAllWebContents()[0] ?? {};
  const standIn: StandInControls = {
    calls: context.calls,
    answers,
    setDisplays: (displays) => {
      screen.displays = displays;
      screen.emit('display-metrics-changed', {}, displays[0], ['bounds']);
    },
    askPermission: (permission) => session.askPermission(permission, somePage()),
    pressNotification: notifications.press,
    checkPermission: (permission) => session.checkPermission(permission, somePage()),
  };
  const implemented = {
    app,
    ...windows,
    ipcMain,
    protocol,
    nativeTheme,
    screen,
    clipboard: createClipboard(),
    dialog: createDialog(context, answers),
    Menu: createMenu(context, () => windows.BrowserWindow.getFocusedWindow()),
    MessageChannelMain: StandInChannel,
    net: strict('net', { fetch: (...args: Parameters<typeof fetch>) => fetch(...args), isOnline: () => true }),
    Notification: notifications.Notification,
    powerMonitor: strict('powerMonitor', new EventEmitter()),
    safeStorage: createSafeStorage(context, () => app.getPath('userData')),
    session: strict('session', { defaultSession: session }),
    shell: createShell(context),
  } satisfies Partial<Record<keyof typeof Electron, unknown>>;
  return { ...Object.fromEntries(absent.map((name) => [name, missing(name)])), ...implemented, standIn };
}
