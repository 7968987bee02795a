import type { Clock } from './ports.ts';

/** Words of package runners and container tools that fetch something before a server can start. */
const DOWNLOAD = /download|install|pulling|fetch|resolving|resolved \d|building|compil|unpack|extract/i;

export interface ConnectTimerDeps {
  clock: Clock;
  /** Milliseconds; 0 means no limit. */
  limitMs: number;
  onExpire(seen: { download: boolean }): void;
  onExtend(why: string): void;
}

/** The time a session may take to become ready. A download seen on stderr extends it once by itself. */
export class ConnectTimer {
  readonly #deps: ConnectTimerDeps;
  #until = 0;
  #stop: (() => void) | undefined;
  #download = false;
  #extended = false;

  constructor(deps: ConnectTimerDeps) {
    this.#deps = deps;
  }

  start(): void {
    if (this.#deps.limitMs === 0) return;
    this.#until = this.#deps.clock.mono() + this.#deps.limitMs * 1000;
    this.#arm();
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Gives the whole time again; nothing happens when it is not running. */
  extend(): void {
    if (this.#stop) this.start();
  }

  stderr(text: string): void {
    if (this.#stop && !this.#download) this.#download = DOWNLOAD.test(text.slice(0, 2000));
  }

  #arm(): void {
    this.#stop?.();
    const ms = Math.max(0, Math.ceil((this.#until - this.#deps.clock.mono()) / 1000));
    this.#stop = this.#deps.clock.after(ms, () => this.#fire());
  }

  #fire(): void {
    this.#stop = undefined;
    if (!this.#download || this.#extended) {
      this.#deps.onExpire({ download: this.#download });
      return;
    }
    this.#extended = true;
    this.#deps.onExtend('stderr shows a download, so it gets the connect time once more.');
    this.start();
  }
}
