import { createLogViews } from '../../publish/log-views.ts';
import { type OpenedLog, openWireLog } from '../../store/open-wire-log.ts';
import type { LogSource } from './log-source.ts';

/** A whole session of the data folder as a source of exports. The caller disposes of the log. */
export interface OpenedSource extends LogSource {
  log: OpenedLog;
}

/** Opens a session folder and folds its records as the app did. Throws NOT_FOUND, REFUSED; see openWireLog. */
export async function openLogSource(dir: string): Promise<OpenedSource> {
  const log = await openWireLog(dir);
  try {
    const views = createLogViews({ log });
    let m = 0;
    await log.replay((record) => {
      m = record.m;
      views.add(record);
    });
    // A log that ends without a word: whatever is open never got its answer.
    views.end(m);
    return { log, views, from: 1, to: log.lastSeq };
  } catch (error) {
    log.dispose();
    throw error;
  }
}
