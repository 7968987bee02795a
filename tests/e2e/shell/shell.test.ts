import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItem } from 'electron';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { CSP } from '#shared/csp.ts';
import type { ElectronModule } from '../../electron/create-electron.ts';
import { fixture } from '../../servers/servers.ts';
import { createRunFolder, projectFolder, type RunFolder, watchPage } from '../support/app.ts';
import {
  addServer,
  choose,
  connected,
  dock,
  main,
  nodeLine,
  openTab,
  resultPane,
  runTool,
  startDemo,
} from '../support/driver.ts';
import { processesAlive } from '../support/processes.ts';
import { findEngine, launchShell, quitShell, type Shell } from '../support/shell.ts';

const { engine, path } = findEngine();
const standInOnly = engine === 'stand-in';
const folders: RunFolder[] = [];
const running: Shell[] = [];

interface Opened {
  shell: Shell;
  page: Page;
  problems: string[];
  folder: RunFolder;
}

async function open(folder: RunFolder = createRunFolder()): Promise<Opened> {
  if (!folders.includes(folder)) folders.push(folder);
  const args = ['--data-dir', folder.dataDir];
  const shell = await launchShell({ args, env: { TMPDIR: folder.marker } });
  running.push(shell);
  const page = await shell.app.firstWindow();
  const problems: string[] = [];
  watchPage(page, problems);
  await page.getByRole('navigation', { name: 'Servers' }).waitFor();
  return { shell, page, problems, folder };
}

/** What the stand-in wrote down of one call. */
async function callsOf(shell: Shell, name: string): Promise<unknown[][]> {
  return shell.app.evaluate((electron, wanted) => {
    // Only called on the stand-in, whose module has the controls.
    const { standIn } = electron as unknown as ElectronModule;
    return standIn.calls.filter(([call]) => call === wanted);
  }, name);
}

/** Runs a script in the window's page by way of the main process: Playwright's own page ends with a crash. */
function inPage(shell: Shell, script: string): Promise<unknown> {
  return shell.app.evaluate(
    ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
    script,
  );
}

const connectedInPage = `document.querySelector('[aria-label^="demo, Connected"]') !== null`;

/** Ports that a process listens on, from /proc. */
function listeningPorts(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return []; // closed meanwhile
      }
    }),
  );
  const LISTEN = '0A';
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === LISTEN && inodes.has(fields[9] ?? ''))
      .map((fields) => Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)),
  );
}

