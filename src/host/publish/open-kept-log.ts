import type { ReadProgress } from '#shared/traffic.ts';
import { createTrafficChecks, type MessageThread, type TrafficChecks } from '../check-traffic.ts';
import { type OpenedLog, openWireLog } from '../store/open-wire-log.ts';
import { createLogViews, type LogViews } from './log-views.ts';

/** How long the records of one step wait for their checks, milliseconds. */
const SETTLE_MS = 5000;

/** Told now and then how far the reading of a log is. */
type OnProgress = (progress: ReadProgress) => void;

/** A session of the data folder, open for reading. */
export interface KeptLog {
  log: OpenedLog;
  views: LogViews;
  dispose(): void;
}

/**
 * Opens a session folder with its views. What its host kept of them is used as it is; where that is missing, old or of
 * another state of the log, every record is read once, and with `messages` checked as when it came, and what was made of
 * it is kept. Throws NOT_FOUND, REFUSED; see openWireLog.
 */
export async function openKeptLog(
  dir: string,
  messages?: Pick<MessageThread, 'run'>,
  onProgress: OnProgress = () => undefined,
): Promise<KeptLog> {
  const log = await openWireLog(dir, { onBytes: (read, of) => onProgress({ unit: 'bytes', read, of }) });
  try {
    const from = await log.folded();
    const views = from ? createLogViews({ log, from }) : await foldLog(log, messages, onProgress);
    return { log, views, dispose: () => log.dispose() };
  } catch (error) {
    log.dispose();
    throw error;
  }
}

async function foldLog(
  log: OpenedLog,
  messages: Pick<MessageThread, 'run'> | undefined,
  onProgress: OnProgress,
): Promise<LogViews> {
  const checks: TrafficChecks | undefined =
    messages && createTrafficChecks({ thread: messages, put: (finding, on) => views.put(finding, on) });
  const views: LogViews = createLogViews({ log, ...(checks ? { onMessage: (seen) => checks.see(seen) } : {}) });
  let m = 0;
  let seq = 0;
  await log.replay(
    (record) => {
      ({ m, seq } = record);
      views.add(record);
    },
    () => {
      onProgress({ unit: 'records', read: seq, of: log.lastSeq });
      return checks?.settled(SETTLE_MS) ?? Promise.resolve();
    },
  );
  // A log that ends without a word: whatever is open never got its answer.
  if (!log.inUse) views.end(m);
  if (checks) log.keep(views.folded());
  checks?.close();
  return views;
}
