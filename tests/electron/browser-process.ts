import { type ChildProcess, spawn } from 'node:child_process';
import type { Chromium } from '../e2e/support/find-chromium.ts';

/** Milliseconds until the browser must have opened its debugging port. */
const startLimit = 20_000;
/** Milliseconds for the browser to end by itself. */
const endLimit = 2000;

/** A running browser without a window. */
export interface BrowserProcess {
  child: ChildProcess;
  /** Address of the debugging port. */
  address: string;
  /** Resolves when the browser has ended, or after two seconds. */
  ended(): Promise<void>;
}

function waitForAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`the browser opened no debugging port: ${output.slice(-500)}`)),
      startLimit,
    );
    child.stderr?.on('data', (chunk) => {
      output += chunk;
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
      if (address) clearTimeout(timer);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the browser exited with ${code}: ${output.slice(-500)}`)));
  });
}

/** Starts the browser. `HEADED` in the environment shows its windows. */
export async function startBrowser(found: Chromium, profile: string): Promise<BrowserProcess> {
  const child = spawn(
    found.path,
    [
      ...(process.env.HEADED ? [] : ['--headless']),
      '--no-sandbox',
      // No address as an argument: the old headless mode would open a page for it, which a test takes for the first window.
      '--no-startup-window',
      '--remote-debugging-port=0',
      // Nobody speaks over the pipe; a browser that loses it ends, so none outlives a stand-in that was killed.
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      // Electron tells a port when its other end closed; in Chromium this is still a feature to turn on.
      '--enable-blink-features=MessagePortCloseEvent',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--hide-scrollbars',
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], env: { ...process.env, ...found.env } },
  );
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const address = await waitForAddress(child);
  return {
    child,
    address,
    ended: () => Promise.race([gone, new Promise<void>((resolve) => setTimeout(resolve, endLimit))]),
  };
}
