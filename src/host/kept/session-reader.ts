import { HostError } from '#shared/errors.ts';
import type { LogEvent } from '#shared/log-views.ts';
import type { Source } from '#shared/rpc.ts';
import type { ReadProgress } from '#shared/traffic.ts';
import type { MessageThread } from '../check-traffic.ts';
import type { LiveSession } from '../live-session.ts';
import type { LogViews } from '../publish/log-views.ts';
import { type KeptLog, openKeptLog } from '../publish/open-kept-log.ts';
import type { WireLogReader } from '../store/log-files.ts';
import type { KeptList } from './kept-list.ts';

/** Sessions of the data folder that stay open when nobody reads them. */
const OPEN = 4;
const IDLE_MS = 60_000;
/** A session that another host still runs grows; what was opened of it is soon out of date. */
const GROWING_MS = 3_000;

/** The log of a session and its views, whether it runs, has ended, or was left by an earlier run. */
export interface ReadableSession {
  serverId: string;
  readonly log: WireLogReader;
  readonly views: LogViews;
  /** What is missing from the log that an earlier run left, or may be; see OpenedLog. */
  readonly damage?: string | undefined;
  readonly checks: { settled(ms: number): Promise<void> };
}

export interface SessionReaderOptions {
  list: Pick<KeptList, 'find'>;
  /** A session of this host that is still in memory. */
  live(sessionId: string): LiveSession | undefined;
  messages: Pick<MessageThread, 'run'>;
}

interface Entry {
  session: Promise<ReadableSession>;
  /** Known when it is open. */
  kept?: KeptLog;
  dir?: string;
  /** While it is being opened. */
  progress?: ReadProgress | undefined;
  uses: number;
  timer?: NodeJS.Timeout;
}

/** One way to read any session by its id; those of the data folder are opened when they are asked for. */
export class SessionReader {
  readonly #options: SessionReaderOptions;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  #closed = false;

  constructor(options: SessionReaderOptions) {
    this.#options = options;
  }

  /** Folders that are open and may not be removed. */
  get dirs(): string[] {
    return [...this.#entries.values()].flatMap(({ dir }) => dir ?? []);
  }

  /** Hands a session to `read` and keeps it open until that is done. Throws NOT_FOUND when no folder belongs to it. */
  async use<T>(sessionId: string, read: (session: ReadableSession) => T | Promise<T>): Promise<T> {
    const live = this.#options.live(sessionId);
    if (live) return read(live);
    const entry = this.#entry(sessionId);
    try {
      return await read(await entry.session);
    } finally {
      this.#release(sessionId, entry);
    }
  }

  /** The same for a source, which keeps the session open until it is closed. */
  watch(
    sessionId: string,
    open: (session: ReadableSession, wake: () => void) => Source<LogEvent>,
    wake: () => void,
  ): Source<LogEvent> {
    const live = this.#options.live(sessionId);
    if (live) return open(live, wake);
    const entry = this.#entry(sessionId);
    let source: Source<LogEvent> | undefined;
    let failed: { error: unknown } | undefined;
    let closed = false;
    entry.session
      .then((session) => {
        if (!closed) source = open(session, wake);
      })
      .catch((error: unknown) => {
        failed = { error };
      })
      .finally(wake);
    return {
      take: (max) => {
        if (failed) throw failed.error;
        return source?.take(max) ?? [];
      },
      close: () => {
        if (closed) return;
        closed = true;
        source?.close();
        this.#release(sessionId, entry);
      },
    };
  }

  /** How far the opening of a session is; undefined when it is open, or nobody has asked for it. */
  opening(sessionId: string): ReadProgress | undefined {
    return this.#entries.get(sessionId)?.progress;
  }

  close(): void {
    this.#closed = true;
    for (const [id, entry] of this.#entries) this.#drop(id, entry);
  }

  #entry(sessionId: string): Entry {
    let entry = this.#entries.get(sessionId);
    if (entry) this.#entries.delete(sessionId);
    else {
      const made: Entry = { session: this.#open(sessionId, () => made), uses: 0 };
      entry = made;
    }
    this.#entries.set(sessionId, entry);
    clearTimeout(entry.timer);
    entry.uses += 1;
    return entry;
  }

  async #open(sessionId: string, entry: () => Entry): Promise<ReadableSession> {
    const folder = this.#closed ? undefined : await this.#options.list.find(sessionId);
    if (!folder) throw new HostError('NOT_FOUND', 'The log of this session is no longer in the data folder.');
    entry().dir = folder.dir;
    const kept = await openKeptLog(folder.dir, this.#options.messages, (progress) => {
      entry().progress = progress;
    });
    entry().progress = undefined;
    entry().kept = kept;
    if (this.#closed) kept.dispose();
    return {
      serverId: folder.meta.serverId,
      log: kept.log,
      views: kept.views,
      damage: kept.log.damage,
      checks: { settled: () => Promise.resolve() },
    };
  }

  #release(sessionId: string, entry: Entry): void {
    entry.uses -= 1;
    if (entry.uses > 0 || this.#entries.get(sessionId) !== entry) return;
    // Tried again by the next reader.
    if (!entry.kept) this.#drop(sessionId, entry);
    else {
      const ms = entry.kept.log.inUse ? GROWING_MS : IDLE_MS;
      entry.timer = setTimeout(() => this.#drop(sessionId, entry), ms);
      entry.timer.unref();
    }
    const idle = [...this.#entries].filter(([, { uses }]) => uses === 0);
    for (const [id, old] of idle.slice(0, Math.max(0, this.#entries.size - OPEN))) this.#drop(id, old);
  }

  #drop(sessionId: string, entry: Entry): void {
    clearTimeout(entry.timer);
    this.#entries.delete(sessionId);
    entry.kept?.dispose();
  }
}
