import type { Clock } from './ports.ts';

/** Both in milliseconds; 0 means none. `idleMs` starts again with each sign of life, `totalMs` never. */
export interface Limits {
  idleMs: number;
  totalMs: number;
}

/** Which limit a request ran into. */
export type Expired = (which: 'idle' | 'total') => void;

/** What is left of the limit that strikes first, milliseconds; it stands still while `paused`. */
export interface TimeLeft {
  which: 'idle' | 'total';
  ms: number;
  paused: boolean;
}

/** The clock of one request. It stands still while a person is asked. */
export interface TimeLimit {
  /** Undefined when there is no limit. */
  left(): TimeLeft | undefined;
  /** From now on there is no limit: somebody wants to wait for it. */
  lift(): void;
  /** A sign of life. */
  touch(): void;
  /** Pauses nest. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/**
 * The time limits of all requests of a connection. One timer serves them all and is set again only for an earlier
 * limit: a timer for each request costs more than the rest of its way out, and a flood of signs of life nothing.
 */
export class TimeLimits {
  readonly #clock: Clock;
  readonly #running = new Set<Limit>();
  #armedFor = Number.POSITIVE_INFINITY;
  #stopTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(limits: Limits, onExpire: Expired): TimeLimit {
    const limit = new Limit(limits, onExpire, this);
    limit.go();
    return limit;
  }

  /** Stops all of them; nothing of it keeps the process alive. */
  close(): void {
    this.#running.clear();
    this.#disarm();
  }

  now(): number {
    return this.#clock.mono();
  }

  add(limit: Limit): void {
    this.#running.add(limit);
    this.#arm(limit.until);
  }

  remove(limit: Limit): void {
    this.#running.delete(limit);
  }

  #arm(until: number): void {
    if (until >= this.#armedFor) return;
    this.#disarm();
    this.#armedFor = until;
    const ms = Math.max(0, Math.ceil((until - this.now()) / 1000));
    this.#stopTimer = this.#clock.after(ms, () => this.#look());
  }

  #disarm(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#armedFor = Number.POSITIVE_INFINITY;
  }

  #look(): void {
    this.#disarm();
    const now = this.now();
    for (const limit of this.#running) limit.look(now);
    let next = Number.POSITIVE_INFINITY;
    for (const { until } of this.#running) next = Math.min(next, until);
    this.#arm(next);
  }
}

class Limit implements TimeLimit {
  #limits: Limits;
  readonly #onExpire: Expired;
  readonly #all: TimeLimits;
  #idleUntil: number;
  #totalUntil: number;
  #pausedAt: number | undefined;
  #pauses = 0;
  #over = false;

  constructor(limits: Limits, onExpire: Expired, all: TimeLimits) {
    this.#limits = limits;
    this.#onExpire = onExpire;
    this.#all = all;
    const now = all.now();
    this.#idleUntil = after(now, limits.idleMs);
    this.#totalUntil = after(now, limits.totalMs);
  }

  get until(): number {
    return Math.min(this.#idleUntil, this.#totalUntil);
  }

  go(): void {
    if (!this.#over && Number.isFinite(this.until)) this.#all.add(this);
  }

  left(): TimeLeft | undefined {
    if (this.#over || !Number.isFinite(this.until)) return undefined;
    const us = this.until - (this.#pausedAt ?? this.#all.now());
    const which = this.#totalUntil <= this.#idleUntil ? 'total' : 'idle';
    return { which, ms: Math.max(0, Math.round(us / 1000)), paused: this.#pausedAt !== undefined };
  }

  lift(): void {
    this.#limits = { idleMs: 0, totalMs: 0 };
    this.#idleUntil = Number.POSITIVE_INFINITY;
    this.#totalUntil = Number.POSITIVE_INFINITY;
    this.#all.remove(this);
  }

  touch(): void {
    this.#idleUntil = after(this.#all.now(), this.#limits.idleMs);
  }

  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    this.#pausedAt = this.#all.now();
    this.#all.remove(this);
  }

  resume(): void {
    if (this.#pauses === 0) return;
    this.#pauses -= 1;
    if (this.#pauses > 0 || this.#pausedAt === undefined) return;
    const stood = this.#all.now() - this.#pausedAt;
    this.#pausedAt = undefined;
    this.#idleUntil += stood;
    this.#totalUntil += stood;
    this.go();
  }

  stop(): void {
    this.#over = true;
    this.#all.remove(this);
  }

  /** Says what is over, if anything. */
  look(now: number): void {
    const which = now >= this.#totalUntil ? 'total' : now >= this.#idleUntil ? 'idle' : undefined;
    if (!which) return;
    this.stop();
    this.#onExpire(which);
  }
}

function after(now: number, ms: number): number {
  return ms > 0 ? now + ms * 1000 : Number.POSITIVE_INFINITY;
}
