import type { RunConfig } from '#shared/config.ts';
import type { ClosedReason, Exit, Failure } from '#shared/session.ts';
import { ConnectTimer } from './connect-timer.ts';
import type { Profile } from './era/era.ts';
import { type Agreed, negotiate, type Recalled } from './era/negotiate.ts';
import { Refusal, SignInNeeded } from './era/refusal.ts';
import { endFailure, offerDetection, signInFailure, silentFailure, wayFailure } from './failures.ts';
import { faultOf, httpFault, type RpcFault } from './fault.ts';
import { type Link, type LinkDeps, makeLink, openLink } from './link.ts';
import type { PeerHandlers } from './peer.ts';
import { type TransportEnd, TransportError } from './ports.ts';
import type { SessionEntity } from './session-entity.ts';

/** How long the exit of a program is waited for that closed its input, milliseconds. */
const END_MS = 1500;

export interface ConnectorDeps extends LinkDeps {
  config: RunConfig;
  entity: SessionEntity;
  recall: Recalled | undefined;
  remember(era: Recalled | undefined): void;
  profile(era: 'legacy' | 'modern'): Profile;
  handlers(link: () => Link): PeerHandlers;
  lastStderr(): number;
  /** A copy without secrets. */
  redact<T>(value: T): T;
  /** Better words for a sign-in that is needed. */
  explain(failure: Failure, fault: RpcFault): Failure | Promise<Failure>;
}

/** Why there is no connection. */
export interface ConnectFailure {
  reason: ClosedReason;
  failure: Failure;
  exit?: Exit | undefined;
  end?: TransportEnd | undefined;
  fault?: RpcFault | undefined;
}

/** Brings a session from nothing to an agreed version: opens links, keeps the time, waits for a sign-in. */
export class Connector {
  readonly #deps: ConnectorDeps;
  readonly #timer: ConnectTimer;
  readonly #stop = new AbortController();
  #timedOut: Failure | undefined;
  #link: Link | undefined;
  #signedIn: (() => void) | undefined;
  #ended: (() => void) | undefined;
  #complained = false;
  /** The closing of a link that was given up. */
  #leaving: Promise<void> = Promise.resolve();

