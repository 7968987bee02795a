import { openKeptLog } from '../../publish/open-kept-log.ts';
import type { OpenedLog } from '../../store/open-wire-log.ts';
import type { LogSource } from './log-source.ts';

/** A whole session of the data folder as a source of exports. The caller disposes of the log. */
export interface OpenedSource extends LogSource {
  log: OpenedLog;
}

/** Opens a session folder for an export. Throws NOT_FOUND, REFUSED; see openWireLog. */
export async function openLogSource(dir: string): Promise<OpenedSource> {
  const { log, views } = await openKeptLog(dir);
  return { log, views, from: 1, to: log.lastSeq };
}
