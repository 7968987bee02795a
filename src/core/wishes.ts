import type { LogLevel, Session, WatchedResource, Wishes } from '#shared/session.ts';
import type { Clock } from './ports.ts';

/** Resources that are watched at a server at most. */
export const MAX_WATCHED = 500;
const KEPT_TIMES = 20;
/** Counts of updates reach the page at most this often, milliseconds. */
const PUBLISH_MS = 100;

export interface WishBookOptions {
  clock: Clock;
  /** What the last session of this server was asked for. */
  recalled: Wishes | undefined;
  /** Shows what is asked for now. */
  show(facts: Pick<Session, 'watched' | 'logLevel'>): void;
  /** Keeps it for the next session. */
  keep(wishes: Wishes): void;
}

/** What a person asked of the server besides calls: watched resources with their updates, and a level of log messages. */
export class WishBook {
  readonly #options: WishBookOptions;
  readonly #watched = new Map<string, WatchedResource>();
  #logLevel: LogLevel | undefined;
  #told = false;

  constructor(options: WishBookOptions) {
    this.#options = options;
    for (const uri of options.recalled?.watched.slice(0, MAX_WATCHED) ?? [])
      this.#watched.set(uri, { uri, updates: 0, times: [] });
    this.#logLevel = options.recalled?.logLevel;
  }

  get watched(): string[] {
    return [...this.#watched.keys()];
  }
  get logLevel(): LogLevel | undefined {
    return this.#logLevel;
  }
  get full(): boolean {
    return this.#watched.size >= MAX_WATCHED;
  }

  watch(uri: string, on: boolean): void {
    if (this.#watched.has(uri) === on) return;
    if (on) this.#watched.set(uri, { uri, updates: 0, times: [] });
    else this.#watched.delete(uri);
    this.#changed();
  }

  setLogLevel(level: LogLevel | undefined): void {
    this.#logLevel = level;
    this.#changed();
  }

  /** The server says that a resource changed, which may be a part of one that is watched. */
  updated(uri: string, at: number): void {
    const found = this.#watched.get(uri) ?? this.#above(uri);
    if (!found) return;
    const times = [...found.times, at].slice(-KEPT_TIMES);
    this.#watched.set(found.uri, { ...found, updates: found.updates + 1, times });
    this.#showSoon();
  }

  /** It is read now: changes count from here on. */
  read(uri: string): void {
    const found = this.#watched.get(uri);
    if (!found || found.updates === 0) return;
    this.#watched.set(uri, { ...found, updates: 0 });
    this.#showSoon();
  }

  #showSoon(): void {
    if (this.#told) return;
    this.#told = true;
    this.#options.clock.after(PUBLISH_MS, () => {
      this.#told = false;
      this.show();
    });
  }

  /** Puts it into the session as the page sees it. */
  show(): void {
    this.#options.show({ watched: [...this.#watched.values()], logLevel: this.#logLevel });
  }

  /** The longest watched address of which this one is a part. */
  #above(uri: string): WatchedResource | undefined {
    let found: WatchedResource | undefined;
    for (const one of this.#watched.values()) {
      const folder = one.uri.endsWith('/') ? one.uri : `${one.uri}/`;
      if (uri.startsWith(folder) && one.uri.length > (found?.uri.length ?? -1)) found = one;
    }
    return found;
  }

  #changed(): void {
    this.show();
    this.#options.keep({
      watched: this.watched,
      ...(this.#logLevel === undefined ? {} : { logLevel: this.#logLevel }),
    });
  }
}
