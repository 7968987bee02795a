import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { ElectronModule } from '../../electron/create-electron.ts';
import { findEngine, launchShell, quitShell, type Shell } from '../support/shell.ts';

/** A small app that uses each part once. `%MAIN%` and `%PRELOAD%` are replaced by what a test adds. */
const mainModule = `
import { app, BrowserWindow, dialog, ipcMain, MessageChannelMain, protocol, session } from 'electron';
import { createRequire } from 'node:module';
import { join } from 'node:path';
globalThis.app = app;
globalThis.sameModule = createRequire(import.meta.url)('electron').app === app;
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
if (!app.requestSingleInstanceLock({ note: 'from the second' })) app.exit(3);
app.on('second-instance', (event, argv, folder, data) => { globalThis.second = { argv, data }; });
const page = '<!doctype html><title>page</title><iframe name="inner" srcdoc="inner"></iframe>';
app.whenReady().then(async () => {
  protocol.handle('app', (request) => new Response(page, { headers: { 'content-type': 'text/html', 'x-url': request.url } }));
  session.defaultSession.setPermissionRequestHandler((contents, permission, answer) => answer(permission === 'fullscreen'));
  ipcMain.handle('echo', (event, value) => value);
  ipcMain.handle('function', () => () => 1);
  ipcMain.on('port', (event) => {
    const { port1, port2 } = new MessageChannelMain();
    port1.on('message', ({ data }) => port1.postMessage({ back: data }));
    port1.on('close', () => { globalThis.portClosed = true; });
    port1.start();
    event.sender.postMessage('port', null, [port2]);
  });
  const window = new BrowserWindow({ width: 900, height: 700, show: false, webPreferences: { preload: join(import.meta.dirname, 'preload.cjs'), sandbox: true } });
  window.once('ready-to-show', () => window.show());
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.webContents.on('will-navigate', (event) => { if (!event.url.startsWith('app://')) event.preventDefault(); });
  window.webContents.on('preload-error', (event, path, error) => { globalThis.preloadError = error.message; });
  window.webContents.on('render-process-gone', (event, details) => { globalThis.gone = details.reason; window.reload(); });
  await window.loadURL('app://bundle/index.html');
}).catch((error) => { dialog.showErrorBox('The app did not start', String(error)); app.exit(4); });
`;
const preloadModule = `
const { contextBridge, ipcRenderer } = require('electron');
ipcRenderer.on('port', (event) => window.postMessage('port', '*', event.ports));
contextBridge.exposeInMainWorld('desk', {
  list: [1, 2],
  echo: (value) => ipcRenderer.invoke('echo', value),
  refused: () => ipcRenderer.invoke('function'),
  absent: () => ipcRenderer.invoke('absent'),
  port: () => ipcRenderer.send('port'),
  call: (callback) => callback('from the preload'),
});
`;

const folders: string[] = [];
const running: Shell[] = [];

function createApp(change: { main?: string; preload?: string } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'wirebench-shell-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'probe', type: 'module', main: 'main.js' }));
  writeFileSync(join(folder, 'main.js'), change.main ?? mainModule);
  writeFileSync(join(folder, 'preload.cjs'), change.preload ?? preloadModule);
  mkdirSync(join(folder, 'data'));
  return folder;
}

async function open(folder: string, env: Record<string, string> = {}) {
  const shell = await launchShell({ appFolder: folder, args: [`--user-data-dir=${join(folder, 'data')}`], env });
  running.push(shell);
  const { app } = shell;
  const page = await app.firstWindow();
  await page.waitForFunction(() => document.title === 'page');
  return { shell, app, page };
}

/** What the app's page finds on `window.desk`, for evaluations in the page. */
interface Desk {
  list: number[];
  echo(value: unknown): Promise<unknown>;
  refused(): Promise<unknown>;
  absent(): Promise<unknown>;
  port(): void;
  call(callback: (text: string) => string): string;
}
declare global {
  interface Window {
    desk: Desk;
  }
}

