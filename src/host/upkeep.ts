import type { NoteDraft } from '#core/tap.ts';
import type { ServerConfig } from '#shared/config.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { Session } from '#shared/session.ts';
import { systemClock } from './clock.ts';
import type { HostLog } from './host-options.ts';
import { Restarts } from './restarts.ts';
import type { Sessions } from './sessions.ts';
import { type FileWatchHandle, watchFiles } from './watch-files.ts';

/** Several changes in a row lead to one restart: so long after the last one, and at most so long after the first. */
const DEBOUNCE_MS = 300;
const DEBOUNCE_MOST_MS = 2000;
/** When files changed within so many milliseconds of so many starts in a row, the server likely writes them itself. */
const QUICK_MS = 10_000;
const MOST_QUICK = 10;

/** What a server's entry says beyond its settings. */
export type EntryFacts = Pick<ServerEntry, 'retry' | 'gaveUp' | 'changed'>;

export interface UpkeepOptions {
  sessions(): Sessions;
  /** Throws NOT_FOUND. */
  configOf(serverId: string): Promise<ServerConfig>;
  /** Its settings as they are saved now; undefined for one that is in no list or was started otherwise than it is saved. */
  saved(serverId: string): ServerConfig | undefined;
  /** What `facts` gives for this server has changed. */
  changed(serverId: string): void;
  log: HostLog;
}

/** The watching of one server's files, from its first start until a person stops it. */
interface Watching {
  /** What is watched, in one word. */
  key: string;
  handle: FileWatchHandle;
  changed?: string;
  /** The restart that is planned: when the first change for it was seen, and how to take it back. */
  plan?: { since: number; stop(): void };
  /** When a change last led to a restart, and how many in a row came quickly after the one before. */
  restartedAt: number;
  quick: number;
  busy: boolean;
}

