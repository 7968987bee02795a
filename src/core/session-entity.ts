import type { ServerConfig } from '#shared/config.ts';
import type { StateChange } from '#shared/entities.ts';
import type { Failure, LadderStep, Session, SessionState } from '#shared/session.ts';
import { breakLadder, ladderOf, markStep } from './ladder.ts';
import type { Clock } from './ports.ts';
import { next, type SessionEvent } from './session-state.ts';
import type { NoteDraft } from './tap.ts';

export interface SessionEntityDeps {
  id: string;
  serverId: string;
  config: ServerConfig;
  clock: Clock;
  publish(change: StateChange): void;
  note(draft: NoteDraft): void;
}

/** The session as the page sees it, and its state machine. */
export class SessionEntity {
  readonly #deps: SessionEntityDeps;
  readonly #startMono: number;
  #value: Session;

  constructor(deps: SessionEntityDeps) {
    const { endpoint } = deps.config;
    const kind = endpoint.kind === 'http' ? 'http' : 'stdio';
    this.#deps = deps;
    this.#startMono = deps.clock.mono();
    this.#value = {
      id: deps.id,
      serverId: deps.serverId,
      config: deps.config,
      state: { at: 'opening' },
      startedAt: Math.round(deps.clock.wall() / 1000),
      ladder: ladderOf(kind, endpoint.kind === 'http' && endpoint.url.toLowerCase().startsWith('https:')),
      counts: { wire: 0, traffic: 0, stderr: 0, notices: 0, client: 0, errors: 0 },
      streams: [],
    };
  }

  get value(): Session {
    return this.#value;
  }
  get state(): SessionState {
    return this.#value.state;
  }
  get change(): StateChange {
    return { op: 'put', topic: 'session', id: this.#value.id, value: this.#value };
  }

  /** Applies an event; an illegal one is noted and ignored. Says whether it was taken. */
  move(event: SessionEvent): boolean {
    const before = this.#value.state;
    const state = next(before, event);
    if (!state) {
      const text = `Ignored: ${event.type} cannot happen while the session is ${before.at}.`;
      this.#deps.note({ what: 'state', level: 'debug', text });
      return false;
    }
    const text = `Session ${before.at === state.at ? 'still' : 'is'} ${wordsOf(state)}.`;
    this.#deps.note({ what: 'state', text, data: state });
    const now = Math.round(this.#deps.clock.wall() / 1000);
    this.set({
      state,
      ...(state.at === 'ready' && this.#value.readyAt === undefined ? { readyAt: now } : {}),
      ...(state.at === 'closed' ? { endedAt: now } : {}),
    });
    return true;
  }

  set(facts: Partial<Session>): void {
    this.#value = { ...this.#value, ...facts };
    this.#deps.publish(this.change);
  }

  step(key: string, state: LadderStep['state'], detail?: string): void {
    const known = this.#value.ladder.find((step) => step.key === key);
    if (known?.state === state && (detail === undefined || known.detail === detail)) return;
    const mark = { key, state, atMs: this.#ageMs(), ...(detail === undefined ? {} : { detail }) };
    this.set({ ladder: markStep(this.#value.ladder, mark) });
  }

  broke(failure: Failure): void {
    this.set({ ladder: breakLadder(this.#value.ladder, failure, this.#ageMs()) });
  }

  stream(info: Session['streams'][number]): void {
    const { streams } = this.#value;
    const known = streams.some((stream) => stream.id === info.id);
    this.set({ streams: known ? streams.map((one) => (one.id === info.id ? info : one)) : [...streams, info] });
  }

  #ageMs(): number {
    return Math.round((this.#deps.clock.mono() - this.#startMono) / 1000);
  }
}

function wordsOf(state: SessionState): string {
  switch (state.at) {
    case 'negotiating':
      return `negotiating, waiting for ${state.waitingFor}`;
    case 'authorizing':
      return `waiting for sign-in: ${state.text}`;
    case 'closing':
      return `closing: ${state.rung}`;
    case 'closed':
      return `closed (${state.reason})${state.failure ? `: ${state.failure.title}` : ''}`;
    default:
      return state.at;
  }
}
