import type { Clock } from './ports.ts';

/** Both in milliseconds; 0 means none. `idleMs` starts again with each sign of life, `totalMs` never. */
export interface Limits {
  idleMs: number;
  totalMs: number;
}

/** The clock of one request. It stands still while a person is asked. */
export class TimeLimit {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #onExpire: (which: 'idle' | 'total') => void;
  #idleUntil: number;
  #totalUntil: number;
  #pausedAt: number | undefined;
  #pauses = 0;
  #stopTimer: (() => void) | undefined;

  constructor(clock: Clock, limits: Limits, onExpire: (which: 'idle' | 'total') => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#onExpire = onExpire;
    this.#idleUntil = this.#from(limits.idleMs);
    this.#totalUntil = this.#from(limits.totalMs);
    this.#arm();
  }

  /** A sign of life. The running timer is kept and looks again when it fires, so that floods cost nothing. */
  touch(): void {
    this.#idleUntil = this.#from(this.#limits.idleMs);
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    this.#pausedAt = this.#clock.mono();
    this.#stopTimer?.();
  }

  resume(): void {
    if (this.#pauses === 0) return;
    this.#pauses -= 1;
    if (this.#pauses > 0 || this.#pausedAt === undefined) return;
    const stood = this.#clock.mono() - this.#pausedAt;
    this.#pausedAt = undefined;
    this.#idleUntil += stood;
    this.#totalUntil += stood;
    this.#arm();
  }

  stop(): void {
    this.#stopTimer?.();
    this.#idleUntil = Number.POSITIVE_INFINITY;
    this.#totalUntil = Number.POSITIVE_INFINITY;
  }

  #from(ms: number): number {
    return ms > 0 ? this.#clock.mono() + ms * 1000 : Number.POSITIVE_INFINITY;
  }

  #arm(): void {
    const until = Math.min(this.#idleUntil, this.#totalUntil);
    if (!Number.isFinite(until)) return;
    const ms = Math.max(0, Math.ceil((until - this.#clock.mono()) / 1000));
    this.#stopTimer = this.#clock.after(ms, () => this.#look());
  }

  #look(): void {
    const now = this.#clock.mono();
    if (now >= this.#totalUntil) this.#onExpire('total');
    else if (now >= this.#idleUntil) this.#onExpire('idle');
    else this.#arm();
  }
}