/** Starts servers without being asked each time: with the app, after a failure, when their files change. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #life = new AbortController();
  readonly #restarts: Restarts;
  readonly #watched = new Map<string, Watching>();
  /** The session of each server whose files were last set to be watched. */
  readonly #watchedFor = new Map<string, string>();
  /** The session of each server whose end was last dealt with. */
  readonly #endedFor = new Map<string, string>();
  readonly #clock = systemClock();

  constructor(options: UpkeepOptions) {
    this.#options = options;
    this.#restarts = new Restarts({
      clock: this.#clock,
      signal: this.#life.signal,
      changed: options.changed,
      start: async (serverId, n, because, still) => {
        const text = `Started again by itself, try ${n}, because the session before ended: ${because}.`;
        await this.#start(serverId, { what: 'restarted', text }, still);
      },
    });
  }

  facts(serverId: string): EntryFacts {
    const changed = this.#watched.get(serverId)?.changed;
    return { ...this.#restarts.facts(serverId), ...(changed === undefined ? {} : { changed }) };
  }

  /** Starts the servers that are to run whenever the app does. */
  async startWithApp(configs: readonly ServerConfig[]): Promise<void> {
    for (const config of configs) {
      if (config.connect !== 'start' || this.#life.signal.aborted) continue;
      await this.#options
        .sessions()
        .start(config)
        .catch((error: unknown) => this.#options.log.warn(`${config.name} was not started: ${messageOf(error)}`));
    }
  }

  /** Told of every change of a session before anybody acts on it. */
  saw(session: Session): void {
    const { serverId, state, launch } = session;
    const saved = this.#options.saved(serverId);
    if (!saved) {
      if (state.at === 'closed') this.#forget(serverId);
      return;
    }
    if (state.at === 'opening' && launch === undefined) this.#opened(serverId);
    if (launch && state.at !== 'closing' && state.at !== 'closed') this.#watch(session, launch.cwd);
    // The last counts of a session come after its end, also while the one after it runs.
    const newest = this.#options.sessions().newestOf(serverId) === session.id;
    if (state.at !== 'closed' || !newest || this.#endedFor.get(serverId) === session.id) return;
    this.#endedFor.set(serverId, session.id);
    // One that fell is still watched: mending a file is what will start it again.
    if (state.reason === 'user' && !this.#watched.get(serverId)?.busy) this.#unwatch(serverId);
    if (saved.restart === 'on-failure') this.#restarts.ended(session);
  }

  /** A person starts, stops or edits a server: what was planned for it is off. True when a start is under way already. */
  takeOver(serverId: string): boolean {
    const starting = this.#restarts.cancel(serverId);
    const watching = this.#watched.get(serverId);
    unplan(watching);
    const busy = watching?.busy ?? false;
    if (busy || !this.#options.sessions().isRunning(serverId)) this.#unwatch(serverId);
    return starting || busy;
  }

  /** As `takeOver`, and a start that is under way is ended. */
  async stopTrying(serverId: string): Promise<void> {
    if (this.takeOver(serverId)) await this.#options.sessions().stopServer(serverId);
  }

  /** Nothing is started any more. */
  close(): void {
    this.#life.abort();
    for (const id of [...this.#watched.keys()]) this.#unwatch(id);
  }

  /** Starts a server unless somebody took over meanwhile, and says in its log why. */
  async #start(serverId: string, note: NoteDraft, still: () => boolean): Promise<void> {
    const config = await this.#options.configOf(serverId);
    if (!still() || this.#life.signal.aborted) return;
    const sessions = this.#options.sessions();
    const sessionId = await sessions.start(config);
    sessions.get(sessionId).core.note(note);
  }

  /** It is in no list any more. */
  #forget(serverId: string): void {
    this.#unwatch(serverId);
    this.#watchedFor.delete(serverId);
    this.#endedFor.delete(serverId);
  }

  #opened(serverId: string): void {
    this.#restarts.opened(serverId);
    const watching = this.#watched.get(serverId);
    if (watching) delete watching.changed;
  }

  #watch({ id, serverId, config }: Session, root: string): void {
    if (this.#watchedFor.get(serverId) === id || this.#life.signal.aborted) return;
    this.#watchedFor.set(serverId, id);
    const patterns = config.watch ?? [];
    const key = JSON.stringify([root, patterns]);
    if (this.#watched.get(serverId)?.key === key) return;
    this.#unwatch(serverId);
    if (patterns.length === 0) return;
    const note = (text: string) => this.#note(serverId, { what: 'watch', level: 'warn', text });
    const handle = watchFiles({ root, patterns, onChange: (path) => this.#fileChanged(serverId, path), onNote: note });
    this.#watched.set(serverId, { key, handle, restartedAt: 0, quick: 0, busy: false });
  }

  #unwatch(serverId: string): void {
    const watching = this.#watched.get(serverId);
    if (!watching) return;
    unplan(watching);
    watching.handle.end();
    this.#watched.delete(serverId);
    if (watching.changed !== undefined) this.#options.changed(serverId);
  }

  #fileChanged(serverId: string, path: string): void {
    const watching = this.#watched.get(serverId);
    if (!watching) return;
    if (watching.changed !== path) {
      watching.changed = path;
      this.#options.changed(serverId);
    }
    const now = Date.now();
    const since = watching.plan?.since ?? now;
    watching.plan?.stop();
    const ms = Math.max(0, Math.min(DEBOUNCE_MS, since + DEBOUNCE_MOST_MS - now));
    watching.plan = { since, stop: this.#clock.after(ms, () => void this.#restart(serverId, watching, path)) };
  }

  async #restart(serverId: string, watching: Watching, path: string): Promise<void> {
    delete watching.plan;
    // A change while it is restarted is not lost: it is looked at again when that is done.
    if (watching.busy) return;
    const now = Date.now();
    watching.quick = now - watching.restartedAt < QUICK_MS ? watching.quick + 1 : 0;
    if (watching.quick >= MOST_QUICK) {
      const text = `Files changed within seconds of each of the last ${MOST_QUICK} starts, so watching has ended. The server may write them itself: name fewer files under Watch.`;
      this.#note(serverId, { what: 'watch', level: 'warn', text });
      this.#unwatch(serverId);
      return;
    }
    this.#restarts.cancel(serverId);
    watching.busy = true;
    const still = () => this.#watched.get(serverId) === watching;
    try {
      this.#note(serverId, { what: 'watch', text: `Restarting, because ${path} changed.` });
      // Open requests are cancelled with this reason on the wire, so it names no file of this computer.
      await this.#options
        .sessions()
        .stopServer(serverId, 'The server was started again, because watched files changed.');
      await this.#start(serverId, { what: 'restarted', text: `Started again, because ${path} changed.` }, still);
    } catch (error) {
      this.#options.log.warn(`a changed file did not restart its server: ${messageOf(error)}`);
    } finally {
      watching.busy = false;
      watching.restartedAt = Date.now();
    }
    if (still() && watching.changed !== undefined) this.#fileChanged(serverId, watching.changed);
  }

  /** Writes into the log of the server's newest session. */
  #note(serverId: string, draft: NoteDraft): void {
    const sessions = this.#options.sessions();
    const newest = sessions.newestOf(serverId);
    if (newest !== undefined) sessions.get(newest).core.note(draft);
  }
}

function unplan(watching: Watching | undefined): void {
  watching?.plan?.stop();
  delete watching?.plan;
}
