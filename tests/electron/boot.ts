import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import inspector from 'node:inspector';
import Module, { register } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findChromium } from '../e2e/support/find-chromium.ts';
import { isAlive } from './api/single-instance.ts';
import { readArguments } from './arguments.ts';
import { startBrowser } from './browser-process.ts';
import { Cdp } from './cdp.ts';
import type { Context } from './context.ts';
import { createElectron, exportedNames } from './create-electron.ts';

/** Milliseconds that the app's main module may take. */
const evaluationLimit = 5000;
/** Exit codes of the stand-in's own failures. */
const exitCodes = { unhandled: 96, evaluation: 97, browser: 98 };

const complain = (text: string) => process.stderr.write(`stand-in for Electron: ${text}\n`);

/** With this variable the real binary is plain Node, and so are the children that inherit it. */
function runAsNode(): never {
  const { status } = spawnSync(process.execPath, process.argv.slice(2), { stdio: 'inherit' });
  process.exit(status ?? 1);
}

/** Makes `import 'electron'` and `require('electron')` give `electron`, in the app and in packages. */
function provide(electron: object): void {
  const key = 'electronStandIn';
  Object.defineProperty(globalThis, key, { value: electron });
  const shim = `const electron = globalThis.${key}; export default electron; export const { ${exportedNames.join(', ')} } = electron;`;
  const pattern = '/^electron(\\/(main|common))?$/';
  const hook = `export const resolve = (id, context, next) => ${pattern}.test(id)
    ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(shim)}`)}, format: 'module', shortCircuit: true } : next(id, context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  // Node's loader of CommonJS has no public hook in Node 20.
  const loader = Module as unknown as { _load(id: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = function (id, ...rest) {
    return /^electron(\/(main|common))?$/.test(id) ? electron : load.call(this, id, ...rest);
  };
}

/** As Electron does, unless the app listens itself: an error that nobody handles ends the app. */
function reportUnhandled(): void {
  process.on('unhandledRejection', (reason) => {
    if (process.listenerCount('unhandledRejection') > 1) return;
    complain(`unhandled rejection: ${reason instanceof Error ? reason.stack : String(reason)}`);
    process.exit(exitCodes.unhandled);
  });
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    complain(`uncaught exception: ${error.stack}`);
    process.exit(exitCodes.unhandled);
  });
}

/** A temporary folder for this process; those of processes that were killed go now. */
function createProfile(): string {
  const prefix = 'electron-stand-in-';
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0]);
    if (!isAlive(owner)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** Starts the browser and gathers what the parts of the stand-in share. */
async function createContext(given: ReturnType<typeof readArguments>, isReady: () => boolean): Promise<Context> {
  const profile = createProfile();
  const running = await startBrowser(findChromium(), join(profile, 'browser'));
  process.stderr.write(`DevTools listening on ${running.address}\n`);
  process.on('exit', () => {
    running.child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  });
  let leaving = false;
  running.child.once('exit', (code) => {
    if (leaving) return;
    complain(`the browser ended with ${code}`);
    process.exit(exitCodes.browser);
  });
  const cdp = await Cdp.connect(running.address);
  const browser = cdp.session();
  const calls: unknown[][] = [];
  return {
    cdp,
    browser,
    ...given,
    profile,
    calls,
    isReady,
    isLeaving: () => leaving,
    record: (what, ...details) => void calls.push([what, ...details]),
    requireReady: (what) => {
      if (!isReady()) throw new Error(`${what} can only be used after the app's 'ready' event`);
    },
    leave: async (code) => {
      leaving = true;
      // It closes the connection instead of answering.
      browser.send('Browser.close').catch(() => undefined);
      await running.ended();
      process.exit(code);
    },
  };
}

async function boot(): Promise<void> {
  if (process.env.ELECTRON_RUN_AS_NODE) runAsNode();
  reportUnhandled();
  const here = dirname(fileURLToPath(import.meta.url));
  const given = readArguments(process.argv.slice(2));
  let ready = false;
  const context = await createContext(given, () => ready);
  const scriptOf = (world: string) => readFileSync(join(here, `${world}-world.js`), 'utf8');
  const electron = createElectron(context, { main: scriptOf('main'), isolated: scriptOf('isolated') });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => electron.app.quit());
  Object.defineProperty(process, 'versions', {
    value: { ...process.versions, electron: '45.5.0-stand-in', chrome: '0.0.0.0' },
  });
  Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: join(context.profile, 'resources') });
  // Electron keeps its own switches in argv.
  process.argv.splice(1, 1);
  provide(electron);
  if (given.switches.some((one) => one.startsWith('--inspect'))) inspector.open(0, '127.0.0.1');
  const limit = setTimeout(() => {
    complain(
      `the main module is still evaluating after ${evaluationLimit / 1000} s. Electron holds "ready" back until it is done: a top-level await of whenReady() can hang for ever.`,
    );
    process.exit(exitCodes.evaluation);
  }, evaluationLimit);
  await import(pathToFileURL(given.entry).href);
  clearTimeout(limit);
  // A turn of the event loop, as in Electron: an app that asked to end has no ready event.
  await new Promise((resolve) => setImmediate(resolve));
  if (context.isLeaving()) return;
  ready = true;
  electron.app.start();
}

boot().catch((error: unknown) => {
  complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(exitCodes.unhandled);
});
