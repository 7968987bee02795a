import log from 'electron-log/main';
import type { HostLog } from '#host/host-options.ts';

/** The app's log at the conventional place of the platform; the console stays quiet. */
export function createAppLog(): HostLog {
  log.transports.console.level = false;
  log.transports.file.level = 'info';
  return { info: (text) => log.info(text), warn: (text) => log.warn(text), error: (text) => log.error(text) };
}

/** Folder of the app's log. */
export function logFolder(): string {
  return log.transports.file.getFile().path.replace(/[/\\][^/\\]+$/, '');
}
