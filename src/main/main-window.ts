import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  dialog,
  nativeTheme,
  screen,
  type WebPreferences,
} from 'electron';
import type { HostLog } from '#host/host-options.ts';
import { isDockUrl, isNotesUrl, isOwnUrl, isPlaceUrl, PAGE_URL } from './origin.ts';
import { createReloadGuard } from './reload-guard.ts';
import { fitBounds, loadBounds, MIN_HEIGHT, MIN_WIDTH, saveBounds } from './window-bounds.ts';

export interface MainWindowOptions {
  preload: string;
  dataDir: string;
  log: HostLog;
  /** Opens a link outside the app, after checking it. */
  openLink(url: string): void;
  quitting(): boolean;
}

/** Reloads of a crashed page in a minute before an error is shown instead. */
const MAX_RELOADS = 3;
const MINUTE = 60_000;
const [DARK_GROUND, LIGHT_GROUND] = ['#12181B', '#FFFFFF'];
const FURTHER_SIZE = { width: 1200, height: 800, minWidth: MIN_WIDTH, minHeight: MIN_HEIGHT };
const NOTES_SIZE = { width: 620, height: 560, minWidth: 420, minHeight: 320 };
const DOCK_SIZE = { width: 960, height: 420, minWidth: 420, minHeight: 160 };

/** What every window of the page is shut into. */
function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
  };
}

/** How large a further window of the page begins; undefined for an address that gets none. */
function sizeFor(url: string): BrowserWindowConstructorOptions | undefined {
  if (isDockUrl(url)) return DOCK_SIZE;
  if (isNotesUrl(url)) return NOTES_SIZE;
  return isPlaceUrl(url) ? FURTHER_SIZE : undefined;
}

/** A window may go nowhere, and open only our own page again, at a place, for logs or for notes, under the same rules. */
function guardNavigation(window: BrowserWindow, options: MainWindowOptions): void {
  const { preload, openLink } = options;
  const contents = window.webContents;
  contents.setWindowOpenHandler(({ url }) => {
    const size = sizeFor(url);
    if (size) {
      return {
        action: 'allow',
        overrideBrowserWindowOptions: {
          ...size,
          title: 'Wirebench',
          backgroundColor: nativeTheme.shouldUseDarkColors ? DARK_GROUND : LIGHT_GROUND,
          webPreferences: pagePreferences(preload),
        },
      };
    }
    openLink(url);
    return { action: 'deny' };
  });
  contents.on('did-create-window', (opened) => {
    guardNavigation(opened, options);
    surviveCrashes(opened, options);
  });
  const block = (event: { url: string; preventDefault(): void }) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', block);
  contents.on('will-redirect', block);
  contents.on('will-frame-navigate', block);
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

function surviveCrashes(window: BrowserWindow, options: MainWindowOptions): void {
  const mayReload = createReloadGuard(MAX_RELOADS, MINUTE, Date.now);
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || options.quitting()) return;
    options.log.error(`the page's process ended: ${details.reason}, exit code ${details.exitCode}`);
    if (mayReload()) return window.webContents.reload();
    dialog.showErrorBox(
      'The window keeps stopping',
      'The page stopped more than three times in a minute. Servers go on running. Close the window and open it again, and look into the app log.',
    );
  });
  window.on('unresponsive', () => options.log.warn('the page does not respond'));
}

/** Keeps the window's place for the next start. */
export function keepBounds(window: BrowserWindow, { dataDir, log }: Pick<MainWindowOptions, 'dataDir' | 'log'>): void {
  try {
    saveBounds(dataDir, { ...window.getNormalBounds(), maximized: window.isMaximized() });
  } catch (error) {
    log.warn(`the place of the window was not kept: ${String(error)}`);
  }
}

/** Opens the app's window at its last place, shown once it has something to show. */
export async function openMainWindow(options: MainWindowOptions): Promise<BrowserWindow> {
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, ...bounds } = fitBounds(loadBounds(options.dataDir), areas);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Wirebench',
    backgroundColor: nativeTheme.shouldUseDarkColors ? DARK_GROUND : LIGHT_GROUND,
    webPreferences: pagePreferences(options.preload),
  });
  guardNavigation(window, options);
  surviveCrashes(window, options);
  window.on('close', () => keepBounds(window, options));
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  await window.loadURL(PAGE_URL);
  return window;
}