afterEach(async () => {
  for (const shell of running.splice(0)) expect(await quitShell(shell, 15_000), 'the app quits').toBe(0);
  for (const { marker } of folders) await expect.poll(() => processesAlive(marker), { timeout: 5000 }).toEqual([]);
  for (const { root } of folders.splice(0)) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

describe(`the desktop shell on ${engine}`, () => {
  test('the first run renders over a MessagePort, the demo connects and works, and quitting ends every server', async () => {
    const { shell, page, problems, folder } = await open();
    await page.getByRole('heading', { level: 1, name: 'Connect an MCP server' }).waitFor();
    await startDemo(page);
    await runTool(page, 'echo', { text: 'over the port' });
    await resultPane(page).getByText('over the port').waitFor();
    await addServer(page, { text: nodeLine(fixture('legacy')), name: 'fixture' });
    await connected(page, 'fixture');
    const children = () => processesAlive(folder.marker).filter(({ command }) => command.includes('legacy.mjs'));
    expect(children()).toHaveLength(1);
    expect(problems).toEqual([]);
    expect(await quitShell(shell, 15_000)).toBe(0);
    expect(children()).toEqual([]);
    expect(readdirSync(`${folder.dataDir}/run`).filter((name) => /^\d+\.json$/.test(name))).toEqual([]);
  });

  test('the page has no Node and a bridge of exactly two frozen members', async () => {
    const { page } = await open();
    const seen = await page.evaluate(() => {
      const bridge: unknown = Reflect.get(globalThis, 'wirebench');
      const members = Object.entries(bridge ?? {}).map(([name, member]) => `${name}: ${typeof member}`);
      return {
        node: ['require', 'process', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in globalThis),
        members: members.sort(),
        frozen: Object.isFrozen(bridge),
        platform: Reflect.get(Object(bridge), 'platform'),
      };
    });
    expect(seen).toEqual({
      node: [],
      members: ['connect: function', 'platform: string'],
      frozen: true,
      platform: process.platform,
    });
  });

  test('one window, shown, with safe preferences and a menu without reload', async () => {
    const { shell } = await open();
    await expect
      .poll(() =>
        shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isVisible())),
      )
      .toEqual([true]);
    const menu = await shell.app.evaluate(({ Menu }) => {
      const walk = (items: MenuItem[]): string[] =>
        items.flatMap((item) => [`${item.role ?? ''}:${item.label}`, ...walk(item.submenu?.items ?? [])]);
      return walk(Menu.getApplicationMenu()?.items ?? []);
    });
    expect(menu.join('\n').toLowerCase()).toContain('developer tools');
    expect(menu.filter((entry) => /reload|^toggledevtools/i.test(entry))).toEqual([]);
    if (standInOnly) expect(await callsOf(shell, 'unsafe webPreferences')).toEqual([]);
  });

  test('the logs of a server open in a window of their own, which is shut in like the first', async () => {
    const { shell, page } = await open();
    await startDemo(page);
    const [logs] = await Promise.all([
      shell.app.waitForEvent('window'),
      dock(page).getByRole('button', { name: 'Open in a window' }).click(),
    ]);
    await logs.getByRole('log', { name: 'stderr' }).getByText('ready on stdio').waitFor();
    expect(await logs.getByRole('navigation', { name: 'Servers' }).count()).toBe(0);
    expect(await logs.evaluate(() => typeof Reflect.get(globalThis, 'require'))).toBe('undefined');
    if (standInOnly) expect(await callsOf(shell, 'unsafe webPreferences')).toEqual([]);
    // It may not open what the first may not open either.
    expect(await logs.evaluate(() => window.open('file:///etc/passwd') === null)).toBe(true);
    expect(await logs.evaluate(() => window.open(`${location.pathname}#add=x`) === null)).toBe(true);
    await page.getByRole('navigation', { name: 'Servers' }).waitFor();
    await expect.poll(() => shell.app.windows().length).toBe(2);
  });

  test.runIf(standInOnly)(
    '[RES-12] a PDF is given to the program of the system as a file of this account',
    async () => {
      const { shell, page, folder } = await open();
      await addServer(page, { text: nodeLine(fixture('pdfs')), name: 'pdfs' });
      await connected(page, 'pdfs');
      await choose(page, 'Resources', 'plain');
      await main(page).getByRole('button', { name: 'Open outside' }).click();
      await expect.poll(async () => (await callsOf(shell, 'shell.openPath')).length).toBe(1);
      const [[, opened]] = (await callsOf(shell, 'shell.openPath')) as [[string, string]];
      expect(opened.startsWith(join(folder.dataDir, 'opened', 'f-'))).toBe(true);
      expect(opened.endsWith('/plain.pdf')).toBe(true);
      expect(readFileSync(opened, 'latin1').slice(0, 5)).toBe('%PDF-');
      expect(statSync(opened).mode & 0o777).toBe(0o600);
    },
  );

  test('a page cannot open windows or leave; only web links reach the system', async () => {
    const { shell, page } = await open();
    if (!standInOnly) {
      await shell.app.evaluate(({ shell: desktop }) => {
        const opened: string[] = [];
        Object.assign(globalThis, { opened });
        desktop.openExternal = async (url) => void opened.push(url);
      });
    }
    const answers = await page.evaluate(() =>
      [
        'https://example.invalid/a',
        'http://example.invalid/b',
        'file:///etc/passwd',
        'smb://host/share',
        'javascript:1',
      ].map((url) => window.open(url) === null),
    );
    expect(answers).toEqual([true, true, true, true, true]);
    const opened = async () =>
      standInOnly
        ? (await callsOf(shell, 'shell.openExternal')).map(([, url]) => url)
        : shell.app.evaluate(() => Reflect.get(globalThis, 'opened'));
    await expect.poll(opened).toEqual(['https://example.invalid/a', 'http://example.invalid/b']);
    const before = page.url();
    await page.evaluate(() => {
      location.href = 'http://127.0.0.1:1/elsewhere';
    });
    await page.getByRole('heading', { level: 1, name: 'Connect an MCP server' }).waitFor();
    expect(page.url()).toBe(before);
    expect(shell.app.windows()).toHaveLength(1);
  });

  test.runIf(standInOnly)(
    'a question tells of itself once while no window has the focus, not what it asks',
    async () => {
      const { shell, page } = await open();
      await startDemo(page);
      const notices = () => callsOf(shell, 'Notification.show');
      await runTool(page, 'ask_name');
      await resultPane(page).getByRole('heading', { name: 'Waiting for you' }).waitFor();
      expect(await notices()).toEqual([]);
      await shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
      await runTool(page, 'ask_password');
      await expect
        .poll(notices)
        .toEqual([['Notification.show', { title: 'demo asks for input', body: '2 requests wait for you.' }]]);
      const pressed = await shell.app.evaluate((electron) =>
        // Only on the stand-in, whose module has the controls.
        (electron as unknown as ElectronModule).standIn.pressNotification(),
      );
      expect(pressed).toBe(true);
      await page.getByRole('dialog', { name: 'Waiting for you' }).waitFor();
      expect(await shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused())).toBe(true);
    },
  );

  test.runIf(standInOnly)('permissions are denied, asked or checked', async () => {
    const { shell } = await open();
    const answers = await shell.app.evaluate(async (electron) => {
      // Only on the stand-in, whose module has the controls.
      const { standIn } = electron as unknown as ElectronModule;
      const names = ['media', 'notifications', 'clipboard-read', 'geolocation', 'openExternal'];
      return Promise.all(names.map(async (name) => [await standIn.askPermission(name), standIn.checkPermission(name)]));
    });
    expect(answers.flat()).toEqual(Array.from({ length: 10 }, () => false));
  });

  test('a reload gets a new port and finds everything, the policy holds, and the editor breaks no part of it', async () => {
    const { page, problems } = await open();
    await startDemo(page);
    await runTool(page, 'echo', { text: 'before the reload' });
    await resultPane(page).getByText('before the reload').waitFor();
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective}`));
    });
    await page.reload();
    await connected(page, 'demo');
    await resultPane(page).getByText('before the reload').waitFor();
    await main(page).getByRole('tab', { name: 'JSON' }).first().click();
    await page.locator('.monaco-editor .view-line').first().waitFor();
    await openTab(page, 'Traffic');
    await main(page).getByRole('treegrid', { name: 'Exchanges' }).getByText('tools/call').waitFor();
    expect(problems).toEqual([]);
    const policy = await page.evaluate(async () => (await fetch(location.href)).headers.get('content-security-policy'));
    expect(policy).toBe(CSP);
    const blocked = await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
          fetch('http://127.0.0.1:1/').catch(() => undefined);
        }),
    );
    expect(blocked).toBe('connect-src');
  });

  test('a crashed page comes back with its servers still connected', async () => {
    const { shell, page } = await open();
    await startDemo(page);
    const { pid } = shell.process;
    await shell.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
    await expect.poll(() => inPage(shell, connectedInPage), { timeout: 20_000 }).toBe(true);
    expect(shell.process.pid).toBe(pid);
  });

  test('a second start brings the first window forward and ends', async () => {
    const { shell, folder } = await open();
    await shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    const args = ['--no-sandbox', projectFolder, '--data-dir', folder.dataDir];
    const second = spawn(path, args, { stdio: 'ignore', env: { ...process.env, TMPDIR: folder.marker } });
    expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0);
    await expect
      .poll(() => shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized()), {
        timeout: 10_000,
      })
      .toBe(false);
    expect(shell.app.windows()).toHaveLength(1);
    if (standInOnly) expect(await callsOf(shell, 'window.focus')).not.toEqual([]);
  });

  test('the window comes back where it was, and its servers are offered again', async () => {
    const { shell, page, folder } = await open();
    const bounds = { x: 50, y: 60, width: 1000, height: 700 };
    await startDemo(page);
    await shell.app.evaluate(
      ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setBounds(wanted),
      bounds,
    );
    expect(await quitShell(shell, 15_000)).toBe(0);
    const again = await open(folder);
    expect(
      await again.shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds()),
    ).toEqual(bounds);
    await again.page.getByRole('link', { name: /^demo, Not connected/ }).waitFor();
  });

  test.runIf(existsSync('/proc/net/tcp'))('the app listens on no port', async () => {
    const { shell, page } = await open();
    await startDemo(page);
    await addServer(page, { text: nodeLine(fixture('modern')), name: 'fixture' });
    await connected(page, 'fixture');
    const pid = await shell.app.evaluate(() => process.pid);
    // Two are the engine's: Node's inspector for Playwright, and Chromium's debugging port (on the stand-in: the scheme's server).
    expect(listeningPorts(pid)).toHaveLength(2);
    const own = await shell.app.evaluate(() => process.getActiveResourcesInfo().filter((name) => /Server/.test(name)));
    expect(own).toEqual([]);
  });
});
