import { setMaxListeners } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, safeStorage, session, shell } from 'electron';
import { createHost, type Host } from '#host/host.ts';
import { safeExternalUrl } from '#host/safe-url.ts';
import { ensureDataDir } from '#host/store/data-dir.ts';
import { MENU_MESSAGE } from '#shared/app-menu.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { createAppLog, logFolder } from './app-log.ts';
import { type MenuActions, setAppMenu } from './app-menu.ts';
import { createAskNotice } from './ask-notice.ts';
import { createHandedLinks, LINK_SCHEME, linkIn, takesLinks } from './handed-links.ts';
import { keepBounds, openMainWindow } from './main-window.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { registerScheme, servePage } from './page-protocol.ts';
import { pickFolder } from './pick-folder.ts';
import { brokerPorts } from './port-broker.ts';
import { createSafeStorageCipher } from './safe-storage-cipher.ts';
import { dataDirFrom } from './start-options.ts';

/** Longest time the servers get to stop when the app quits, milliseconds. */
const QUIT_MS = 8000;

const here = dirname(fileURLToPath(import.meta.url));
const log = createAppLog();
const dataDir = dataDirFrom(process.argv, process.env, app.getPath('home'));
const links = createHandedLinks();
let host: Host | undefined;
let window: BrowserWindow | undefined;
let quitting = false;

// The signal of a session has a listener for each running call; more than ten are no leak.
setMaxListeners(0);
// These must happen before the app is ready, so before anything here waits.
registerScheme();
app.setPath('userData', dataDir);
const first = app.requestSingleInstanceLock();

function openLink(url: string): void {
  safeExternalUrl(url)
    .then((safe) => shell.openExternal(safe))
    .catch((error: unknown) => log.warn(`link not opened: ${messageOf(error)}`));
}

/** Electron says why it could not by a text; the empty one says that it did. */
async function openFile(path: string): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem !== '') throw new HostError('IO', `The system could not open it: ${problem}`);
}

/** The window that a person works in. */
const inFront = () => BrowserWindow.getFocusedWindow() ?? window;

/** Opening takes a while; a second start or a click on the dock meanwhile must not open another one. */
const showWindow = oneAtATime(async () => {
  if (window) {
    if (window.isMinimized()) window.restore();
    window.focus();
    return;
  }
  const preload = join(here, '..', 'preload', 'index.cjs');
  window = await openMainWindow({ preload, dataDir, log, openLink, quitting: () => quitting });
  window.on('closed', () => {
    window = undefined;
  });
});

/** Brings the window forward and gives it the link; before the host is there, its start does that. */
function open(link: string | undefined): void {
  links.take(link);
  if (host) void showWindow().then(() => links.deliver(window?.webContents));
}

/** Where a click on a notice leads. */
const showInbox = () => void showWindow().then(() => window?.webContents.send(MENU_MESSAGE, 'inbox.show'));

const menuActions: MenuActions = {
  openLogFolder: () => void shell.openPath(logFolder()),
  toggleDevTools: () => inFront()?.webContents.toggleDevTools(),
  run: (command) => inFront()?.webContents.send(MENU_MESSAGE, command),
  openLink,
};

async function start(): Promise<void> {
  await ensureDataDir(dataDir);
  host = await createHost({
    dataDir,
    kind: 'desktop',
    entries: { demo: join(here, 'demo.js'), check: join(here, 'check-worker.js') },
    log,
    shell: {
      name: 'desktop',
      can: { openExternal: true, pickFolders: true },
      openExternal: (url) => shell.openExternal(url),
      openFile,
      pickFolder: () => pickFolder(inFront()),
      notify: createAskNotice(showInbox),
      settings: ({ shortcuts }) => setAppMenu(menuActions, new Set(Object.keys(shortcuts))),
    },
    // An app started from a dock has a bare environment; servers get what a terminal would give them.
    loginShell: 'early',
    cipher:
      process.env.WIREBENCH_SECRETS === 'file' ? undefined : createSafeStorageCipher(safeStorage, process.platform),
  });
  const running = host;
  process.on('exit', () => running.endNow());
  servePage(join(here, '..', 'renderer'));
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  brokerPorts((port) => running.attach(port));
  registerLinks();
  links.take(linkIn(process.argv));
  await showWindow();
  links.deliver(window?.webContents);
  app.on('activate', () => open(undefined));
}

/** Tells the system who opens our links. A checkout is run by Electron's own program, which has to be told the folder. */
function registerLinks(): void {
  if (!takesLinks(process.argv)) return;
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  else app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, [app.getAppPath()]);
}

async function stopAndExit(): Promise<void> {
  // The exit below ends windows without their close event.
  if (window) keepBounds(window, { dataDir, log });
  const limit = new Promise<void>((resolve) => setTimeout(resolve, QUIT_MS));
  await Promise.race([host?.close(), limit]).catch((error: unknown) =>
    log.error(`while quitting: ${messageOf(error)}`),
  );
  host?.endNow();
  app.exit(0);
}

function fail(error: unknown): void {
  log.error(`cannot start: ${messageOf(error)}`);
  dialog.showErrorBox('Wirebench cannot start', messageOf(error));
  app.exit(1);
}

process.on('uncaughtException', (error) => log.error(`uncaught: ${error.stack ?? error.message}`));
process.on('unhandledRejection', (reason) => log.error(`unhandled: ${messageOf(reason)}`));
app.on('second-instance', (_event, argv) => open(linkIn(argv)));
// On macOS it may come before the app is ready.
app.on('open-url', (event, url) => {
  event.preventDefault();
  open(url);
});
app.on('window-all-closed', () => {
  if (process.platform !== 'darwin') app.quit();
});
app.on('before-quit', (event) => {
  if (quitting) return;
  quitting = true;
  event.preventDefault();
  void stopAndExit();
});
app.on('child-process-gone', (_event, details) => log.warn(`a ${details.type} process ended: ${details.reason}`));

// Never awaited at the top level: Electron is ready only after this module has finished.
if (first) app.whenReady().then(start).catch(fail);
else app.quit();
