import { type ServerConfig, timeoutsOf } from '#shared/config.ts';
import { HostError } from '#shared/errors.ts';
import { createLiveSession, type LiveSession, type SessionParts } from './live-session.ts';

export interface SessionsOptions {
  parts(config: ServerConfig): Promise<SessionParts>;
  /** Called with the folders that may not be removed, when a new session has begun. */
  makeRoom(inUse: ReadonlySet<string>): void;
  /** A session was forgotten: its entities go. */
  forget(sessionId: string): void;
  /** The newest session of a server changed. */
  onNewest(serverId: string, sessionId: string | undefined): void;
}

/** Sessions of one server that stay readable, and of all servers; older ones are on disk only. */
const KEPT = { ofServer: 20, all: 200 };

/** Every session since the host started: which are running, which can still be read. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #all = new Map<string, LiveSession>();
  readonly #newest = new Map<string, string>();
  readonly #running = new Set<string>();
  readonly #starting = new Map<string, Promise<string>>();
  /** Called when a running session has reached its end: a new start of its server waits for that. */
  readonly #atEnd = new Map<string, () => void>();
  #closed = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Throws NOT_FOUND. */
  get(sessionId: string): LiveSession {
    const found = this.#all.get(sessionId);
    if (!found) throw new HostError('NOT_FOUND', 'This session is no longer open. Its log is in the data folder.');
    return found;
  }

  /** Undefined when it is no longer in memory. */
  find(sessionId: string): LiveSession | undefined {
    return this.#all.get(sessionId);
  }

  all(): LiveSession[] {
    return [...this.#all.values()];
  }

  /** A session of it runs, or is about to. */
  isRunning(serverId: string): boolean {
    const newest = this.#newest.get(serverId);
    return this.#starting.has(serverId) || (newest !== undefined && this.#running.has(newest));
  }

  newestOf(serverId: string): string | undefined {
    return this.#newest.get(serverId);
  }

  /** Starts a session, or gives the one that is already running. Resolves as soon as the session exists. Throws CLOSED. */
  start(config: ServerConfig): Promise<string> {
    if (this.#closed) return Promise.reject(new HostError('CLOSED', 'This app is closing, so nothing is started.'));
    const starting = this.#starting.get(config.id);
    if (starting) return starting;
    const newest = this.#newest.get(config.id);
    const running = newest !== undefined && this.#running.has(newest) ? this.get(newest) : undefined;
    if (running && running.core.state.at !== 'closing') return Promise.resolve(running.id);
    const clear = running ? new Promise<void>((resolve) => this.#atEnd.set(running.id, resolve)) : Promise.resolve();
    const fresh = clear.then(() => this.#open(config)).finally(() => this.#starting.delete(config.id));
    this.#starting.set(config.id, fresh);
    return fresh;
  }

  async #open(config: ServerConfig): Promise<string> {
    const parts = await this.#options.parts(config);
    const timeouts = timeoutsOf(config.timeouts, parts.timeouts);
    const session = await createLiveSession({ ...config, timeouts, claims: parts.claims }, parts);
    const before = this.#newest.get(config.id);
    this.#all.set(session.id, session);
    this.#running.add(session.id);
    this.#newest.set(config.id, session.id);
    if (before !== undefined) this.#all.get(before)?.views.shrink();
    this.#forgetOld(config.id);
    void session.core.start();
    this.#options.onNewest(config.id, session.id);
    this.#options.makeRoom(new Set(this.all().map(({ log }) => log.dir)));
    return session.id;
  }

  /** A session reached its end; it stays readable. */
  ended(sessionId: string): void {
    this.#running.delete(sessionId);
    this.#atEnd.get(sessionId)?.();
    this.#atEnd.delete(sessionId);
  }

  /** Its last session is one of many now: nothing starts this server again. */
  release(serverId: string): void {
    this.#newest.delete(serverId);
  }

  /** Ends the server's running session, if any; resolves when nothing of it is left. `why`: a sentence, where no person does. */
  async stopServer(serverId: string, why?: string): Promise<void> {
    await this.#starting.get(serverId)?.catch(() => undefined);
    const newest = this.#newest.get(serverId);
    if (newest !== undefined && this.#running.has(newest)) await this.stop(newest, why);
  }

  /** A second call while it stops hurries it. */
  async stop(sessionId: string, why?: string): Promise<void> {
    await this.get(sessionId).core.stop(why);
  }

  async removeServer(serverId: string): Promise<void> {
    await this.stopServer(serverId);
    this.#newest.delete(serverId);
    for (const session of this.all()) if (session.serverId === serverId) this.#forget(session);
  }

  async closeAll(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#starting.values());
    // Nobody reads what a check would find from here on, and the worker of a short command has not even started.
    for (const { checks } of this.all()) checks.close();
    await Promise.all(this.all().map((session) => (this.#running.has(session.id) ? session.core.stop() : undefined)));
    for (const session of this.all()) session.dispose();
  }

  #forgetOld(serverId: string): void {
    const newest = new Set(this.#newest.values());
    const old = this.all().filter((session) => !this.#running.has(session.id) && !newest.has(session.id));
    const ofServer = this.all().filter((session) => session.serverId === serverId).length;
    const oldOfServer = old.filter((session) => session.serverId === serverId);
    for (const session of oldOfServer.slice(0, Math.max(0, ofServer - KEPT.ofServer))) this.#forget(session);
    const left = old.filter((session) => this.#all.has(session.id));
    for (const session of left.slice(0, Math.max(0, this.#all.size - KEPT.all))) this.#forget(session);
  }

  #forget(session: LiveSession): void {
    this.#all.delete(session.id);
    session.dispose();
    this.#options.forget(session.id);
  }
}