/** Reads a global of the main process until it is set. */
async function fromMain(app: ElectronApplication, name: string): Promise<unknown> {
  await expect
    .poll(() => app.evaluate((_electron, key) => Reflect.get(globalThis, key) !== undefined, name), { timeout: 5000 })
    .toBe(true);
  return app.evaluate((_electron, key) => Reflect.get(globalThis, key), name);
}

afterEach(async () => {
  for (const shell of running.splice(0)) expect(await quitShell(shell, 8000), 'the app quits').not.toBe('stuck');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

// On a machine with the real Electron these checks of the stand-in still run, on the real one where they can.
const { engine } = findEngine();

describe('a small app on this engine', () => {
  test('bridge, messages and ports behave as in Electron', async () => {
    const { app, page } = await open(createApp());
    expect(await fromMain(app, 'sameModule')).toBe(true);
    expect(
      await page.evaluate(() => [typeof Reflect.get(globalThis, 'require'), Object.isFrozen(window.desk)]),
    ).toEqual(['undefined', true]);
    const value = { text: 'ü', bytes: new Uint8Array([1, 2]), list: [null, true], nothing: undefined };
    expect(
      await page.evaluate(
        async (sent) => window.desk.echo({ ...sent, when: new Date(5), bytes: new Uint8Array([1, 2]) }),
        { text: value.text, list: value.list },
      ),
    ).toMatchObject({ text: 'ü', list: [null, true], when: new Date(5) });
    expect(await page.evaluate(() => window.desk.call((text) => `${text}, and back`))).toBe(
      'from the preload, and back',
    );
    await expect(page.evaluate(() => window.desk.refused())).rejects.toThrow(/cloned/);
    await expect(page.evaluate(() => window.desk.absent())).rejects.toThrow(/No handler registered for 'absent'/);
    await expect(page.evaluate(() => window.desk.echo(() => 1))).rejects.toThrow(/cloned/);
    const answer = await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('message', (event) => {
            const [port] = event.ports;
            if (!port) return;
            port.onmessage = ({ data }) => {
              resolve(data);
              port.close();
            };
            port.postMessage({ n: 1 });
          });
          window.desk.port();
        }),
    );
    expect(answer).toEqual({ back: { n: 1 } });
    expect(await fromMain(app, 'portClosed')).toBe(true);
    expect(await page.frame('inner')?.evaluate(() => typeof window.desk)).toBe('undefined');
  });

  test('a page cannot leave the app or open windows, and a crashed page comes back', async () => {
    const { app, page } = await open(createApp());
    await page.evaluate(() => {
      window.open('https://example.invalid/');
      location.href = 'http://127.0.0.1:1/elsewhere';
    });
    await expect.poll(() => page.evaluate(() => document.title)).toBe('page');
    expect(app.windows()).toHaveLength(1);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
    expect(await fromMain(app, 'gone')).toBe('crashed');
    await expect
      .poll(
        () =>
          app.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.title + desk.list.length'),
          ),
        { timeout: 10_000 },
      )
      .toBe('page2');
  });

  test('a second process hands its arguments to the first and ends', async () => {
    const folder = createApp();
    const { app, shell } = await open(folder);
    const { spawn } = await import('node:child_process');
    const second = spawn(
      findEngine().path,
      ['--no-sandbox', folder, `--user-data-dir=${join(folder, 'data')}`, 'wirebench://add'],
      { stdio: 'ignore' },
    );
    const code = await new Promise((resolve) => second.once('exit', resolve));
    expect(code).toBe(3);
    expect(await fromMain(app, 'second')).toMatchObject({
      data: { note: 'from the second' },
      argv: expect.arrayContaining(['wirebench://add']),
    });
    expect(await quitShell(shell)).toBe(0);
  });

  test('window state, theme, secrets', async () => {
    const { app, page } = await open(createApp());
    const state = await app.evaluate(({ BrowserWindow, screen }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (!window) return undefined;
      window.setBounds({ x: 10, y: 20, width: 1000, height: 600 });
      return {
        bounds: window.getNormalBounds(),
        visible: window.isVisible(),
        area: screen.getPrimaryDisplay().workArea.width > 0,
      };
    });
    expect(state).toEqual({ bounds: { x: 10, y: 20, width: 1000, height: 600 }, visible: true, area: true });
    for (const source of ['light', 'dark'] as const) {
      await app.evaluate(({ nativeTheme }, theme) => {
        nativeTheme.themeSource = theme;
      }, source);
      await page.waitForFunction((theme) => matchMedia(`(prefers-color-scheme: ${theme})`).matches, source);
    }
    const secret = await app.evaluate(async ({ safeStorage }) => {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'no keyring';
      const sealed = await safeStorage.encryptStringAsync('s3cret');
      return sealed.includes('s3cret') ? 'in plain sight' : (await safeStorage.decryptStringAsync(sealed)).result;
    });
    expect(['s3cret', ...(engine === 'electron' ? ['no keyring'] : [])]).toContain(secret);
  });

  test('a preload that needs Node does not load, and the app hears why', async () => {
    const { app, page } = await open(createApp({ preload: `require('node:fs');${preloadModule}` }));
    expect(await fromMain(app, 'preloadError')).toMatch(/module not found: node:fs/);
    expect(await page.evaluate(() => typeof window.desk)).toBe('undefined');
  });

  test('quitting can be refused, and a refused quit does not hang the test', async () => {
    const { app, shell } = await open(createApp());
    await app.evaluate(({ app: electronApp }) => {
      electronApp.on('before-quit', (event) => event.preventDefault());
    });
    expect(await quitShell(shell, 1500)).toBe('stuck');
  });
});

