import { join } from 'node:path';
import type { RecordSink } from '#core/ports.ts';
import type { NoteDraft } from '#core/tap.ts';
import type { ServerConfig } from '#shared/config.ts';
import type { Session } from '#shared/session.ts';
import { createTrafficChecks, type TrafficChecks } from './check-traffic.ts';
import { FailureEvidence } from './failure-evidence.ts';
import type { LaunchHost } from './launch/plan-launch.ts';
import { programFolders } from './launch/program-folders.ts';
import { createLogTrouble } from './log-trouble.ts';
import { createLogViews, type LogViews } from './publish/log-views.ts';
import { createRecordQueue } from './record-queue.ts';
import { keptConfig } from './store/kept-config.ts';
import type { SessionRedactor } from './store/redact.ts';
import { sessionFolderName } from './store/session-file.ts';
import { createWireLog, type WireLog } from './store/wire-log.ts';
import type { BodyStore } from './transport/body-store.ts';

/** Takes the records of one session. What they leave behind knows those of this turn only after `drain`. */
export interface Recording {
  log: WireLog;
  views: LogViews;
  checks: TrafficChecks;
  evidence: FailureEvidence;
  sink: RecordSink;
  /** Payloads too large for a record. */
  bodies: BodyStore;
  drain(): void;
  /** Why the log cannot be written just now; see LogTrouble. */
  readonly trouble: string | undefined;
  /** Keeps what the views made of the records beside the log, when that is not what was kept last. */
  keep(): void;
  dispose(): void;
}

export interface RecordingOptions {
  sessionId: string;
  config: ServerConfig;
  sessionsDir: string;
  redactor: SessionRedactor;
  launch: LaunchHost;
  messages: Parameters<typeof createTrafficChecks>[0]['thread'];
  /** Takes what the recording itself has to say. */
  note(draft: NoteDraft): void;
  counts(counts: Session['counts']): void;
}

/** How often the counts of a session are published, milliseconds. */
const COUNTS_MS = 200;

/** Publishes the counts a little later, so that a flood of records makes five updates a second. */
function throttle(fn: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      fn();
    }, COUNTS_MS);
  };
}

/** Makes what keeps the records of one session: its log on disk, its views, its checks. Throws as the log does. */
export function createRecording(options: RecordingOptions): Recording {
  const { sessionId, config, redactor } = options;
  const startedAt = Date.now();
  const tellCounts = throttle(() => options.counts(views.counts()));
  const trouble = createLogTrouble((note) => {
    options.note(note);
    // The session tells of the trouble whenever it is published.
    tellCounts();
  });
  const log = createWireLog({
    dir: join(options.sessionsDir, sessionFolderName(config.id, new Date(startedAt))),
    redact: redactor,
    meta: { sessionId, serverId: config.id, config: keptConfig(config), startedAt },
    onFail: trouble.failed,
    onFlush: trouble.written,
  });
  const checks = createTrafficChecks({ thread: options.messages, put: (finding, on) => views.put(finding, on) });
  const views: LogViews = createLogViews({
    log,
    onCounts: tellCounts,
    onMessage: (seen) => checks.see(seen),
  });
  const evidence = new FailureEvidence(config.endpoint, startedAt, { folders: () => programFolders(options.launch) });
  const records = createRecordQueue((record, parsed) => {
    const kept = log.append(record);
    evidence.see(kept);
    // A frame the redactor changed is parsed again from what is kept, so that no secret reaches the page.
    views.add(kept, kept === record || kept.k !== 'frame' || kept.body ? parsed : undefined);
  });
  const put: WireLog['put'] = (chunks) => {
    records.drain();
    return log.put(chunks);
  };
  let keptAt = '';
  const keep = () => {
    records.drain();
    const folded = views.folded();
    const at = `${log.lastSeq} ${folded.rev}`;
    if (at !== keptAt) log.keep(folded);
    keptAt = at;
  };
  return {
    log,
    views,
    checks,
    evidence,
    sink: records.sink,
    bodies: trouble.bodies({ put }),
    drain: records.drain,
    get trouble() {
      return trouble.text;
    },
    keep,
    dispose: () => {
      keep();
      checks.close();
      log.dispose();
    },
  };
}
