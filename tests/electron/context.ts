import type { Cdp, CdpSession } from './cdp.ts';

/** What the parts of the stand-in share. */
export interface Context {
  cdp: Cdp;
  /** The session of the browser itself. */
  browser: CdpSession;
  /** The folder of the app's package.json. */
  appPath: string;
  packageJson: { name?: string; productName?: string; version?: string };
  /** A temporary folder that goes when the process ends. */
  profile: string;
  /** The switches before the app's path, such as `--no-sandbox`. */
  switches: readonly string[];
  /** What the app asked the desktop to do, oldest first: the call's name, then its arguments. */
  calls: unknown[][];
  record(what: string, ...details: unknown[]): void;
  isReady(): boolean;
  /** Throws when `what` is used before the app is ready, as Electron does. */
  requireReady(what: string): void;
  isLeaving(): boolean;
  /** Ends the browser and then this process. */
  leave(code: number): Promise<never>;
}

/** An event whose default can be prevented. */
export interface Preventable {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable(): Preventable {
  return {
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}
