import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from './browser.ts';
import { processesAlive } from './processes.ts';

export const projectFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
export const cliEntry = join(projectFolder, 'out', 'main', 'cli.js');

const START_MS = 20_000;
const STOP_MS = 15_000;
const NO_COMPLAINTS = 'the page has nothing to complain about';
const ACTION_MS = 10_000;

/** A folder of its own for each run: the app's data, and the temp folder that marks every process of the run. */
export interface RunFolder {
  root: string;
  dataDir: string;
  /** Value of TMPDIR for the host, so that `processesAlive(marker)` finds everything it started. */
  marker: string;
}

export function createRunFolder(): RunFolder {
  const root = mkdtempSync(join(tmpdir(), 'wirebench-e2e-'));
  const marker = join(root, 'tmp');
  mkdirSync(marker);
  return { root, dataDir: join(root, 'data'), marker };
}

/** A running `wirebench serve`. */
export interface Served {
  /** With the token after `#`. */
  url: string;
  origin: string;
  token: string;
  pid: number;
  /** What it wrote to stderr. */
  errors(): string;
  /** Asks it to end with SIGTERM; resolves with its exit code, or `stuck` after killing it. */
  stop(): Promise<number | null | 'stuck'>;
}

async function firstLine(child: ChildProcess, errors: () => string): Promise<string> {
  if (!child.stdout) throw new Error('the child has no stdout');
  const lines = createInterface({ input: child.stdout });
  const life = AbortSignal.timeout(START_MS);
  const line = once(lines, 'line', { signal: life }).then(([text]) => String(text));
  const ended = once(child, 'exit', { signal: life }).then(([code]) => {
    throw new Error(`it ended with ${code}: ${errors()}`);
  });
  // The loser of the race is rejected by the time limit later; nobody waits for it then.
  line.catch(() => undefined);
  ended.catch(() => undefined);
  return Promise.race([line, ended]);
}

export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  child.kill(signal);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'stuck'>((resolve) => {
    timer = setTimeout(() => resolve('stuck'), STOP_MS);
  });
  const result = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (result === 'stuck') child.kill('SIGKILL');
  return result;
}

/** PATH without the folders that npm adds for its scripts. */
const personsPath = (): string =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);

/** Starts `serve --json` on the folder and waits for its address. */
export async function startServe(folder: RunFolder): Promise<Served> {
  const child = spawn(process.execPath, [cliEntry, 'serve', '--no-open', '--json', '--data-dir', folder.dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: personsPath(), TMPDIR: folder.marker, WIREBENCH_SECRETS: 'file' },
  });
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += String(chunk);
  });
  // What --json prints first.
  const told = JSON.parse(await firstLine(child, () => text)) as { url: string; pid: number };
  const { origin, hash } = new URL(told.url);
  return {
    ...told,
    origin,
    token: hash.slice('#token='.length),
    errors: () => text,
    stop: () => stopProcess(child),
  };
}

/** A program beside the app, such as a server on HTTP: its first line on stdout, and its end. */
export interface Companion {
  line: string;
  child: ChildProcess;
}

/** Collects what a page complains about: console errors, errors nobody caught, breaches of the content policy. */
export function watchPage(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`page error: ${error.stack ?? error.message}`));
  page.on('crash', () => problems.push('the page crashed'));
}

/** Runs in every page before its own scripts. */
function reportPolicyBreaches(): void {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`),
  );
}

/** One host and one page on it. */
export interface App {
  folder: RunFolder;
  page: Page;
  served: Served;
  /** Closes the page, ends the host, starts both again on the same data folder. */
  restart(): Promise<void>;
}

export interface Apps {
  browser(): Browser;
  open(): Promise<App>;
  /** Starts `node <args>`; it is ended after the test. */
  companion(args: string[]): Promise<Companion>;
}

interface Running {
  app: App;
  context: BrowserContext;
  problems: string[];
}

async function openPage(context: BrowserContext, url: string, problems: string[]): Promise<Page> {
  context.setDefaultTimeout(ACTION_MS);
  await context.addInitScript(reportPolicyBreaches);
  const page = await context.newPage();
  watchPage(page, problems);
  await page.goto(url);
  return page;
}

const newContext = (browser: Browser) =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });

async function openApp(browser: Browser): Promise<Running> {
  const folder = createRunFolder();
  const served = await startServe(folder);
  const problems: string[] = [];
  const context = await newContext(browser);
  const page = await openPage(context, served.url, problems);
  const running: Running = { app: { folder, page, served, restart }, context, problems };
  async function restart(): Promise<void> {
    const { app } = running;
    await running.context.close();
    expect(await app.served.stop(), 'the host ends with 0').toBe(0);
    expect(processesAlive(folder.marker), 'no server outlives its host').toEqual([]);
    app.served = await startServe(folder);
    running.context = await newContext(browser);
    app.page = await openPage(running.context, app.served.url, problems);
  }
  return running;
}

/** Pages are closed first: without its host a page complains, and rightly so. */
async function closeApp({ app, context, problems }: Running): Promise<void> {
  await context.close();
  const code = await app.served.stop();
  expect(processesAlive(app.folder.marker), 'no server outlives its host').toEqual([]);
  expect(problems, NO_COMPLAINTS).toEqual([]);
  expect(app.served.errors(), 'the host wrote nothing on stderr').toBe('');
  expect(code, 'the host ends with 0').toBe(0);
  rmSync(app.folder.root, { recursive: true, force: true });
}

/** A picture of the page of a failed test, in .cache/e2e. */
async function picture({ app }: Running, title: string): Promise<void> {
  const folder = join(projectFolder, '.cache', 'e2e');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${title.replaceAll(/\W+/g, '-').slice(0, 80)}.png`);
  await app.page.screenshot({ path }).catch(() => undefined); // the page may be closed or busy; the failure itself is what counts
}

async function startCompanion(args: string[], companions: Companion[]): Promise<Companion> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += String(chunk);
  });
  const companion = { child, line: '' };
  companions.push(companion);
  companion.line = await firstLine(child, () => text);
  return companion;
}

/**
 * Gives the tests of a file one browser and hosts of their own. After each test, or with `file` after all of them, everything
 * is closed. Tests fail when a page complained, a host did not end well, or a process that a host started is still alive.
 */
export function manageApps(life: 'test' | 'file' = 'test'): Apps {
  let browser: Browser | undefined;
  const running: Running[] = [];
  const companions: Companion[] = [];
  const started = (): Browser => {
    if (!browser) throw new Error('the browser is started before the tests');
    return browser;
  };
  const closeAll = async () => {
    const results = await Promise.allSettled(running.splice(0).map(closeApp));
    await Promise.all(companions.splice(0).map(({ child }) => stopProcess(child)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await Promise.all(running.map((each) => picture(each, task.name)));
    for (const { problems } of running) expect(problems.splice(0), NO_COMPLAINTS).toEqual([]);
    if (life === 'test') await closeAll();
  });
  afterAll(async () => {
    await closeAll();
    await browser?.close();
  });
  return {
    browser: started,
    open: async () => {
      const next = await openApp(started());
      running.push(next);
      return next.app;
    },
    companion: (args) => startCompanion(args, companions),
  };
}