describe.runIf(engine === 'stand-in')('the stand-in alone', () => {
  test('a member that it lacks throws its name', async () => {
    const { app } = await open(createApp());
    const messages = await app.evaluate((electron) => {
      const attempt = (what: () => unknown) => {
        try {
          what();
          return 'no error';
        } catch (error) {
          return String(error);
        }
      };
      const [window] = electron.BrowserWindow.getAllWindows();
      return [
        attempt(() => window?.setOpacity(0.5)),
        attempt(() => electron.app.getFileIcon('/x')),
        attempt(() => electron.powerSaveBlocker.start('prevent-app-suspension')),
      ];
    });
    expect(messages).toEqual([
      expect.stringContaining('BrowserWindow.setOpacity'),
      expect.stringContaining('app.getFileIcon'),
      expect.stringContaining('powerSaveBlocker'),
    ]);
  });

  test('it tells what the app asked for', async () => {
    const { app } = await open(createApp(), { ELECTRON_STANDIN_KEYRING: 'none' });
    const told = await app.evaluate(async (electron) => {
      // On this engine the module has the controls.
      const { standIn } = electron as unknown as ElectronModule;
      await electron.shell.openExternal('https://example.invalid/help');
      standIn.answers.push({ canceled: false, filePaths: ['/picked'] });
      const picked = await electron.dialog.showOpenDialog({ title: 'Pick' });
      return {
        picked: picked.filePaths,
        keyring: electron.safeStorage.isEncryptionAvailable(),
        camera: await standIn.askPermission('media'),
        fullscreen: await standIn.askPermission('fullscreen'),
        calls: standIn.calls.filter(([name]) => name === 'shell.openExternal' || name === 'dialog.showOpenDialog'),
      };
    });
    expect(told).toEqual({
      picked: ['/picked'],
      keyring: false,
      camera: false,
      fullscreen: true,
      calls: [
        ['shell.openExternal', 'https://example.invalid/help'],
        ['dialog.showOpenDialog', { title: 'Pick' }],
      ],
    });
  });

  test('a main module that waits for ready at its top level is refused by name', async () => {
    const { spawn } = await import('node:child_process');
    const folder = createApp({ main: `import { app } from 'electron'; await app.whenReady();` });
    const child = spawn(findEngine().path, [folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(97);
    expect(output).toContain('top-level await of whenReady()');
  });
});
