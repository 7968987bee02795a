import log from 'electron-log/node';
import type { HostLog } from '#host/host-options.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/** The app's own log in a file; nothing is printed, stdout and stderr belong to the command. */
export function createAppLog(path: string): HostLog {
  const own = log.create({ logId: path });
  own.transports.console.level = false;
  own.transports.file.resolvePathFn = () => path;
  own.transports.file.maxSize = MAX_BYTES;
  return { info: (text) => own.info(text), warn: (text) => own.warn(text), error: (text) => own.error(text) };
}