  constructor(deps: ConnectorDeps) {
    const { clock, tap, config } = deps;
    this.#deps = deps;
    this.#timer = new ConnectTimer({
      clock,
      limitMs: config.timeouts.connectMs,
      onExpire: (seen) => this.#expire(seen.download),
      onExtend: (text) => void tap.note({ what: 'connect', text }),
    });
  }

  /** The link in use, also after the connection is there. */
  get link(): Link | undefined {
    return this.#link;
  }
  get aborted(): boolean {
    return this.#stop.signal.aborted;
  }

  waitLonger(): void {
    this.#timer.extend();
  }
  /** What the server wrote on stderr while there was no connection yet. */
  stderr(text: string): void {
    this.#timer.stderr(text);
    if (this.#complained || !text.includes('server/discover')) return;
    this.#complained = true;
    const words =
      'This and what follows may be about the question server/discover, by which this app finds out the version. A server of older versions may complain about it; that is no fault.';
    this.#deps.tap.note({ what: 'process.probe', text: words });
  }
  /** The link in use has come to its end. */
  linkEnded(): void {
    this.#ended?.();
  }
  /** The sign-in is done: the negotiation starts over. False when none waits for one. */
  authorized(): boolean {
    const go = this.#signedIn;
    this.#signedIn = undefined;
    go?.();
    return go !== undefined;
  }
  abort(): void {
    this.#timer.stop();
    this.#stop.abort();
    this.authorized();
  }

  /** Resolves with the agreed version, or with why there is none. Never rejects. */
  async connect(): Promise<Agreed | ConnectFailure> {
    const { entity } = this.#deps;
    this.#timer.start();
    try {
      await this.reopen(this.#variant, 'start');
      entity.move({ type: 'opened', waitingFor: 'the first answer' });
      for (;;) {
        const agreed = await this.#negotiate();
        if (agreed) return agreed;
        await this.#signIn();
      }
    } catch (error) {
      return await this.#failed(error);
    } finally {
      this.#timer.stop();
    }
  }

  /** Gives up the link in use, if any, and opens another. Rejects with a TransportError. */
  async reopen(variant: 'default' | 'sse', why: string): Promise<Link> {
    const { tap } = this.#deps;
    const old = this.#link;
    this.#link = undefined;
    if (old) this.#leaving = old.transport.close((rung) => void tap.note({ what: 'closing', text: `${why}: ${rung}` }));
    await this.#leaving;
    if (this.aborted) throw new Error('The session was stopped.');
    const link = makeLink(this.#deps, variant, this.#deps.handlers);
    this.#link = link;
    await openLink(link, tap);
    if (link.transport.kind === 'stdio') this.#deps.entity.step('process', 'ok');
    return link;
  }

  /** The closing ladder of whatever is open. */
  async close(onRung: (rung: string) => void): Promise<void> {
    await Promise.all([this.#leaving, this.#link?.transport.close(onRung)]);
  }

  /** The transport that the settings ask for. */
  get #variant(): 'default' | 'sse' {
    const { endpoint } = this.#deps.config;
    return endpoint.kind === 'http' && endpoint.transport === 'sse' ? 'sse' : 'default';
  }

  /** One negotiation; undefined when a sign-in is needed first. */
  async #negotiate(): Promise<Agreed | undefined> {
    const { config, entity, tap, clock, recall, profile, redact, lastStderr } = this.#deps;
    const { endpoint } = config;
    const http = endpoint.kind === 'http' ? endpoint.transport : 'auto';
    const link = await this.#start();
    try {
      return await negotiate({
        choice: config.era,
        http,
        recall: config.era === 'auto' ? recall : undefined,
        link,
        reopen: (variant, why) => this.reopen(variant, why),
        profile,
        redact,
        clock,
        signal: this.#stop.signal,
        lastStderr,
        waiting: (waitingFor) => void entity.move({ type: 'waiting', waitingFor }),
        note: (draft) => void tap.note(draft),
        step: (key, state, detail) => entity.step(key, state, detail),
      });
    } catch (error) {
      if (!(error instanceof SignInNeeded)) throw error;
      const { status, message, fault } = error;
      const failure = await this.#deps.explain(signInFailure(status, message), fault);
      entity.move({ type: 'unauthorized', status, text: message, failure });
      entity.step('signin', 'running', message);
      return undefined;
    }
  }

  /** The link that negotiation begins with: SSE servers, and a second try after a sign-in, need a new one. */
  async #start(): Promise<Link> {
    const variant = this.#variant;
    if (this.#link && this.#link.variant === variant && !this.#link.peer.end) return this.#link;
    return this.reopen(variant, `the ${variant} transport is used`);
  }

  async #signIn(): Promise<void> {
    const { entity } = this.#deps;
    this.#timer.stop();
    await new Promise<void>((resolve) => {
      this.#signedIn = resolve;
      if (this.aborted) resolve();
    });
    if (this.aborted) throw new Error('The session was stopped.');
    this.#timer.start();
    entity.step('signin', 'ok');
    entity.move({ type: 'authorized', waitingFor: 'the first answer' });
  }

  /** A program that no longer reads is usually about to exit, which tells more. */
  async #endOfLink(): Promise<void> {
    if (!this.#link || this.#link.peer.end) return;
    const { clock } = this.#deps;
    await new Promise<void>((resolve) => {
      const stop = clock.after(END_MS, resolve);
      this.#ended = () => {
        stop();
        resolve();
      };
    });
  }

  #expire(download: boolean): void {
    const { entity, config } = this.#deps;
    const { state } = entity;
    const waitingFor = state.at === 'negotiating' ? state.waitingFor : 'the connection';
    this.#timedOut = silentFailure(config.timeouts.connectMs, waitingFor, download);
    this.#stop.abort('no answer in time');
  }

  async #failed(error: unknown): Promise<ConnectFailure> {
    if (this.#timedOut) return { reason: 'failed', failure: this.#timedOut };
    const words = error instanceof TransportError ? error.failure : faultOf(error).failure;
    if (words?.rule === 'dx-input-closed') await this.#endOfLink();
    if (error instanceof TransportError && !this.#link?.peer.end) {
      return { reason: 'failed', failure: error.failure, fault: error.end && httpFault(error.end) };
    }
    if (this.#deps.recall) this.#deps.remember(undefined);
    if (error instanceof Refusal) {
      const failure = offerDetection(error.failure, this.#deps.config.era);
      return { reason: 'refused', failure, fault: error.fault };
    }
    const fault = faultOf(error);
    const end = this.#link?.peer.end;
    if (!end) return { reason: 'failed', failure: wayFailure(fault), fault };
    return {
      reason: end.reason === 'exited' ? 'exited' : 'lost',
      failure: endFailure(end),
      exit: end.exit,
      end,
      fault,
    };
  }
}
