import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication } from 'playwright-core';

const projectFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
/** Milliseconds until the app's main process must answer. */
const launchLimit = 30_000;

export type Engine = 'electron' | 'stand-in';
export interface LaunchOptions {
  /** Arguments after the app's folder. */
  args?: string[];
  /** Added to the environment of the test. */
  env?: Record<string, string>;
  /** The folder to run; the project unless said otherwise. */
  appFolder?: string;
}

/** A running app. */
export interface Shell {
  app: ElectronApplication;
  engine: Engine;
  /** Kept here: Playwright forgets the process once it has ended. */
  process: ChildProcess;
  /** What the app wrote to stderr, piece by piece. */
  output: string[];
}

/** The real binary where it was downloaded, else the stand-in. */
export function findEngine(): { engine: Engine; path: string } {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const note = join(folder, 'path.txt');
  const real = existsSync(note) ? join(folder, 'dist', readFileSync(note, 'utf8').trim()) : undefined;
  if (real && existsSync(real)) return { engine: 'electron', path: real };
  return { engine: 'stand-in', path: join(projectFolder, 'tests', 'electron', 'dist', 'electron') };
}

/** Starts the built app. */
export async function launchShell(options: LaunchOptions = {}): Promise<Shell> {
  const { engine, path } = findEngine();
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, ...options.env }))
    if (value !== undefined) env[name] = value;
  delete env.ELECTRON_RUN_AS_NODE;
  const app = await _electron.launch({
    executablePath: path,
    args: [options.appFolder ?? projectFolder, ...(options.args ?? [])],
    env,
    timeout: launchLimit,
    // The app's own theme decides, not Playwright's default of light.
    colorScheme: null,
  });
  app.context().setDefaultTimeout(10_000);
  const output: string[] = [];
  const child = app.process();
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  return { app, engine, process: child, output };
}

/** Quits the app as a person would. Resolves with its exit code, or with `stuck` after killing it when it does not end in `limit` ms. */
export async function quitShell(shell: Shell, limit = 10_000): Promise<number | null | 'stuck'> {
  const { app, process: child } = shell;
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'stuck'>((resolve) => {
    timer = setTimeout(() => resolve('stuck'), limit);
  });
  // A refused quit leaves Playwright waiting; the race below decides.
  app.close().catch(() => undefined);
  const result = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (result === 'stuck') child.kill('SIGKILL');
  return result;
}
