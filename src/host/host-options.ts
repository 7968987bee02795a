import type { Settings } from '#shared/config.ts';
import type { SecretCipher } from './store/secrets-cipher.ts';

/** Where the host writes what it does; the shells bring electron-log. */
export interface HostLog {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** What the system tells a person who looks elsewhere. Nothing of what a server asks is in it. */
export interface AskNotice {
  title: string;
  body?: string;
}

/** What only a shell can do. All of it is asynchronous from the first day. */
export interface ShellServices {
  name: 'desktop' | 'browser';
  can: { openExternal: boolean; pickFolders: boolean };
  /** Opens a checked http or https address outside the app. */
  openExternal(url: string): Promise<void>;
  /** Opens a file of the data folder in the system's program for it; absent where the shell opens none. Throws IO. */
  openFile?(path: string): Promise<void>;
  /** The system's dialog for one folder: its absolute path, or undefined when none was chosen. */
  pickFolder?(): Promise<string | undefined>;
  /** Shows a notice unless a window of the app has the focus; undefined takes the last one back. */
  notify?(notice: AskNotice | undefined): void;
  /** Told the settings at the start and after each change. */
  settings?(settings: Settings): void;
}

export interface HostOptions {
  /** Existing folder, mode 0700. */
  dataDir: string;
  kind: 'desktop' | 'serve' | 'headless';
  /** Built worker files: the demo server and the schema checker. */
  entries: { demo: string; check: string };
  log: HostLog;
  shell: ShellServices;
  /**
   * When the login shell is asked for its environment: at the start of the host, or only for a server that needs it.
   * Absent means with the first server.
   */
  loginShell?: 'early' | 'needed' | undefined;
  /** The keychain of the operating system; absent where this shell has none. */
  cipher?: SecretCipher | undefined;
}
